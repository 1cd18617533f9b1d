#include "proto/bot/budget.h"

#include <assert.h>

/* A game may go on for hundreds of turns, so what is left is never spent but in shares of itself;
 * of what each turn earns, most may go. */
#define TURNS_TO_COME 30

static int64_t at_most(int64_t value, int64_t most)
{
    return value < most ? value : most;
}

int64_t budget_ms(const struct time_control *control, int64_t left_ms, int games)
{
    assert(left_ms >= 0 && games >= 1);
    if (control->kind == TIME_NONE)
        return BUDGET_MOST_MS;
    int64_t usable = left_ms - BUDGET_RESERVE_MS;
    if (usable <= 0)
        return 0;
    int64_t increment = control->kind == TIME_FISCHER ? control->increment_ms : 0;
    int64_t share = usable / TURNS_TO_COME + increment * 3 / 4;
    return at_most(at_most(share, usable / 2) / games, BUDGET_MOST_MS);
}
