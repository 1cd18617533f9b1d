/* The clauses of RFC 9112 and 9110 that bind a server that reads requests without bodies, each as a
 * case named by its section. */
#include "proto/http_request.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/unit/proto/http_feed.h"

#define CHECK(cases) http_feed_cases(cases, sizeof(cases) / sizeof(cases)[0])
#define LINE(line) HTTP_BYTES(line "\r\nHost: h\r\n\r\n")
#define TARGET(target) LINE("GET " target " HTTP/1.1")

static void lines(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"2.1", "nothing is no request yet", HTTP_BYTES("GET / HTTP/1.1\r\nHost: h\r\n"), ""},
        {"2.2", "an empty line before a request is passed over",
         HTTP_BYTES("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"), "GET /"},
        {"2.2", "some more are", HTTP_BYTES("\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"),
         "GET /"},
        {"2.2", "a LF alone may end a line, but does not here", HTTP_BYTES("GET / HTTP/1.1\nHost"),
         "!400"},
        {"2.2", "nor a field", HTTP_BYTES("GET / HTTP/1.1\r\nHost: h\n\r\n"), "!400"},
        {"2.2", "nor the head", HTTP_BYTES("GET / HTTP/1.1\r\nHost: h\r\n\n"), "!400"},
        {"2.2", "a CR alone is refused in a request line",
         HTTP_BYTES("GET /\r HTTP/1.1\r\nHost: h\r\n\r\n"), "!400"},
        {"2.2", "and in a value", HTTP_WITH("X: a\rb\r\n"), "!400"},
        {"2.2", "and before the line end", HTTP_WITH("X: a\r\r\n"), "!400"},
        {"2.2", "a blank before the first field is refused",
         HTTP_BYTES("GET / HTTP/1.1\r\n Host: h\r\n\r\n"), "!400"},
        {"2.2", "what is no HTTP is refused", HTTP_BYTES("\x16\x03\x01\x02\n"), "!400"},
        {"2.2", "a NUL is refused", HTTP_BYTES("GET /\0 HTTP/1.1\r\n"), "!400"},
        {"2.3", "HTTP/1.0 needs no Host", HTTP_BYTES("GET / HTTP/1.0\r\n\r\n"), "GET / @- +1.0"},
        {"2.3", "a later minor version is 1.1", LINE("GET / HTTP/1.7"), "GET /"},
        {"2.3", "another major version is not taken", LINE("GET / HTTP/2.0"), "!505"},
        {"2.3", "nor the preface of HTTP/2", HTTP_BYTES("PRI * HTTP/2.0\r\n\r\n"), "!505"},
        {"2.3", "the name of the protocol has a case", LINE("GET / http/1.1"), "!400"},
        {"2.3", "a version has one digit each", LINE("GET / HTTP/1.10"), "!400"},
        {"2.3", "a version has digits", LINE("GET / HTTP/1.x"), "!400"},
        {"2.3", "HTTP/0.9 is not taken", HTTP_BYTES("GET /\r\n"), "!400"},
        {"3", "one blank between the parts", LINE("GET  / HTTP/1.1"), "!400"},
        {"3", "and between the last two", LINE("GET /  HTTP/1.1"), "!400"},
        {"3", "no tab", LINE("GET\t/ HTTP/1.1"), "!400"},
        {"3", "nothing before", LINE(" GET / HTTP/1.1"), "!400"},
        {"3", "nothing behind", LINE("GET / HTTP/1.1 "), "!400"},
        {"3", "no target, no request", LINE("GET HTTP/1.1"), "!400"},
        {"3.1", "HEAD", LINE("HEAD / HTTP/1.1"), "HEAD /"},
        {"3.1", "a method has a case", LINE("get / HTTP/1.1"), "!501"},
        {"3.1", "a method that is known is not allowed", LINE("POST / HTTP/1.1"), "!405"},
        {"3.1", "also for the whole server", LINE("OPTIONS * HTTP/1.1"), "!405"},
        {"3.1", "also a tunnel", LINE("CONNECT h:80 HTTP/1.1"), "!405"},
        {"3.1", "one that is not is not implemented", LINE("BREW / HTTP/1.1"), "!501"},
        {"3.1", "a method is a token", LINE("G(T / HTTP/1.1"), "!400"},
    };
    CHECK(cases);
}

