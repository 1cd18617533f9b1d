/* The clauses of RFC 6455 that bind a server that reads, each as a case named by its section. Every
 * case is fed whole, byte by byte, and cut in two at every place: what is told must be the same. */
#include "proto/websocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define FRAMES_MAX 8
#define STREAM_MAX 4096
#define TOLD_MAX 1024

/* A frame as a client sends it: masked, its length in the shortest form; or bytes as they are. */
struct client_frame {
    int first; /* FIN, RSV and opcode; RAW for bytes as they are */
    const char *bytes;
    size_t length;
};
#define AS_IT_IS (-1)
#define FRAME(first, literal)                                                                      \
    {                                                                                              \
        first, literal, sizeof literal - 1                                                         \
    }
#define RAW(literal) FRAME(AS_IT_IS, literal)
#define TEXT(literal) FRAME(0x81, literal)
#define BEGIN(literal) FRAME(0x01, literal)
#define GO_ON(literal) FRAME(0x00, literal)
#define END(literal) FRAME(0x80, literal)
#define PING(literal) FRAME(0x89, literal)
#define PONG(literal) FRAME(0x8a, literal)
#define CLOSE(literal) FRAME(0x88, literal)

#define TEN "0123456789"
#define LONGEST_CONTROL TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "01234"

