/* How long a player with a clock may think about one turn, so that the clock never runs out.
 * Arithmetic only. Called by whoever plays with a thinker. */
#pragma once

#include "core/clock.h"

/* Where no clock presses. */
#define BUDGET_MOST_MS INT64_C(10000)
/* Kept back from every clock for what is not thinking: the network, a busy machine. */
#define BUDGET_RESERVE_MS INT64_C(500)

/* Milliseconds, from 0 (play at once) to BUDGET_MOST_MS, with `left_ms` on the clock. `games` >= 1
 * is how many clocks run at once for the same thinker: each has its share. */
int64_t budget_ms(const struct time_control *control, int64_t left_ms, int games);
