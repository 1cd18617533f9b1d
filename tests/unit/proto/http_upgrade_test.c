/* The handshake of RFC 6455 as the reader of requests sees it (4.2.1, 4.2.2, 4.4), in whatever
 * legal spelling, and the sizes of heads. */
#include "proto/http_request.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/unit/proto/http_feed.h"

#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define KEY_LINE "Sec-WebSocket-Key: " KEY "\r\n"
#define VERSION_LINE "Sec-WebSocket-Version: 13\r\n"
#define LISTS "Upgrade: websocket\r\nConnection: Upgrade\r\n"

static void handshakes(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"1.3", "the example",
         HTTP_BYTES("GET /chat HTTP/1.1\r\nHost: server.example.com\r\n" LISTS KEY_LINE
                    "Origin: http://example.com\r\nSec-WebSocket-Protocol: chat, "
                    "superchat\r\n" VERSION_LINE "\r\n"),
         "GET /chat @server.example.com +origin=http://example.com +upgrade=" KEY},
        {"4.2.1", "lists, in any case",
         HTTP_WITH(
             "UPGRADE: h2c,WebSocket\r\nConnection: keep-alive, UPGRADE\r\n" KEY_LINE VERSION_LINE),
         "GET / +upgrade=" KEY},
        {"4.2.1", "lists over several lines",
         HTTP_WITH("Upgrade: h2c\r\nUpgrade:websocket\r\nConnection: keep-alive\r\n"
                   "Connection:, upgrade ,\r\n" KEY_LINE VERSION_LINE),
         "GET / +upgrade=" KEY},
        {"4.2.1", "blanks around key and version",
         HTTP_WITH(LISTS "Sec-WebSocket-Key:\t" KEY "  \r\nSec-WebSocket-Version:13 \r\n"),
         "GET / +upgrade=" KEY},
        {"4.2.1", "in the absolute form",
         HTTP_BYTES("GET http://o/ws?a HTTP/1.1\r\nHost: h\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"),
         "GET /ws a= @o +upgrade=" KEY},
        {"4.2.1", "a later HTTP/1",
         HTTP_BYTES("GET / HTTP/1.2\r\nHost: h\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"),
         "GET / +upgrade=" KEY},
        {"4.2.1", "HTTP/1.0 has no upgrades",
         HTTP_BYTES("GET / HTTP/1.0\r\nHost: h\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"),
         "GET / +1.0"},
        {"4.2.1", "by GET",
         HTTP_BYTES("HEAD / HTTP/1.1\r\nHost: h\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"),
         "HEAD / +wrong"},
        {"4.2.1", "with a Host",
         HTTP_BYTES("GET / HTTP/1.1\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"), "!400"},
        {"4.2.1", "another protocol", HTTP_WITH("Upgrade: h2c\r\nConnection: upgrade\r\n"),
         "GET /"},
        {"4.2.1", "a name that only looks like it",
         HTTP_WITH("Upgrade: websockets\r\nConnection: upgrade\r\n" KEY_LINE VERSION_LINE),
         "GET /"},
        {"4.2.1", "not named in Connection",
         HTTP_WITH("Upgrade: websocket\r\nConnection: x-upgrade\r\n" KEY_LINE VERSION_LINE),
         "GET /"},
        {"4.2.1", "no Upgrade", HTTP_WITH("Connection: upgrade\r\n" KEY_LINE VERSION_LINE),
         "GET /"},
        {"4.2.1", "no key", HTTP_WITH(LISTS VERSION_LINE), "GET / +wrong"},
        {"4.2.1", "a key that is too short",
         HTTP_WITH(LISTS "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ\r\n" VERSION_LINE),
         "GET / +wrong"},
        {"4.2.1", "an empty key", HTTP_WITH(LISTS "Sec-WebSocket-Key:\r\n" VERSION_LINE),
         "GET / +wrong"},
        {"11.3.1", "two keys", HTTP_WITH(LISTS KEY_LINE KEY_LINE VERSION_LINE), "!400"},
        {"4.2.1", "no version", HTTP_WITH(LISTS KEY_LINE), "GET / +wrong"},
        {"4.4", "another version", HTTP_WITH(LISTS KEY_LINE "Sec-WebSocket-Version: 8\r\n"),
         "GET / +version"},
        {"4.4", "a version of more digits",
         HTTP_WITH(LISTS KEY_LINE "Sec-WebSocket-Version: 013\r\n"), "GET / +version"},
        {"11.3.5", "two versions", HTTP_WITH(LISTS KEY_LINE VERSION_LINE VERSION_LINE), "!400"},
        {"9.1", "extensions are ignored",
         HTTP_WITH(LISTS KEY_LINE VERSION_LINE
                   "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"),
         "GET / +upgrade=" KEY},
    };
    http_feed_cases(cases, sizeof cases / sizeof cases[0]);
}

static void what_follows_a_handshake_is_left(void **state)
{
    (void)state;
    const char stream[] = "GET / HTTP/1.1\r\nHost: h\r\n" LISTS KEY_LINE VERSION_LINE "\r\n"
                          "\x81\x80";
    struct http_reader reader;
    http_reader_init(&reader);
    const char *bytes = stream;
    size_t length = sizeof stream - 1;
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_REQUEST);
    assert_int_equal(reader.request.upgrade, HTTP_UPGRADE_WEBSOCKET);
    assert_int_equal(length, 2);
    assert_memory_equal(bytes, "\x81\x80", 2);
}

