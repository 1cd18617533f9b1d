/* An export: page after page of records is asked for as the reader takes them, so that neither a
 * slow reader nor a long history takes memory, and play is not disturbed. */
#include "server/io/http.h"

#include <assert.h>
#include <string.h>

/* HTTP/1.0 has no chunks: there the end of the connection is the end of the body. */
static bool chunked(const struct client *client)
{
    return http_of(client)->reader.request.minor_version >= 1;
}

static void begin(struct client *client)
{
    struct http *http = http_of(client);
    struct http_answer answer = {
        .status = 200, .type = "application/x-ndjson", .cache = "no-store"};
    bool keep_alive = chunked(client) && http->reader.request.keep_alive;
    struct http_response response = {
        .connection = keep_alive ? HTTP_CONNECTION_KEEP_ALIVE : HTTP_CONNECTION_CLOSE,
        .body = chunked(client) ? HTTP_BODY_CHUNKED : HTTP_BODY_UNTIL_CLOSE};
    http_answer_field(&answer, "Content-Disposition", "attachment; filename=\"games.ndjson\"");
    http_queue_head(client, &response, &answer);
    http->reader.request.keep_alive = keep_alive;
    http->begun = true;
}

/* Of HTTP/1.0 the reader can tell only by a reset; a chunked body lacks its last chunk. */
void http_export_farewell(struct client *client)
{
    const struct http *http = http_of(client);
    if (http->purpose == HTTP_EXPORT && http->begun && !chunked(client))
        client_reset(client);
}

static void queue_lines(struct client *client, const struct writer *lines)
{
    char head[HTTP_CHUNK_HEAD_MAX];
    if (lines->length == 0)
        return;
    if (chunked(client))
        client_queue_bytes(client, head, http_chunk_head(head, lines->length));
    client_queue_bytes(client, lines->bytes, lines->length);
    if (chunked(client))
        client_queue_bytes(client, HTTP_CHUNK_END, strlen(HTTP_CHUNK_END));
}

static void finish(struct client *client)
{
    if (chunked(client))
        client_queue_bytes(client, HTTP_LAST_CHUNK, strlen(HTTP_LAST_CHUNK));
    http_done(client);
}

static void take_page(struct client *client, const struct api_reply *reply)
{
    struct http *http = http_of(client);
    struct writer lines;
    writer_init(&lines);
    api_export_page(reply->value, reply->length, &lines, http->cursor);
    queue_lines(client, &lines);
    writer_deinit(&lines);
    http->wants_page = http->cursor[0] != '\0';
    if (!http->wants_page)
        finish(client);
    else
        client_wake(client);
}

void http_export_replied(struct client *client, const struct api_reply *reply)
{
    struct http *http = http_of(client);
    if (!reply->ok && reply->code == ERROR_RATE_LIMITED) {
        http->wants_page = true;
        http->wait_until = client_now(client) + reply->retry_after_ms;
        return;
    }
    if (!reply->ok) {
        /* It ends early, and the reader can tell: see http_export_farewell. */
        http->wants_page = false;
        client_close(client);
        return;
    }
    if (!http->begun)
        begin(client);
    /* Nobody wants the body that HEAD would have. */
    if (http->reader.request.method == HTTP_HEAD)
        http_done(client);
    else
        take_page(client, reply);
}

bool http_export_would_go_on(const struct client *client)
{
    const struct http *http = http_of(client);
    bool serving = client->state == CLIENT_OPEN || client->state == CLIENT_ENDED;
    return serving && http->purpose == HTTP_EXPORT && http->wants_page && !client->paused &&
           client->outbox.count == 0 && client_now(client) >= http->wait_until;
}

void http_export_go_on(struct client *client)
{
    struct http *http = http_of(client);
    struct writer line;
    http->wants_page = false;
    writer_init(&line);
    api_call_continue(&line, &http->call, http->cursor);
    http_ask(client, &line);
    writer_deinit(&line);
}
