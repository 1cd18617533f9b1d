#include "tests/support/world.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "proto/framer.h"
#include "tests/support/trace.h"

/* The first of January 2030: any time will do, as long as it is always the same. */
#define WALL_START_MS INT64_C(1893456000000)

struct spoken {
    size_t length;
    char bytes[];
};

/* ---- Steps -------------------------------------------------------------------------------- */

static void tell_trace(struct world *world, const struct writer *text)
{
    crypto_generichash_update(&world->digest, (const unsigned char *)text->bytes, text->length);
    if (world->trace != NULL)
        fprintf(world->trace, "[%9" PRId64 "] %.*s\n", world->now_ms, (int)text->length,
                text->bytes);
}

static _Noreturn void differ(const struct writer *first, const struct writer *second)
{
    fprintf(stderr, "two machines with the same events differ:\n%.*s\n%.*s\n", (int)first->length,
            first->bytes, (int)second->length, second->bytes);
    abort();
}

/* Both machines want the same done, in the same order. */
static void compare_effects(struct world *world)
{
    const struct effects *effects = &world->effects, *twin = &world->twin_effects;
    struct writer text, twin_text;
    writer_init(&text);
    writer_init(&twin_text);
    for (size_t i = 0; i < effects->count || i < twin->count; i++) {
        writer_clear(&text);
        writer_clear(&twin_text);
        writer_raw(&text, "    ", 4);
        writer_raw(&twin_text, "    ", 4);
        if (i < effects->count)
            trace_effect(&text, effects, &effects->items[i]);
        if (i < twin->count)
            trace_effect(&twin_text, twin, &twin->items[i]);
        if (text.length != twin_text.length ||
            memcmp(text.bytes, twin_text.bytes, text.length) != 0)
            differ(&text, &twin_text);
        tell_trace(world, &text);
    }
    writer_deinit(&text);
    writer_deinit(&twin_text);
}

static struct peer *peer_of(struct world *world, struct conn_id id)
{
    int number = world->peer_of_slot[id.slot];
    if (number < 0 || world->peers[number].id.generation != id.generation)
        return NULL;
    return &world->peers[number];
}

/* As driver_do in server/io/driver.c; and whatever is sent or read must rest on all that is to be
 * stored by then. */
static void perform(struct world *world, struct effect *effect)
{
    struct peer *peer;
    switch (effect->kind) {
    case EFFECT_SEND:
        assert(effect->after == world->issued);
        gate_send(&world->gate, effect->after, effect->as.send.message,
                  world->effects.conns + effect->as.send.first, effect->as.send.count);
        return;
    case EFFECT_CLOSE:
        gate_close(&world->gate, effect->as.conn);
        return;
    case EFFECT_STORE:
        assert(effect->as.store->number == world->issued + 1);
        world->issued++;
        fifo_put(&world->disk.pending, effect->as.store);
        effect->as.store = NULL;
        return;
    case EFFECT_READ:
        assert(effect->after == world->issued);
        gate_read(&world->gate, effect->after, effect->as.read);
        effect->as.read = NULL;
        return;
    case EFFECT_HASH:
        fifo_put(&world->hashes, effect->as.hash);
        effect->as.hash = NULL;
        return;
    case EFFECT_PAUSE:
    case EFFECT_RESUME:
        peer = peer_of(world, effect->as.conn);
        if (peer != NULL)
            peer->paused = effect->kind == EFFECT_PAUSE;
        return;
    }
}

static void step(struct world *world, struct event *event)
{
    struct writer text;
    writer_init(&text);
    trace_event(&text, event);
    tell_trace(world, &text);
    writer_deinit(&text);
    event->now_ms = world->now_ms + world->life_offset_ms;
    event->wall_ms = world->wall_ms;
    machine_step(world->machine, event, &world->effects);
    machine_step(world->twin, event, &world->twin_effects);
    compare_effects(world);
    for (size_t i = 0; i < world->effects.count; i++)
        perform(world, &world->effects.items[i]);
    effects_clear(&world->effects);
    effects_clear(&world->twin_effects);
}

/* ---- What the gate lets through ----------------------------------------------------------- */

