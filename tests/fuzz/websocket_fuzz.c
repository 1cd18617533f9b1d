/* A stream of WebSocket frames through the reader: what it tells holds what it promises, and is the
 * same whole and in pieces. The first byte says how long those are and, by its lowest bit, whether
 * the rest is the stream as it is, or lines of which each is a frame: its first byte and its
 * payload, yet to be masked. */
#include "tests/fuzz/fuzz.h"

#include "proto/utf8.h"
#include "proto/websocket.h"

#include <assert.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "\x01\x81{\"op\":\"ping\"}\n\x01\xc3\n\x89ping\n\x80\xa9\n\x88\x03\xe8the end\n",
    "\x07\x81\n\x8a\n\x01"
    "a\n\x80"
    "b\n\x81"
    "c\n\x88\n",
    "\x11\x81\xf0\x9f\x98\x80\xed\x9f\xbf\xf4\x8f\xbf\xbf\n\x82"
    "binary\n",
    "\x02\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58\x89\x80\x01\x02\x03\x04",
    "\x20\x81\xfe\x01\x01\x01\x02\x03\x04"
    "0123456789",
    NULL,
};

#define STREAM_MAX (1 << 20)
#define HEAD_MAX (WEBSOCKET_HEAD_MAX + 4)

/* What a stream told, as a number. */
struct told {
    uint64_t hash;
    int count;
};

static void mix(struct told *told, int kind, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        told->hash = (told->hash ^ at[i]) * UINT64_C(0x100000001b3);
    told->hash = (told->hash ^ (uint64_t)(0x100 + kind)) * UINT64_C(0x100000001b3);
    told->count++;
}

static void check(struct told *told, const struct websocket_reader *reader,
                  enum websocket_read result)
{
    switch (result) {
    case WEBSOCKET_READ_MORE:
        break;
    case WEBSOCKET_READ_MESSAGE:
        assert(reader->message_length <= WEBSOCKET_MESSAGE_MAX);
        assert(utf8_valid(reader->message, reader->message_length));
        mix(told, (int)result, reader->message, reader->message_length);
        break;
    case WEBSOCKET_READ_TOO_LONG:
        mix(told, (int)result, "", 0);
        break;
    case WEBSOCKET_READ_PING:
    case WEBSOCKET_READ_PONG:
        assert(reader->control_length <= WEBSOCKET_CONTROL_MAX);
        mix(told, (int)result, reader->control, reader->control_length);
        break;
    case WEBSOCKET_READ_CLOSE:
    case WEBSOCKET_READ_FAIL: {
        unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
        websocket_close_frame(frame, reader->close_code, "a reason");
        mix(told, (int)result, &reader->close_code, sizeof reader->close_code);
        break;
    }
    }
}

static struct told read_in_pieces(const char *stream, size_t size, size_t piece)
{
    struct told told = {.hash = UINT64_C(0xcbf29ce484222325)};
    static struct websocket_reader reader;
    websocket_reader_init(&reader);
    for (size_t at = 0; at < size; at += piece) {
        const char *bytes = stream + at;
        size_t length = size - at < piece ? size - at : piece;
        enum websocket_read result;
        while ((result = websocket_reader_feed(&reader, &bytes, &length)) != WEBSOCKET_READ_MORE)
            check(&told, &reader, result);
        assert(length == 0 && bytes <= stream + size);
    }
    return told;
}

/* A line as a masked frame. Returns its size. */
static size_t write_frame(char *out, const char *line, size_t length)
{
    static const char mask[] = {0x37, (char)0xfa, 0x21, 0x3d};
    unsigned char head[WEBSOCKET_HEAD_MAX];
    size_t size = websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, length - 1);
    head[0] = (unsigned char)line[0];
    head[1] |= 0x80;
    memcpy(out, head, size);
    memcpy(out + size, mask, sizeof mask);
    size += sizeof mask;
    for (size_t i = 1; i < length; i++)
        out[size++] = (char)(line[i] ^ mask[(i - 1) % sizeof mask]);
    return size;
}

static size_t write_frames(char *out, const char *lines, size_t size)
{
    size_t written = 0;
    while (size > 0) {
        const char *end = memchr(lines, '\n', size);
        size_t length = end != NULL ? (size_t)(end - lines) : size;
        if (length > 0 && written + length + HEAD_MAX <= STREAM_MAX)
            written += write_frame(out + written, lines, length);
        size_t taken = end != NULL ? length + 1 : length;
        lines += taken;
        size -= taken;
    }
    return written;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    static char frames[STREAM_MAX];
    const char *stream = (const char *)data + 1;
    size_t length = size - 1;
    if ((data[0] & 1) != 0) {
        length = write_frames(frames, stream, length);
        stream = frames;
    }
    struct told whole = read_in_pieces(stream, length, length + 1);
    struct told pieces = read_in_pieces(stream, length, 1 + (size_t)data[0] / 2);
    assert(whole.hash == pieces.hash && whole.count == pieces.count);
    return 0;
}
