/* Another game between the same two, colours changed. Lives in memory, with the finished game. */
#pragma once

#include "server/machine/state.h"

/* The time for it is over: told, where one was open. */
void rematch_lapse(struct machine *machine, struct game *game);
/* The game goes from memory: nothing is told. */
void rematch_forget(struct machine *machine, struct game *game);
/* What a guest who leaves for good has asked for is told as declined: accepted later, it would
 * begin a game against nobody. */
void rematch_withdraw_all_of(struct machine *machine, const struct account *account);
