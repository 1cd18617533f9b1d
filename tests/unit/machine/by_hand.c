#include "tests/unit/machine/by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct event event_of(enum event_kind kind)
{
    return (struct event){.kind = kind};
}

static void step(struct by_hand *by_hand, struct event *event)
{
    event->now_ms = by_hand->now_ms;
    event->wall_ms = by_hand->wall_ms;
    machine_step(by_hand->machine, event, &by_hand->effects);
}

void by_hand_init_narrow(struct by_hand *by_hand, const struct restored *restored,
                         uint32_t max_outstanding)
{
    static const unsigned char seed[ENTROPY_SIZE] = {1};
    static const struct restored nothing;
    struct machine_config config;
    machine_config_init(&config);
    config.max_connections = 32;
    config.open_limits = true;
    config.max_outstanding = max_outstanding;
    *by_hand = (struct by_hand){.now_ms = 1000000, .wall_ms = INT64_C(1700000000000)};
    effects_init(&by_hand->effects);
    by_hand->machine = machine_create(&config, seed);
    assert_non_null(by_hand->machine);
    struct event event = event_of(EVENT_RESTORED);
    event.as.restored = restored == NULL ? &nothing : restored;
    step(by_hand, &event);
    by_hand_store_all(by_hand);
    by_hand_forget(by_hand);
}

void by_hand_init(struct by_hand *by_hand, const struct restored *restored)
{
    by_hand_init_narrow(by_hand, restored, 16384);
}

void by_hand_deinit(struct by_hand *by_hand)
{
    machine_destroy(by_hand->machine);
    effects_deinit(&by_hand->effects);
}

void by_hand_forget(struct by_hand *by_hand)
{
    effects_clear(&by_hand->effects);
}

/* ---- Events ---- */

struct conn_id by_hand_connect(struct by_hand *by_hand, uint32_t slot)
{
    struct event event = event_of(EVENT_CONNECTED);
    event.as.connected.conn = (struct conn_id){.slot = slot, .generation = 1};
    event.as.connected.entropy[0] = (unsigned char)slot;
    step(by_hand, &event);
    return event.as.connected.conn;
}

void by_hand_disconnect(struct by_hand *by_hand, struct conn_id conn)
{
    struct event event = event_of(EVENT_DISCONNECTED);
    event.as.conn.conn = conn;
    step(by_hand, &event);
}

void by_hand_line(struct by_hand *by_hand, struct conn_id conn, const char *line)
{
    struct event event = event_of(EVENT_LINE);
    event.as.line.conn = conn;
    event.as.line.bytes = line;
    event.as.line.length = strlen(line);
    step(by_hand, &event);
}

void by_hand_wait(struct by_hand *by_hand, int64_t ms)
{
    by_hand->now_ms += ms;
    by_hand->wall_ms += ms;
    struct event event = event_of(EVENT_TICK);
    step(by_hand, &event);
}

void by_hand_store_as(struct by_hand *by_hand, struct store_result result)
{
    struct event event = event_of(EVENT_STORED);
    result.number = ++by_hand->stored;
    event.as.stored = result;
    step(by_hand, &event);
}

void by_hand_store(struct by_hand *by_hand, uint64_t most)
{
    for (uint64_t i = 0; i < most && by_hand->stored < by_hand_counts(by_hand).issued; i++)
        by_hand_store_as(by_hand, (struct store_result){.status = STORE_DONE});
}

void by_hand_store_all(struct by_hand *by_hand)
{
    by_hand_store(by_hand, UINT64_MAX);
}

void by_hand_answer(struct by_hand *by_hand, uint64_t ticket, const struct account_row *row)
{
    struct event event = event_of(EVENT_ANSWERED);
    struct account_row copy;
    struct read_answer answer = {.kind = READ_ACCOUNT, .ticket = ticket, .status = READ_NOT_FOUND};
    if (row != NULL) {
        copy = *row;
        answer.status = READ_FOUND;
        answer.account = &copy;
    }
    event.as.answered = &answer;
    step(by_hand, &event);
}