static void targets(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"3.2.1", "path and query", TARGET("/a/b?x=1&y=2"), "GET /a/b x=1 y=2"},
        {"3.2.1", "an empty query", TARGET("/a?"), "GET /a"},
        {"3.2.1", "parameters without value, or empty", TARGET("/?a&b=&=c&&d"),
         "GET / a= b= =c d="},
        {"3.2.1", "the same parameter again", TARGET("/?a=1&a=2"), "GET / a=1 a=2"},
        {"3.2.1", "an equals sign in a value", TARGET("/?a=b=c"), "GET / a=b=c"},
        {"3.2.1", "a question mark in a query", TARGET("/?a=?"), "GET / a=?"},
        {"3.2.1", "percent codes of either case", TARGET("/%41%c3%A9?%62=%2f%3d%26"),
         "GET /A\xc3\xa9 b=/=&"},
        {"3.2.1", "plus is a blank, but not in a path", TARGET("/a+b?c+d=e+%2B"),
         "GET /a+b c d=e +"},
        {"3.2.1", "an encoded slash does not divide", TARGET("/a%2Fb%2fc"), "GET /a%2Fb%2fc"},
        {"3.2.1", "dots have no meaning", TARGET("/a/../b/./c"), "GET /a/../b/./c"},
        {"3.2.1", "nor have two slashes", TARGET("//h/a"), "GET //h/a"},
        {"3.2.1", "what browsers leave as it is", TARGET("/a|b?c={[^`]}"), "GET /a|b c={[^`]}"},
        {"3.2.1", "half a percent code", TARGET("/%4"), "!400"},
        {"3.2.1", "a percent sign alone", TARGET("/?a=%"), "!400"},
        {"3.2.1", "a percent code at the end of a name", TARGET("/?a%4=41"), "!400"},
        {"3.2.1", "a percent code that is none", TARGET("/%zz"), "!400"},
        {"3.2.1", "an encoded NUL", TARGET("/a%00b"), "!400"},
        {"3.2.1", "an encoded NUL in a query", TARGET("/?a=%00"), "!400"},
        {"3.2.1", "what is not UTF-8", TARGET("/?a=%ff"), "!400"},
        {"3.2.1", "a character cut off", TARGET("/?a=%c3"), "!400"},
        {"3.2.1", "bytes that should have been encoded", TARGET("/\xc3\xa9"), "!400"},
        {"3.2.1", "a fragment", TARGET("/a#b"), "!400"},
        {"3.2.1", "a quote", TARGET("/\"a"), "!400"},
        {"3.2.1", "a path begins with a slash", TARGET("a"), "!400"},
        {"3.2.1", "nor is a query a target", TARGET("?a"), "!400"},
        {"3.2.2", "the absolute form", TARGET("http://other:81/a?b=c"), "GET /a b=c @other:81"},
        {"3.2.2", "in any case", TARGET("HTTP://other/"), "GET / @other"},
        {"3.2.2", "of https, as behind a proxy", TARGET("https://other/x"), "GET /x @other"},
        {"3.2.2", "without path", TARGET("http://other"), "GET / @other"},
        {"3.2.2", "without path, with query", TARGET("http://other?a=b"), "GET / a=b @other"},
        {"3.2.2", "of one letter", TARGET("http://o/"), "GET / @o"},
        {"3.2.2", "it needs a host", TARGET("http:///a"), "!400"},
        {"3.2.2", "without a user in it", TARGET("http://me@other/"), "!400"},
        {"3.2.2", "with a port that is one", TARGET("http://other:x/"), "!400"},
        {"3.2.2", "other schemes are not served", TARGET("ftp://other/a"), "!400"},
        {"3.2.2", "Host must be there all the same",
         HTTP_BYTES("GET http://other/ HTTP/1.1\r\n\r\n"), "!400"},
        {"3.2.3", "the authority form is for tunnels", TARGET("h:80"), "!400"},
        {"3.2.4", "the asterisk form is for OPTIONS", TARGET("*"), "!400"},
    };
    CHECK(cases);
}

