/* Rating pools: board size and speed, "3-blitz". */
#pragma once

#include "core/clock.h"

#define POOL_COUNT 10
#define POOL_NONE (-1)

/* The pool of a game: 0..POOL_COUNT-1, or POOL_NONE without a clock. */
int pool_of(int size, const struct time_control *control);

/* "3-blitz"; NULL for POOL_NONE. */
const char *pool_name(int pool);

/* The pool of that name, or POOL_NONE where there is none. */
int pool_parse(const char *name);
