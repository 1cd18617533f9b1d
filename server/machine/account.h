/* Accounts in memory: those that are connected, playing or seeking. */
#pragma once

#include "server/machine/state.h"

/* The account of a row from the store. One that is in memory already is newer and wins. */
struct account *account_load(struct machine *machine, const struct account_row *row);
/* NULL where it is not in memory. */
struct account *account_find(struct machine *machine, const char *id);
struct account *account_find_name(struct machine *machine, const char *name);

/* To be called when it may have lost its last connection, game or seek. It is not freed before the
 * end of the step: whoever calls may still hold it. */
void account_settle(struct machine *machine, struct account *account);
/* Frees accounts that have been idle since before the reads answered by now. At the end of a step
 * only. */
void account_free_idle(struct machine *machine);
void account_free_all(struct machine *machine);

/* To be called when a guest may have lost its token or its last game: where neither is left, it is
 * deleted. Others stay. */
void account_close_guest(struct machine *machine, const struct account *account);

/* Takes over whom it ignores, from the answer it signs in with. */
void account_know_ignored(struct account *account, const struct read_answer *answer);
/* Adds one to those it ignores; there must be room. */
void account_ignore(struct account *account, const char *other);
bool account_ignores(const struct account *account, const char *other);

/* The name in lower case. */
void account_key(const char *name, char key[NAME_SIZE]);

/* For show: its rating in a pool, rounded; PLAYER_UNRATED for guests and without a pool. */
int account_rating(const struct account_row *row, int pool);
void account_view(const struct account_row *row, int64_t wall_ms, struct user_view *view);
