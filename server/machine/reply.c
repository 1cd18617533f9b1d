/* Saying something to connections, and numbering what the store is asked. */
#include "server/machine/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct message *message_take(struct machine *machine)
{
    writer_raw(&machine->writer, "\n", 1);
    struct message *message = message_create(machine->writer.bytes, machine->writer.length);
    writer_clear(&machine->writer);
    return message;
}

void message_send(struct machine *machine, struct message *message, const struct conn_id *conns,
                  size_t count)
{
    effects_send(machine->effects, machine->issued, message, conns, count);
}

struct conn_id *recipients_reserve(struct machine *machine, size_t count)
{
    if (count > machine->recipient_capacity) {
        machine->recipient_capacity = count * 2;
        machine->recipients =
            realloc(machine->recipients, machine->recipient_capacity * sizeof *machine->recipients);
        if (machine->recipients == NULL)
            abort();
    }
    return machine->recipients;
}

static void send_to(struct machine *machine, const struct connection *connection)
{
    message_send(machine, message_take(machine), &connection->id, 1);
}

struct writer *reply_ok(struct machine *machine, const struct request *request)
{
    view_ok(&machine->writer, &request->id);
    return &machine->writer;
}

void reply_ok_end(struct machine *machine, struct connection *connection)
{
    view_ok_end(&machine->writer);
    send_to(machine, connection);
}

void reply_empty(struct machine *machine, struct connection *connection,
                 const struct request *request)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void reply_v(struct machine *machine, struct connection *connection, const struct request *request,
             int64_t v)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_integer(writer, "v", v);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void reply_game(struct machine *machine, struct connection *connection,
                const struct request *request, const char *id)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_string(writer, "game", id);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

struct writer *reply_error_begin(struct machine *machine, const struct request *request,
                                 enum error_code code, const char *message)
{
    view_error(&machine->writer, &request->id, code, message);
    return &machine->writer;
}

void reply_error_end(struct machine *machine, struct connection *connection)
{
    view_error_end(&machine->writer);
    send_to(machine, connection);
}

void reply_error(struct machine *machine, struct connection *connection,
                 const struct request *request, enum error_code code, const char *message)
{
    reply_error_begin(machine, request, code, message);
    reply_error_end(machine, connection);
}

void reply_bad_field(struct machine *machine, struct connection *connection,
                     const struct request *request, const char *field, const char *message)
{
    writer_key_string(reply_error_begin(machine, request, ERROR_BAD_REQUEST, message), "field",
                      field);
    reply_error_end(machine, connection);
}

void reply_retry(struct machine *machine, struct connection *connection,
                 const struct request *request, enum error_code code, const char *message,
                 int64_t retry_after_ms)
{
    writer_key_integer(reply_error_begin(machine, request, code, message), "retry_after_ms",
                       retry_after_ms);
    reply_error_end(machine, connection);
}

struct writer *event_begin(struct machine *machine, const char *name)
{
    view_event(&machine->writer, name);
    return &machine->writer;
}

void event_send(struct machine *machine, struct connection *connection)
{
    view_event_end(&machine->writer);
    send_to(machine, connection);
}

static size_t collect(struct conn_id *conns, size_t count, const struct account *account)
{
    for (const struct connection *c = account->connections; c != NULL; c = c->next_of_account)
        conns[count++] = c->id;
    return count;
}

void event_send_accounts(struct machine *machine, const struct account *a, const struct account *b)
{
    size_t most = a->connection_count + (b == NULL ? 0 : b->connection_count);
    struct conn_id *conns = recipients_reserve(machine, most);
    size_t count = collect(conns, 0, a);
    if (b != NULL)
        count = collect(conns, count, b);
    view_event_end(&machine->writer);
    struct message *message = message_take(machine);
    if (count == 0)
        message_release(message);
    else
        message_send(machine, message, conns, count);
}

/* ---- Requests to the store ---------------------------------------------------------------- */

struct store_request *store_request_new(struct machine *machine, enum store_kind kind)
{
    struct store_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        abort();
    request->kind = kind;
    request->at = machine->wall_ms;
    return request;
}

struct read_request *read_request_new(struct machine *machine, enum read_kind kind)
{
    struct read_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        abort();
    request->kind = kind;
    request->now = machine->wall_ms;
    return request;
}

/* The ring holds the numbers stored+1 .. issued, each at its number modulo the capacity. */
static void grow_outstanding(struct machine *machine)
{
    size_t capacity = machine->outstanding_capacity == 0 ? 64 : machine->outstanding_capacity * 2;
    struct outstanding *larger = calloc(capacity, sizeof *larger);
    if (larger == NULL)
        abort();
    for (uint64_t n = machine->stored + 1; n < machine->issued; n++)
        larger[n & (capacity - 1)] = machine->outstanding[n & (machine->outstanding_capacity - 1)];
    free(machine->outstanding);
    machine->outstanding = larger;
    machine->outstanding_capacity = capacity;
}

struct outstanding *store_issue(struct machine *machine, struct store_request *request)
{
    request->number = ++machine->issued;
    if (machine->issued - machine->stored > machine->outstanding_capacity)
        grow_outstanding(machine);
    effects_store(machine->effects, request);
    struct outstanding *entry =
        &machine->outstanding[request->number & (machine->outstanding_capacity - 1)];
    *entry = (struct outstanding){.number = request->number};
    return entry;
}

bool store_busy(const struct machine *machine)
{
    return machine->issued - machine->stored >= machine->config.max_outstanding;
}
