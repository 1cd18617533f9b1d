/* All connections: their slots and generations, and which of them have something to do.
 * Owned by the driver. Ids, not pointers, go to other layers: what comes late for a connection that
 * is gone finds nobody. */
#pragma once

#include "server/io/client.h"

struct clients {
    uint32_t capacity;
    uint32_t count;
    struct client **slots; /* NULL where free */
    uint32_t *generations; /* of the slot's last connection */
    uint32_t *free_slots;  /* the last `capacity - count` uses are a stack of what is free */
    struct client **awake; /* those with something to do, each once */
    size_t awake_count, awake_capacity;
};

/* Aborts where memory is out. */
void clients_init(struct clients *clients, uint32_t capacity);
/* All must have gone. */
void clients_deinit(struct clients *clients);

bool clients_full(const struct clients *clients);
/* More than half of the slots are taken. */
bool clients_crowded(const struct clients *clients);
/* Gives it a slot. Not where full. */
struct conn_id clients_add(struct clients *clients, struct client *client);
void clients_remove(struct clients *clients, struct client *client);

/* NULL where that connection is gone. */
struct client *clients_find(const struct clients *clients, struct conn_id id);

/* Notes, once, that it has something to do. */
void clients_wake(struct clients *clients, struct client *client);

/* Lets each that is awake hand over lines, then settles each. Those that could go on at once stay
 * awake. */
void clients_settle(struct clients *clients);
