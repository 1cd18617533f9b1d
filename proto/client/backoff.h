/* How long to wait before trying a lost connection again: longer with every failure, and never in
 * step with the other clients of the same server. Pure: chance comes in from outside. */
#pragma once

#include <stdint.h>

#define BACKOFF_FIRST_MS INT64_C(250)
#define BACKOFF_LONGEST_MS INT64_C(15000)

struct backoff {
    int failures; /* since the last success */
};

/* Counts one failure and gives the wait that follows: between half and the whole of a span that
 * doubles from BACKOFF_FIRST_MS up to BACKOFF_LONGEST_MS. `chance` is any random number. */
int64_t backoff_next(struct backoff *backoff, uint32_t chance);

/* The connection stands again. */
void backoff_reset(struct backoff *backoff);