static void hosts(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"3.2", "HTTP/1.1 needs a Host", HTTP_BYTES("GET / HTTP/1.1\r\n\r\n"), "!400"},
        {"3.2", "not two", HTTP_BYTES("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n"), "!400"},
        {"3.2", "not two of HTTP/1.0 either",
         HTTP_BYTES("GET / HTTP/1.0\r\nHost: h\r\nHost: i\r\n\r\n"), "!400"},
        {"3.2", "with a port", HTTP_BYTES("GET / HTTP/1.1\r\nHost: h:80\r\n\r\n"), "GET / @h:80"},
        {"3.2", "an address", HTTP_BYTES("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
         "GET / @[::1]:80"},
        {"3.2", "it may be empty", HTTP_BYTES("GET / HTTP/1.1\r\nHost:\r\n\r\n"), "GET / @"},
        {"3.2", "not with a blank", HTTP_BYTES("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"), "!400"},
        {"3.2", "not with a path", HTTP_BYTES("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"), "!400"},
        {"3.2", "not with a user", HTTP_BYTES("GET / HTTP/1.1\r\nHost: me@a\r\n\r\n"), "!400"},
        {"3.2", "not two in one", HTTP_BYTES("GET / HTTP/1.1\r\nHost: a:1:2\r\n\r\n"), "!400"},
    };
    CHECK(cases);
}

static void fields(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"5", "names have no case", HTTP_WITH("oRIGIN: o\r\n"), "GET / +origin=o"},
        {"5", "blanks around a value go", HTTP_WITH("Origin: \t o p \t\r\n"), "GET / +origin=o p"},
        {"5", "or are not there", HTTP_WITH("Origin:o\r\n"), "GET / +origin=o"},
        {"5", "a value may be empty", HTTP_WITH("Origin:\r\nX:  \r\n"), "GET / +origin="},
        {"5", "other fields are passed over", HTTP_WITH("X-Y_z!: (\xff)\"\r\n"), "GET /"},
        {"5.1", "no blank before the colon", HTTP_WITH("Origin : o\r\n"), "!400"},
        {"5.1", "no tab either", HTTP_WITH("Origin\t: o\r\n"), "!400"},
        {"5.1", "no name, no field", HTTP_WITH(": o\r\n"), "!400"},
        {"5.1", "no colon, no field", HTTP_WITH("Origin\r\n"), "!400"},
        {"5.1", "a name is a token", HTTP_WITH("Ori(gin: o\r\n"), "!400"},
        {"5.1", "of ASCII", HTTP_WITH("Origin\xc3\xa9: o\r\n"), "!400"},
        {"5.2", "a folded line is refused", HTTP_WITH("Origin: o\r\n p\r\n"), "!400"},
        {"5.2", "also by a tab", HTTP_WITH("Origin: o\r\n\tp\r\n"), "!400"},
        {"9110 5.5", "a NUL in a value", HTTP_WITH("X: a\0b\r\n"), "!400"},
        {"9110 5.5", "a control character in a value", HTTP_WITH("X: a\x01\r\n"), "!400"},
        {"9110 5.5", "a DEL in a value", HTTP_WITH("X: a\x7f\r\n"), "!400"},
        {"9110 5.5", "a tab in a value", HTTP_WITH("Origin: a\tb\r\n"), "GET / +origin=a\tb"},
        {"9110 5.3", "a field that is no list stands once", HTTP_WITH("Origin: o\r\nOrigin: o\r\n"),
         "!400"},
        {"9110 10.1.1", "100-continue has nothing to go on with",
         HTTP_WITH("Expect: 100-Continue\r\n"), "GET /"},
        {"9110 10.1.1", "another expectation fails", HTTP_WITH("Expect: tea\r\n"), "!417"},
        {"9110 13.1.2", "If-None-Match", HTTP_WITH("If-None-Match: \"a\", W/\"b\"\r\n"),
         "GET / +match=\"a\", W/\"b\""},
        {"9110 13.1.2", "in more lines than one it is let go",
         HTTP_WITH("If-None-Match: \"a\"\r\nIf-None-Match: \"b\"\r\n"), "GET /"},
        {"9110 13.1.2", "in three as well",
         HTTP_WITH("If-None-Match: *\r\nIf-None-Match: *\r\nIf-None-Match: *\r\n"), "GET /"},
    };
    CHECK(cases);
}

