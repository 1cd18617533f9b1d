#include "server/io/driver.h"

#include "server/io/log.h"
#include "server/io/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* While any deadline stands the loop wakes at least so often, so that the stopwatch can tell a
 * process that was stopped from one that waited. */
#define TICK_MAX_MS 100
#define PATIENCE_MS 250
/* Shorter stalls are not worth a line in the log. */
#define STALL_TOLD_MS 1000
/* Nor are small corrections of the clock. */
#define WALL_BEHIND_TOLD_MS 1000

/* ---- Steps -------------------------------------------------------------------------------- */

static int64_t raw_now_ms(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

static int64_t wall_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void driver_do(struct driver *driver, struct effect *effect)
{
    struct client *client;
    switch (effect->kind) {
    case EFFECT_SEND: {
        struct message *message = effect->as.send.message;
        const struct conn_id *conns = driver->effects.conns + effect->as.send.first;
        size_t count = effect->as.send.count;
        if (!gate_send(&driver->gate, effect->after, message, conns, count))
            return;
        for (size_t i = 0; i < count; i++) {
            client = clients_find(&driver->clients, conns[i]);
            if (client != NULL)
                client_hold(client, message);
        }
        return;
    }
    case EFFECT_CLOSE:
        gate_close(&driver->gate, effect->as.conn);
        return;
    case EFFECT_STORE:
        chat_log_add(driver->chat_log, effect->as.store);
        writing_add(&driver->writing, effect->as.store);
        effect->as.store = NULL;
        return;
    case EFFECT_READ:
        gate_read(&driver->gate, effect->after, effect->as.read);
        effect->as.read = NULL;
        return;
    case EFFECT_HASH:
        hashing_add(&driver->hashing, effect->as.hash);
        effect->as.hash = NULL;
        return;
    case EFFECT_PAUSE:
    case EFFECT_RESUME:
        client = clients_find(&driver->clients, effect->as.conn);
        if (client != NULL && effect->kind == EFFECT_PAUSE)
            client_pause(client);
        else if (client != NULL)
            client_resume(client);
        return;
    }
}

/* The machine never goes back in wall time; whoever keeps the clock is told that it stands. */
static void watch_wall(struct driver *driver, int64_t wall_ms)
{
    int64_t behind_ms = driver->wall_latest_ms - wall_ms;
    if (behind_ms <= 0)
        driver->wall_latest_ms = wall_ms;
    if (behind_ms > WALL_BEHIND_TOLD_MS && !driver->wall_behind)
        log_line(LOG_LEVEL_WARNING,
                 "the system's clock is %" PRId64 " s behind what is stored: times stand still "
                 "until it has caught up",
                 behind_ms / 1000);
    driver->wall_behind = behind_ms > WALL_BEHIND_TOLD_MS;
}

/* One event into the machine, and what it asks for done. Nothing in here calls back. */
static void driver_step(struct driver *driver, struct event *event)
{
    if (driver->stop.phase == STOP_HANDLES)
        return;
    event->now_ms = stopwatch_read(&driver->stopwatch, raw_now_ms());
    event->wall_ms = wall_now_ms();
    watch_wall(driver, event->wall_ms);
    machine_step(driver->machine, event, &driver->effects);
    for (size_t i = 0; i < driver->effects.count; i++)
        driver_do(driver, &driver->effects.items[i]);
    effects_clear(&driver->effects);
}

void driver_restore(struct driver *driver, const struct restored *restored)
{
    struct event event = {.kind = EVENT_RESTORED, .as.restored = restored};
    driver->wall_latest_ms = restored->last_at;
    driver_step(driver, &event);
}

void driver_tell_shutdown(struct driver *driver, int64_t retry_after_ms)
{
    struct event event = {.kind = EVENT_SHUTDOWN, .as.shutdown.retry_after_ms = retry_after_ms};
    driver_step(driver, &event);
}

void driver_tell_overdue(struct driver *driver)
{
    struct event event = {.kind = EVENT_OVERDUE};
    driver_step(driver, &event);
}

/* ---- What the gate lets through ----------------------------------------------------------- */

static void driver_send(void *context, struct message *message, const struct conn_id *conns,
                        size_t count, bool held)
{
    struct driver *driver = context;
    for (size_t i = 0; i < count; i++) {
        struct client *client = clients_find(&driver->clients, conns[i]);
        if (client == NULL)
            continue;
        if (held)
            client_unhold(client, message);
        client_send(client, message);
    }
}

static void driver_close(void *context, struct conn_id conn)
{
    struct driver *driver = context;
    struct client *client = clients_find(&driver->clients, conn);
    if (client != NULL)
        client_close(client);
}

static void driver_read(void *context, struct read_request *request)
{
    struct driver *driver = context;
    reading_add(&driver->reading, request);
}

/* ---- What the threads hand back ----------------------------------------------------------- */

static void driver_stored(void *context, const struct store_result *result)
{
    struct driver *driver = context;
    chat_log_stored(driver->chat_log, result->number);
    gate_stored(&driver->gate, result->number);
    struct event event = {.kind = EVENT_STORED, .as.stored = *result};
    driver_step(driver, &event);
}

static void driver_settled(void *context)
{
    struct driver *driver = context;
    gate_release(&driver->gate);
}

static void driver_store_failed(void *context, const char *error)
{
    struct driver *driver = context;
    log_line(LOG_LEVEL_ERROR, "storage failed, and the server stops, since nothing can be kept: %s",
             error);
    stop_failed(&driver->stop);
}

static void driver_answered(void *context, const struct read_answer *answer)
{
    struct event event = {.kind = EVENT_ANSWERED, .as.answered = answer};
    driver_step(context, &event);
}

static void driver_hashed(void *context, uint64_t ticket, bool ok,
                          const char hash[PASSWORD_HASH_SIZE])
{
    struct event event = {.kind = EVENT_HASHED, .as.hashed = {.ticket = ticket, .ok = ok}};
    memcpy(event.as.hashed.hash, hash, PASSWORD_HASH_SIZE);
    driver_step(context, &event);
}

/* ---- What clients tell -------------------------------------------------------------------- */

static void driver_line(void *context, struct client *client, const char *bytes, size_t length)
{
    struct event event = {
        .kind = EVENT_LINE,
        .as.line = {.conn = client->id,
                    .bytes = bytes,
                    .length = length,
                    .lag_ms = client_lag(client)},
    };
    driver_step(context, &event);
}

static void driver_too_long(void *context, struct client *client)
{
    struct event event = {.kind = EVENT_TOO_LONG, .as.conn.conn = client->id};
    driver_step(context, &event);
}

static void driver_wake(void *context, struct client *client)
{
    struct driver *driver = context;
    clients_wake(&driver->clients, client);
}

static void driver_left(void *context, struct client *client)
{
    client->joined = false;
    struct event event = {.kind = EVENT_DISCONNECTED, .as.conn.conn = client->id};
    driver_step(context, &event);
}

static void driver_client_closed(void *context, struct client *client)
{
    struct driver *driver = context;
    clients_remove(&driver->clients, client);
    if (client->joined)
        driver_left(driver, client);
    client_destroy(client);
}

static int64_t driver_now(void *context)
{
    struct driver *driver = context;
    return stopwatch_read(&driver->stopwatch, raw_now_ms());
}

static int64_t driver_wall_now(void *context)
{
    (void)context;
    return wall_now_ms();
}

static bool driver_stopping(void *context)
{
    const struct driver *driver = context;
    return driver->stop.phase != STOP_NOT;
}

static bool driver_crowded(void *context)
{
    const struct driver *driver = context;
    return clients_crowded(&driver->clients);
}

static void driver_joined(void *context, struct client *client)
{
    assert(!client->joined);
    client->joined = true;
    struct event event = {
        .kind = EVENT_CONNECTED,
        .as.connected = {.conn = client->id, .by_http = client->wire == &wire_http}};
    randombytes_buf(event.as.connected.entropy, sizeof event.as.connected.entropy);
    address_bytes(&client->peer, event.as.connected.address);
    driver_step(context, &event);
}

/* NULL where it is gone already, or refused. */
static struct client *driver_accept(struct driver *driver, uv_stream_t *stream,
                                    const struct wire *wire)
{
    struct client *client = client_accept(stream, &driver->host, wire);
    if (client != NULL && clients_full(&driver->clients)) {
        client_refuse(client);
        return NULL;
    }
    if (client != NULL)
        client_open(client, clients_add(&driver->clients, client));
    return client;
}

static void driver_line_arrived(void *context, uv_stream_t *stream)
{
    struct client *client = driver_accept(context, stream, &wire_lines);
    if (client != NULL)
        driver_joined(context, client);
}

/* The machine need not know of those who only fetch files. */
static void driver_web_arrived(void *context, uv_stream_t *stream)
{
    driver_accept(context, stream, &wire_http);
}

/* ---- Time --------------------------------------------------------------------------------- */

static void driver_on_tick(uv_timer_t *timer)
{
    struct driver *driver = timer->data;
    if (machine_next_deadline(driver->machine) > driver_now(driver))
        return;
    struct event event = {.kind = EVENT_TICK};
    driver_step(driver, &event);
}

static void driver_arm_tick(struct driver *driver)
{
    int64_t deadline = machine_next_deadline(driver->machine);
    driver->ticking = deadline != INT64_MAX;
    if (!driver->ticking) {
        uv_timer_stop(&driver->tick);
        return;
    }
    int64_t wait_ms = deadline - driver_now(driver);
    if (wait_ms < 0)
        wait_ms = 0;
    if (wait_ms > TICK_MAX_MS)
        wait_ms = TICK_MAX_MS;
    uv_timer_start(&driver->tick, driver_on_tick, (uint64_t)wait_ms, 0);
}

/* Stands while somebody is waited for; see client_overdue. */
static void driver_on_patience(uv_timer_t *timer)
{
    struct driver *driver = timer->data;
    int64_t now_ms = driver_now(driver);
    bool waiting = false;
    for (uint32_t i = 0; i < driver->clients.capacity; i++) {
        struct client *client = driver->clients.slots[i];
        if (client != NULL && client_overdue(client, now_ms))
            waiting = true;
    }
    if (!waiting)
        uv_timer_stop(timer);
}

static void driver_patience(void *context)
{
    struct driver *driver = context;
    if (!uv_is_active((uv_handle_t *)&driver->patience))
        uv_timer_start(&driver->patience, driver_on_patience, PATIENCE_MS, PATIENCE_MS);
}

static void driver_on_no_wait(uv_idle_t *idle)
{
    (void)idle;
}

static void driver_before_wait(uv_prepare_t *prepare)
{
    struct driver *driver = prepare->data;
    clients_settle(&driver->clients);
    stop_check(&driver->stop);
    if (driver->stop.phase == STOP_HANDLES)
        return;
    if (driver->clients.awake_count > 0 || driver->stop.quiet)
        uv_idle_start(&driver->no_wait, driver_on_no_wait);
    else
        uv_idle_stop(&driver->no_wait);
    /* Timers count from the loop's time, which is as old as this round. */
    uv_update_time(driver->loop);
    driver_arm_tick(driver);
    int64_t wanted_ms = driver->ticking ? uv_backend_timeout(driver->loop) : STOPWATCH_FOREVER;
    int64_t stalled_ms = stopwatch_round(&driver->stopwatch, raw_now_ms(), wanted_ms);
    if (stalled_ms >= STALL_TOLD_MS)
        log_line(LOG_LEVEL_WARNING,
                 "the server stood still for %" PRId64 " ms, which no clock is charged for",
                 stalled_ms);
}

/* ---- Coming and going --------------------------------------------------------------------- */

static bool driver_start_threads(struct driver *driver, const struct driver_parts *parts)
{
    struct writing_owner writing = {.stored = driver_stored,
                                    .settled = driver_settled,
                                    .failed = driver_store_failed,
                                    .context = driver};
    struct reading_owner reading = {.answered = driver_answered, .context = driver};
    struct hashing_owner hashing = {.hashed = driver_hashed, .context = driver};
    return writing_start(&driver->writing, parts->loop, parts->store, &writing) &&
           reading_start(&driver->reading, parts->loop, parts->reader, &reading) &&
           hashing_start(&driver->hashing, parts->loop, parts->open_limits, &hashing);
}

bool driver_init(struct driver *driver, const struct driver_parts *parts)
{
    *driver = (struct driver){.loop = parts->loop,
                              .machine = parts->machine,
                              .lines = parts->lines,
                              .web = parts->web,
                              .chat_log = parts->chat_log};
    driver->lines->arrived = driver_line_arrived;
    driver->lines->context = driver;
    driver->web->arrived = driver_web_arrived;
    driver->web->context = driver;
    driver->host = (struct client_host){.joined = driver_joined,
                                        .left = driver_left,
                                        .line = driver_line,
                                        .too_long = driver_too_long,
                                        .wake = driver_wake,
                                        .patience = driver_patience,
                                        .closed = driver_client_closed,
                                        .now = driver_now,
                                        .wall_now = driver_wall_now,
                                        .stopping = driver_stopping,
                                        .crowded = driver_crowded,
                                        .site = parts->site,
                                        .context = driver};
    driver->host.read_buffer = malloc(CLIENT_READ_SIZE);
    if (driver->host.read_buffer == NULL)
        return false;
    effects_init(&driver->effects);
    clients_init(&driver->clients, parts->max_connections);
    stopwatch_init(&driver->stopwatch, raw_now_ms());
    gate_init(&driver->gate, &(struct gate_exits){.send = driver_send,
                                                  .close = driver_close,
                                                  .read = driver_read,
                                                  .context = driver});
    uv_prepare_init(driver->loop, &driver->before_wait);
    uv_idle_init(driver->loop, &driver->no_wait);
    uv_timer_init(driver->loop, &driver->tick);
    uv_timer_init(driver->loop, &driver->patience);
    driver->before_wait.data = driver;
    driver->tick.data = driver;
    driver->patience.data = driver;
    uv_prepare_start(&driver->before_wait, driver_before_wait);
    return stop_init(&driver->stop, driver) && driver_start_threads(driver, parts);
}

int driver_run(struct driver *driver)
{
    uv_run(driver->loop, UV_RUN_DEFAULT);
    assert(driver->stop.phase == STOP_HANDLES);
    return driver->stop.status;
}

void driver_deinit(struct driver *driver)
{
    gate_deinit(&driver->gate);
    clients_deinit(&driver->clients);
    effects_deinit(&driver->effects);
    free(driver->host.read_buffer);
}

bool driver_owes(const struct driver *driver)
{
    return driver->gate.count > 0 || writing_owed(&driver->writing) > 0 ||
           reading_owed(&driver->reading) > 0 || driver->clients.awake_count > 0 ||
           (hashing_owed(&driver->hashing) > 0 && driver->stop.phase < STOP_OVERDUE);
}

void driver_close_clients(struct driver *driver, bool now)
{
    for (uint32_t i = 0; i < driver->clients.capacity; i++) {
        struct client *client = driver->clients.slots[i];
        if (client != NULL && now)
            client_drop(client);
        else if (client != NULL)
            client_close(client);
    }
}

void driver_close_listeners(struct driver *driver)
{
    listener_close(driver->lines);
    listener_close(driver->web);
}

void driver_close_handles(struct driver *driver)
{
    driver_close_listeners(driver);
    writing_stop(&driver->writing);
    reading_stop(&driver->reading);
    hashing_stop(&driver->hashing);
    uv_close((uv_handle_t *)&driver->before_wait, NULL);
    uv_close((uv_handle_t *)&driver->no_wait, NULL);
    uv_close((uv_handle_t *)&driver->tick, NULL);
    uv_close((uv_handle_t *)&driver->patience, NULL);
}
