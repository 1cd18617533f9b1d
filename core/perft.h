/* Counts the tree of turns, to compare with figures from elsewhere. The one place that walks every
 * full turn of a position; recursion is bounded by the depth and the cells of the board. */
#pragma once

#include "core/position.h"
#include "core/turn.h"

/* Leaves at `depth` >= 0 plies: every prefix of a chain is a turn, a skip is one turn, a finished
 * game has no further turns (a game won at the last ply is a leaf). */
uint64_t perft_count(const struct position *position, int depth);

/* Calls `visit` with every legal full turn of the side to move, a single skip where there is none.
 */
void perft_turns(const struct position *position,
                 void (*visit)(const struct turn *turn, void *context), void *context);
