/* The pages: one shell for all, with a preview where one is of a game; 404 where the game or user
 * of the address is not there. */
#include "server/io/http.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char page_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";
/* An embedded game is for other sites' pages. */
static const char embed_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *";

/* Pages of what there may not be: the machine is asked for it, by this operation. */
struct page_kind {
    const char *beginning; /* of the path, before the name of what is shown */
    const char *op, *field;
    const char *shell, *policy;
    bool previewed; /* what is shown is a game, which whoever links to it may preview */
};

static const struct page_kind kinds[] = {
    {"/game/", "summary", "game", "index.html", page_policy, true},
    {"/embed/", "summary", "game", "embed.html", embed_policy, false},
    {"/user/", "user", "name", "index.html", page_policy, false},
};

/* The kind of page at this path, and in *name whose it is; NULL for all other paths. */
static const struct page_kind *kind_of(const char *path, const char **name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].beginning);
        *name = path + length;
        if (strncmp(path, kinds[i].beginning, length) == 0 && **name != '\0' &&
            strchr(*name, '/') == NULL)
            return &kinds[i];
    }
    return NULL;
}

/* ---- The shell, filled in ----------------------------------------------------------------- */

/* What goes in place of the shell's title, as a whole element, and of its marks. */
struct page_texts {
    struct writer title, preview, plain;
};

static void texts_init(struct page_texts *texts)
{
    writer_init(&texts->title);
    writer_init(&texts->preview);
    writer_init(&texts->plain);
}

static void texts_deinit(struct page_texts *texts)
{
    writer_deinit(&texts->title);
    writer_deinit(&texts->preview);
    writer_deinit(&texts->plain);
}

/* Appends what lies at *at up to `from`, then `text` in place of that and all up to the end of
 * `to`, where *at moves. Nothing where they are not there. */
static void put_instead(struct writer *page, const char **at, const char *end, const char *from,
                        const char *to, const struct writer *text)
{
    const char *begin = memmem(*at, (size_t)(end - *at), from, strlen(from));
    const char *after = begin != NULL ? memmem(begin, (size_t)(end - begin), to, strlen(to)) : NULL;
    if (after == NULL)
        return;
    writer_raw(page, *at, (size_t)(begin - *at));
    writer_raw(page, text->bytes, text->length);
    *at = after + strlen(to);
}

static void fill_in(struct writer *page, const struct asset *shell, const struct page_texts *texts)
{
    const char *at = (const char *)shell->bytes;
    const char *end = at + shell->length;
    if (texts->title.length > 0)
        put_instead(page, &at, end, "<title>", "</title>", &texts->title);
    put_instead(page, &at, end, "<!--preview", "-->\n", &texts->preview);
    put_instead(page, &at, end, "<!--plain", "-->\n", &texts->plain);
    writer_raw(page, at, (size_t)(end - at));
}

/* Answers with the shell, filled in; status, Retry-After and the like are in the answer already. */
static void serve_filled(struct client *client, struct http_answer *answer, const char *shell,
                         const char *policy, const struct page_texts *texts)
{
    const struct asset *asset = asset_find(shell);
    struct writer page;
    writer_init(&page);
    fill_in(&page, asset, texts);
    char etag[HTTP_TAG_SIZE];
    http_tag(page.bytes, page.length, etag);
    answer->type = asset->type;
    answer->etag = answer->status == 200 ? etag : NULL;
    answer->cache = answer->status == 200 ? HTTP_REVALIDATE : "no-store";
    http_answer_field(answer, "Content-Security-Policy", policy);
    struct message *body = message_create(page.bytes, page.length);
    http_answer_body(answer, body);
    http_answer(client, answer);
    message_release(body);
    writer_deinit(&page);
}

/* ---- What there is not -------------------------------------------------------------------- */

/* The page itself says what it can, whatever the machine could not. Where no program runs it is a
 * sentence. */
static void serve_refusal(struct client *client, struct http_answer *answer, const char *shell,
                          const char *policy)
{
    struct page_texts texts;
    texts_init(&texts);
    if (answer->status == 404) {
        record_put(&texts.title, "<title>%s · Clamber</title>", http_status_text(404));
        record_put(&texts.plain, "<p>There is nothing at this address.</p>\n"
                                 "<p><a href=\"/\">Go to the start page</a></p>\n");
    }
    serve_filled(client, answer, shell, policy, &texts);
    texts_deinit(&texts);
}

