/* A whole server without sockets, threads or time: the machine, the driver's own gate and the real
 * store, with clients that are numbers and a clock that is a variable.
 * Owned by a test, which says what happens and when: who connects and says what, what gets on disk
 * and when the machine learns of it, how time passes, when the process dies. The same calls with
 * the same seed give the same bytes. A second machine gets every event too and must want the same
 * done, byte for byte: that is what "pure" means. A difference, as any bug, ends the process. */
#pragma once

#include <sodium.h>
#include <stdio.h>

#include "server/io/gate.h"
#include "server/machine/machine.h"
#include "tests/support/disk.h"
#include "tests/support/random.h"

/* A client's end of a connection. */
struct peer {
    struct conn_id id; /* generation 0: the connection is gone */
    int64_t lag_ms;    /* its network's, there and back */
    bool paused;
    bool closing;      /* by the machine; it is told that it is gone after the step */
    struct fifo lines; /* struct spoken: said, but not yet handed to the machine */
    struct fifo inbox; /* struct message: shown to it, not yet looked at by the test */
};

/* Who is told at once of what happens; each may be NULL. */
struct world_watcher {
    /* `connection` is shown a message: it is in its inbox, too. */
    void (*shown)(void *context, int connection, const struct message *message);
    /* `connection` says a line, which may still have to wait. */
    void (*said)(void *context, int connection, const char *bytes, size_t length);
    /* A request is on disk; the machine has not been told yet. */
    void (*written)(void *context, const struct store_request *request,
                    const struct store_result *result);
    void *context;
};

struct world {
    struct machine_config config;
    struct world_watcher watcher;
    struct random random;
    FILE *trace; /* where all that happens is told; NULL for nowhere */

    int64_t now_ms;         /* since the beginning of this world */
    int64_t wall_ms;        /* what the wall clock shows; may be moved */
    int64_t life_offset_ms; /* from now_ms to the monotonic clock of this process */

    struct machine *machine, *twin;
    struct effects effects, twin_effects;
    struct gate gate;
    uint64_t issued; /* store requests of this process */
    struct disk disk;
    struct fifo hashes; /* struct hash_request: not yet made */
    struct peer *peers;
    int peer_count, peer_capacity;
    int *peer_of_slot;     /* by slot: the peer, or -1 */
    uint32_t *generations; /* by slot: the last used */

    /* What the test does itself, by the functions below; the rest happens at once. */
    bool hold_commits, hold_reads, hold_hashes;

    crypto_generichash_state digest; /* over all that happened */
};

/* A server that starts with an empty folder. `watcher` may be NULL. */
struct world *world_create(const struct machine_config *config, uint64_t seed,
                           const struct world_watcher *watcher);
void world_destroy(struct world *world);

/* ---- Clients. All of these let happen at once whatever is not held. ---- */

/* From the address 10.0.0.`host`. Gives its number, which is never used again; -1 where all slots
 * are taken (the driver refuses such a connection by itself). */
int world_connect(struct world *world, uint8_t host);
int world_connect_by_http(struct world *world, uint8_t host);
void world_disconnect(struct world *world, int connection);
bool world_connected(const struct world *world, int connection);
/* From now on its lines come over a network that takes so long there and back. */
void world_lag(struct world *world, int connection, int64_t lag_ms);
/* A request line without its end. A paused connection's waits, as do those behind it. */
void world_say(struct world *world, int connection, const char *bytes, size_t length);
/* The oldest message not looked at, to be released with message_release; NULL where there is none.
 */
struct message *world_hear(struct world *world, int connection);

/* ---- Storage and hashing, where they are held ---- */

/* The oldest `most` requests get on disk, and nobody is told yet. */
void world_write(struct world *world, size_t most);
/* The machine is told of all that is on disk, and what rested on it goes out. */
void world_tell(struct world *world);
/* The oldest read is looked up; the oldest looked up is handed over. */
void world_fetch(struct world *world);
void world_answer(struct world *world);
/* The oldest password is hashed. */
void world_hash(struct world *world);
/* Lets happen whatever can and is not held. */
void world_settle(struct world *world);

/* ---- Time ---- */

/* Time passes, and the machine is woken at each of its deadlines. */
void world_advance(struct world *world, int64_t ms);
/* Time passes, and the machine is not woken: the loop was busy with something else. */
void world_stall(struct world *world, int64_t ms);

/* ---- Ends ---- */

/* The process dies: what is not on disk is lost, all connections are cut; after `down_ms` another
 * one starts on the same folder. */
void world_crash(struct world *world, int64_t down_ms);
/* The machine hears that the process is to stop. */
void world_shutdown(struct world *world, int64_t retry_after_ms);
/* And then that the stop waits no longer. */
void world_overdue(struct world *world);

/* Over all events and all effects so far. */
void world_digest(const struct world *world, unsigned char out[32]);
