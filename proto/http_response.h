/* Heads of HTTP/1.1 responses, chunk framing and entity tags, written into the caller's buffers.
 * Used by the web clients of server/io. Never allocates, never reads a clock, never touches a
 * socket. That a value has no control characters is the caller's business, and asserted: nothing a
 * peer has sent may be echoed in a field without having been checked. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the end of the body is known. */
enum http_body {
    HTTP_BODY_LENGTH,      /* Content-Length: response->length */
    HTTP_BODY_CHUNKED,     /* never to a client of HTTP/1.0 */
    HTTP_BODY_UNTIL_CLOSE, /* for HTTP/1.0, in place of chunks; wants HTTP_CONNECTION_CLOSE */
    HTTP_BODY_NONE,        /* 101, 204, 304: no body and no length */
};

enum http_connection {
    HTTP_CONNECTION_KEEP_ALIVE,
    HTTP_CONNECTION_CLOSE,
    HTTP_CONNECTION_UPGRADE, /* 101 and 426, with a field Upgrade that the writer adds */
};

struct http_field {
    const char *name;
    const char *value;
};

/* Every text may be NULL: then its field is left out. To HEAD the head is the same as to GET; that
 * no body follows is the caller's business. */
struct http_response {
    int status;
    int64_t at; /* wall time in Unix milliseconds, for Date */
    enum http_connection connection;
    enum http_body body;
    uint64_t length;
    const char *content_type;
    const char *content_encoding;
    const char *etag; /* with its quotes */
    const char *cache_control;
    const char *vary;
    const struct http_field *fields; /* more of them, or NULL */
    size_t field_count;
};

/* Room for any head with a few short fields besides. */
#define HTTP_RESPONSE_HEAD_MAX 2048

/* Writes status line, fields and the empty line, without a NUL. Returns the number of bytes, 0
 * where `room` is too small. */
size_t http_response_head(const struct http_response *response, char *out, size_t room);

/* "Not Found" for 404. Asserts that the status is one that this server gives. */
const char *http_status_text(int status);

/* "Sun, 06 Nov 1994 08:49:37 GMT" */
#define HTTP_DATE_SIZE 30
void http_date(int64_t at, char out[HTTP_DATE_SIZE]);

/* A chunk is its head, `length` bytes (never 0: that would end the body), and HTTP_CHUNK_END; the
 * body ends with HTTP_LAST_CHUNK. Returns the number of bytes written, without a NUL. */
#define HTTP_CHUNK_HEAD_MAX 18
#define HTTP_CHUNK_END "\r\n"
#define HTTP_LAST_CHUNK "0\r\n\r\n"
size_t http_chunk_head(char out[HTTP_CHUNK_HEAD_MAX], size_t length);

/* Whether If-None-Match names this entity tag: by weak comparison, in a list, or by `*`. A list
 * that is malformed matches as far as it can be read. False where if_none_match is NULL. */
bool http_etag_matches(const char *if_none_match, const char *etag);
