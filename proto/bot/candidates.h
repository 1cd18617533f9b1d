/* The turns that a search looks at in one position: every placement, every first capture, and as
 * many chains as there is room for, each leading to another position. Turns that differ only in the
 * stack that captures first lead to equal positions and are listed once. No other two do: a chain
 * captures at heights that grow by one, so the position after it tells what it captured in order.
 * Owns nothing; the memory is the search's. RULES: "A turn". */
#pragma once

#include "core/turn.h"
#include "proto/bot/evaluate.h"

struct candidate {
    uint64_t hash; /* of the position after it, with the other side to move */
    int32_t value; /* of that position, for the side that made the turn */
    struct turn turn;
};

struct candidates {
    struct candidate *items;
    int room; /* at least CANDIDATES_MIN_ROOM */
    int count;
    bool wins; /* the one item wins at once */
};

/* Every placement and every first capture has room. */
#define CANDIDATES_MIN_ROOM BOARD_MAX_CELLS

/* Lists the turns of the side to move, none where it is skipped; a turn that wins is always found,
 * and then listed alone. `hash` is that of the position. */
void candidates_list(struct candidates *candidates, const struct position *position, uint64_t hash,
                     const struct evaluator *evaluator);

/* The same without placements. */
void candidates_list_captures(struct candidates *candidates, const struct position *position,
                              uint64_t hash, const struct evaluator *evaluator);

/* Plays a listed turn, which is known to be legal. */
void candidates_play(struct position *position, const struct turn *turn);
