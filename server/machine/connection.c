#include "server/machine/connection.h"

#include "server/machine/account.h"
#include "server/machine/operations.h"
#include "server/machine/presence.h"
#include "server/machine/token.h"
#include "server/machine/tv.h"
#include "server/machine/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Tickets carry the slot of the connection that waits. */
#define TICKET_SLOT_BITS 24
#define TICKET_SLOT_MASK ((UINT64_C(1) << TICKET_SLOT_BITS) - 1)

/* ---- Coming and going --------------------------------------------------------------------- */

void connection_open(struct machine *machine, const struct event *event)
{
    struct conn_id id = event->as.connected.conn;
    assert(id.slot < machine->config.max_connections && id.generation != 0);
    struct connection *connection = &machine->connections[id.slot];
    assert(connection->id.generation == 0);
    memset(connection, 0, sizeof *connection);
    connection->id = id;
    memcpy(connection->address, event->as.connected.address, sizeof connection->address);
    connection->by_http = event->as.connected.by_http;
    machine->connection_count++;
    entropy_mix(&machine->entropy, event->as.connected.entropy);

    struct writer *writer = event_begin(machine, "hello");
    writer_key_integer(writer, "protocol", 1);
    writer_key_string(writer, "server", machine->config.server);
    writer_key_integer(writer, "at", machine->wall_ms);
    event_send(machine, connection);
}

/* NULL where it is gone. */
static struct connection *find(struct machine *machine, struct conn_id id)
{
    if (id.generation == 0 || id.slot >= machine->config.max_connections)
        return NULL;
    struct connection *connection = &machine->connections[id.slot];
    return connection->id.generation == id.generation ? connection : NULL;
}

static void leave_account(struct machine *machine, struct connection *connection)
{
    struct account *account = connection->account;
    if (account == NULL)
        return;
    if (connection->previous_of_account != NULL)
        connection->previous_of_account->next_of_account = connection->next_of_account;
    else
        account->connections = connection->next_of_account;
    if (connection->next_of_account != NULL)
        connection->next_of_account->previous_of_account = connection->previous_of_account;
    connection->next_of_account = connection->previous_of_account = NULL;
    connection->account = NULL;
    if (--account->connection_count > 0)
        return;
    account->absent_since_ms = machine->now_ms;
    presence_changed(machine, account);
    deadlines_arm(&machine->deadlines, &account->absence, machine->now_ms + ABSENCE_MS);
}

void connection_leave_lobby(struct machine *machine, struct connection *connection)
{
    if (!connection->in_lobby)
        return;
    if (connection->previous_in_lobby != NULL)
        connection->previous_in_lobby->next_in_lobby = connection->next_in_lobby;
    else
        machine->lobby = connection->next_in_lobby;
    if (connection->next_in_lobby != NULL)
        connection->next_in_lobby->previous_in_lobby = connection->previous_in_lobby;
    connection->in_lobby = false;
}

void connection_closed(struct machine *machine, struct conn_id id)
{
    struct connection *connection = find(machine, id);
    assert(connection != NULL);
    tv_leave(machine, connection);
    watch_end_all_of_connection(machine, connection);
    connection_leave_lobby(machine, connection);
    leave_account(machine, connection);
    if (connection->waiting)
        request_deinit(&connection->request);
    free(connection->row);
    memset(connection, 0, sizeof *connection);
    machine->connection_count--;
}

void connection_sign_in(struct machine *machine, struct connection *connection,
                        struct account *account, const struct token_hash *token, int64_t expires_at)
{
    assert(connection->account == NULL);
    connection->account = account;
    connection->token = *token;
    connection->previous_of_account = NULL;
    connection->next_of_account = account->connections;
    if (account->connections != NULL)
        account->connections->previous_of_account = connection;
    account->connections = connection;
    token_expires(connection, expires_at);
    deadlines_drop(&machine->deadlines, &account->absence);
    watch_sort(machine, connection);
    if (++account->connection_count == 1)
        presence_changed(machine, account);
}

