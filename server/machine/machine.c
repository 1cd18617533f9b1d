#include "server/machine/machine.h"

#include "server/machine/account.h"
#include "server/machine/challenge.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/presence.h"
#include "server/machine/restore.h"
#include "server/machine/seek.h"
#include "server/machine/token.h"
#include "server/machine/watch.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

void machine_config_init(struct machine_config *config)
{
    *config = (struct machine_config){.server = "clamberd",
                                      .max_connections = 10000,
                                      .max_games = 120000,
                                      .max_outstanding = 16384,
                                      .turn_limit = REFEREE_TURN_LIMIT};
}

struct machine *machine_create(const struct machine_config *config, const unsigned char seed[32])
{
    struct machine *machine = calloc(1, sizeof *machine);
    if (machine == NULL)
        return NULL;
    machine->config = *config;
    entropy_init(&machine->entropy, seed);
    limits_init(&machine->limits);
    limits_init(&machine->name_limits);
    deadlines_init(&machine->deadlines);
    machine->sweep.kind = DEADLINE_SWEEP;
    table_init(&machine->accounts, offsetof(struct account, row.id));
    table_init(&machine->accounts_by_key, offsetof(struct account, key));
    table_init(&machine->games_by_id, offsetof(struct game, id));
    table_init(&machine->seeks_by_id, offsetof(struct seek, row.id));
    table_init(&machine->challenges_by_id, offsetof(struct challenge, row.id));
    writer_init(&machine->writer);
    writer_init(&machine->moves);
    machine->connections = calloc(config->max_connections, sizeof *machine->connections);
    machine->accepted = calloc(ACCEPTED_MAX, sizeof *machine->accepted);
    if (machine->connections == NULL || machine->accepted == NULL) {
        machine_destroy(machine);
        return NULL;
    }
    return machine;
}

void machine_destroy(struct machine *machine)
{
    if (machine == NULL)
        return;
    for (uint32_t i = 0; machine->connections != NULL && i < machine->config.max_connections; i++) {
        struct connection *connection = &machine->connections[i];
        watch_end_all_of_connection(machine, connection);
        if (connection->waiting)
            request_deinit(&connection->request);
        free(connection->row);
    }
    while (machine->games != NULL)
        game_remove(machine, machine->games);
    seek_free_all(machine);
    challenge_free_all(machine);
    account_free_all(machine);
    table_deinit(&machine->accounts);
    table_deinit(&machine->accounts_by_key);
    table_deinit(&machine->games_by_id);
    table_deinit(&machine->seeks_by_id);
    table_deinit(&machine->challenges_by_id);
    deadlines_deinit(&machine->deadlines);
    limits_deinit(&machine->limits);
    limits_deinit(&machine->name_limits);
    writer_deinit(&machine->writer);
    writer_deinit(&machine->moves);
    free(machine->outstanding);
    free(machine->recipients);
    free(machine->connections);
    free(machine->accepted);
    sodium_memzero(machine->secret_key, sizeof machine->secret_key);
    free(machine);
}

static void sweep_due(struct machine *machine)
{
    seek_drop_expired(machine);
    challenge_expire(machine);
    token_sweep(machine);
    store_issue(machine, store_request_new(machine, STORE_SWEEP));
    /* A resume under way may have found a token that this drops. */
    machine->revoked = machine->issued;
    deadlines_arm(&machine->deadlines, &machine->sweep, machine->now_ms + SWEEP_EVERY_MS);
}

static void fire(struct machine *machine, struct deadline *deadline)
{
    switch (deadline->kind) {
    case DEADLINE_GAME:
        game_due(machine, CONTAINER_OF(deadline, struct game, deadline));
        break;
    case DEADLINE_PRESENCE:
        presence_tell(machine, CONTAINER_OF(deadline, struct game, presence));
        break;
    case DEADLINE_ABSENCE: {
        struct account *account = CONTAINER_OF(deadline, struct account, absence);
        seek_drop_in_memory(machine, account);
        account_settle(machine, account);
        break;
    }
    case DEADLINE_SWEEP:
        sweep_due(machine);
        break;
    }
}

