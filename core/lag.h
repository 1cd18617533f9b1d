/* Credit for the time that turns spend on the network, within a quota, so that it cannot be used to
 * think. After lila's and scalachess' LagTracker (lichess.org): a quota that every turn refills by
 * a fixed gain, up to a maximum. Pure arithmetic; who measures the lag is not its business. */
#pragma once

#include "core/clock.h"

struct lag_quota {
    int64_t left_ms; /* never negative */
};

/* Three gains to begin with; none where the clock is not a Fischer clock. */
void lag_quota_init(struct lag_quota *quota, const struct time_control *control);

/* What of lag_ms (>= 0) may be credited for one turn. */
int64_t lag_quota_credit(const struct lag_quota *quota, int64_t lag_ms);

/* A turn was credited credit_ms, which was allowed: the quota loses that and gains its refill. */
void lag_quota_use(struct lag_quota *quota, const struct time_control *control, int64_t credit_ms);
