/* Random numbers for tests: the same seed gives the same numbers everywhere. */
#pragma once

#include <stdint.h>

struct random {
    uint64_t state;
};

/* splitmix64 */
static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0..limit-1; `limit` is small, so that the bias does not matter. */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
    return (uint32_t)(random_next(random) % limit);
}
