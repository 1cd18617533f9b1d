/* A stream of bytes through the framer, each line through request_read, each refusal into a reply.
 * The first byte says into how long pieces the stream is cut. */
#include "tests/fuzz/fuzz.h"

#include "proto/framer.h"
#include "proto/view.h"

#include <assert.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "\x01{\"op\":\"ping\"}\n{\"id\":\"x\",\"op\":\"help\"}\r\n \t\n{\"op\":\"whoami\"}",
    "\x07{\"id\":1,\"op\":\"register\",\"name\":\"ann\",\"password\":\"12345678\",\"bot\":true}\n",
    "\xff{\"id\":2,\"op\":\"seek\",\"size\":4,\"time\":{\"initial_ms\":1,\"increment_ms\":2},"
    "\"rated\":true,\"color\":\"red\",\"rating_min\":1000,\"rating_max\":2000}\n",
    "\x40{\"op\":\"seek\",\"time\":{\"per_move_ms\":60000}}\n{\"op\":\"seek\",\"time\":null}\n",
    "\x20{\"id\":3,\"op\":\"move\",\"game\":\"0123456789ab\",\"move\":\"B2xC4\",\"ply\":7,"
    "\"v\":9}\n",
    "\x80{\"op\":\"history\",\"user\":\"a\",\"versus\":\"b\",\"size\":3,\"pool\":\"3-blitz\","
    "\"rated\":false,\"result\":\"win\",\"reason\":\"time\",\"since\":0,\"until\":9,"
    "\"limit\":100,\"cursor\":\"c\"}\n",
    "\x10[1]\n{\"op\":\"ping\",\"\\u00e9\xc3\xa9\\ud83d\\ude00\":[[[[{}]]]]}\n",
    NULL,
};

/* A reply must be one line of JSON that a strict reader takes. */
static void check_reply(const struct request *request, const struct request_error *error)
{
    struct writer writer;
    writer_init(&writer);
    view_error(&writer, &request->id, error->code, error->message);
    writer_key_string(&writer, "field", error->field);
    view_error_end(&writer);
    assert(memchr(writer.bytes, '\n', writer.length) == NULL);
    json_t *reply = json_read(writer.bytes, writer.length, NULL, 0);
    assert(reply != NULL && json_object_get(reply, "re") != NULL);
    json_decref(reply);
    writer_deinit(&writer);
}

static void check_line(const char *line, size_t length)
{
    struct request request;
    struct request_error error;
    if (!request_read(&request, line, length, &error)) {
        assert(error.code == ERROR_BAD_JSON || error.code == ERROR_BAD_REQUEST ||
               error.code == ERROR_UNKNOWN_OP);
        assert(error.message[0] != '\0');
        check_reply(&request, &error);
        return;
    }
    const struct operation_row *row = operation_row(request.operation);
    assert((row->required & ~request.has) == 0);
    assert((request.has & ~(row->required | row->optional)) == 0);
    assert(board_size_valid(request.size) && time_control_valid(&request.time));
    assert(request.rating_min >= RATING_LOWEST && request.rating_min <= request.rating_max);
    assert(request.limit >= 1 && request.limit <= 100);
    struct request moved;
    request_move(&moved, &request);
    request_deinit(&request);
    request_deinit(&moved);
}

static void check_frame(const struct framer *framer, enum frame frame)
{
    if (frame != FRAME_LINE)
        return;
    assert(framer->length > 0 && framer->length <= framer->limit);
    assert(memchr(framer->line, '\n', framer->length) == NULL);
    check_line(framer->line, framer->length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t piece = 1 + (size_t)data[0];
    const char *stream = (const char *)data + 1;
    size_t left = size - 1;
    struct framer framer;
    bool started = framer_init(&framer, FRAMER_REQUEST_MAX);
    assert(started);
    while (left > 0) {
        size_t length = left < piece ? left : piece;
        left -= length;
        enum frame frame;
        while ((frame = framer_feed(&framer, &stream, &length)) != FRAME_NONE)
            check_frame(&framer, frame);
        assert(length == 0);
    }
    check_frame(&framer, framer_finish(&framer));
    framer_deinit(&framer);
    return 0;
}
