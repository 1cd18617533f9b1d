/* What HTTP answers look like: RFC 9112 (4, 6, 7.1, 9), RFC 9110 (5.6.7, 8.8.3, 13.1.2). */
#include "proto/http_response.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define NOW INT64_C(784111777999) /* the example of RFC 9110, 5.6.7, and a bit */
#define DATE "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

static void expect(const struct http_response *response, const char *head)
{
    char out[HTTP_RESPONSE_HEAD_MAX];
    size_t length = http_response_head(response, out, sizeof out);
    assert_int_equal(length, strlen(head));
    assert_memory_equal(out, head, length);
}

static void a_head_of_everything(void **state)
{
    (void)state;
    const struct http_field fields[] = {{"X-Content-Type-Options", "nosniff"}, {"Empty", ""}};
    expect(&(struct http_response){.status = 200,
                                   .at = NOW,
                                   .length = UINT64_MAX,
                                   .content_type = "text/html; charset=utf-8",
                                   .content_encoding = "gzip",
                                   .etag = "\"a\"",
                                   .cache_control = "no-cache",
                                   .vary = "Accept-Encoding",
                                   .fields = fields,
                                   .field_count = 2},
           "HTTP/1.1 200 OK\r\n" DATE "Connection: keep-alive\r\n"
           "Content-Length: 18446744073709551615\r\nContent-Type: text/html; charset=utf-8\r\n"
           "Content-Encoding: gzip\r\nETag: \"a\"\r\nCache-Control: no-cache\r\n"
           "Vary: Accept-Encoding\r\nX-Content-Type-Options: nosniff\r\nEmpty: \r\n\r\n");
}

static void ways_to_tell_the_end(void **state)
{
    (void)state;
    expect(&(struct http_response){.status = 404, .at = NOW},
           "HTTP/1.1 404 Not Found\r\n" DATE "Connection: keep-alive\r\nContent-Length: 0\r\n\r\n");
    expect(&(struct http_response){.status = 200, .at = NOW, .body = HTTP_BODY_CHUNKED},
           "HTTP/1.1 200 OK\r\n" DATE
           "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n");
    expect(&(struct http_response){.status = 200,
                                   .at = NOW,
                                   .body = HTTP_BODY_UNTIL_CLOSE,
                                   .connection = HTTP_CONNECTION_CLOSE},
           "HTTP/1.1 200 OK\r\n" DATE "Connection: close\r\n\r\n");
    expect(&(struct http_response){.status = 304, .at = NOW, .body = HTTP_BODY_NONE},
           "HTTP/1.1 304 Not Modified\r\n" DATE "Connection: keep-alive\r\n\r\n");
}

static void an_upgrade(void **state)
{
    (void)state;
    const struct http_field accept = {"Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="};
    expect(&(struct http_response){.status = 101,
                                   .at = NOW,
                                   .body = HTTP_BODY_NONE,
                                   .connection = HTTP_CONNECTION_UPGRADE,
                                   .fields = &accept,
                                   .field_count = 1},
           "HTTP/1.1 101 Switching Protocols\r\n" DATE
           "Connection: upgrade\r\nUpgrade: websocket\r\n"
           "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
}

static void a_room_too_small_is_told(void **state)
{
    (void)state;
    const struct http_response response = {.status = 200, .at = NOW, .etag = "\"a\""};
    char out[HTTP_RESPONSE_HEAD_MAX];
    size_t length = http_response_head(&response, out, sizeof out);
    for (size_t room = 0; room < sizeof out; room++) {
        char small[HTTP_RESPONSE_HEAD_MAX];
        memset(small, '?', sizeof small);
        assert_int_equal(http_response_head(&response, small, room), room < length ? 0 : length);
        assert_int_equal(small[room], '?');
    }
}

static void dates(void **state)
{
    (void)state;
    static const struct {
        int64_t at;
        const char *text;
    } rows[] = {
        {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
        {999, "Thu, 01 Jan 1970 00:00:00 GMT"},
        {NOW, "Sun, 06 Nov 1994 08:49:37 GMT"},
        {INT64_C(951782399000), "Mon, 28 Feb 2000 23:59:59 GMT"},
        {INT64_C(951782400000), "Tue, 29 Feb 2000 00:00:00 GMT"},
        {INT64_C(951868800000), "Wed, 01 Mar 2000 00:00:00 GMT"},
        {INT64_C(1798761599000), "Thu, 31 Dec 2026 23:59:59 GMT"},
        {INT64_C(4107542400000), "Mon, 01 Mar 2100 00:00:00 GMT"}, /* 2100 has no leap day */
        {INT64_C(253402300799999), "Fri, 31 Dec 9999 23:59:59 GMT"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char date[HTTP_DATE_SIZE];
        http_date(rows[i].at, date);
        assert_string_equal(date, rows[i].text);
    }
}

static void chunks(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        const char *head;
    } rows[] = {
        {1, "1\r\n"}, {15, "f\r\n"}, {4096, "1000\r\n"}, {SIZE_MAX, "ffffffffffffffff\r\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char head[HTTP_CHUNK_HEAD_MAX];
        size_t size = http_chunk_head(head, rows[i].length);
        assert_int_equal(size, strlen(rows[i].head));
        assert_memory_equal(head, rows[i].head, size);
    }
}

static void entity_tags_match_weakly(void **state)
{
    (void)state;
    static const char *const match[] = {
        "\"a\"",
        "W/\"a\"",
        "*",
        "\"b\", \"a\"",
        "\"b\",\"a\" , \"c\"",
        " ,, \"a\"",
        "\"b,\", \"a\"",
        "W/\"b\",\tW/\"a\"",
    };
    static const char *const other[] = {
        "",    "\"\"",    "\"b\"",   "\"ab\"", "\"A\"",      "a",          "\"a",
        "a\"", "w/\"a\"", "\"b\" *", "**",     "\"b\", a\"", "\"b, \"a\"", ",",
    };
    for (size_t i = 0; i < sizeof match / sizeof match[0]; i++) {
        if (!http_etag_matches(match[i], "\"a\"") || !http_etag_matches(match[i], "W/\"a\""))
            fail_msg("does not match: %s", match[i]);
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (http_etag_matches(other[i], "\"a\""))
            fail_msg("matches: %s", other[i]);
    }
    assert_false(http_etag_matches(NULL, "\"a\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_of_everything),
        cmocka_unit_test(ways_to_tell_the_end),
        cmocka_unit_test(an_upgrade),
        cmocka_unit_test(a_room_too_small_is_told),
        cmocka_unit_test(dates),
        cmocka_unit_test(chunks),
        cmocka_unit_test(entity_tags_match_weakly),
    };
    return cmocka_run_group_tests_name("http response", tests, NULL, NULL);
}
