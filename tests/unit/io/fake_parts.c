#include "tests/unit/io/fake_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/* ---- The machine -------------------------------------------------------------------------- */

struct fake_connection {
    struct conn_id id;
    bool paused;
    bool checks;      /* a hash, rather than makes one */
    char waiting[64]; /* what is said once it goes on */
};

struct machine {
    uint32_t max_connections, count;
    struct fake_connection *connections;
    uint64_t issued, stored;
    struct effects *effects; /* of the step at hand */
};

struct machine *fake_machine_create(uint32_t max_connections)
{
    struct machine *machine = calloc(1, sizeof *machine);
    machine->max_connections = max_connections;
    machine->connections = calloc(max_connections, sizeof *machine->connections);
    return machine;
}

void fake_machine_destroy(struct machine *machine)
{
    free(machine->connections);
    free(machine);
}

static void reply_bytes(struct machine *machine, const struct fake_connection *to,
                        const char *bytes, size_t length)
{
    struct message *message = message_create(bytes, length);
    effects_send(machine->effects, machine->issued, message, &to->id, 1);
}

static void reply(struct machine *machine, const struct fake_connection *to, const char *text)
{
    char line[4200];
    int length = snprintf(line, sizeof line, "%s\n", text);
    reply_bytes(machine, to, line, (size_t)length);
}

static void reply_letters(struct machine *machine, const struct fake_connection *to, size_t count)
{
    char *line = malloc(count + 1);
    memset(line, 'x', count);
    line[count] = '\n';
    reply_bytes(machine, to, line, count + 1);
    free(line);
}

static void tell_all(struct machine *machine, const char *text)
{
    struct conn_id *conns = calloc(machine->count + 1, sizeof *conns);
    size_t count = 0;
    for (uint32_t i = 0; i < machine->max_connections; i++) {
        if (machine->connections[i].id.generation != 0)
            conns[count++] = machine->connections[i].id;
    }
    char line[4200];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (count > 0)
        effects_send(machine->effects, machine->issued, message_create(line, (size_t)length), conns,
                     count);
    free(conns);
}

static void keep(struct machine *machine)
{
    struct store_request *request = calloc(1, sizeof *request);
    request->kind = STORE_SWEEP;
    request->number = ++machine->issued;
    effects_store(machine->effects, request);
}

static void pause_for(struct machine *machine, struct fake_connection *connection,
                      const char *waiting)
{
    connection->paused = true;
    snprintf(connection->waiting, sizeof connection->waiting, "%s", waiting);
    effects_pause(machine->effects, connection->id);
}

static void resume_with(struct machine *machine, uint64_t ticket, const char *text)
{
    struct fake_connection *connection = &machine->connections[ticket];
    if (connection->id.generation == 0)
        return;
    assert(connection->paused);
    connection->paused = false;
    reply(machine, connection, text != NULL ? text : connection->waiting);
    effects_resume(machine->effects, connection->id);
}

static void start_hash(struct machine *machine, struct fake_connection *connection,
                       const char *hash, const char *password)
{
    struct hash_request *request = calloc(1, sizeof *request);
    request->ticket = connection->id.slot;
    request->check = hash != NULL;
    connection->checks = request->check;
    if (hash != NULL && strcmp(hash, "-") != 0)
        snprintf(request->hash, sizeof request->hash, "%s", hash);
    snprintf(request->password, sizeof request->password, "%s", password);
    effects_hash(machine->effects, request);
    pause_for(machine, connection, "");
}

static void start_read(struct machine *machine, struct fake_connection *connection,
                       const char *text)
{
    struct read_request *request = calloc(1, sizeof *request);
    request->ticket = connection->id.slot;
    effects_read(machine->effects, machine->issued, request);
    pause_for(machine, connection, text);
}

static void do_line(struct machine *machine, struct fake_connection *connection, char *line)
{
    /* The word, and what follows it. */
    char *rest = line + strcspn(line, " ");
    if (*rest != '\0')
        *rest++ = '\0';
    if (strcmp(line, "keep") == 0)
        keep(machine);
    if (strcmp(line, "say") == 0 || strcmp(line, "keep") == 0) {
        reply(machine, connection, rest);
    } else if (strcmp(line, "read") == 0) {
        start_read(machine, connection, rest);
    } else if (strcmp(line, "hash") == 0) {
        start_hash(machine, connection, NULL, rest);
    } else if (strcmp(line, "check") == 0) {
        char *password = rest + strcspn(rest, " ");
        if (*password != '\0')
            *password++ = '\0';
        start_hash(machine, connection, rest, password);
    } else if (strcmp(line, "close") == 0) {
        reply(machine, connection, rest);
        effects_close(machine->effects, connection->id);
    } else if (strcmp(line, "all") == 0) {
        tell_all(machine, rest);
    } else if (strcmp(line, "long") == 0) {
        reply_letters(machine, connection, (size_t)atol(rest));
    } else if (strcmp(line, "many") == 0) {
        for (long i = atol(rest); i > 0; i--)
            reply_letters(machine, connection, 1000);
    } else if (strcmp(line, "count") == 0) {
        char text[16];
        snprintf(text, sizeof text, "%u", machine->count);
        reply(machine, connection, text);
    } else {
        reply(machine, connection, "what?");
    }
}

