/* The files of the web client, part of the program: a table that embed.py writes when the server is
 * built. Read by server/io; never changes. */
#pragma once

#include <stddef.h>

struct asset {
    const char *path; /* "js/main.js": below /web/ */
    const char *type; /* for Content-Type */
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* NULL where compressing does not pay */
    size_t gzip_length;
    const char *etag; /* strong, with its quotes, and another one for the compressed form */
    const char *gzip_etag;
};

/* In the order of strcmp on their paths. */
extern const struct asset assets[];
extern const size_t asset_count;

/* NULL where there is no such file. */
const struct asset *asset_find(const char *path);