static void encodings(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"9110 12.5.3", "none named, none taken", HTTP_WITH(""), "GET /"},
        {"9110 12.5.3", "an empty list", HTTP_WITH("Accept-Encoding:\r\n"), "GET /"},
        {"9110 12.5.3", "gzip", HTTP_WITH("Accept-Encoding: gzip\r\n"), "GET / +gzip"},
        {"9110 12.5.3", "among others", HTTP_WITH("Accept-Encoding: br, GZip;q=0.1 ,deflate\r\n"),
         "GET / +gzip"},
        {"9110 12.5.3", "in a second line",
         HTTP_WITH("Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n"), "GET / +gzip"},
        {"9110 12.5.3", "by its old name", HTTP_WITH("Accept-Encoding: x-gzip\r\n"), "GET / +gzip"},
        {"9110 12.5.3", "by the asterisk", HTTP_WITH("Accept-Encoding: *\r\n"), "GET / +gzip"},
        {"9110 12.5.3", "refused by name", HTTP_WITH("Accept-Encoding: *, gzip;q=0\r\n"), "GET /"},
        {"9110 12.5.3", "refused by the asterisk", HTTP_WITH("Accept-Encoding: *;q=0.000\r\n"),
         "GET /"},
        {"9110 12.5.3", "named while the asterisk refuses",
         HTTP_WITH("Accept-Encoding: gzip, *;q=0\r\n"), "GET / +gzip"},
        {"9110 12.5.3", "others alone", HTTP_WITH("Accept-Encoding: br, identity\r\n"), "GET /"},
        {"9110 12.4.2", "the smallest weight", HTTP_WITH("Accept-Encoding: gzip ; Q=0.001\r\n"),
         "GET / +gzip"},
        {"9110 12.4.2", "the greatest", HTTP_WITH("Accept-Encoding: gzip;q=1.000\r\n"),
         "GET / +gzip"},
        {"9110 12.4.2", "short forms", HTTP_WITH("Accept-Encoding: gzip;q=1.\r\n"), "GET / +gzip"},
        {"9110 12.4.2", "too great", HTTP_WITH("Accept-Encoding: gzip;q=1.001\r\n"), "GET /"},
        {"9110 12.4.2", "too fine", HTTP_WITH("Accept-Encoding: gzip;q=0.0001\r\n"), "GET /"},
        {"9110 12.4.2", "no weight", HTTP_WITH("Accept-Encoding: gzip;q=x\r\n"), "GET /"},
        {"9110 12.4.2", "an empty one", HTTP_WITH("Accept-Encoding: gzip;q=\r\n"), "GET /"},
        {"9110 12.4.2", "no digits behind the dot", HTTP_WITH("Accept-Encoding: gzip;q=0.x\r\n"),
         "GET /"},
        {"9110 12.4.2", "no dot", HTTP_WITH("Accept-Encoding: gzip;q=01\r\n"), "GET /"},
    };
    CHECK(cases);
}

