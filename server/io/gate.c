#include "server/io/gate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64u

struct held {
    enum effect_kind kind; /* EFFECT_SEND, _CLOSE or _READ */
    uint64_t after;
    size_t count; /* of conns */
    struct conn_id one;
    struct conn_id *many; /* where count > 1; malloc'ed */
    struct message *message;
    struct read_request *read;
};

void gate_init(struct gate *gate, const struct gate_exits *exits)
{
    *gate = (struct gate){.exits = *exits};
}

static struct held *gate_at(const struct gate *gate, size_t index)
{
    return &gate->ring[(gate->head + index) & (gate->capacity - 1)];
}

static void held_deinit(struct held *held)
{
    free(held->many);
    if (held->message != NULL)
        message_release(held->message);
    free(held->read);
}

void gate_deinit(struct gate *gate)
{
    for (size_t i = 0; i < gate->count; i++)
        held_deinit(gate_at(gate, i));
    free(gate->ring);
    *gate = (struct gate){0};
}

static struct held *gate_append(struct gate *gate)
{
    if (gate->count == gate->capacity) {
        size_t capacity = gate->capacity == 0 ? FIRST_CAPACITY : 2 * gate->capacity;
        struct held *ring = calloc(capacity, sizeof *ring);
        if (ring == NULL)
            abort();
        for (size_t i = 0; i < gate->count; i++)
            ring[i] = *gate_at(gate, i);
        free(gate->ring);
        gate->ring = ring;
        gate->head = 0;
        gate->capacity = capacity;
    }
    gate->count++;
    return gate_at(gate, gate->count - 1);
}

static bool gate_is_open(const struct gate *gate, uint64_t after)
{
    return gate->count == 0 && after <= gate->stored;
}

bool gate_send(struct gate *gate, uint64_t after, struct message *message,
               const struct conn_id *conns, size_t count)
{
    if (gate_is_open(gate, after)) {
        gate->exits.send(gate->exits.context, message, conns, count, false);
        return false;
    }
    struct held *held = gate_append(gate);
    *held = (struct held){
        .kind = EFFECT_SEND, .after = after, .count = count, .message = message_keep(message)};
    if (count == 1) {
        held->one = conns[0];
    } else if (count > 1) {
        held->many = malloc(count * sizeof *conns);
        if (held->many == NULL)
            abort();
        memcpy(held->many, conns, count * sizeof *conns);
    }
    return true;
}

bool gate_close(struct gate *gate, struct conn_id conn)
{
    if (gate_is_open(gate, 0)) {
        gate->exits.close(gate->exits.context, conn);
        return false;
    }
    /* It rests on nothing itself, but the last words before it may. */
    *gate_append(gate) = (struct held){.kind = EFFECT_CLOSE, .count = 1, .one = conn};
    return true;
}

bool gate_read(struct gate *gate, uint64_t after, struct read_request *request)
{
    if (gate_is_open(gate, after)) {
        gate->exits.read(gate->exits.context, request);
        return false;
    }
    *gate_append(gate) = (struct held){.kind = EFFECT_READ, .after = after, .read = request};
    return true;
}

void gate_stored(struct gate *gate, uint64_t number)
{
    assert(number > gate->stored);
    gate->stored = number;
}

static void gate_let_through(const struct gate *gate, struct held *held)
{
    const struct gate_exits *exits = &gate->exits;
    if (held->kind == EFFECT_SEND) {
        exits->send(exits->context, held->message, held->many != NULL ? held->many : &held->one,
                    held->count, true);
    } else if (held->kind == EFFECT_CLOSE) {
        exits->close(exits->context, held->one);
    } else {
        exits->read(exits->context, held->read);
        held->read = NULL;
    }
}

void gate_release(struct gate *gate)
{
    while (gate->count > 0 && gate_at(gate, 0)->after <= gate->stored) {
        struct held held = *gate_at(gate, 0);
        gate->head = (gate->head + 1) & (gate->capacity - 1);
        gate->count--;
        gate_let_through(gate, &held);
        held_deinit(&held);
    }
}
