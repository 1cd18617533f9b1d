/* WebSocket: the same objects as on lines, one a text message. */
#include "server/io/wire.h"

#include "proto/websocket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A ping at once, and every so often; a link on which nothing was heard for two of them is dead.
 * Also what keeps a proxy from taking it for unused. */
#define PING_MS 10000
#define DEAD_MS 20000
/* Of so many pongs the fastest says how long the network takes. */
#define ECHOES 4

struct websocket {
    struct websocket_reader reader;
    bool peer_closed;  /* the peer has said goodbye, with `peer_code` */
    bool said_goodbye; /* and we have: nothing may follow */
    int peer_code;
    int64_t heard_ms;  /* when the peer sent something; 0 before the first look at the time */
    int64_t pinged_ms; /* when the last ping went; its payload is `pings` */
    uint64_t pings;
    bool ping_open; /* it has not been answered yet */
    int64_t echoes[ECHOES];
    unsigned echo_count;
};

static void websocket_start(struct client *client)
{
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (websocket == NULL)
        abort();
    websocket_reader_init(&websocket->reader);
    websocket->heard_ms = client_now(client);
    client->speaker = websocket;
}

static void websocket_end(struct client *client)
{
    free(client->speaker);
}

/* ---- Out ---------------------------------------------------------------------------------- */

/* The head of the frame goes before the message's own bytes: it is the same for everybody. */
static void websocket_send(struct client *client, struct message *message)
{
    static_assert(MESSAGE_ROOM >= WEBSOCKET_HEAD_MAX, "room for a frame's head");
    const struct websocket *websocket = client->speaker;
    if (websocket->said_goodbye)
        return;
    size_t length = message->length - 1; /* a frame has no line end */
    size_t head_size = websocket_frame_head_size(length);
    char *frame = message->room + MESSAGE_ROOM - head_size;
    unsigned char head[WEBSOCKET_HEAD_MAX];
    websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, length);
    memcpy(frame, head, head_size);
    client_queue(client, message, frame, head_size + length);
}

static void websocket_say_goodbye(struct client *client, int code, const char *reason)
{
    struct websocket *websocket = client->speaker;
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    if (websocket->said_goodbye)
        return;
    websocket->said_goodbye = true;
    client_queue_bytes(client, frame, websocket_close_frame(frame, code, reason));
}

static void websocket_farewell(struct client *client)
{
    const struct websocket *websocket = client->speaker;
    if (websocket->peer_closed)
        websocket_say_goodbye(client, websocket->peer_code, "");
    else if (client->host->stopping(client->host->context))
        websocket_say_goodbye(client, WEBSOCKET_CODE_GOING_AWAY, "the server is stopping");
    else
        websocket_say_goodbye(client, WEBSOCKET_CODE_NORMAL, "");
}

static void websocket_cut_off(struct client *client)
{
    websocket_say_goodbye(client, WEBSOCKET_CODE_POLICY, "you do not read what you are sent");
    client_close(client);
}

/* ---- In ----------------------------------------------------------------------------------- */

static void websocket_pong(struct client *client)
{
    const struct websocket *websocket = client->speaker;
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    size_t size = websocket_control_frame(frame, WEBSOCKET_OPCODE_PONG, websocket->reader.control,
                                          websocket->reader.control_length);
    if (!websocket->said_goodbye)
        client_queue_bytes(client, frame, size);
}

/* Whoever answers late on purpose gains little: the fastest of the last few counts, and what it is
 * worth is bounded (core/lag.h). */
static void websocket_measure(struct client *client)
{
    struct websocket *websocket = client->speaker;
    const struct websocket_reader *reader = &websocket->reader;
    if (!websocket->ping_open || reader->control_length != sizeof websocket->pings ||
        memcmp(reader->control, &websocket->pings, sizeof websocket->pings) != 0)
        return;
    websocket->ping_open = false;
    websocket->echoes[websocket->echo_count++ % ECHOES] = client_now(client) - websocket->pinged_ms;
    client->echo_ms = INT64_MAX;
    for (unsigned i = 0; i < ECHOES && i < websocket->echo_count; i++) {
        if (websocket->echoes[i] < client->echo_ms)
            client->echo_ms = websocket->echoes[i];
    }
}

static void websocket_peer_closed(struct client *client)
{
    struct websocket *websocket = client->speaker;
    websocket->peer_closed = true;
    websocket->peer_code = websocket->reader.close_code;
    /* It is still told what it is owed, as after the half-close of a line connection. */
    client_end(client);
}

static void websocket_fail(struct client *client)
{
    const struct websocket *websocket = client->speaker;
    websocket_say_goodbye(client, websocket->reader.close_code, "");
    client_close(client);
}

static void websocket_take(struct client *client, const char **bytes, size_t *length)
{
    struct websocket *websocket = client->speaker;
    struct websocket_reader *reader = &websocket->reader;
    const struct client_host *host = client->host;
    websocket->heard_ms = client_now(client);
    for (int frames = 0; frames < CLIENT_LINES_A_ROUND && client_may_give(client); frames++) {
        switch (websocket_reader_feed(reader, bytes, length)) {
        case WEBSOCKET_READ_MORE:
            return;
        case WEBSOCKET_READ_MESSAGE:
            host->line(host->context, client, reader->message, reader->message_length);
            break;
        case WEBSOCKET_READ_TOO_LONG:
            host->too_long(host->context, client);
            break;
        case WEBSOCKET_READ_PING:
            websocket_pong(client);
            break;
        case WEBSOCKET_READ_PONG:
            websocket_measure(client);
            break;
        case WEBSOCKET_READ_CLOSE:
            websocket_peer_closed(client);
            break;
        case WEBSOCKET_READ_FAIL:
            websocket_fail(client);
            break;
        }
    }
}

/* What was left of a frame is nothing. */
static void websocket_finish(struct client *client)
{
    (void)client;
}

/* ---- Time --------------------------------------------------------------------------------- */

static void websocket_ping(struct client *client, int64_t now_ms)
{
    struct websocket *websocket = client->speaker;
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    websocket->pings++;
    websocket->pinged_ms = now_ms;
    websocket->ping_open = true;
    client_queue_bytes(client, frame,
                       websocket_control_frame(frame, WEBSOCKET_OPCODE_PING, &websocket->pings,
                                               sizeof websocket->pings));
}

/* Requests that must wait are not read, and pings come after what is queued: then silence is no
 * sign of death. A link that takes nothing is noticed by what watches over all (see link.h). */
static void websocket_look_at_time(struct client *client, int64_t now_ms)
{
    struct websocket *websocket = client->speaker;
    if (client->state != CLIENT_OPEN)
        return;
    if (!client_may_give(client) || client->outbox.count > 0)
        websocket->heard_ms = now_ms;
    if (now_ms - websocket->heard_ms >= DEAD_MS)
        client_lose(client, "it has not answered a ping");
    else if (websocket->pings == 0 || now_ms - websocket->pinged_ms >= PING_MS)
        websocket_ping(client, now_ms);
}

const struct wire wire_websocket = {
    .start = websocket_start,
    .end = websocket_end,
    .take = websocket_take,
    .finish = websocket_finish,
    .send = websocket_send,
    .look_at_time = websocket_look_at_time,
    .farewell = websocket_farewell,
    .cut_off = websocket_cut_off,
};
