/* A first-in first-out queue of pointers, for tests. Owns its slots, never what they point to. */
#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct fifo {
    void **items;
    size_t head, count, capacity; /* the items are items[head .. head+count-1] */
};

static inline void fifo_put(struct fifo *fifo, void *item)
{
    if (fifo->head + fifo->count == fifo->capacity) {
        /* What was taken from the front is room for the back. */
        if (fifo->head > fifo->count) {
            memcpy(fifo->items, fifo->items + fifo->head, fifo->count * sizeof *fifo->items);
            fifo->head = 0;
        } else {
            fifo->capacity = fifo->capacity == 0 ? 16 : 2 * fifo->capacity;
            fifo->items = realloc(fifo->items, fifo->capacity * sizeof *fifo->items);
            if (fifo->items == NULL)
                abort();
        }
    }
    fifo->items[fifo->head + fifo->count++] = item;
}

/* The oldest, which stays; NULL where there is none. */
static inline void *fifo_first(const struct fifo *fifo)
{
    return fifo->count == 0 ? NULL : fifo->items[fifo->head];
}

static inline void *fifo_take(struct fifo *fifo)
{
    if (fifo->count == 0)
        return NULL;
    fifo->count--;
    return fifo->items[fifo->head++];
}

static inline void fifo_deinit(struct fifo *fifo)
{
    free(fifo->items);
    memset(fifo, 0, sizeof *fifo);
}