static const struct row {
    const char *clause;
    const char *what;
    struct client_frame frames[FRAMES_MAX];
    /* [text] a message, <text> a ping, >text< a pong, (code) a close, !code a failure */
    const char *told;
} rows[] = {
    {"5.1", "a frame that is not masked fails", {RAW("\x81\x05Hello")}, "!1002"},
    {"5.1", "at its second byte", {RAW("\x81\x05")}, "!1002"},
    {"5.1", "also a control frame", {RAW("\x89\x00")}, "!1002"},
    {"5.1", "also after good ones", {TEXT("a"), RAW("\x81\x00")}, "[a]!1002"},
    {"5.2", "RSV1 without an extension fails, at the first byte", {RAW("\xc1")}, "!1002"},
    {"5.2", "RSV2 fails", {RAW("\xa1")}, "!1002"},
    {"5.2", "RSV3 fails", {RAW("\x91")}, "!1002"},
    {"5.2", "RSV1 of a control frame fails", {RAW("\xc9")}, "!1002"},
    {"5.2", "RSV1 of a later fragment fails", {BEGIN("a"), RAW("\xc0")}, "!1002"},
    {"5.2", "opcode 3 is reserved", {RAW("\x83")}, "!1002"},
    {"5.2", "opcode 4 is reserved", {RAW("\x84")}, "!1002"},
    {"5.2", "opcode 5 is reserved", {RAW("\x85")}, "!1002"},
    {"5.2", "opcode 6 is reserved", {RAW("\x86")}, "!1002"},
    {"5.2", "opcode 7 is reserved", {RAW("\x87")}, "!1002"},
    {"5.2", "opcode 11 is reserved", {RAW("\x8b")}, "!1002"},
    {"5.2", "opcode 12 is reserved", {RAW("\x8c")}, "!1002"},
    {"5.2", "opcode 13 is reserved", {RAW("\x8d")}, "!1002"},
    {"5.2", "opcode 14 is reserved", {RAW("\x8e")}, "!1002"},
    {"5.2", "opcode 15 is reserved", {RAW("\x8f")}, "!1002"},
    {"5.2", "16 bits for a length of 125 fail", {RAW("\x81\xfe\x00\x7d")}, "!1002"},
    {"5.2", "16 bits for a length of 0 fail", {RAW("\x81\xfe\x00\x00")}, "!1002"},
    {"5.2",
     "64 bits for a length of 65,535 fail",
     {RAW("\x81\xff\x00\x00\x00\x00\x00\x00\xff\xff")},
     "!1002"},
    {"5.2",
     "the highest bit of 64 fails",
     {RAW("\x81\xff\x80\x00\x00\x00\x00\x00\x00\x01")},
     "!1002"},
    {"5.2", "a length of 0 is a whole message", {TEXT("")}, "[]"},
    {"5.2", "messages follow each other", {TEXT("a"), TEXT(""), TEXT("bc")}, "[a][][bc]"},
    {"5.3", "a mask of zeros is one", {RAW("\x81\x82\x00\x00\x00\x00hi")}, "[hi]"},
    {"5.3", "the mask goes round and round", {TEXT(TEN TEN "012")}, "[" TEN TEN "012]"},
    {"5.3", "the mask begins anew in each fragment", {BEGIN("abc"), END("defgh")}, "[abcdefgh]"},
    {"5.4", "two fragments are one message", {BEGIN("Hel"), END("lo")}, "[Hello]"},
    {"5.4", "so are five", {BEGIN("a"), GO_ON("b"), GO_ON("c"), GO_ON("d"), END("e")}, "[abcde]"},
    {"5.4", "fragments may be empty", {BEGIN(""), GO_ON(""), GO_ON("a"), END("")}, "[a]"},
    {"5.4", "all of them may be", {BEGIN(""), END("")}, "[]"},
    {"5.4",
     "control frames may stand between fragments",
     {BEGIN("a"), PING("p"), GO_ON("b"), PONG("q"), PING(""), END("c")},
     "<p>>q<<>[abc]"},
    {"5.4", "a close too", {BEGIN("a"), CLOSE("\x03\xe8"), END("b")}, "(1000)"},
    {"5.4", "fragments of two messages do not mix", {BEGIN("a"), TEXT("b")}, "!1002"},
    {"5.4", "nor does a first fragment begin twice", {BEGIN("a"), BEGIN("b")}, "!1002"},
    {"5.4", "nor with a binary one", {BEGIN("a"), FRAME(0x82, "b")}, "!1002"},
    {"5.4", "nothing goes on that has not begun", {RAW("\x80")}, "!1002"},
    {"5.4", "not either without FIN", {RAW("\x00")}, "!1002"},
    {"5.4", "nor what has ended", {BEGIN("a"), END("b"), RAW("\x80")}, "[ab]!1002"},
    {"5.4", "a control frame is not fragmented", {RAW("\x09")}, "!1002"},
    {"5.4", "nor is a pong", {RAW("\x0a")}, "!1002"},
    {"5.4", "nor is a close", {RAW("\x08")}, "!1002"},
    {"5.5",
     "a control frame of 125 bytes is taken",
     {PING(LONGEST_CONTROL)},
     "<" LONGEST_CONTROL ">"},
    {"5.5", "one of 126 fails, at its second byte", {RAW("\x89\xfe")}, "!1002"},
    {"5.5", "a pong as well", {RAW("\x8a\xfe")}, "!1002"},
    {"5.5", "a close as well", {RAW("\x88\xff")}, "!1002"},
    {"5.5.1", "a close may have no body", {CLOSE("")}, "(1005)"},
    {"5.5.1", "or a code", {CLOSE("\x03\xe8")}, "(1000)"},
    {"5.5.1", "or a code and a reason", {CLOSE("\x03\xe9going")}, "(1001)"},
    {"5.5.1", "a body of one byte fails", {CLOSE("\x03")}, "!1002"},
    {"5.5.1", "a reason is UTF-8", {CLOSE("\x03\xe8\xc3\xa9")}, "(1000)"},
    {"5.5.1", "one that is not fails", {CLOSE("\x03\xe8\xc3(")}, "!1007"},
    {"5.5.1", "one that ends within a character too", {CLOSE("\x03\xe8\xe2\x82")}, "!1007"},
    {"5.5.1", "nothing is heeded after a close", {CLOSE(""), TEXT("a"), PING("b")}, "(1005)"},
    {"5.5.2", "a ping without payload", {PING("")}, "<>"},
    {"5.5.2", "a ping may hold any bytes", {PING("\xff\xfe")}, "<\xff\xfe>"},
    {"5.5.2", "each ping is told", {PING("a"), PING("b"), PING("c")}, "<a><b><c>"},
    {"5.5.3", "a pong that nobody asked for is fine", {PONG("x"), TEXT("a")}, ">x<[a]"},
    {"5.6",
     "text is UTF-8",
     {TEXT("\xce\xba\xe1\xbd\xb9\xf0\x9f\x98\x80")},
     "[\xce\xba\xe1\xbd\xb9\xf0\x9f\x98\x80]"},
    {"5.6",
     "a character may be cut by fragments",
     {BEGIN("\xf0\x9f"), GO_ON("\x98"), END("\x80")},
     "[\xf0\x9f\x98\x80]"},
    {"5.6", "binary messages are not for this server", {RAW("\x82")}, "!1003"},
    {"5.6", "nor fragments of one", {RAW("\x02")}, "!1003"},
    {"5.7",
     "the masked text of the examples",
     {RAW("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58")},
     "[Hello]"},
    {"5.7",
     "the masked pong of the examples",
     {RAW("\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58")},
     ">Hello<"},
    {"6.2", "a message is told when its last byte is there", {TEXT("a"), RAW("\x81")}, "[a]"},
    {"7.1.7", "nothing is heeded after a failure", {RAW("\x83"), TEXT("a"), PING("")}, "!1002"},
    {"8.1", "a byte that is never UTF-8", {TEXT("a\xff")}, "!1007"},
    {"8.1", "an overlong form", {TEXT("\xc0\xaf")}, "!1007"},
    {"8.1", "a surrogate", {TEXT("\xed\xa0\x80")}, "!1007"},
    {"8.1", "beyond the last character", {TEXT("\xf4\x90\x80\x80")}, "!1007"},
    {"8.1", "a character that the message cuts off", {TEXT("\xe2\x82")}, "!1007"},
    {"8.1", "a character that the last fragment cuts off", {BEGIN("\xe2"), END("\x82")}, "!1007"},
    {"8.1",
     "at once, whatever may follow",
     {RAW("\x81\xfe\x10\x00\x00\x00\x00\x00\xed\xa0")},
     "!1007"},
    {"8.1",
     "at once across fragments",
     {BEGIN("\xf4"), RAW("\x00\x85\x00\x00\x00\x00\x90")},
     "!1007"},
    {"8.1",
     "a ping within a character does not matter",
     {BEGIN("\xe2\x82"), PING("\xff"), END("\xac")},
     "<\xff>[\xe2\x82\xac]"},
};

