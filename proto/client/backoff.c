#include "proto/client/backoff.h"

int64_t backoff_next(struct backoff *backoff, uint32_t chance)
{
    int64_t span = BACKOFF_FIRST_MS;
    for (int i = 0; i < backoff->failures && span < BACKOFF_LONGEST_MS; i++)
        span *= 2;
    if (span > BACKOFF_LONGEST_MS)
        span = BACKOFF_LONGEST_MS;
    else
        backoff->failures++;
    int64_t half = span / 2;
    return half + (int64_t)(chance % (uint32_t)(span - half + 1));
}

void backoff_reset(struct backoff *backoff)
{
    backoff->failures = 0;
}