/* ---- Link previews ------------------------------------------------------------------------ */

static void put_property(struct writer *out, const char *property, const char *content)
{
    record_put(out, "<meta property=\"%s\" content=\"", property);
    record_put_escaped(out, content);
    record_put(out, "\">\n");
}

static void put_preview(struct writer *preview, const struct record_summary *summary,
                        const char *title, const char *base)
{
    char address[SITE_BASE_SIZE + 64], terms[RECORD_PHRASE_SIZE], time[RECORD_PHRASE_SIZE];
    char description[4 * RECORD_PHRASE_SIZE], result[RECORD_PHRASE_SIZE];
    record_terms_phrase(summary, terms);
    record_time_phrase(summary, time);
    record_result_phrase(summary, result);
    snprintf(description, sizeof description, "%s; %s: %s", terms, time, result);
    put_property(preview, "og:site_name", "Clamber");
    put_property(preview, "og:type", "website");
    put_property(preview, "og:title", title);
    put_property(preview, "og:description", description);
    snprintf(address, sizeof address, "%s/game/%s", base, summary->id);
    put_property(preview, "og:url", address);
    snprintf(address, sizeof address, "%s/api/games/%s.svg", base, summary->id);
    put_property(preview, "og:image", address);
    put_property(preview, "og:image:type", "image/svg+xml");
}

static void serve_previewed(struct client *client, const struct page_kind *kind,
                            const struct api_reply *reply)
{
    struct record_summary summary;
    struct page_texts texts;
    char base[SITE_BASE_SIZE], title[3 * RECORD_PHRASE_SIZE];
    char blue[RECORD_PHRASE_SIZE], red[RECORD_PHRASE_SIZE];
    const char *host = http_of(client)->reader.request.host;
    json_t *root = http_read_game(reply, "game", &summary);
    site_base(client->host->site, host != NULL ? host : "", base);
    record_side_phrase(&summary.sides[COLOR_BLUE], blue);
    record_side_phrase(&summary.sides[COLOR_RED], red);
    snprintf(title, sizeof title, "%s against %s", blue, red);
    texts_init(&texts);
    record_put(&texts.title, "<title>");
    record_put_escaped(&texts.title, title);
    record_put(&texts.title, " · Clamber</title>");
    put_preview(&texts.preview, &summary, title, base);
    serve_filled(client, &(struct http_answer){.status = 200}, kind->shell, kind->policy, &texts);
    texts_deinit(&texts);
    json_decref(root);
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* Pages that are always there. */
static bool is_page(const char *path)
{
    static const char *const pages[] = {"/", "/leaderboard", "/rules", "/openings", "/api"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(path, pages[i]) == 0)
            return true;
    }
    return false;
}

static void ask_for(struct client *client, const struct page_kind *kind, const char *name)
{
    struct http *http = http_of(client);
    struct writer *line = &http->call.line;
    writer_init(line);
    writer_object(line);
    writer_key_string(line, "op", kind->op);
    writer_key_string(line, kind->field, name);
    writer_object_end(line);
    http->purpose = HTTP_PAGE;
    http_ask(client, line);
}

void http_serve_page(struct client *client)
{
    const char *path = http_of(client)->reader.request.path;
    const char *name;
    const struct page_kind *kind = kind_of(path, &name);
    if (kind != NULL)
        ask_for(client, kind, name);
    else if (is_page(path))
        http_serve_asset(client, asset_find("index.html"), page_policy);
    else
        serve_refusal(client, &(struct http_answer){.status = 404}, "index.html", page_policy);
}

void http_page_replied(struct client *client, const struct api_reply *reply)
{
    const char *name;
    const struct page_kind *kind = kind_of(http_of(client)->reader.request.path, &name);
    assert(kind != NULL);
    if (!reply->ok) {
        char seconds[HTTP_SECONDS_SIZE];
        struct http_answer answer = {.status = api_status(reply->code)};
        http_answer_retry_after(&answer, reply->retry_after_ms, seconds);
        serve_refusal(client, &answer, kind->shell, kind->policy);
    } else if (kind->previewed) {
        serve_previewed(client, kind, reply);
    } else {
        http_serve_asset(client, asset_find(kind->shell), kind->policy);
    }
}
