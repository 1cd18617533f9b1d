#include "server/machine/effects.h"

#include <assert.h>
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static_assert(offsetof(struct message, room) + MESSAGE_ROOM == offsetof(struct message, bytes),
              "the room is right before the bytes");

struct message *message_create(const char *bytes, size_t length)
{
    assert(length <= UINT32_MAX);
    struct message *message = malloc(sizeof *message + length);
    if (message == NULL)
        abort();
    message->references = 1;
    message->length = (uint32_t)length;
    memcpy(message->bytes, bytes, length);
    return message;
}

struct message *message_keep(struct message *message)
{
    assert(message->references > 0);
    message->references++;
    return message;
}

void message_release(struct message *message)
{
    assert(message->references > 0);
    if (--message->references == 0)
        free(message);
}

void hash_request_destroy(struct hash_request *request)
{
    if (request == NULL)
        return;
    sodium_memzero(request, sizeof *request);
    free(request);
}

void effects_init(struct effects *effects)
{
    memset(effects, 0, sizeof *effects);
}

static void effect_free(struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_SEND:
        if (effect->as.send.message != NULL)
            message_release(effect->as.send.message);
        break;
    case EFFECT_STORE:
        store_request_destroy(effect->as.store);
        break;
    case EFFECT_READ:
        free(effect->as.read);
        break;
    case EFFECT_HASH:
        hash_request_destroy(effect->as.hash);
        break;
    case EFFECT_CLOSE:
    case EFFECT_PAUSE:
    case EFFECT_RESUME:
        break;
    }
}

void effects_clear(struct effects *effects)
{
    for (size_t i = 0; i < effects->count; i++)
        effect_free(&effects->items[i]);
    effects->count = 0;
    effects->conn_count = 0;
}

void effects_deinit(struct effects *effects)
{
    effects_clear(effects);
    free(effects->items);
    free(effects->conns);
    effects_init(effects);
}

static struct effect *append(struct effects *effects, enum effect_kind kind)
{
    if (effects->count == effects->capacity) {
        effects->capacity = effects->capacity == 0 ? 64 : effects->capacity * 2;
        effects->items = realloc(effects->items, effects->capacity * sizeof *effects->items);
        if (effects->items == NULL)
            abort();
    }
    struct effect *effect = &effects->items[effects->count++];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    return effect;
}

static uint32_t append_conns(struct effects *effects, const struct conn_id *conns, size_t count)
{
    size_t need = effects->conn_count + count;
    assert(need <= UINT32_MAX);
    if (need > effects->conn_capacity) {
        effects->conn_capacity = need * 2;
        effects->conns = realloc(effects->conns, effects->conn_capacity * sizeof *effects->conns);
        if (effects->conns == NULL)
            abort();
    }
    uint32_t first = (uint32_t)effects->conn_count;
    memcpy(effects->conns + first, conns, count * sizeof *conns);
    effects->conn_count = need;
    return first;
}

void effects_send(struct effects *effects, uint64_t after, struct message *message,
                  const struct conn_id *conns, size_t count)
{
    assert(count > 0);
    uint32_t first = append_conns(effects, conns, count);
    struct effect *effect = append(effects, EFFECT_SEND);
    effect->after = after;
    effect->as.send.message = message;
    effect->as.send.first = first;
    effect->as.send.count = (uint32_t)count;
}

void effects_close(struct effects *effects, struct conn_id conn)
{
    append(effects, EFFECT_CLOSE)->as.conn = conn;
}

void effects_store(struct effects *effects, struct store_request *request)
{
    append(effects, EFFECT_STORE)->as.store = request;
}

void effects_read(struct effects *effects, uint64_t after, struct read_request *request)
{
    struct effect *effect = append(effects, EFFECT_READ);
    effect->after = after;
    effect->as.read = request;
}

void effects_hash(struct effects *effects, struct hash_request *request)
{
    append(effects, EFFECT_HASH)->as.hash = request;
}

void effects_pause(struct effects *effects, struct conn_id conn)
{
    append(effects, EFFECT_PAUSE)->as.conn = conn;
}

void effects_resume(struct effects *effects, struct conn_id conn)
{
    append(effects, EFFECT_RESUME)->as.conn = conn;
}
