/* Sending: heads, bodies, and errors as JSON or as a small page. */
#include "server/io/http.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void http_answer_field(struct http_answer *answer, const char *name, const char *value)
{
    assert(answer->field_count < sizeof answer->fields / sizeof *answer->fields);
    answer->fields[answer->field_count++] = (struct http_field){.name = name, .value = value};
}

void http_answer_retry_after(struct http_answer *answer, int64_t retry_after_ms,
                             char seconds[HTTP_SECONDS_SIZE])
{
    if (retry_after_ms <= 0)
        return;
    snprintf(seconds, HTTP_SECONDS_SIZE, "%" PRId64, (retry_after_ms + 999) / 1000);
    http_answer_field(answer, "Retry-After", seconds);
}

void http_answer_body(struct http_answer *answer, struct message *body)
{
    answer->body = body;
    answer->bytes = body->bytes;
    answer->length = body->length;
}

void http_queue_head(struct client *client, const struct http_response *framing,
                     const struct http_answer *answer)
{
    const struct client_host *host = client->host;
    struct http_field fields[6] = {{"X-Content-Type-Options", "nosniff"},
                                   {"Referrer-Policy", "same-origin"}};
    static_assert(sizeof fields >= 2 * sizeof *fields + sizeof answer->fields, "room for all");
    memcpy(fields + 2, answer->fields, answer->field_count * sizeof *fields);
    struct http_response response = *framing;
    response.status = answer->status;
    response.at = host->wall_now(host->context);
    response.content_type = answer->type;
    response.content_encoding = answer->encoding;
    response.etag = answer->etag;
    response.cache_control = answer->cache;
    response.vary = answer->vary;
    response.fields = fields;
    response.field_count = 2 + answer->field_count;
    char head[HTTP_RESPONSE_HEAD_MAX];
    size_t length = http_response_head(&response, head, sizeof head);
    assert(length > 0);
    client_queue_bytes(client, head, length);
}

/* Whether the connection goes on after the answer. */
static bool http_keeps_alive(const struct client *client)
{
    return http_of(client)->reader.request.keep_alive &&
           !client->host->stopping(client->host->context);
}

void http_done(struct client *client)
{
    struct http *http = http_of(client);
    if (http->purpose != HTTP_NOTHING)
        api_call_deinit(&http->call);
    http->purpose = HTTP_NOTHING;
    http->begun = false;
    client->occupied = false;
    http->idle_since = client_now(client);
    if (http_keeps_alive(client))
        client_wake(client);
    else
        client_close(client);
}

void http_answer(struct client *client, const struct http_answer *answer)
{
    const struct http_request *request = &http_of(client)->reader.request;
    struct http_response response = {
        .connection = http_keeps_alive(client) ? HTTP_CONNECTION_KEEP_ALIVE : HTTP_CONNECTION_CLOSE,
        .body = HTTP_BODY_LENGTH,
        .length = answer->length};
    bool known = answer->status == 200 && answer->etag != NULL &&
                 http_etag_matches(request->if_none_match, answer->etag);
    if (known) {
        struct http_answer not_modified = *answer;
        not_modified.status = 304;
        not_modified.type = not_modified.encoding = NULL;
        response.body = HTTP_BODY_NONE;
        http_queue_head(client, &response, &not_modified);
    } else {
        http_queue_head(client, &response, answer);
        if (request->method != HTTP_HEAD && answer->length > 0)
            client_queue(client, answer->body, answer->bytes, answer->length);
    }
    http_done(client);
}

/* ---- Errors ------------------------------------------------------------------------------- */

static void write_error_page(struct writer *body, int status, const char *message)
{
    static const char format[] = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                                 "<title>%s</title>\n<h1>%s</h1>\n<p>%s.</p>\n"
                                 "<p><a href=\"/\">Clamber</a></p>\n";
    char page[512];
    const char *text = http_status_text(status);
    /* The messages are our own and have nothing to be escaped. */
    int length = snprintf(page, sizeof page, format, text, text, message);
    writer_raw(body, page, (size_t)length);
}

/* Answers, and closes where `last`. `api` says in what form. */
static void queue_error(struct client *client, struct http_answer *answer, bool api,
                        const struct request_error *error)
{
    struct writer body;
    writer_init(&body);
    answer->cache = "no-store";
    answer->type = api ? "application/json" : "text/html; charset=utf-8";
    if (api)
        api_write_error(&body, error);
    else
        write_error_page(&body, answer->status, error->message);
    if (!api)
        http_answer_field(answer, "Content-Security-Policy", "default-src 'none'");
    struct message *message = message_create(body.bytes, body.length);
    http_answer_body(answer, message);
    http_answer(client, answer);
    message_release(message);
    writer_deinit(&body);
}

void http_answer_error(struct client *client, int status, const struct request_error *error,
                       int64_t retry_after_ms)
{
    char seconds[HTTP_SECONDS_SIZE];
    struct http_answer answer = {.status = status};
    http_answer_retry_after(&answer, retry_after_ms, seconds);
    queue_error(client, &answer, api_covers(http_of(client)->reader.request.path), error);
}

static enum error_code code_of(int status)
{
    if (status == 404)
        return ERROR_NOT_FOUND;
    if (status == 403)
        return ERROR_FORBIDDEN;
    return status == 503 ? ERROR_SHUTTING_DOWN : ERROR_BAD_REQUEST;
}

void http_answer_status(struct client *client, int status, const char *phrase)
{
    struct request_error error = {.code = code_of(status)};
    snprintf(error.message, sizeof error.message, "%s", phrase);
    http_answer_error(client, status, &error, 0);
}

static const char *bad_phrase(int status)
{
    switch (status) {
    case 405:
        return "only GET and HEAD are served here";
    case 408:
        return "the request did not come to its end in time";
    case 413:
        return "a request has no body here";
    case 414:
        return "the target is too long";
    case 431:
        return "the head of the request is too long";
    case 501:
        return "that is not known here";
    case 505:
        return "only HTTP/1.1 and HTTP/1.0 are spoken here";
    }
    return "the request cannot be read";
}

void http_answer_bad(struct client *client)
{
    const struct http_reader *reader = &http_of(client)->reader;
    struct http_answer answer = {.status = reader->status};
    struct request_error error = {.code = ERROR_BAD_REQUEST};
    snprintf(error.message, sizeof error.message, "%s", bad_phrase(reader->status));
    if (reader->status == 405)
        http_answer_field(&answer, "Allow", "GET, HEAD");
    queue_error(client, &answer, api_covers(reader->request.path), &error);
}
