#include "server/io/clients.h"

#include <assert.h>
#include <stdlib.h>

void clients_init(struct clients *clients, uint32_t capacity)
{
    *clients = (struct clients){.capacity = capacity};
    clients->slots = calloc(capacity, sizeof(struct client *));
    clients->generations = calloc(capacity, sizeof *clients->generations);
    clients->free_slots = calloc(capacity, sizeof *clients->free_slots);
    if (clients->slots == NULL || clients->generations == NULL || clients->free_slots == NULL)
        abort();
    for (uint32_t i = 0; i < capacity; i++)
        clients->free_slots[i] = capacity - 1 - i;
}

void clients_deinit(struct clients *clients)
{
    assert(clients->count == 0 && clients->awake_count == 0);
    free(clients->slots);
    free(clients->generations);
    free(clients->free_slots);
    free(clients->awake);
    *clients = (struct clients){0};
}

bool clients_full(const struct clients *clients)
{
    return clients->count == clients->capacity;
}

bool clients_crowded(const struct clients *clients)
{
    return clients->count > clients->capacity / 2;
}

struct conn_id clients_add(struct clients *clients, struct client *client)
{
    assert(!clients_full(clients));
    uint32_t slot = clients->free_slots[clients->capacity - 1 - clients->count];
    clients->count++;
    clients->slots[slot] = client;
    /* Generation 0 is nobody, also after four thousand million connections. */
    if (++clients->generations[slot] == 0)
        clients->generations[slot] = 1;
    return (struct conn_id){.slot = slot, .generation = clients->generations[slot]};
}

/* No longer among the awake; the last takes its place. */
static void clients_let_sleep(struct clients *clients, struct client *client)
{
    if (client->awake == 0)
        return;
    struct client *last = clients->awake[--clients->awake_count];
    clients->awake[client->awake - 1] = last;
    last->awake = client->awake;
    client->awake = 0;
}

void clients_remove(struct clients *clients, struct client *client)
{
    clients_let_sleep(clients, client);
    if (client->id.generation == 0)
        return;
    assert(clients->slots[client->id.slot] == client);
    clients->slots[client->id.slot] = NULL;
    clients->count--;
    clients->free_slots[clients->capacity - 1 - clients->count] = client->id.slot;
}

struct client *clients_find(const struct clients *clients, struct conn_id id)
{
    if (id.slot >= clients->capacity || id.generation == 0)
        return NULL;
    return clients->generations[id.slot] == id.generation ? clients->slots[id.slot] : NULL;
}

void clients_wake(struct clients *clients, struct client *client)
{
    if (client->awake != 0)
        return;
    if (clients->awake_count == clients->awake_capacity) {
        clients->awake_capacity = clients->awake_capacity == 0 ? 64 : 2 * clients->awake_capacity;
        clients->awake = realloc(clients->awake, clients->awake_capacity * sizeof(struct client *));
        if (clients->awake == NULL)
            abort();
    }
    clients->awake[clients->awake_count++] = client;
    client->awake = clients->awake_count;
}

void clients_settle(struct clients *clients)
{
    /* Handing over a line may wake others, which are then part of the same round. */
    for (size_t i = 0; i < clients->awake_count; i++)
        client_give(clients->awake[i]);
    size_t kept = 0;
    size_t settled = clients->awake_count;
    for (size_t i = 0; i < settled; i++) {
        struct client *client = clients->awake[i];
        client->awake = 0;
        client_settle(client);
        if (client->awake == 0 && client_may_give_more(client)) {
            clients->awake[kept++] = client;
            client->awake = kept;
        }
    }
    /* Those that got something to do by being settled: a farewell to be written. */
    for (size_t i = settled; i < clients->awake_count; i++) {
        clients->awake[kept++] = clients->awake[i];
        clients->awake[kept - 1]->awake = kept;
    }
    clients->awake_count = kept;
}