static void fire_due(struct machine *machine)
{
    struct deadline *deadline;
    while ((deadline = deadlines_first(&machine->deadlines)) != NULL &&
           deadline->due_ms <= machine->now_ms) {
        deadlines_drop(&machine->deadlines, deadline);
        fire(machine, deadline);
    }
}

/* Store results come in the order of the requests: the ring's oldest entry is this one's. */
static void stored(struct machine *machine, const struct store_result *result)
{
    assert(result->number == machine->stored + 1 && result->number <= machine->issued);
    machine->stored = result->number;
    struct outstanding done =
        machine->outstanding[result->number & (machine->outstanding_capacity - 1)];
    assert(done.number == result->number);
    /* Ratings are read, computed and written by this machine alone. */
    assert(result->status != STORE_CONFLICT);
    struct game *game = done.game[0] == '\0' ? NULL : game_find(machine, done.game);
    if (game != NULL)
        game_stored(machine, game, done.number);
    connection_stored(machine, &done, result);
}

static void shut_down(struct machine *machine, int64_t retry_after_ms)
{
    machine->stopping = true;
    for (uint32_t i = 0; i < machine->config.max_connections; i++) {
        if (machine->connections[i].id.generation == 0)
            continue;
        writer_key_integer(event_begin(machine, "shutdown"), "retry_after_ms", retry_after_ms);
        event_send(machine, &machine->connections[i]);
    }
}

static void give_up_passwords(struct machine *machine)
{
    machine->overdue = true;
    for (uint32_t i = 0; i < machine->config.max_connections; i++)
        connection_overdue(machine, &machine->connections[i]);
}

static void handle(struct machine *machine, const struct event *event)
{
    switch (event->kind) {
    case EVENT_RESTORED:
        restore(machine, event->as.restored);
        deadlines_arm(&machine->deadlines, &machine->sweep, machine->now_ms);
        break;
    case EVENT_CONNECTED:
        connection_open(machine, event);
        break;
    case EVENT_LINE:
        connection_line(machine, event->as.line.conn, event->as.line.bytes, event->as.line.length,
                        event->as.line.lag_ms);
        break;
    case EVENT_TOO_LONG:
        connection_too_long(machine, event->as.conn.conn);
        break;
    case EVENT_DISCONNECTED:
        connection_closed(machine, event->as.conn.conn);
        break;
    case EVENT_TICK:
        break;
    case EVENT_STORED:
        stored(machine, &event->as.stored);
        break;
    case EVENT_ANSWERED:
        connection_answered(machine, event->as.answered);
        break;
    case EVENT_HASHED:
        connection_hashed(machine, event->as.hashed.ticket, event->as.hashed.ok,
                          event->as.hashed.hash);
        break;
    case EVENT_SHUTDOWN:
        shut_down(machine, event->as.shutdown.retry_after_ms);
        break;
    case EVENT_OVERDUE:
        give_up_passwords(machine);
        break;
    }
}

void machine_step(struct machine *machine, const struct event *event, struct effects *effects)
{
    assert(event->now_ms >= machine->now_ms);
    machine->now_ms = event->now_ms;
    if (event->wall_ms > machine->wall_ms)
        machine->wall_ms = event->wall_ms;
    machine->effects = effects;
    fire_due(machine);
    handle(machine, event);
    /* What the event armed may be due at once, such as the sweep at the start. */
    fire_due(machine);
    account_free_idle(machine);
    machine->effects = NULL;
}

int64_t machine_next_deadline(const struct machine *machine)
{
    const struct deadline *first = deadlines_first(&machine->deadlines);
    return first == NULL ? INT64_MAX : first->due_ms;
}

void machine_counts(const struct machine *machine, struct machine_counts *counts)
{
    *counts = (struct machine_counts){.connections = machine->connection_count,
                                      .games = machine->unfinished_count,
                                      .seeks = (uint32_t)machine->seeks_by_id.count,
                                      .accounts = (uint32_t)machine->accounts.count,
                                      .hashing = machine->hashing,
                                      .reading = machine->reading,
                                      .stored = machine->stored,
                                      .issued = machine->issued};
    for (uint32_t i = 0; i < machine->config.max_connections; i++)
        counts->signed_in += machine->connections[i].account != NULL;
}
