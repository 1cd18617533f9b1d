#include "server/io/client.h"

#include "server/io/log.h"
#include "server/io/wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Most messages written by one system call. */
#define BUFFERS_MAX 64
static void client_on_closed(uv_handle_t *handle);

/* ---- States ------------------------------------------------------------------------------- */

static void client_move(struct client *client, enum client_state to)
{
    static const bool allowed[][CLIENT_GONE + 1] = {
        [CLIENT_OPEN] = {[CLIENT_ENDED] = true, [CLIENT_CLOSING] = true, [CLIENT_GONE] = true},
        [CLIENT_ENDED] = {[CLIENT_CLOSING] = true, [CLIENT_GONE] = true},
        [CLIENT_CLOSING] = {[CLIENT_LINGERING] = true, [CLIENT_GONE] = true},
        [CLIENT_LINGERING] = {[CLIENT_GONE] = true},
        [CLIENT_GONE] = {false},
    };
    assert(allowed[client->state][to]);
    client->state = to;
}

void client_wake(struct client *client)
{
    client->host->wake(client->host->context, client);
}

int64_t client_now(const struct client *client)
{
    return client->host->now(client->host->context);
}

static void client_wait_until(struct client *client, int64_t wait_ms)
{
    client->closing_end = client_now(client) + wait_ms;
    client->host->patience(client->host->context);
}

void client_close(struct client *client)
{
    if (client->state != CLIENT_OPEN && client->state != CLIENT_ENDED)
        return;
    if (client->wire->farewell != NULL)
        client->wire->farewell(client);
    if (client->state == CLIENT_GONE)
        return;
    client_move(client, CLIENT_CLOSING);
    uv_read_stop((uv_stream_t *)&client->tcp);
    client_wait_until(client, CLIENT_LAST_WORDS_MS);
    client_wake(client);
}

void client_drop(struct client *client)
{
    if (client->state == CLIENT_GONE)
        return;
    client_move(client, CLIENT_GONE);
    uv_close((uv_handle_t *)&client->tcp, client_on_closed);
}

void client_reset(struct client *client)
{
    if (client->state == CLIENT_GONE)
        return;
    client_move(client, CLIENT_GONE);
    if (uv_tcp_close_reset(&client->tcp, client_on_closed) != 0)
        uv_close((uv_handle_t *)&client->tcp, client_on_closed);
}

static void client_on_closed(uv_handle_t *handle)
{
    struct client *client = handle->data;
    client->host->closed(client->host->context, client);
}

/* ---- Coming and going --------------------------------------------------------------------- */

int64_t client_lag(struct client *client)
{
    int64_t lag_ms = link_lag(&client->link, &client->tcp, client_now(client));
    /* What the kernel measures may end at a proxy. */
    return client->echo_ms > lag_ms ? client->echo_ms : lag_ms;
}

struct client *client_accept(uv_stream_t *listener, const struct client_host *host,
                             const struct wire *wire)
{
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL)
        abort();
    client->host = host;
    client->wire = wire;
    wire->start(client);
    outbox_init(&client->outbox);
    uv_tcp_init(listener->loop, &client->tcp);
    client->tcp.data = client;
    int length = sizeof client->peer;
    if (uv_accept(listener, (uv_stream_t *)&client->tcp) != 0 ||
        uv_tcp_getpeername(&client->tcp, (struct sockaddr *)&client->peer, &length) != 0) {
        client_drop(client);
        return NULL;
    }
    link_prepare(&client->tcp);
    return client;
}

void client_refuse(struct client *client)
{
    const char *words = client->wire->too_many;
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)words, (unsigned)strlen(words));
    /* A fresh socket takes so little; where it does not, the close says as much. */
    uv_try_write((uv_stream_t *)&client->tcp, &buffer, 1);
    client_drop(client);
}

void client_open(struct client *client, struct conn_id id)
{
    client->id = id;
    if (client->wire->look_at_time != NULL)
        client->host->patience(client->host->context);
    client_wake(client);
}

void client_change_wire(struct client *client, const struct wire *wire)
{
    client->wire->end(client);
    client->wire = wire;
    wire->start(client);
}

void client_destroy(struct client *client)
{
    client->wire->end(client);
    outbox_deinit(&client->outbox);
    free(client->ahead);
    free(client);
}

/* ---- In ----------------------------------------------------------------------------------- */

bool client_may_give(const struct client *client)
{
    return (client->state == CLIENT_OPEN || client->state == CLIENT_ENDED) && !client->paused &&
           !client->occupied && client->outbox.bytes <= OUTBOX_LOW_MARK &&
           client->held_bytes <= CLIENT_HELD_MARK;
}

/* What follows a change of wires is for the new one. */
static void client_take(struct client *client, const char **bytes, size_t *length)
{
    const struct wire *wire;
    do {
        wire = client->wire;
        wire->take(client, bytes, length);
    } while (client->wire != wire && *length > 0);
}

