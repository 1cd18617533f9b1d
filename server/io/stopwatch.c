#include "server/io/stopwatch.h"

#include <assert.h>

void stopwatch_init(struct stopwatch *stopwatch, int64_t raw_ms)
{
    *stopwatch = (struct stopwatch){
        .round_raw = raw_ms, .round_now = raw_ms, .wanted = STOPWATCH_FOREVER, .shown = raw_ms};
}

int64_t stopwatch_read(struct stopwatch *stopwatch, int64_t raw_ms)
{
    int64_t passed = raw_ms - stopwatch->round_raw;
    if (stopwatch->wanted != STOPWATCH_FOREVER && passed > stopwatch->wanted + STOPWATCH_SLACK_MS)
        passed = stopwatch->wanted;
    int64_t now = stopwatch->round_now + passed;
    if (now > stopwatch->shown)
        stopwatch->shown = now;
    return stopwatch->shown;
}

int64_t stopwatch_round(struct stopwatch *stopwatch, int64_t raw_ms, int64_t wanted_ms)
{
    assert(wanted_ms >= 0 || wanted_ms == STOPWATCH_FOREVER);
    int64_t now = stopwatch_read(stopwatch, raw_ms);
    int64_t stalled = (raw_ms - stopwatch->round_raw) - (now - stopwatch->round_now);
    stopwatch->round_raw = raw_ms;
    stopwatch->round_now = now;
    stopwatch->wanted = wanted_ms;
    return stalled;
}