static void bodies(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"6", "a length of 0 is no body", HTTP_WITH("Content-Length: 0\r\n"), "GET /"},
        {"6", "in whatever digits", HTTP_WITH("Content-Length: 000\r\n"), "GET /"},
        {"6", "a body is not taken", HTTP_WITH("Content-Length: 5\r\n"), "!413"},
        {"6", "however long", HTTP_WITH("Content-Length: 99999999999999999999999\r\n"), "!413"},
        {"6.1", "nor in chunks", HTTP_WITH("Transfer-Encoding: Chunked\r\n"), "!413"},
        {"6.1", "another coding is not known", HTTP_WITH("Transfer-Encoding: gzip, chunked\r\n"),
         "!501"},
        {"6.1", "chunked is the last", HTTP_WITH("Transfer-Encoding: chunked, gzip\r\n"), "!400"},
        {"6.1", "and once", HTTP_WITH("Transfer-Encoding: chunked, chunked\r\n"), "!400"},
        {"6.1", "in one line",
         HTTP_WITH("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"), "!400"},
        {"6.1", "not by HTTP/1.0",
         HTTP_BYTES("GET / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"), "!400"},
        {"6.3", "a coding that does not tell the end", HTTP_WITH("Transfer-Encoding: gzip\r\n"),
         "!400"},
        {"6.3", "a word that looks like chunked", HTTP_WITH("Transfer-Encoding: xchunked\r\n"),
         "!400"},
        {"6.3", "an empty coding", HTTP_WITH("Transfer-Encoding:\r\n"), "!400"},
        {"6.3", "both ways at once",
         HTTP_WITH("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"), "!400"},
        {"6.3", "in either order", HTTP_WITH("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"),
         "!400"},
        {"6.3", "two lengths", HTTP_WITH("Content-Length: 0\r\nContent-Length: 5\r\n"), "!400"},
        {"6.3", "two in one line", HTTP_WITH("Content-Length: 0, 0\r\n"), "!400"},
        {"6.3", "a sign", HTTP_WITH("Content-Length: +0\r\n"), "!400"},
        {"6.3", "below 0", HTTP_WITH("Content-Length: -1\r\n"), "!400"},
        {"6.3", "no digits", HTTP_WITH("Content-Length:\r\n"), "!400"},
        {"6.3", "hexadecimal", HTTP_WITH("Content-Length: 0x0\r\n"), "!400"},
    };
    CHECK(cases);
}

static void connections(void **state)
{
    (void)state;
    static const struct http_case cases[] = {
        {"9.3", "HTTP/1.1 goes on unless told", HTTP_WITH("Connection: x\r\n"), "GET /"},
        {"9.3", "close", HTTP_WITH("Connection: close\r\n"), "GET / +close"},
        {"9.3", "in any case, in a list", HTTP_WITH("Connection: x, ,\tCLOSE ,y\r\n"),
         "GET / +close"},
        {"9.3", "in a second line", HTTP_WITH("Connection: x\r\nConnection: close\r\n"),
         "GET / +close"},
        {"9.3", "close goes before keep-alive", HTTP_WITH("Connection: keep-alive, close\r\n"),
         "GET / +close"},
        {"9.3", "a longer word is another", HTTP_WITH("Connection: closed\r\n"), "GET /"},
        {"9.3", "HTTP/1.0 closes unless told", HTTP_BYTES("GET / HTTP/1.0\r\nHost: h\r\n\r\n"),
         "GET / +1.0"},
        {"9.3", "or goes on",
         HTTP_BYTES("GET / HTTP/1.0\r\nHost: h\r\nConnection: Keep-Alive\r\n\r\n"),
         "GET / +1.0 +keep"},
        {"9.3.2", "requests may come behind each other",
         HTTP_BYTES("GET /a HTTP/1.1\r\nHost: h\r\n\r\nHEAD /b?c=d HTTP/1.1\r\nHost: i\r\n\r\n"
                    "\r\nGET /e HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"),
         "GET /a; HEAD /b c=d @i; GET /e +close"},
        {"9.3.2", "nothing of one is left to the next",
         HTTP_BYTES("GET http://i/?a=b HTTP/1.1\r\nHost: h\r\nOrigin: o\r\nIf-None-Match: *\r\n"
                    "Accept-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"
                    "GET /c HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"),
         "GET / a=b @i +gzip +origin=o +match=*; GET /c"},
        {"11.2", "a body is not taken for a request",
         HTTP_BYTES("GET /a HTTP/1.1\r\nHost: h\r\nContent-Length: 30\r\n\r\n"
                    "GET /b HTTP/1.1\r\nHost: h\r\n\r\n"),
         "!413"},
        {"11.2", "however it is hidden",
         HTTP_BYTES("GET /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\x0b"
                    "chunked\r\n\r\n"
                    "GET /b HTTP/1.1\r\nHost: h\r\n\r\n"),
         "!400"},
        {"11.1", "a line break by percent codes stays where it is", TARGET("/a%0d%0aSet-Cookie:b"),
         "GET /a\r\nSet-Cookie:b"},
    };
    CHECK(cases);
}

/* A refusal names what was asked for, as far as it came, so that it can have the form of that. */
struct outline {
    const char *what;
    const char *bytes;
    size_t length;
    enum http_method method;
    const char *path; /* what it begins with; of "" all */
};