static void let_send(void *context, struct message *message, const struct conn_id *conns,
                     size_t count, bool held)
{
    (void)held;
    struct world *world = context;
    for (size_t i = 0; i < count; i++) {
        struct peer *peer = peer_of(world, conns[i]);
        if (peer == NULL || peer->closing)
            continue;
        fifo_put(&peer->inbox, message_keep(message));
        if (world->watcher.shown != NULL)
            world->watcher.shown(world->watcher.context, (int)(peer - world->peers), message);
    }
}

static void let_close(void *context, struct conn_id conn)
{
    struct peer *peer = peer_of(context, conn);
    if (peer != NULL)
        peer->closing = true;
}

static void let_read(void *context, struct read_request *request)
{
    struct world *world = context;
    fifo_put(&world->disk.asked, request);
}

/* ---- Lives -------------------------------------------------------------------------------- */

static void seed_bytes(struct world *world, unsigned char *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)random_next(&world->random);
}

static void begin_life(struct world *world)
{
    unsigned char seed[32];
    seed_bytes(world, seed, sizeof seed);
    world->machine = machine_create(&world->config, seed);
    world->twin = machine_create(&world->config, seed);
    gate_init(&world->gate,
              &(struct gate_exits){
                  .send = let_send, .close = let_close, .read = let_read, .context = world});
    world->issued = 0;
    /* A monotonic clock has nothing to do with that of the process before. */
    world->life_offset_ms = (int64_t)random_below(&world->random, 1000000) - world->now_ms;
    memset(world->generations, 0, world->config.max_connections * sizeof *world->generations);
    for (uint32_t slot = 0; slot < world->config.max_connections; slot++)
        world->peer_of_slot[slot] = -1;
    struct restored restored;
    disk_open(&world->disk, &restored);
    /* The only thing that the store itself makes by chance. */
    memset(restored.signing_seed, 7, sizeof restored.signing_seed);
    step(world, &(struct event){.kind = EVENT_RESTORED, .as.restored = &restored});
    restored_deinit(&restored);
}

static void cut(struct peer *peer)
{
    void *line;
    peer->id.generation = 0;
    peer->paused = peer->closing = false;
    while ((line = fifo_take(&peer->lines)) != NULL)
        free(line);
}

static void end_life(struct world *world)
{
    for (int i = 0; i < world->peer_count; i++)
        cut(&world->peers[i]);
    gate_deinit(&world->gate);
    disk_close(&world->disk);
    struct hash_request *hash;
    while ((hash = fifo_take(&world->hashes)) != NULL)
        hash_request_destroy(hash);
    machine_destroy(world->machine);
    machine_destroy(world->twin);
}

struct world *world_create(const struct machine_config *config, uint64_t seed,
                           const struct world_watcher *watcher)
{
    struct world *world = calloc(1, sizeof *world);
    if (world == NULL || sodium_init() < 0)
        abort();
    world->config = *config;
    world->random.state = seed;
    world->wall_ms = WALL_START_MS;
    if (watcher != NULL)
        world->watcher = *watcher;
    world->peer_of_slot = calloc(config->max_connections, sizeof *world->peer_of_slot);
    world->generations = calloc(config->max_connections, sizeof *world->generations);
    if (world->peer_of_slot == NULL || world->generations == NULL)
        abort();
    crypto_generichash_init(&world->digest, NULL, 0, 32);
    effects_init(&world->effects);
    effects_init(&world->twin_effects);
    disk_init(&world->disk);
    world->disk.on_written = world->watcher.written;
    world->disk.context = world->watcher.context;
    begin_life(world);
    world_settle(world);
    return world;
}

void world_destroy(struct world *world)
{
    end_life(world);
    for (int i = 0; i < world->peer_count; i++) {
        struct message *message;
        while ((message = fifo_take(&world->peers[i].inbox)) != NULL)
            message_release(message);
        fifo_deinit(&world->peers[i].inbox);
        fifo_deinit(&world->peers[i].lines);
    }
    disk_deinit(&world->disk);
    effects_deinit(&world->effects);
    effects_deinit(&world->twin_effects);
    fifo_deinit(&world->hashes);
    free(world->peers);
    free(world->peer_of_slot);
    free(world->generations);
    free(world);
}

