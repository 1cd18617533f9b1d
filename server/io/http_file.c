#include "server/io/http.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* Whoever has a file asks each time whether it is the present one: a new version of the server is
 * seen at once, and files of two versions never meet. */
#define REVALIDATE "no-cache"

static const char page_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";
/* An embedded game is for other sites' pages. */
static const char embed_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *";
/* A picture or a text that is looked at by itself runs nothing. */
static const char file_policy[] = "default-src 'none'";

static void serve_asset(struct client *client, const struct asset *asset, int status,
                        const char *policy)
{
    bool packed = asset->gzip != NULL && http_of(client)->reader.request.accepts_gzip;
    struct http_answer answer = {.status = status,
                                 .type = asset->type,
                                 .encoding = packed ? "gzip" : NULL,
                                 .etag = packed ? asset->gzip_etag : asset->etag,
                                 .cache = REVALIDATE,
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
        serve_asset(client, asset, 200, file_policy);
}

/* Appends the shell with `title` and `preview` in their places. */
static void fill_in(struct writer *page, const struct asset *shell, const struct writer *title,
                    const struct writer *preview)
{
    static const char title_begin[] = "<title>", title_end[] = "</title>",
                      mark[] = "<!--preview-->";
    const char *at = (const char *)shell->bytes;
    const char *end = at + shell->length;
    const char *begin = memmem(at, shell->length, title_begin, sizeof title_begin - 1);
    const char *after = begin == NULL
                            ? NULL
                            : memmem(begin, (size_t)(end - begin), title_end, sizeof title_end - 1);
    if (after != NULL) {
        begin += sizeof title_begin - 1;
        writer_raw(page, at, (size_t)(begin - at));
        writer_raw(page, title->bytes, title->length);
        at = after;
    }
    const char *place = memmem(at, (size_t)(end - at), mark, sizeof mark - 1);
    if (place != NULL) {
        writer_raw(page, at, (size_t)(place - at));
        writer_raw(page, preview->bytes, preview->length);
        at = place + sizeof mark - 1;
    }
    writer_raw(page, at, (size_t)(end - at));
}

void http_serve_page(struct client *client, int status, const char *shell,
                     const struct writer *title, const struct writer *preview)
{
    const struct asset *asset = asset_find(shell);
    assert(asset != NULL);
    const char *policy = strcmp(shell, "embed.html") == 0 ? embed_policy : page_policy;
    if (preview == NULL) {
        serve_asset(client, asset, status, policy);
        return;
    }
    struct writer page;
    writer_init(&page);
    fill_in(&page, asset, title, preview);
    char etag[HTTP_TAG_SIZE];
    http_tag(page.bytes, page.length, etag);
    struct http_answer answer = {
        .status = status, .type = asset->type, .etag = etag, .cache = REVALIDATE};
    http_answer_field(&answer, "Content-Security-Policy", policy);
    struct message *body = message_create(page.bytes, page.length);
    http_answer_body(&answer, body);
    http_answer(client, &answer);
    message_release(body);
    writer_deinit(&page);
}
