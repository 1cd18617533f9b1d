/* Seeded random play, put together step by step as a client would. The same seed gives the same
 * game on every machine. For tests and benchmarks only. */
#pragma once

#include "core/referee.h"
#include "tests/support/random.h"

/* 0..count-1, near enough to evenly for tests. */
static inline int random_index(struct random *random, int count)
{
    return (int)random_below(random, (uint32_t)count);
}

/* A legal turn of the side to move, which must have one: any placement or first capture is as
 * likely as any other, and a chain goes on three times in four. */
struct turn random_turn(struct random *random, const struct position *position);
