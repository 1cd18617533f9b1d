/* Seeded random play, put together step by step as a client would. The same seed gives the same game
 * on every machine. For tests and benchmarks only. */
#pragma once

#include "core/referee.h"

struct random {
    uint64_t state;
};

void random_init(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);

/* 0..bound-1, near enough to evenly for tests. */
int random_below(struct random *random, int bound);

/* A legal turn of the side to move, which must have one: any placement or first capture is as likely
 * as any other, and a chain goes on three times in four. */
struct turn random_turn(struct random *random, const struct position *position);