static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};

struct stream {
    char bytes[STREAM_MAX];
    size_t length;
};

static void put(struct stream *stream, const void *bytes, size_t length)
{
    assert_true(stream->length + length <= STREAM_MAX);
    memcpy(stream->bytes + stream->length, bytes, length);
    stream->length += length;
}

static void put_frame(struct stream *stream, const struct client_frame *frame)
{
    if (frame->first == AS_IT_IS) {
        put(stream, frame->bytes, frame->length);
        return;
    }
    unsigned char head[] = {(unsigned char)frame->first, (unsigned char)(0x80 | frame->length)};
    assert_true(frame->length < 126);
    put(stream, head, sizeof head);
    put(stream, mask, sizeof mask);
    for (size_t i = 0; i < frame->length; i++) {
        char byte = (char)((unsigned char)frame->bytes[i] ^ mask[i % 4]);
        put(stream, &byte, 1);
    }
}

struct told {
    char text[TOLD_MAX];
    size_t length;
};

static void tell(struct told *told, const char *before, const void *bytes, size_t length,
                 const char *after)
{
    assert_true(told->length + length + 4 < TOLD_MAX);
    told->length += (size_t)sprintf(told->text + told->length, "%s", before);
    memcpy(told->text + told->length, bytes, length);
    told->length += length;
    told->length += (size_t)sprintf(told->text + told->length, "%s", after);
}