void world_crash(struct world *world, int64_t down_ms)
{
    end_life(world);
    world->now_ms += down_ms;
    world->wall_ms += down_ms;
    begin_life(world);
    world_settle(world);
}

void world_shutdown(struct world *world, int64_t retry_after_ms)
{
    step(world,
         &(struct event){.kind = EVENT_SHUTDOWN, .as.shutdown.retry_after_ms = retry_after_ms});
    world_settle(world);
}

void world_overdue(struct world *world)
{
    step(world, &(struct event){.kind = EVENT_OVERDUE});
    world_settle(world);
}

/* ---- Clients ------------------------------------------------------------------------------ */

static int new_peer(struct world *world)
{
    if (world->peer_count == world->peer_capacity) {
        world->peer_capacity = world->peer_capacity == 0 ? 16 : 2 * world->peer_capacity;
        world->peers = realloc(world->peers, (size_t)world->peer_capacity * sizeof *world->peers);
        if (world->peers == NULL)
            abort();
    }
    world->peers[world->peer_count] = (struct peer){0};
    return world->peer_count++;
}

static int connect_peer(struct world *world, uint8_t host, bool by_http)
{
    uint32_t slot = 0;
    while (slot < world->config.max_connections && world->peer_of_slot[slot] >= 0)
        slot++;
    if (slot == world->config.max_connections)
        return -1;
    int number = new_peer(world);
    struct event event = {.kind = EVENT_CONNECTED};
    event.as.connected.conn = (struct conn_id){slot, ++world->generations[slot]};
    seed_bytes(world, event.as.connected.entropy, ENTROPY_SIZE);
    const unsigned char address[16] = {[10] = 0xff, [11] = 0xff, [12] = 10, [15] = host};
    memcpy(event.as.connected.address, address, sizeof address);
    event.as.connected.by_http = by_http;
    world->peers[number].id = event.as.connected.conn;
    world->peer_of_slot[slot] = number;
    step(world, &event);
    world_settle(world);
    return number;
}

int world_connect(struct world *world, uint8_t host)
{
    return connect_peer(world, host, false);
}

int world_connect_by_http(struct world *world, uint8_t host)
{
    return connect_peer(world, host, true);
}

static void hang_up(struct world *world, struct peer *peer)
{
    struct conn_id id = peer->id;
    world->peer_of_slot[id.slot] = -1;
    cut(peer);
    step(world, &(struct event){.kind = EVENT_DISCONNECTED, .as.conn.conn = id});
}

void world_disconnect(struct world *world, int connection)
{
    assert(world_connected(world, connection));
    hang_up(world, &world->peers[connection]);
    world_settle(world);
}

bool world_connected(const struct world *world, int connection)
{
    return world->peers[connection].id.generation != 0;
}

void world_lag(struct world *world, int connection, int64_t lag_ms)
{
    assert(connection >= 0);
    world->peers[connection].lag_ms = lag_ms;
}

void world_say(struct world *world, int connection, const char *bytes, size_t length)
{
    assert(world_connected(world, connection));
    struct spoken *line = malloc(sizeof *line + length);
    if (line == NULL)
        abort();
    line->length = length;
    memcpy(line->bytes, bytes, length);
    fifo_put(&world->peers[connection].lines, line);
    if (world->watcher.said != NULL)
        world->watcher.said(world->watcher.context, connection, bytes, length);
    world_settle(world);
}

struct message *world_hear(struct world *world, int connection)
{
    return fifo_take(&world->peers[connection].inbox);
}

/* ---- Letting things happen ---------------------------------------------------------------- */

void world_write(struct world *world, size_t most)
{
    disk_write(&world->disk, most);
}

/* As driver_stored and driver_settled. */
void world_tell(struct world *world)
{
    struct store_result *result;
    while ((result = fifo_take(&world->disk.written)) != NULL) {
        gate_stored(&world->gate, result->number);
        step(world, &(struct event){.kind = EVENT_STORED, .as.stored = *result});
        free(result);
    }
    gate_release(&world->gate);
    world_settle(world);
}

