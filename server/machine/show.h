/* Games for show: views of what is in memory. */
#pragma once

#include "server/machine/state.h"

/* A summary's members; `view` borrows from the game. */
void show_summary(const struct game *game, struct game_view *view);
/* All of a snapshot, as of now. `moves` and `position` point into the machine's and the game's own
 * storage, good until the next call. */
void show_snapshot(struct machine *machine, struct game *game, struct game_view *view);
/* A row of the store as a summary. */
void show_row(const struct game_row *row, struct game_view *view);
/* The clocks as they stand at this moment. */
void show_clock(const struct machine *machine, const struct game *game, struct clock_view *view);
