/* Bytes of a TCP stream -> HTTP/1.1 requests, strictly (RFC 9112, 9110). Used by the web clients of
 * server/io. Owns one buffer of the longest head; never touches a socket, never allocates, never
 * takes a body, never answers: what is wrong is a status for the caller to answer with. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Longest head: request line, fields and the empty line, with their line ends. */
#define HTTP_HEAD_MAX 8192
/* Longest request line, without its line end; RFC 9112 wants 8,000 bytes taken at least. */
#define HTTP_REQUEST_LINE_MAX 8000
#define HTTP_PARAMETERS_MAX 32

/* Every other method is refused while reading: 405 where it is known, 501 where it is not. */
enum http_method {
    HTTP_GET,
    HTTP_HEAD,
};

/* What a request says of becoming a WebSocket. Only the resource that is one needs to look. */
enum http_upgrade {
    HTTP_UPGRADE_NONE,      /* not asked for, or by HTTP/1.0, which has no upgrades */
    HTTP_UPGRADE_WEBSOCKET, /* a handshake as RFC 6455 wants it; its key is in websocket_key */
    HTTP_UPGRADE_VERSION,   /* another version than 13: 426 with Sec-WebSocket-Version: 13 */
    HTTP_UPGRADE_BAD,       /* a handshake that is wrong: 400 */
};

/* One of the query, decoded: percent signs, and plus for a blank. UTF-8 without NUL. */
struct http_parameter {
    const char *name;
    const char *value; /* "" where there was no equals sign */
};

/* Texts lie in the reader's buffer, end in NUL, and are valid until it is fed again. */
struct http_request {
    enum http_method method;
    int minor_version; /* 0 or 1; HTTP/1.2 and later count as 1 */
    bool keep_alive;   /* whether the connection goes on after the answer */
    /* Decoded, begins with a slash, UTF-8 without NUL. An encoded slash (%2F) stays as it is, so
     * that it never divides; dots have no meaning. */
    const char *path;
    struct http_parameter parameters[HTTP_PARAMETERS_MAX]; /* in their order, repeats and all */
    size_t parameter_count;
    /* Host with port as sent: that of an absolute target, else the Host field; syntax checked, may
     * be "". NULL only where HTTP/1.0 sent none. */
    const char *host;
    const char *origin; /* NULL where there is none */
    /* For http_etag_matches. NULL where there is none, or several lines of it: then the answer is
     * given in full, which is always right. */
    const char *if_none_match;
    bool accepts_gzip; /* q-values heeded */
    enum http_upgrade upgrade;
    const char *websocket_key; /* NULL but for HTTP_UPGRADE_WEBSOCKET */
};

enum http_read {
    HTTP_READ_MORE,    /* no whole request yet, and all bytes are taken: feed more */
    HTTP_READ_REQUEST, /* one in reader->request, valid until the next call */
    /* Not a request that is served here. Answer with reader->status and close: where the next one
     * would begin is not known. Of reader->request only the method and the path hold, as far as
     * they were read: GET and "" where they were not. What the peer still sends should be read and
     * dropped for a while, or the reset that follows may cost it the answer (RFC 9112, 9.6). */
    HTTP_READ_BAD,
};

struct http_reader {
    struct http_request request;
    /* After HTTP_READ_BAD: 400, 405 (answer with Allow: GET, HEAD), 408 not in time, 413 a body,
     * 414 target too long, 417 an expectation, 431 head too long, 501 method or transfer coding,
     * 505 version. */
    int status;
    /* The rest is the reader's own: */
    size_t used;    /* bytes of the head so far */
    size_t line;    /* where the line that is being gathered begins */
    bool has_line;  /* the request line has been read */
    bool done;      /* a request or a refusal has been told */
    unsigned seen;  /* which fields that may stand there once have come */
    unsigned notes; /* what the lists of Connection, Upgrade and Transfer-Encoding held */
    int gzip_weight, any_weight;  /* of Accept-Encoding in thousandths, -1 where not named */
    char head[HTTP_HEAD_MAX + 1]; /* and a NUL behind a line that was cut off */
};

void http_reader_init(struct http_reader *reader);

/* Takes bytes from *bytes (moving it and *length on) at most up to the end of one request, so that
 * pipelined ones wait where they are, and what follows an upgrade is left for its reader. Call
 * again until HTTP_READ_MORE. After HTTP_READ_BAD it must not be called again. */
enum http_read http_reader_feed(struct http_reader *reader, const char **bytes, size_t *length);

/* The rest of a request that has begun is not waited for any longer: as after HTTP_READ_BAD. */
void http_reader_give_up(struct http_reader *reader);

/* Whether nothing of a next request has come: the connection is idle, and may be closed as such. */
bool http_reader_idle(const struct http_reader *reader);
