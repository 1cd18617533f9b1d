/* The files that are compiled in: plain or compressed, or 304 to whoever has them. */
#include "server/io/http.h"

#include <string.h>

/* A picture or a text that is looked at by itself runs nothing. */
static const char file_policy[] = "default-src 'none'";

void http_serve_asset(struct client *client, const struct asset *asset, const char *policy)
{
    bool packed = asset->gzip != NULL && http_of(client)->reader.request.accepts_gzip;
    struct http_answer answer = {.status = 200,
                                 .type = asset->type,
                                 .encoding = packed ? "gzip" : NULL,
                                 .etag = packed ? asset->gzip_etag : asset->etag,
                                 .cache = HTTP_REVALIDATE,
                                 .vary = asset->gzip != NULL ? "Accept-Encoding" : NULL};
    http_answer_field(&answer, "Content-Security-Policy", policy);
    http_answer_body(&answer, site_content(client->host->site, asset, packed));
    http_answer(client, &answer);
}

void http_serve_file(struct client *client, const char *path)
{
    const struct asset *asset = asset_find(path);
    if (asset == NULL || strstr(path, ".html") != NULL)
        http_answer_status(client, 404, "there is no such file");
    else
        http_serve_asset(client, asset, file_policy);
}
