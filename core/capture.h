/* One capture: what a stack may take, and what taking does. RULES: "A turn".
 * Shared by the referee, which checks given turns, perft, which walks all of them, and the search
 * of the bot, which looks at a great many. Every function here is about the side to move; none
 * changes whose move it is. Nobody else should need this header: ask the referee. */
#pragma once

#include "core/position.h"

/* Neighbouring enemy stacks lower than the stack on `cell`, which is of the side to move. */
uint64_t capture_lower(const struct position *position, int cell);

/* Enemy stacks as high as the stack on `cell` (of the side to move) in groups that touch it. None
 * at a height of UINT16_MAX: the captured stack could not be counted. */
uint64_t capture_equal(const struct position *position, int cell);

/* Enemy stacks of exactly this height, wherever they are. */
uint64_t capture_enemies_of_height(const struct position *position, unsigned height);

/* Captures the enemy stack on `cell`: it changes owner and grows by one, and the rest of its
 * subgroup leaves the board. True where the enemy has no stack left: the game is won. */
bool capture_take(struct position *position, int cell);
