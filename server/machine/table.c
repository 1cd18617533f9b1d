#include "server/machine/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void table_init(struct table *table, size_t key_offset)
{
    memset(table, 0, sizeof *table);
    table->key_offset = key_offset;
}

void table_deinit(struct table *table)
{
    free(table->slots);
    table_init(table, table->key_offset);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). Keys are random ids or names that cost a registration each,
 * and a crowded table is only slow, so the hash need not be keyed. */
static size_t hash(const char *key)
{
    uint64_t value = UINT64_C(14695981039346656037);
    for (; *key != '\0'; key++)
        value = (value ^ (unsigned char)*key) * UINT64_C(1099511628211);
    return (size_t)(value ^ (value >> 32));
}

static const char *key_of(const struct table *table, const void *item)
{
    return (const char *)item + table->key_offset;
}

/* The slot where `key` is or would go. */
static size_t slot_of(const struct table *table, const char *key)
{
    size_t mask = table->capacity - 1;
    size_t at = hash(key) & mask;
    while (table->slots[at] != NULL && strcmp(key_of(table, table->slots[at]), key) != 0)
        at = (at + 1) & mask;
    return at;
}

void *table_find(const struct table *table, const char *key)
{
    return table->count == 0 ? NULL : table->slots[slot_of(table, key)];
}

static void grow(struct table *table)
{
    struct table larger = {.capacity = table->capacity == 0 ? 16 : table->capacity * 2,
                           .count = table->count,
                           .key_offset = table->key_offset};
    larger.slots = calloc(larger.capacity, sizeof(void *));
    if (larger.slots == NULL)
        abort();
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->slots[i] != NULL)
            larger.slots[slot_of(&larger, key_of(table, table->slots[i]))] = table->slots[i];
    }
    free(table->slots);
    *table = larger;
}

void table_add(struct table *table, void *item)
{
    if ((table->count + 1) * 3 > table->capacity * 2)
        grow(table);
    size_t at = slot_of(table, key_of(table, item));
    assert(table->slots[at] == NULL);
    table->slots[at] = item;
    table->count++;
}

void table_remove(struct table *table, const void *item)
{
    size_t mask = table->capacity - 1;
    size_t hole = slot_of(table, key_of(table, item));
    assert(table->slots[hole] == item);
    table->slots[hole] = NULL;
    table->count--;
    /* Close the gap: items behind it that would no longer be found move up (Knuth 6.4, R). */
    for (size_t at = (hole + 1) & mask; table->slots[at] != NULL; at = (at + 1) & mask) {
        size_t home = hash(key_of(table, table->slots[at])) & mask;
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            table->slots[hole] = table->slots[at];
            table->slots[at] = NULL;
            hole = at;
        }
    }
}

void *table_next(const struct table *table, size_t *at)
{
    while (*at < table->capacity) {
        void *item = table->slots[(*at)++];
        if (item != NULL)
            return item;
    }
    return NULL;
}
