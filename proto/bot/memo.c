#include "proto/bot/memo.h"

#include <assert.h>
#include <string.h>

void memo_init(struct memo *memo, void *memory, size_t bytes)
{
    uint64_t count = 2;
    assert(bytes >= count * sizeof(struct memo_entry));
    while (2 * count * sizeof(struct memo_entry) <= bytes)
        count *= 2;
    memo->entries = memory;
    memo->room = count;
    memo_clear(memo, count);
}

void memo_clear(struct memo *memo, uint64_t most)
{
    uint64_t count = 2;
    while (count < memo->room && count < most)
        count *= 2;
    memo->mask = count - 1;
    memset(memo->entries, 0, (memo->mask + 1) * sizeof *memo->entries);
}

/* Two neighbouring entries are one bucket: the first keeps the deeper result, the second the last.
 */
static struct memo_entry *bucket(const struct memo *memo, uint64_t hash)
{
    return &memo->entries[hash & memo->mask & ~UINT64_C(1)];
}

static uint32_t key_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

const struct memo_entry *memo_find(const struct memo *memo, uint64_t hash)
{
    const struct memo_entry *entry = bucket(memo, hash);
    for (int i = 0; i < 2; i++)
        if (entry[i].bound != MEMO_NONE && entry[i].key == key_of(hash))
            return &entry[i];
    return NULL;
}

void memo_store(struct memo *memo, uint64_t hash, const struct memo_entry *entry)
{
    struct memo_entry *first = bucket(memo, hash);
    bool takes_first =
        first->bound == MEMO_NONE || first->key == key_of(hash) || first->depth <= entry->depth;
    struct memo_entry *at = takes_first ? first : first + 1;
    *at = *entry;
    at->key = key_of(hash);
}
