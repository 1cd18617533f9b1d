/* The time that players' clocks are charged by: monotonic, in milliseconds, without the stalls.
 *
 * A stall is time in which the loop could not attend to anybody: the process was stopped (SIGSTOP,
 * a debugger, a frozen virtual machine), starved of the processor, or one round of the loop had
 * more work than it should. A player whose move lay in the socket meanwhile must not lose by it.
 *
 * It works because the loop says, before it waits, for how long at most. From then until it is
 * about to wait again (one round), no more than that much waiting and a little work should pass.
 * Where more than STOPWATCH_SLACK_MS beyond it has passed, the round was stalled: the watch then
 * stands at what was wanted (never less than what it has shown) until the next round. So a stall
 * in the wait costs at most the wait, and a round with too much work at most the slack. The driver
 * keeps waits short while any clock runs, since the end of a long wait says nothing of when within
 * it the process was stopped.
 *
 * Pure: the raw time is an argument. */
#pragma once

#include <stdint.h>

/* Work of one round that is still taken for the normal course of things. */
#define STOPWATCH_SLACK_MS 250
/* A wait without end: nothing is running, so there is nobody to charge. */
#define STOPWATCH_FOREVER (-1)

struct stopwatch {
    int64_t round_raw; /* raw time at which this round began */
    int64_t round_now; /* what the watch showed then */
    int64_t wanted;    /* longest wait of this round, or STOPWATCH_FOREVER */
    int64_t shown;     /* the last reading */
};

void stopwatch_init(struct stopwatch *stopwatch, int64_t raw_ms);

/* What the watch shows at that raw time. Never goes back. */
int64_t stopwatch_read(struct stopwatch *stopwatch, int64_t raw_ms);

/* A new round begins: the loop is about to wait, at most `wanted_ms`. Returns how much of the round
 * that ends here was a stall and is charged to nobody. */
int64_t stopwatch_round(struct stopwatch *stopwatch, int64_t raw_ms, int64_t wanted_ms);
