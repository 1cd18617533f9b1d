#include "core/lag.h"

#include <assert.h>

#define GAINS_AT_START 3
#define GAINS_AT_MOST 7

/* Games of 3 minutes and more gain a second a turn; shorter ones in proportion, and a little. */
static int64_t gain_ms(const struct time_control *control)
{
    if (control->kind != TIME_FISCHER)
        return 0;
    int64_t expected_ms = control->initial_ms + 40 * control->increment_ms;
    return expected_ms >= 180000 ? 1000 : expected_ms * 4 / 900 + 200;
}

void lag_quota_init(struct lag_quota *quota, const struct time_control *control)
{
    quota->left_ms = GAINS_AT_START * gain_ms(control);
}

int64_t lag_quota_credit(const struct lag_quota *quota, int64_t lag_ms)
{
    assert(lag_ms >= 0);
    return lag_ms < quota->left_ms ? lag_ms : quota->left_ms;
}

void lag_quota_use(struct lag_quota *quota, const struct time_control *control, int64_t credit_ms)
{
    assert(credit_ms >= 0 && credit_ms <= quota->left_ms);
    int64_t most = GAINS_AT_MOST * gain_ms(control);
    int64_t left = quota->left_ms - credit_ms + gain_ms(control);
    quota->left_ms = left < most ? left : most;
}
