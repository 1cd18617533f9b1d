/* Durable before visible: holds what the machine wants sent or read until the store request it
 * rests on is on disk. One queue for everybody: numbers only grow, so what comes later never has
 * to pass what came before, and the order on every connection is that of the machine.
 * Owns what it holds. Called by the driver; knows neither sockets nor the store. */
#pragma once

#include "server/machine/effects.h"

/* Where things go once they may. Called within the gate's functions, in order. */
struct gate_exits {
    /* `held`: it was held before (gate_send said so). The message is borrowed. */
    void (*send)(void *context, struct message *message, const struct conn_id *conns, size_t count,
                 bool held);
    void (*close)(void *context, struct conn_id conn);
    void (*read)(void *context, struct read_request *request); /* is given away */
    void *context;
};

struct held; /* one thing that waits */

struct gate {
    struct gate_exits exits;
    uint64_t stored; /* number of the last store request on disk */
    struct held *ring;
    size_t head, count, capacity;
};

void gate_init(struct gate *gate, const struct gate_exits *exits);
/* Drops all that is held: nobody gets it. */
void gate_deinit(struct gate *gate);

/* Lets it through at once (false), or holds it (true): until `after` is on disk and what was held
 * before it has gone. Takes references and copies of its own; gate_read takes the request. */
bool gate_send(struct gate *gate, uint64_t after, struct message *message,
               const struct conn_id *conns, size_t count);
bool gate_close(struct gate *gate, struct conn_id conn);
bool gate_read(struct gate *gate, uint64_t after, struct read_request *request);

/* All requests up to this number are on disk; nothing is let through yet. */
void gate_stored(struct gate *gate, uint64_t number);
/* Lets through what may go. */
void gate_release(struct gate *gate);
