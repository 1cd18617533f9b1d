/* A hash table of things found by a short string that they carry themselves.
 * Open addressing; holds pointers, owns nothing but its slots. Iteration order depends only on what
 * was put in and taken out, in which order, so that replays agree. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct table {
    void **slots; /* NULL where empty */
    size_t capacity, count;
    size_t key_offset; /* of the NUL-terminated key (a char array) inside each item */
};

void table_init(struct table *table, size_t key_offset);
void table_deinit(struct table *table);

/* NULL where there is none. */
void *table_find(const struct table *table, const char *key);
/* The key must not be in yet. */
void table_add(struct table *table, void *item);
/* The item must be in. */
void table_remove(struct table *table, const void *item);

/* For iteration: the next item from slot *at on, moving it on; NULL at the end. Start with 0, and
 * neither add nor remove meanwhile. */
void *table_next(const struct table *table, size_t *at);
