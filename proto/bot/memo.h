/* What a search remembers of positions it has seen: a table of fixed size in memory given by the
 * caller, where newer and deeper results take the place of others. Called by the search only. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memo_bound {
    MEMO_NONE, /* an empty entry */
    MEMO_EXACT,
    MEMO_AT_LEAST,
    MEMO_AT_MOST,
};

struct memo_entry {
    uint32_t key;  /* the high half of the position's hash */
    uint32_t best; /* the low half of the hash that the best turn leads to */
    int16_t value;
    uint8_t depth;
    uint8_t bound; /* enum memo_bound */
};

struct memo {
    struct memo_entry *entries;
    uint64_t room; /* a power of two, as is the number in use */
    uint64_t mask; /* the number in use, less one */
};

/* Makes as many entries as `bytes` has room for, at least two, at `memory`, which is aligned for
 * one. The memory stays the caller's. */
void memo_init(struct memo *memo, void *memory, size_t bytes);

/* Forgets everything, and uses no more entries than `most` from now on, or a few: a short search
 * need not clear a large table. */
void memo_clear(struct memo *memo, uint64_t most);

/* NULL where nothing is known. The pointer is good until the next store. */
const struct memo_entry *memo_find(const struct memo *memo, uint64_t hash);

void memo_store(struct memo *memo, uint64_t hash, const struct memo_entry *entry);