static struct fake_connection *connection_of(struct machine *machine, struct conn_id id)
{
    struct fake_connection *connection = &machine->connections[id.slot];
    assert(connection->id.generation == id.generation);
    return connection;
}

void machine_step(struct machine *machine, const struct event *event, struct effects *effects)
{
    struct fake_connection *connection;
    machine->effects = effects;
    switch (event->kind) {
    case EVENT_CONNECTED:
        connection = &machine->connections[event->as.connected.conn.slot];
        assert(connection->id.generation == 0);
        *connection = (struct fake_connection){.id = event->as.connected.conn};
        machine->count++;
        reply(machine, connection, "hello");
        break;
    case EVENT_LINE: {
        char line[4097];
        connection = connection_of(machine, event->as.line.conn);
        assert(!connection->paused && event->as.line.length < sizeof line);
        memcpy(line, event->as.line.bytes, event->as.line.length);
        line[event->as.line.length] = '\0';
        do_line(machine, connection, line);
        break;
    }
    case EVENT_TOO_LONG:
        reply(machine, connection_of(machine, event->as.conn.conn), "too long");
        break;
    case EVENT_DISCONNECTED:
        connection_of(machine, event->as.conn.conn)->id.generation = 0;
        machine->count--;
        break;
    case EVENT_STORED:
        assert(event->as.stored.number == machine->stored + 1);
        machine->stored++;
        break;
    case EVENT_ANSWERED:
        resume_with(machine, event->as.answered->ticket, NULL);
        break;
    case EVENT_HASHED: {
        bool checks = machine->connections[event->as.hashed.ticket].checks;
        const char *checked = event->as.hashed.ok ? "fits" : "differs";
        resume_with(machine, event->as.hashed.ticket, checks ? checked : event->as.hashed.hash);
        break;
    }
    case EVENT_SHUTDOWN:
        tell_all(machine, "shutdown");
        break;
    case EVENT_OVERDUE:
        break;
    case EVENT_RESTORED:
    case EVENT_TICK:
        break;
    }
}

int64_t machine_next_deadline(const struct machine *machine)
{
    (void)machine;
    return INT64_MAX;
}

/* ---- The store ---------------------------------------------------------------------------- */

struct store {
    uv_mutex_t mutex;
    uv_cond_t changed;
    bool held, broken;
};

struct store *fake_store_create(void)
{
    struct store *store = calloc(1, sizeof *store);
    uv_mutex_init(&store->mutex);
    uv_cond_init(&store->changed);
    return store;
}

void fake_store_destroy(struct store *store)
{
    uv_cond_destroy(&store->changed);
    uv_mutex_destroy(&store->mutex);
    free(store);
}

void fake_store_hold(struct store *store, bool hold)
{
    uv_mutex_lock(&store->mutex);
    store->held = hold;
    uv_cond_signal(&store->changed);
    uv_mutex_unlock(&store->mutex);
}

void fake_store_break(struct store *store)
{
    uv_mutex_lock(&store->mutex);
    store->broken = true;
    uv_mutex_unlock(&store->mutex);
}

/* Nobody locks it. */
void store_be_patient(struct store *store, store_patience *patience, void *context)
{
    (void)store;
    (void)patience;
    (void)context;
}

bool store_commit(struct store *store, struct store_request *const *requests, size_t count,
                  struct store_result *results, char error[STORE_ERROR_SIZE])
{
    assert(count >= 1 && count <= STORE_BATCH_MAX);
    uv_mutex_lock(&store->mutex);
    while (store->held)
        uv_cond_wait(&store->changed, &store->mutex);
    bool broken = store->broken;
    uv_mutex_unlock(&store->mutex);
    if (broken) {
        snprintf(error, STORE_ERROR_SIZE, "the disk is full");
        return false;
    }
    for (size_t i = 0; i < count; i++)
        results[i] = (struct store_result){.number = requests[i]->number, .status = STORE_DONE};
    return true;
}

struct read_answer *reader_answer(struct reader *reader, const struct read_request *request,
                                  char error[STORE_ERROR_SIZE])
{
    (void)reader;
    error[0] = '\0';
    struct read_answer *answer = calloc(1, sizeof *answer);
    answer->ticket = request->ticket;
    return answer;
}
