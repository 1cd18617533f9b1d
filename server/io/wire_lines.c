/* Lines over TCP: one JSON object each. */
#include "server/io/wire.h"

#include "proto/framer.h"

#include <stdlib.h>

static void lines_start(struct client *client)
{
    struct framer *framer = malloc(sizeof *framer);
    if (framer == NULL || !framer_init(framer, FRAMER_REQUEST_MAX))
        abort();
    client->speaker = framer;
}

static void lines_end(struct client *client)
{
    framer_deinit(client->speaker);
    free(client->speaker);
}

static void lines_hand_over(struct client *client, enum frame frame)
{
    const struct framer *framer = client->speaker;
    const struct client_host *host = client->host;
    if (frame == FRAME_LINE)
        host->line(host->context, client, framer->line, framer->length);
    else
        host->too_long(host->context, client);
}

static void lines_take(struct client *client, const char **bytes, size_t *length)
{
    for (int lines = 0; lines < CLIENT_LINES_A_ROUND && client_may_give(client); lines++) {
        enum frame frame = framer_feed(client->speaker, bytes, length);
        if (frame == FRAME_NONE)
            return;
        lines_hand_over(client, frame);
    }
}

/* A last line without a line end is a line. */
static void lines_finish(struct client *client)
{
    enum frame frame = framer_finish(client->speaker);
    if (frame != FRAME_NONE)
        lines_hand_over(client, frame);
}

static void lines_send(struct client *client, struct message *message)
{
    client_queue(client, message, message->bytes, message->length);
}

const struct wire wire_lines = {
    .start = lines_start,
    .end = lines_end,
    .take = lines_take,
    .finish = lines_finish,
    .send = lines_send,
    .too_many = "{\"re\":null,\"error\":{\"code\":\"busy\",\"message\":\"too many "
                "connections\",\"retry_after_ms\":5000}}\n",
};