static void check_outline(const struct outline *row, size_t step)
{
    struct http_reader *reader = malloc(sizeof *reader);
    assert_non_null(reader);
    http_reader_init(reader);
    enum http_read result = HTTP_READ_MORE;
    for (size_t at = 0; result == HTTP_READ_MORE && at < row->length; at += step) {
        const char *bytes = row->bytes + at;
        size_t length = row->length - at < step ? row->length - at : step;
        result = http_reader_feed(reader, &bytes, &length);
    }
    if (result == HTTP_READ_MORE) {
        http_reader_give_up(reader);
        assert_int_equal(reader->status, 408);
    }
    const struct http_request *request = &reader->request;
    size_t length = strlen(row->path) > 0 ? strlen(row->path) : 1;
    if (request->method != row->method || strncmp(request->path, row->path, length) != 0)
        fail_msg("%s, by %zu: told %d %s", row->what, step, (int)request->method, request->path);
    assert_false(request->keep_alive);
    free(reader);
}

static void refusals(void **state)
{
    (void)state;
    static char empty_lines[HTTP_HEAD_MAX + 2], long_line[2 * HTTP_HEAD_MAX] = "HEAD /a?";
    for (size_t i = 0; i < sizeof empty_lines; i++)
        empty_lines[i] = i % 2 == 0 ? '\r' : '\n';
    memset(long_line + strlen(long_line), 'b', sizeof long_line - strlen(long_line));
    const struct outline rows[] = {
        {"a bad target", LINE("HEAD /a/b%zz HTTP/1.1"), HTTP_HEAD, "/a/b"},
        {"behind empty lines", HTTP_BYTES("\r\n\r\nHEAD /a?%zz HTTP/1.1\r\n"), HTTP_HEAD, "/a"},
        {"the absolute form", LINE("HEAD http://h/a?%zz HTTP/1.1"), HTTP_HEAD, "/a"},
        {"of a host that is none", LINE("HEAD http://h:x/a HTTP/1.1"), HTTP_HEAD, ""},
        {"decoded", LINE("GET /%61?%00 HTTP/1.1"), HTTP_GET, "/a"},
        {"a fragment", LINE("GET /%61#b HTTP/1.1"), HTTP_GET, "/a"},
        {"another version", LINE("HEAD /a HTTP/2.0"), HTTP_HEAD, "/a"},
        {"no version", HTTP_BYTES("HEAD /a\r\n"), HTTP_HEAD, "/a"},
        {"another method", LINE("POST /a HTTP/1.1"), HTTP_GET, "/a"},
        {"a LF alone", HTTP_BYTES("HEAD /a HTTP/1.1\n"), HTTP_HEAD, "/a"},
        {"a NUL", HTTP_BYTES("HEAD /a\0b HTTP/1.1\r\n"), HTTP_HEAD, "/a"},
        {"no request at all", HTTP_BYTES("\x16\x03\x01\n"), HTTP_GET, ""},
        {"a body", HTTP_BYTES("HEAD /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n"),
         HTTP_HEAD, "/a"},
        {"no Host", HTTP_BYTES("HEAD /a HTTP/1.1\r\n\r\n"), HTTP_HEAD, "/a"},
        {"a line that is too long", long_line, sizeof long_line, HTTP_HEAD, "/a"},
        {"a head of empty lines", empty_lines, sizeof empty_lines, HTTP_GET, ""},
        {"nothing but a method in time", HTTP_BYTES("HEAD"), HTTP_HEAD, ""},
        {"half a target", HTTP_BYTES("HEAD /a/"), HTTP_HEAD, "/a/"},
        {"half a percent code", HTTP_BYTES("HEAD /a/%6"), HTTP_HEAD, "/a/"},
        {"no end of the fields", HTTP_BYTES("HEAD /a HTTP/1.1\r\nHost: h\r\n"), HTTP_HEAD, "/a"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_outline(&rows[i], rows[i].length);
        check_outline(&rows[i], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),       cmocka_unit_test(targets),   cmocka_unit_test(hosts),
        cmocka_unit_test(fields),      cmocka_unit_test(encodings), cmocka_unit_test(bodies),
        cmocka_unit_test(connections), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("http request", tests, NULL, NULL);
}