/* Feeds texts, and then as many letters as are wanted, and then an end, in pieces. */
static enum http_read feed_long(struct http_reader *reader, const char *begin, size_t letters,
                                const char *end, size_t step)
{
    size_t total = strlen(begin) + letters + strlen(end);
    char *stream = malloc(total);
    assert_non_null(stream);
    memcpy(stream, begin, strlen(begin));
    memset(stream + strlen(begin), 'a', letters);
    memcpy(stream + strlen(begin) + letters, end, strlen(end));
    enum http_read result = HTTP_READ_MORE;
    for (size_t at = 0; at < total && result == HTTP_READ_MORE; at += step) {
        const char *bytes = stream + at;
        size_t length = total - at < step ? total - at : step;
        result = http_reader_feed(reader, &bytes, &length);
    }
    free(stream);
    return result;
}

static void expect_long(const char *begin, size_t letters, const char *end, int status)
{
    static const size_t steps[] = {1, 7, 1000, 100000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct http_reader *reader = malloc(sizeof *reader);
        assert_non_null(reader);
        http_reader_init(reader);
        enum http_read result = feed_long(reader, begin, letters, end, steps[i]);
        assert_int_equal(result, status == 0 ? HTTP_READ_REQUEST : HTTP_READ_BAD);
        assert_int_equal(reader->status, status);
        free(reader);
    }
}

/* RFC 9112, 3: 8,000 bytes of a request line are taken; RFC 9110, 15.5.15 */
static void request_lines_have_a_limit(void **state)
{
    (void)state;
    const char end[] = " HTTP/1.1\r\nHost: h\r\n\r\n";
    size_t most = HTTP_REQUEST_LINE_MAX - strlen("GET / HTTP/1.1");
    expect_long("GET /", most, end, 0);
    expect_long("GET /", most + 1, end, 414);
    expect_long("GET /", 100000, end, 414);
    expect_long("", 100000, "", 414);
}

/* RFC 6585, 5 */
static void heads_have_a_limit(void **state)
{
    (void)state;
    const char begin[] = "GET / HTTP/1.1\r\nHost: h\r\nX: ";
    size_t most = HTTP_HEAD_MAX - strlen(begin) - strlen("\r\n\r\n");
    expect_long(begin, most, "\r\n\r\n", 0);
    expect_long(begin, most + 1, "\r\n\r\n", 431);
    expect_long(begin, 100000, "\r\n\r\n", 431);
}

static void empty_lines_have_a_limit(void **state)
{
    (void)state;
    struct http_reader reader;
    http_reader_init(&reader);
    enum http_read result = HTTP_READ_MORE;
    size_t fed = 0;
    for (; result == HTTP_READ_MORE && fed < 100000; fed += 2) {
        const char *bytes = "\r\n";
        size_t length = 2;
        result = http_reader_feed(&reader, &bytes, &length);
    }
    assert_int_equal(result, HTTP_READ_BAD);
    assert_true(fed <= HTTP_HEAD_MAX + 2);
}

static void parameters_have_a_limit(void **state)
{
    (void)state;
    char stream[256] = "GET /?";
    for (int i = 0; i < HTTP_PARAMETERS_MAX; i++)
        strcat(stream, "a=b&");
    struct http_reader reader;
    http_reader_init(&reader);
    const char *bytes = stream;
    size_t length = strlen(stream);
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_MORE);
    struct http_reader more = reader;
    bytes = " HTTP/1.1\r\nHost: h\r\n\r\n";
    length = strlen(bytes);
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_REQUEST);
    assert_int_equal(reader.request.parameter_count, HTTP_PARAMETERS_MAX);
    bytes = "c HTTP/1.1\r\n";
    length = strlen(bytes);
    assert_int_equal(http_reader_feed(&more, &bytes, &length), HTTP_READ_BAD);
    assert_int_equal(more.status, 400);
}

static void a_reader_is_idle_between_requests(void **state)
{
    (void)state;
    struct http_reader reader;
    http_reader_init(&reader);
    assert_true(http_reader_idle(&reader));
    const char *bytes = "G";
    size_t length = 1;
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_MORE);
    assert_false(http_reader_idle(&reader));
    bytes = "ET / HTTP/1.1\r\nHost: h\r\n\r\n";
    length = strlen(bytes);
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_REQUEST);
    assert_true(http_reader_idle(&reader));
    assert_int_equal(http_reader_feed(&reader, &bytes, &length), HTTP_READ_MORE);
    assert_string_equal(reader.request.path, "/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handshakes),
        cmocka_unit_test(what_follows_a_handshake_is_left),
        cmocka_unit_test(request_lines_have_a_limit),
        cmocka_unit_test(heads_have_a_limit),
        cmocka_unit_test(empty_lines_have_a_limit),
        cmocka_unit_test(parameters_have_a_limit),
        cmocka_unit_test(a_reader_is_idle_between_requests),
    };
    return cmocka_run_group_tests_name("http upgrade", tests, NULL, NULL);
}