static void client_keep_ahead(struct client *client, const char *bytes, size_t length)
{
    assert(client->ahead == NULL);
    client->ahead = malloc(length);
    if (client->ahead == NULL)
        abort();
    memcpy(client->ahead, bytes, length);
    client->ahead_at = 0;
    client->ahead_length = length;
}

void client_give(struct client *client)
{
    if (client->wire->go_on != NULL && client->wire->would_go_on(client))
        client->wire->go_on(client);
    if (client->ahead != NULL) {
        const char *bytes = client->ahead + client->ahead_at;
        client_take(client, &bytes, &client->ahead_length);
        client->ahead_at = (size_t)(bytes - client->ahead);
        if (client->ahead_length > 0)
            return;
        free(client->ahead);
        client->ahead = NULL;
    }
    if (client->state == CLIENT_ENDED && !client->last_given && client_may_give(client)) {
        client->last_given = true;
        client->wire->finish(client);
    }
}

bool client_may_give_more(const struct client *client)
{
    if (client->wire->would_go_on != NULL && client->wire->would_go_on(client))
        return true;
    return client_may_give(client) &&
           (client->ahead != NULL || (client->state == CLIENT_ENDED && !client->last_given));
}

void client_end(struct client *client)
{
    if (client->state != CLIENT_OPEN)
        return;
    client_move(client, CLIENT_ENDED);
    uv_read_stop((uv_stream_t *)&client->tcp);
    client_wake(client);
}

static void client_on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    const struct client *client = handle->data;
    *buffer = uv_buf_init(client->host->read_buffer, CLIENT_READ_SIZE);
}

static void client_on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    if (count == 0)
        return;
    if (count < 0 && (count != UV_EOF || client->state == CLIENT_LINGERING)) {
        client_drop(client);
        return;
    }
    if (client->state == CLIENT_LINGERING)
        return;
    assert(client->state == CLIENT_OPEN);
    if (count == UV_EOF) {
        client_end(client);
    } else {
        const char *bytes = buffer->base;
        size_t length = (size_t)count;
        client_take(client, &bytes, &length);
        if (length > 0 && client->state != CLIENT_GONE)
            client_keep_ahead(client, bytes, length);
        /* Else libuv would go on reading at once. */
        if (length > 0 || !client_may_give(client))
            uv_read_stop(stream);
    }
    client_wake(client);
}

void client_pause(struct client *client)
{
    client->paused = true;
    client_wake(client);
}

void client_resume(struct client *client)
{
    client->paused = false;
    client_wake(client);
}

/* Reads exactly as long as what is read may be handed over, or is to be dropped. */
static void client_settle_reading(struct client *client)
{
    uv_stream_t *stream = (uv_stream_t *)&client->tcp;
    bool reads = client->state == CLIENT_LINGERING ||
                 (client->state == CLIENT_OPEN && client->ahead == NULL && client_may_give(client));
    if (!reads) {
        uv_read_stop(stream);
        return;
    }
    int status = uv_read_start(stream, client_on_room, client_on_read);
    if (status != 0 && status != UV_EALREADY)
        client_drop(client);
}

/* ---- Out ---------------------------------------------------------------------------------- */

void client_hold(struct client *client, const struct message *message)
{
    client->held++;
    client->held_bytes += message->length;
}

void client_unhold(struct client *client, const struct message *message)
{
    assert(client->held > 0 && client->held_bytes >= message->length);
    client->held--;
    client->held_bytes -= message->length;
    client_wake(client);
}

void client_send(struct client *client, struct message *message)
{
    if (client->state != CLIENT_OPEN && client->state != CLIENT_ENDED)
        return;
    client->wire->send(client, message);
}

void client_queue(struct client *client, struct message *message, char *bytes, size_t length)
{
    assert(client->state == CLIENT_OPEN || client->state == CLIENT_ENDED);
    outbox_push_part(&client->outbox, message, bytes, length);
    client_wake(client);
}

void client_queue_bytes(struct client *client, const void *bytes, size_t length)
{
    struct message *message = message_create(bytes, length);
    client_queue(client, message, message->bytes, length);
    message_release(message);
}

static void client_on_written(uv_write_t *write, int status)
{
    struct client *client = write->data;
    client->writing = false;
    if (client->state == CLIENT_GONE)
        return;
    if (status < 0) {
        client_drop(client);
        return;
    }
    outbox_written(&client->outbox, client->in_flight);
    client_wake(client);
}

/* Leaves a write under way for what the socket does not take now. */
static int client_write_later(struct client *client)
{
    uv_buf_t buffers[BUFFERS_MAX];
    unsigned count = outbox_gather(&client->outbox, buffers, BUFFERS_MAX, &client->in_flight);
    client->write.data = client;
    client->writing = true;
    return uv_write(&client->write, (uv_stream_t *)&client->tcp, buffers, count, client_on_written);
}