void connection_sign_out(struct machine *machine, struct connection *connection)
{
    leave_account(machine, connection);
    watch_sort(machine, connection);
    event_begin(machine, "signed_out");
    event_send(machine, connection);
}

/* ---- Lines -------------------------------------------------------------------------------- */

static void reply_stopping(struct machine *machine, struct connection *connection,
                           const struct request *request)
{
    reply_error(machine, connection, request, ERROR_SHUTTING_DOWN,
                "the server is stopping: come back shortly");
}

static void refuse(struct machine *machine, struct connection *connection,
                   const struct request *request, const struct request_error *error)
{
    if (error->code == ERROR_BAD_REQUEST)
        reply_bad_field(machine, connection, request, error->field, error->message);
    else
        reply_error(machine, connection, request, error->code, error->message);
}

/* Milliseconds until a request may come; 0 where this one may. */
static int64_t take_request(struct machine *machine, struct connection *connection)
{
    if (machine->config.open_limits)
        return 0;
    int64_t wait_ms = bucket_take(&connection->requests, &limits_requests, machine->now_ms);
    if (wait_ms == 0 && connection->by_http)
        wait_ms = limits_take(&machine->limits, connection->address, LIMIT_HTTP, machine->now_ms);
    return wait_ms;
}

void connection_line(struct machine *machine, struct conn_id id, const char *bytes, size_t length,
                     int64_t lag_ms)
{
    struct connection *connection = find(machine, id);
    assert(connection != NULL && !connection->waiting);
    connection->lag_ms = lag_ms;
    connection->token_used_at = machine->wall_ms;
    struct request request;
    struct request_error error;
    bool readable = request_read(&request, bytes, length, &error);
    int64_t wait_ms = take_request(machine, connection);
    if (wait_ms > 0)
        reply_retry(machine, connection, &request, ERROR_RATE_LIMITED, "too many requests",
                    wait_ms);
    else if (!readable)
        refuse(machine, connection, &request, &error);
    else if (machine->stopping)
        reply_stopping(machine, connection, &request);
    else
        dispatch(machine, connection, &request);
    if (readable)
        request_deinit(&request);
}

void connection_too_long(struct machine *machine, struct conn_id id)
{
    struct connection *connection = find(machine, id);
    assert(connection != NULL && !connection->waiting);
    struct request request = {.id = {.kind = REQUEST_ID_NULL}};
    reply_error(machine, connection, &request, ERROR_TOO_LONG,
                "a request line is at most 4096 bytes");
}

/* ---- Waiting ------------------------------------------------------------------------------ */

static void pause(struct machine *machine, struct connection *connection, struct request *request,
                  struct continuation then)
{
    assert(!connection->waiting);
    connection->waiting = true;
    connection->then = then;
    connection->ticket = 0;
    /* A continuation that waits again hands in the connection's own request, and is paused still.
     */
    if (request == &connection->request)
        return;
    request_move(&connection->request, request);
    effects_pause(machine->effects, connection->id);
}

static uint64_t new_ticket(struct machine *machine, struct connection *connection)
{
    connection->ticket = ++machine->tickets << TICKET_SLOT_BITS | connection->id.slot;
    return connection->ticket;
}

void wait_for_read(struct machine *machine, struct connection *connection, struct request *request,
                   struct read_request *read,
                   void (*answered)(struct machine *, struct connection *, struct request *,
                                    const struct read_answer *))
{
    pause(machine, connection, request, (struct continuation){.answered = answered});
    read->ticket = new_ticket(machine, connection);
    connection->read_after = machine->issued;
    machine->reading++;
    effects_read(machine->effects, machine->issued, read);
}

void wait_for_hash(struct machine *machine, struct connection *connection, struct request *request,
                   struct hash_request *hash,
                   void (*hashed)(struct machine *, struct connection *, struct request *, bool,
                                  const char *))
{
    if (machine->overdue) {
        hash_request_destroy(hash);
        reply_stopping(machine, connection, request);
        return;
    }
    pause(machine, connection, request, (struct continuation){.hashed = hashed});
    hash->ticket = new_ticket(machine, connection);
    machine->hashing++;
    effects_hash(machine->effects, hash);
}

