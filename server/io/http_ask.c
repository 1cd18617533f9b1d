/* What the machine is asked for a target below /api/, and its reply as an answer. */
#include "server/io/http.h"

#include "proto/record_svg.h"
#include "proto/record_text.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define FOR_EVER "public, max-age=31536000, immutable"

/* Half of the digest is plenty for telling versions of one thing apart. */
void http_tag(const void *bytes, size_t length, char out[HTTP_TAG_SIZE])
{
    unsigned char digest[crypto_generichash_BYTES_MIN];
    crypto_generichash(digest, sizeof digest, bytes, length, NULL, 0);
    out[0] = '"';
    sodium_bin2hex(out + 1, HTTP_TAG_SIZE - 1, digest, sizeof digest / 2);
    strcat(out, "\"");
}

/* ---- Asking ------------------------------------------------------------------------------- */

void http_ask(struct client *client, const struct writer *line)
{
    const struct client_host *host = client->host;
    if (!client->joined)
        host->joined(host->context, client);
    host->line(host->context, client, line->bytes, line->length);
}

void http_ask_api(struct client *client)
{
    struct http *http = http_of(client);
    struct request_error error;
    if (!api_call_read(&http->call, &http->reader.request, &error)) {
        http_answer_error(client, api_status(error.code), &error, 0);
        return;
    }
    http->purpose = http->call.form == API_EXPORT ? HTTP_EXPORT : HTTP_API;
    http->cursor[0] = '\0';
    http->wants_page = false;
    http_ask(client, &http->call.line);
}

/* ---- The API's answers -------------------------------------------------------------------- */

static void answer_refusal(struct client *client, const struct api_reply *reply)
{
    struct writer body;
    char seconds[HTTP_SECONDS_SIZE];
    struct http_answer answer = {
        .status = api_status(reply->code), .type = "application/json", .cache = "no-store"};
    http_answer_retry_after(&answer, reply->retry_after_ms, seconds);
    writer_init(&body);
    writer_object(&body);
    writer_key(&body, "error");
    writer_value(&body, reply->value, reply->length);
    writer_object_end(&body);
    struct message *message = message_create(body.bytes, body.length);
    http_answer_body(&answer, message);
    http_answer(client, &answer);
    message_release(message);
    writer_deinit(&body);
}

json_t *http_read_game(const struct api_reply *reply, const char *key,
                       struct record_summary *summary)
{
    json_t *root = json_loadb(reply->value, reply->length, 0, NULL);
    bool sound = record_summary_read(summary, json_object_get(root, key));
    assert(sound);
    (void)sound;
    return root;
}

/* A text or a picture made from the record. */
static struct message *draw_record(const struct api_reply *reply, enum api_form form)
{
    struct record_summary summary;
    json_t *root = http_read_game(reply, "record", &summary);
    struct writer text;
    writer_init(&text);
    if (form == API_TEXT)
        record_text(&text, &summary, json_object_get(root, "record"));
    else
        record_svg(&text, &summary);
    json_decref(root);
    struct message *message = message_create(text.bytes, text.length);
    writer_deinit(&text);
    return message;
}

static const char *type_of(enum api_form form)
{
    switch (form) {
    case API_JSON:
        return "application/json";
    case API_TEXT:
        return "text/plain; charset=utf-8";
    case API_PICTURE:
        return "image/svg+xml";
    case API_EXPORT:
        return "application/x-ndjson";
    }
    return "";
}

static void answer_api(struct client *client, struct message *message,
                       const struct api_reply *reply)
{
    enum api_form form = http_of(client)->call.form;
    char etag[HTTP_TAG_SIZE];
    struct http_answer answer = {.status = 200,
                                 .type = type_of(form),
                                 .etag = etag,
                                 .cache = reply->final ? FOR_EVER : HTTP_REVALIDATE};
    struct message *drawn = form == API_JSON ? message_keep(message) : draw_record(reply, form);
    http_answer_body(&answer, drawn);
    if (form == API_JSON) {
        answer.bytes = message->bytes + (reply->value - message->bytes);
        answer.length = reply->length;
    }
    if (form == API_PICTURE)
        http_answer_field(&answer, "Content-Security-Policy", "default-src 'none'");
    http_tag(answer.bytes, answer.length, etag);
    http_answer(client, &answer);
    message_release(drawn);
}

/* ---- Replies ------------------------------------------------------------------------------ */

void http_replied(struct client *client, struct message *message)
{
    struct http *http = http_of(client);
    struct api_reply reply;
    api_reply_read(&reply, message->bytes, message->length);
    switch (http->purpose) {
    case HTTP_NOTHING:
        assert(false && "a reply that nobody waits for");
        break;
    case HTTP_API:
        if (reply.ok)
            answer_api(client, message, &reply);
        else
            answer_refusal(client, &reply);
        break;
    case HTTP_PAGE:
        http_page_replied(client, &reply);
        break;
    case HTTP_EXPORT:
        if (reply.ok || http->begun)
            http_export_replied(client, &reply);
        else
            answer_refusal(client, &reply);
        break;
    }
}
