/* The server as a pure state machine.
 * Owns every connection's identity, every unfinished game, seek and deadline. Called by the driver
 * (server/io) and by the simulator (tests/simulation), one event at a time, from one thread.
 * Never asks for the time, for chance, for a socket or for a file: all of that comes in with an
 * event, and all it wants done goes out as an effect. The same events give the same effects, byte
 * by byte. */
#pragma once

#include "server/machine/effects.h"
#include "server/machine/event.h"

struct machine;

struct machine_config {
    const char *server;       /* "clamberd/0.1.0", for hello */
    uint32_t max_connections; /* slots of conn_id */
    uint32_t max_games;       /* games in memory, unfinished and lately finished */
    uint32_t max_outstanding; /* store requests not yet on disk before `busy` is said */
    int turn_limit;           /* turns after which a game ends without a winner */
    bool open_limits;         /* no rate limits */
};

/* The defaults; the caller changes what it wants. */
void machine_config_init(struct machine_config *config);

/* NULL where memory is out. `seed` is the first entropy of the machine; each connection adds more.
 */
struct machine *machine_create(const struct machine_config *config, const unsigned char seed[32]);
void machine_destroy(struct machine *machine);

/* Handles one event and appends what is to be done to *effects (not cleared here). Every step first
 * fires the deadlines due at event->now_ms. The event still belongs to the caller, all it points to
 * too, save the answer of EVENT_ANSWERED, which is only read. */
void machine_step(struct machine *machine, const struct event *event, struct effects *effects);

/* now_ms at which the next deadline is due; INT64_MAX where there is none. The driver sends an
 * EVENT_TICK then (a later one, or another event, does as well). */
int64_t machine_next_deadline(const struct machine *machine);

/* For metrics and the driver's decisions. */
struct machine_counts {
    uint32_t connections, signed_in, games, seeks, accounts, hashing, reading;
    uint64_t stored, issued; /* store requests on disk, and issued */
};
void machine_counts(const struct machine *machine, struct machine_counts *counts);