void wait_for_store(struct machine *machine, struct connection *connection, struct request *request,
                    struct store_request *store,
                    void (*stored)(struct machine *, struct connection *, struct request *,
                                   const struct store_result *))
{
    pause(machine, connection, request, (struct continuation){.stored = stored});
    store_issue(machine, store)->conn = connection->id;
}

/* Goes on with a request that waited. Unless it waits again, its connection is done with it. */
static struct request *resume(struct machine *machine, struct connection *connection)
{
    connection->waiting = false;
    /* Another connection may have killed this one's token meanwhile. */
    if (operation_row(connection->request.operation)->identity != IDENTITY_SOME ||
        connection->account != NULL)
        return &connection->request;
    reply_error(machine, connection, &connection->request, ERROR_UNAUTHENTICATED,
                "this connection has been signed out");
    return NULL;
}

static void resumed(struct machine *machine, struct connection *connection)
{
    if (connection->waiting)
        return;
    request_deinit(&connection->request);
    free(connection->row);
    connection->row = NULL;
    effects_resume(machine->effects, connection->id);
}

void connection_overdue(struct machine *machine, struct connection *connection)
{
    if (!connection->waiting || connection->then.hashed == NULL)
        return;
    connection->waiting = false;
    reply_stopping(machine, connection, &connection->request);
    resumed(machine, connection);
}

static struct connection *waiting_for(struct machine *machine, uint64_t ticket)
{
    struct connection *connection = &machine->connections[ticket & TICKET_SLOT_MASK];
    return connection->waiting && connection->ticket == ticket ? connection : NULL;
}

void connection_answered(struct machine *machine, const struct read_answer *answer)
{
    assert(machine->reading > 0);
    machine->reading--;
    machine->answered_ticket = answer->ticket >> TICKET_SLOT_BITS;
    struct connection *connection = waiting_for(machine, answer->ticket);
    if (connection != NULL) {
        struct request *request = resume(machine, connection);
        if (request != NULL && answer->status == READ_FAILED)
            reply_error(machine, connection, request, ERROR_STORAGE_UNAVAILABLE,
                        "the database cannot be read at the moment");
        else if (request != NULL)
            connection->then.answered(machine, connection, request, answer);
        resumed(machine, connection);
    }
}

void connection_hashed(struct machine *machine, uint64_t ticket, bool ok, const char *hash)
{
    assert(machine->hashing > 0);
    machine->hashing--;
    struct connection *connection = waiting_for(machine, ticket);
    if (connection == NULL)
        return;
    struct request *request = resume(machine, connection);
    if (request != NULL)
        connection->then.hashed(machine, connection, request, ok, hash);
    resumed(machine, connection);
}

static void sign_out_dropped_token(struct machine *machine, const struct outstanding *outstanding,
                                   const struct token_hash *dropped)
{
    struct account *account = account_find(machine, outstanding->account);
    struct connection *next;
    for (struct connection *c = account == NULL ? NULL : account->connections; c != NULL;
         c = next) {
        next = c->next_of_account;
        if (memcmp(&c->token, dropped, sizeof *dropped) == 0)
            connection_sign_out(machine, c);
    }
}

void connection_stored(struct machine *machine, const struct outstanding *outstanding,
                       const struct store_result *result)
{
    if (result->token_dropped) {
        if (machine->revoked < result->number)
            machine->revoked = result->number;
        sign_out_dropped_token(machine, outstanding, &result->dropped);
    }
    struct connection *connection = find(machine, outstanding->conn);
    if (connection == NULL)
        return;
    assert(connection->waiting && connection->then.stored != NULL);
    struct request *request = resume(machine, connection);
    if (request != NULL)
        connection->then.stored(machine, connection, request, result);
    resumed(machine, connection);
}