static void client_write(struct client *client)
{
    if (client->outbox.count > 0 && link_doubt(&client->link, client_now(client)))
        client->host->patience(client->host->context);
    uv_buf_t buffers[BUFFERS_MAX];
    int status = 0;
    while (status >= 0 && !client->writing && client->outbox.count > 0) {
        size_t bytes;
        unsigned count = outbox_gather(&client->outbox, buffers, BUFFERS_MAX, &bytes);
        status = uv_try_write((uv_stream_t *)&client->tcp, buffers, count);
        if (status > 0)
            outbox_written(&client->outbox, (size_t)status);
        if (status == UV_EAGAIN || (status >= 0 && (size_t)status < bytes))
            status = client_write_later(client);
    }
    if (status < 0)
        client_drop(client);
}

static void client_log_loss(const struct client *client, const char *why)
{
    char peer[ADDRESS_TEXT_SIZE];
    address_format(&client->peer, peer);
    log_line(LOG_LEVEL_INFO, "%s is cut off: %s", peer, why);
}

void client_lose(struct client *client, const char *why)
{
    client_log_loss(client, why);
    client_drop(client);
}

static void client_cut_off(struct client *client, const char *why)
{
    if (client->wire->cut_off == NULL) {
        client_lose(client, why);
        return;
    }
    client_log_loss(client, why);
    outbox_cut(&client->outbox, client->writing ? client->in_flight : 0);
    client->over_since = 0;
    client->wire->cut_off(client);
}

static void client_enforce_limits(struct client *client)
{
    if (client->state != CLIENT_OPEN && client->state != CLIENT_ENDED)
        return;
    if (client->outbox.counted > OUTBOX_HARD_LIMIT) {
        client_cut_off(client, "it does not read, and too much is waiting for it");
    } else if (client->outbox.counted <= OUTBOX_SOFT_LIMIT) {
        client->over_since = 0;
    } else if (client->over_since == 0) {
        client->over_since = client_now(client);
        client->host->patience(client->host->context);
    }
}

static void client_on_shut(uv_shutdown_t *shutdown, int status)
{
    struct client *client = shutdown->data;
    if (status < 0)
        client_drop(client);
}

/* Ends what has come to its end. */
static void client_settle_state(struct client *client)
{
    if (client->outbox.count > 0)
        return;
    if (client->state == CLIENT_ENDED) {
        bool owed = !client->last_given || client->paused || client->occupied || client->held > 0;
        if (!owed && client->wire->farewell != NULL)
            client_close(client);
        else if (!owed)
            client_drop(client);
    } else if (client->state == CLIENT_CLOSING) {
        client_move(client, CLIENT_LINGERING);
        client_wait_until(client, CLIENT_LINGER_MS);
        client->shutdown.data = client;
        if (uv_shutdown(&client->shutdown, (uv_stream_t *)&client->tcp, client_on_shut) != 0)
            client_drop(client);
    }
}

void client_settle(struct client *client)
{
    if (client->state != CLIENT_GONE)
        client_write(client);
    if (client->state != CLIENT_GONE)
        client_enforce_limits(client);
    if (client->state != CLIENT_GONE)
        client_settle_state(client);
    if (client->state != CLIENT_GONE)
        client_settle_reading(client);
}

/* Of one that reads, however slowly, something goes out now and then. */
static bool client_is_stuck(struct client *client, int64_t now_ms)
{
    size_t unsent = uv_stream_get_write_queue_size((uv_stream_t *)&client->tcp);
    if (unsent != client->unsent || unsent == 0) {
        client->unsent = unsent;
        client->stuck_since = now_ms;
    }
    return now_ms - client->stuck_since >= CLIENT_STUCK_MS;
}

bool client_overdue(struct client *client, int64_t now_ms)
{
    bool closing = client->state == CLIENT_CLOSING || client->state == CLIENT_LINGERING;
    bool serving = client->state == CLIENT_OPEN || client->state == CLIENT_ENDED;
    if (closing && now_ms >= client->closing_end)
        client_drop(client);
    else if (serving &&
             ((client->over_since != 0 && now_ms - client->over_since >= OUTBOX_PATIENCE_MS) ||
              client_is_stuck(client, now_ms)))
        client_cut_off(client, "it has not read what is waiting for it");
    else if (serving && client->wire->look_at_time != NULL)
        client->wire->look_at_time(client, now_ms);
    if ((client->state == CLIENT_OPEN || client->state == CLIENT_ENDED) &&
        link_dead(&client->link, &client->tcp, now_ms))
        client_drop(client);
    return client->state != CLIENT_GONE &&
           (closing || client->over_since != 0 || client->link.unheard_since != 0 ||
            client->wire->look_at_time != NULL);
}