void by_hand_hashed(struct by_hand *by_hand, uint64_t ticket, bool ok, const char *hash)
{
    struct event event = event_of(EVENT_HASHED);
    event.as.hashed.ticket = ticket;
    event.as.hashed.ok = ok;
    strcpy(event.as.hashed.hash, hash);
    step(by_hand, &event);
}

/* ---- Effects ---- */

static const struct effect *last(const struct by_hand *by_hand, enum effect_kind kind)
{
    for (size_t i = by_hand->effects.count; i > 0; i--) {
        if (by_hand->effects.items[i - 1].kind == kind)
            return &by_hand->effects.items[i - 1];
    }
    fail_msg("no such effect");
    return NULL;
}

const struct store_request *by_hand_stored_last(const struct by_hand *by_hand)
{
    return last(by_hand, EFFECT_STORE)->as.store;
}

const struct read_request *by_hand_read_last(const struct by_hand *by_hand)
{
    return last(by_hand, EFFECT_READ)->as.read;
}

const struct hash_request *by_hand_hash_last(const struct by_hand *by_hand)
{
    return last(by_hand, EFFECT_HASH)->as.hash;
}

int by_hand_count(const struct by_hand *by_hand, enum effect_kind kind)
{
    int count = 0;
    for (size_t i = 0; i < by_hand->effects.count; i++)
        count += by_hand->effects.items[i].kind == kind;
    return count;
}

static bool is_to(const struct by_hand *by_hand, const struct effect *effect, struct conn_id conn)
{
    if (effect->kind != EFFECT_SEND)
        return false;
    for (uint32_t i = 0; i < effect->as.send.count; i++) {
        if (by_hand->effects.conns[effect->as.send.first + i].slot == conn.slot)
            return true;
    }
    return false;
}

static bool contains(const struct message *message, const char *text)
{
    return memmem(message->bytes, message->length, text, strlen(text)) != NULL;
}

bool by_hand_heard(const struct by_hand *by_hand, struct conn_id conn, const char *text)
{
    for (size_t i = by_hand->effects.count; i > 0; i--) {
        const struct effect *effect = &by_hand->effects.items[i - 1];
        if (!is_to(by_hand, effect, conn))
            continue;
        const struct message *message = effect->as.send.message;
        if (contains(message, text))
            return true;
        print_error("not in: %.*s", (int)message->length, message->bytes);
        return false;
    }
    print_error("nothing was said\n");
    return false;
}

bool by_hand_heard_ever(const struct by_hand *by_hand, struct conn_id conn, const char *text)
{
    for (size_t i = 0; i < by_hand->effects.count; i++) {
        const struct effect *effect = &by_hand->effects.items[i];
        if (is_to(by_hand, effect, conn) && contains(effect->as.send.message, text))
            return true;
    }
    return false;
}

/* ---- Accounts ---- */

void by_hand_sign_in(struct by_hand *by_hand, struct conn_id conn, const char *token,
                     const struct account_row *row)
{
    char line[200];
    snprintf(line, sizeof line, "{\"op\":\"resume\",\"token\":\"%s\"}", token);
    by_hand_line(by_hand, conn, line);
    by_hand_answer(by_hand, by_hand_read_last(by_hand)->ticket, row);
    by_hand_store_all(by_hand);
    snprintf(line, sizeof line, "\"name\":\"%s\"", row->name);
    assert_true(by_hand_heard_ever(by_hand, conn, line));
    by_hand_forget(by_hand);
}

struct machine_counts by_hand_counts(const struct by_hand *by_hand)
{
    struct machine_counts counts;
    machine_counts(by_hand->machine, &counts);
    return counts;
}

struct account_row by_hand_account(const char *name)
{
    struct account_row row = {.kind = ACCOUNT_HUMAN, .created_at = 1};
    memset(row.id, 'x', ID_LENGTH);
    memcpy(row.id, name, strlen(name));
    strcpy(row.name, name);
    snprintf(row.password, sizeof row.password, "hash of %s", name);
    for (int pool = 0; pool < POOL_COUNT; pool++)
        rating_init(&row.ratings[pool]);
    return row;
}
