/* Targets below /api/ as they come over the wire: each gives a request of the protocol that can be
 * read, or at least answered, or a refusal that is sound JSON. And pages of an export, which the
 * server wrote: whatever is in the strings, they come apart as they were put together. */
#include "tests/fuzz/fuzz.h"

#include "proto/api.h"

#include <assert.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "/api/games?user=ann&versus=%C3%A9&size=3&pool=3-blitz&rated=true&result=win&limit=5",
    "/api/games/export?reason=time&since=0&until=9007199254740991",
    "/api/games/AAAABBBBCCCC.svg?x=%22%5C",
    "/api/users/a%22b/ratings?pool=4-rapid&cursor=A_-9",
    "/api/openings?size=4&moves=C3+C4xD5&moves=",
    "/api/leaderboard?pool=3-bullet&at=17&bots=false",
    "\"},{\"\\",
    NULL,
};

static void check_error(const struct request_error *error)
{
    struct writer writer;
    assert(error->code == ERROR_NOT_FOUND || error->code == ERROR_BAD_REQUEST);
    assert(error->message[0] != '\0' && api_status(error->code) >= 400);
    writer_init(&writer);
    api_write_error(&writer, error);
    json_t *root = json_read(writer.bytes, writer.length, NULL, 0);
    assert(json_is_object(json_object_get(root, "error")));
    json_decref(root);
    writer_deinit(&writer);
}

/* The line is one text of JSON; whether its values are in range is for request_read to say. */
static void check_line(const struct writer *line)
{
    struct request request;
    struct request_error error;
    assert(memchr(line->bytes, '\n', line->length) == NULL);
    if (request_read(&request, line->bytes, line->length, &error)) {
        assert(request.id.kind == REQUEST_ID_NULL);
        request_deinit(&request);
        return;
    }
    assert(error.code == ERROR_BAD_REQUEST);
}

static void check_call(const struct http_request *request)
{
    struct api_call call;
    struct request_error error;
    struct writer next;
    if (!api_covers(request->path))
        return;
    if (!api_call_read(&call, request, &error)) {
        check_error(&error);
        return;
    }
    check_line(&call.line);
    writer_init(&next);
    if (call.form == API_EXPORT) {
        api_call_continue(&next, &call, "AZaz09_-");
        check_line(&next);
    }
    writer_deinit(&next);
    api_call_deinit(&call);
}

static void check_target(const char *bytes, size_t length)
{
    static const char head[] = "GET ";
    static const char rest[] = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static struct http_reader reader;
    const char *const parts[] = {head, bytes, rest};
    const size_t lengths[] = {sizeof head - 1, length, sizeof rest - 1};
    http_reader_init(&reader);
    for (size_t i = 0; i < 3; i++) {
        const char *at = parts[i];
        size_t left = lengths[i];
        enum http_read read;
        while ((read = http_reader_feed(&reader, &at, &left)) == HTTP_READ_REQUEST)
            check_call(&reader.request);
        if (read == HTTP_READ_BAD)
            return;
    }
}

/* Two records with the bytes as a string, where they are text. */
static void check_page(const char *bytes, size_t length)
{
    char cursor[API_CURSOR_SIZE];
    struct writer page, lines, record;
    json_t *text = json_stringn(bytes, length);
    if (text == NULL || memchr(bytes, '\0', length) != NULL) {
        json_decref(text);
        return;
    }
    writer_init(&page);
    writer_init(&lines);
    writer_init(&record);
    writer_object(&record);
    writer_key(&record, "text");
    writer_string_length(&record, bytes, length);
    writer_object_end(&record);
    writer_object(&page);
    writer_key(&page, "records");
    writer_array(&page);
    writer_value(&page, record.bytes, record.length);
    writer_value(&page, record.bytes, record.length);
    writer_array_end(&page);
    writer_key_string(&page, "cursor", "A-_");
    writer_object_end(&page);
    api_export_page(page.bytes, page.length, &lines, cursor);
    assert(lines.length == 2 * (record.length + 1) && strcmp(cursor, "A-_") == 0);
    assert(memcmp(lines.bytes, record.bytes, record.length) == 0);
    assert(memcmp(lines.bytes + record.length + 1, record.bytes, record.length) == 0);
    writer_deinit(&page);
    writer_deinit(&lines);
    writer_deinit(&record);
    json_decref(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_target((const char *)data, size);
    check_page((const char *)data, size);
    return 0;
}
