/* Bytes of a TCP stream -> request lines. Used by the server's line connections and by the client.
 * Owns one buffer of at most the line limit; never parses JSON, never touches a socket. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Longest request line, without its LF or CRLF. */
#define FRAMER_REQUEST_MAX 4096

enum frame {
    FRAME_NONE,     /* no whole line yet: feed more bytes */
    FRAME_LINE,     /* a line, in framer->line and ->length, valid until the next call */
    FRAME_TOO_LONG, /* a line over the limit has begun; told once, the rest of it is dropped */
};

struct framer {
    char *buffer; /* limit + 2 bytes: a line of the full limit may end in CR */
    size_t limit;
    size_t used;
    bool dropping; /* inside a line that was too long */
    const char *line;
    size_t length;
};

/* `limit` is the longest line taken. False where memory is out. */
bool framer_init(struct framer *framer, size_t limit);
void framer_deinit(struct framer *framer);

/* Takes bytes from *bytes (moving it and *length on) up to the end of the next line. Lines of only
 * blanks and tabs are passed over. Call again until FRAME_NONE: then all bytes are taken. */
enum frame framer_feed(struct framer *framer, const char **bytes, size_t *length);

/* The stream has ended: what stands there without a line end is taken as a last line. */
enum frame framer_finish(struct framer *framer);
