/* Open seeks: the list, the lobby that follows it, and which seeks fit. */
#pragma once

#include "server/machine/state.h"

/* A new seek in the list, not yet told to the lobby. */
struct seek *seek_add(struct machine *machine, struct account *account, const struct seek_row *row,
                      bool stored);
/* Takes it out, tells the lobby, frees it. The store is told by whoever knows why it goes. */
void seek_remove(struct machine *machine, struct seek *seek);
/* For a stored one, a store request that drops it; otherwise nothing. */
void seek_store_drop(struct machine *machine, const struct seek *seek);
struct seek *seek_find(struct machine *machine, const char *id);
void seek_tell_added(struct machine *machine, const struct seek *seek);
void seek_write(struct writer *writer, const struct seek *seek);

/* Whether the account may take the seek as its opponent: its rating is in the range. */
bool seek_admits(const struct seek *seek, const struct account_row *account);
/* Whether two seeks fit, each of its own account. */
bool seek_fits(const struct seek_row *a, const struct account_row *account_a, const struct seek *b);

/* The owner's seeks that live in memory go, on absence; the clocked ones, when one was taken. */
void seek_drop_in_memory(struct machine *machine, struct account *account);
void seek_drop_clocked(struct machine *machine, struct account *account);
/* Those older than PAIRING_LIFE_MS go; the store drops its own in the sweep. */
void seek_drop_expired(struct machine *machine);
void seek_free_all(struct machine *machine);