static void tell_code(struct told *told, const char *before, int code, const char *after)
{
    char number[12];
    int length = snprintf(number, sizeof number, "%d", code);
    tell(told, before, number, (size_t)length, after);
}

static void feed(struct websocket_reader *reader, struct told *told, const char *bytes,
                 size_t length)
{
    for (;;) {
        switch (websocket_reader_feed(reader, &bytes, &length)) {
        case WEBSOCKET_READ_MORE:
            assert_int_equal(length, 0);
            return;
        case WEBSOCKET_READ_MESSAGE:
            tell(told, "[", reader->message, reader->message_length, "]");
            break;
        case WEBSOCKET_READ_TOO_LONG:
            tell(told, "too long", "", 0, "");
            break;
        case WEBSOCKET_READ_PING:
            tell(told, "<", reader->control, reader->control_length, ">");
            break;
        case WEBSOCKET_READ_PONG:
            tell(told, ">", reader->control, reader->control_length, "<");
            break;
        case WEBSOCKET_READ_CLOSE:
            tell_code(told, "(", reader->close_code, ")");
            break;
        case WEBSOCKET_READ_FAIL:
            tell_code(told, "!", reader->close_code, "");
            break;
        }
    }
}

/* Feeds the stream with cuts after `cut` bytes, and then after every `step`. */
static void check(const struct row *row, const struct stream *stream, size_t cut, size_t step)
{
    struct websocket_reader *reader = malloc(sizeof *reader);
    assert_non_null(reader);
    websocket_reader_init(reader);
    struct told told = {.length = 0};
    feed(reader, &told, stream->bytes, cut);
    for (size_t at = cut; at < stream->length; at += step) {
        size_t piece = stream->length - at < step ? stream->length - at : step;
        feed(reader, &told, stream->bytes + at, piece);
    }
    free(reader);
    if (told.length != strlen(row->told) || memcmp(told.text, row->told, told.length) != 0)
        fail_msg("%s: %s: cut at %zu, then by %zu: told %.*s, expected %s", row->clause, row->what,
                 cut, step, (int)told.length, told.text, row->told);
}

static void every_clause_holds_however_the_bytes_come(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stream stream = {.length = 0};
        for (size_t f = 0; f < FRAMES_MAX && rows[i].frames[f].bytes != NULL; f++)
            put_frame(&stream, &rows[i].frames[f]);
        check(&rows[i], &stream, 0, stream.length);
        check(&rows[i], &stream, 0, 1);
        for (size_t cut = 1; cut < stream.length; cut++)
            check(&rows[i], &stream, cut, stream.length);
    }
}

/* 7.4: a code that a peer may send is told, any other fails. */
static void close_codes_are_those_of_the_registry(void **state)
{
    (void)state;
    for (int code = 0; code <= 0xffff; code++) {
        bool expected =
            (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
            (code >= 3000 && code <= 4999);
        assert_int_equal(websocket_code_valid(code), expected);
        const char frame[] = {'\x88', '\x82', 0, 0, 0, 0, (char)(code >> 8), (char)code};
        struct websocket_reader reader;
        websocket_reader_init(&reader);
        const char *bytes = frame;
        size_t length = sizeof frame;
        enum websocket_read result = websocket_reader_feed(&reader, &bytes, &length);
        assert_int_equal(result, expected ? WEBSOCKET_READ_CLOSE : WEBSOCKET_READ_FAIL);
        assert_int_equal(reader.close_code, expected ? code : WEBSOCKET_CODE_PROTOCOL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_clause_holds_however_the_bytes_come),
        cmocka_unit_test(close_codes_are_those_of_the_registry),
    };
    return cmocka_run_group_tests_name("websocket", tests, NULL, NULL);
}
