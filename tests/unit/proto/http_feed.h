/* Feeds a stream to the reader of requests in every way that bytes can come, and compares what is
 * told with a text. Shared by the tests of requests. */
#pragma once

#include <stddef.h>

/* One case: a clause (of RFC 9112 where nothing else is named), what is so, and the bytes. */
struct http_case {
    const char *clause;
    const char *what;
    const char *bytes;
    size_t length;
    /* Requests and the last refusal: "GET /path name=value +flag; !400". Flags, in this order:
     * @HOST unless it is "h" (@- for none), +1.0, +close (unless +1.0), +keep (with +1.0), +gzip,
     * +origin=, +match=, +upgrade=KEY, +version, +wrong. */
    const char *told;
};

#define HTTP_BYTES(literal) literal, sizeof literal - 1
/* A request for / with these lines among its fields. */
#define HTTP_WITH(lines) HTTP_BYTES("GET / HTTP/1.1\r\nHost: h\r\n" lines "\r\n")

/* Fails where it is told otherwise, whole, byte by byte, or cut in two at any place. */
void http_feed_cases(const struct http_case *cases, size_t count);