void world_fetch(struct world *world)
{
    disk_fetch(&world->disk);
}

void world_answer(struct world *world)
{
    struct read_answer *answer = fifo_take(&world->disk.answered);
    if (answer == NULL)
        return;
    step(world, &(struct event){.kind = EVENT_ANSWERED, .as.answered = answer});
    read_answer_destroy(answer);
    world_settle(world);
}

/* Not a secret, but as hard to confuse as a real one, and made in no time. */
static void fake_hash(const char *password, char out[PASSWORD_HASH_SIZE])
{
    unsigned char digest[16];
    crypto_generichash(digest, sizeof digest, (const unsigned char *)password, strlen(password),
                       NULL, 0);
    memset(out, 0, PASSWORD_HASH_SIZE);
    sodium_bin2hex(out, PASSWORD_HASH_SIZE, digest, sizeof digest);
}

void world_hash(struct world *world)
{
    struct hash_request *request = fifo_take(&world->hashes);
    if (request == NULL)
        return;
    char hash[PASSWORD_HASH_SIZE];
    fake_hash(request->password, hash);
    struct event event = {.kind = EVENT_HASHED};
    event.as.hashed.ticket = request->ticket;
    event.as.hashed.ok = !request->check || strcmp(request->hash, hash) == 0;
    if (!request->check)
        memcpy(event.as.hashed.hash, hash, sizeof hash);
    step(world, &event);
    hash_request_destroy(request);
    world_settle(world);
}

static bool give_line(struct world *world, struct peer *peer)
{
    if (peer->id.generation == 0 || peer->paused || peer->closing || peer->lines.count == 0)
        return false;
    struct spoken *line = fifo_take(&peer->lines);
    struct event event = {.kind = EVENT_LINE};
    if (line->length > FRAMER_REQUEST_MAX) {
        event.kind = EVENT_TOO_LONG;
        event.as.conn.conn = peer->id;
    } else {
        event.as.line.conn = peer->id;
        event.as.line.bytes = line->bytes;
        event.as.line.length = line->length;
        event.as.line.lag_ms = peer->lag_ms;
    }
    step(world, &event);
    free(line);
    return true;
}

/* One thing that does not depend on storage: a line, or a connection the machine has closed. */
static bool settle_peers(struct world *world)
{
    for (int i = 0; i < world->peer_count; i++) {
        struct peer *peer = &world->peers[i];
        if (peer->closing) {
            hang_up(world, peer);
            return true;
        }
        if (give_line(world, peer))
            return true;
    }
    return false;
}

void world_settle(struct world *world)
{
    const struct disk *disk = &world->disk;
    while (settle_peers(world))
        ;
    if (!world->hold_commits && disk->pending.count + disk->written.count > 0) {
        world_write(world, STORE_BATCH_MAX);
        world_tell(world);
    } else if (!world->hold_reads && disk->asked.count + disk->answered.count > 0) {
        world_fetch(world);
        world_answer(world);
    } else if (!world->hold_hashes && world->hashes.count > 0) {
        world_hash(world);
    }
}

/* ---- Time --------------------------------------------------------------------------------- */

void world_stall(struct world *world, int64_t ms)
{
    assert(ms >= 0);
    world->now_ms += ms;
    world->wall_ms += ms;
}

void world_advance(struct world *world, int64_t ms)
{
    int64_t end_ms = world->now_ms + ms;
    for (;;) {
        int64_t next = machine_next_deadline(world->machine);
        if (next == INT64_MAX || next - world->life_offset_ms > end_ms)
            break;
        next -= world->life_offset_ms;
        world_stall(world, next > world->now_ms ? next - world->now_ms : 0);
        step(world, &(struct event){.kind = EVENT_TICK});
        assert(machine_next_deadline(world->machine) > world->now_ms + world->life_offset_ms);
        world_settle(world);
    }
    world_stall(world, end_ms - world->now_ms);
}

void world_digest(const struct world *world, unsigned char out[32])
{
    crypto_generichash_state state = world->digest;
    crypto_generichash_final(&state, out, 32);
}
