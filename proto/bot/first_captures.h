/* What the side to move may capture first, and whether it can win at once.
 * Called by the listing of candidates. RULES: "A turn", "End, skip". */
#pragma once

#include "core/position.h"
#include "core/turn.h"

/* First captures by the stack captured. Where several stacks could make one it is told for one of
 * them, by equal height where that can be, since only then the turn may go on. */
struct first_captures {
    uint64_t equal, lower; /* captured stacks, each in one of the two */
    uint8_t by[BOARD_MAX_CELLS];
};

void first_captures_find(struct first_captures *captures, const struct position *position);

/* Finds a turn that captures everything the other side has. */
bool first_captures_win(const struct first_captures *captures, const struct position *position,
                        struct turn *turn);
