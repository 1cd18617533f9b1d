/* HTTP/1.1: one request after another is read and answered. Pipelined ones wait where they are, so
 * answers are in order and take the memory of one. */
#include "server/io/http.h"

#include <assert.h>
#include <stdlib.h>

/* From the first byte of a request to the end of its head, and from one request to the next: less
 * where there are so many connections that those that are played over may find no room. */
#define HEAD_MS 10000
#define IDLE_MS 60000
#define CROWDED_IDLE_MS 5000

struct http *http_of(const struct client *client)
{
    assert(client->wire == &wire_http);
    return client->speaker;
}

static void http_start(struct client *client)
{
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL)
        abort();
    http_reader_init(&http->reader);
    http->idle_since = client_now(client);
    client->speaker = http;
}

static void http_end(struct client *client)
{
    struct http *http = client->speaker;
    if (http->purpose != HTTP_NOTHING)
        api_call_deinit(&http->call);
    free(http);
}

static void http_take(struct client *client, const char **bytes, size_t *length)
{
    struct http *http = http_of(client);
    for (int requests = 0; requests < CLIENT_LINES_A_ROUND && client_may_give(client); requests++) {
        switch (http_reader_feed(&http->reader, bytes, length)) {
        case HTTP_READ_MORE:
            if (http->head_since == 0 && !http_reader_idle(&http->reader))
                http->head_since = client_now(client);
            return;
        case HTTP_READ_REQUEST:
            http->head_since = 0;
            client->occupied = true;
            http_serve(client);
            /* What follows an upgrade is no longer HTTP. */
            if (client->wire != &wire_http)
                return;
            break;
        case HTTP_READ_BAD:
            client->occupied = true;
            http_answer_bad(client);
            return;
        }
    }
}

/* Half a request is none. */
static void http_finish(struct client *client)
{
    (void)client;
}

/* Events are for those who can be told unasked. */
static void http_send(struct client *client, struct message *message)
{
    if (api_is_reply(message->bytes, message->length))
        http_replied(client, message);
}

static bool http_idle_for_long(const struct client *client, int64_t now_ms)
{
    bool crowded = client->host->crowded(client->host->context);
    return now_ms - http_of(client)->idle_since >= (crowded ? CROWDED_IDLE_MS : IDLE_MS);
}

static void http_look_at_time(struct client *client, int64_t now_ms)
{
    struct http *http = http_of(client);
    if (client->occupied || client->outbox.count > 0) {
        http->idle_since = now_ms;
        if (http_export_would_go_on(client))
            client_wake(client);
    } else if (!http_reader_idle(&http->reader)) {
        if (now_ms - http->head_since >= HEAD_MS) {
            client->occupied = true;
            http_reader_give_up(&http->reader);
            http_answer_bad(client);
        }
    } else if (http_idle_for_long(client, now_ms)) {
        client_close(client);
    }
}

const struct wire wire_http = {
    .start = http_start,
    .end = http_end,
    .take = http_take,
    .finish = http_finish,
    .send = http_send,
    .go_on = http_export_go_on,
    .would_go_on = http_export_would_go_on,
    .look_at_time = http_look_at_time,
    .farewell = http_export_farewell,
    .too_many = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\n"
                "Connection: close\r\n\r\n",
};
