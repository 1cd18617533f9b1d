#include "core/clock.h"

#include <assert.h>

#define MINUTE_MS INT64_C(60000)
/* A game is taken to last this many turns of each player when its speed is told. */
#define TYPICAL_TURNS 40

bool time_control_valid(const struct time_control *control)
{
    switch (control->kind) {
    case TIME_NONE:
        return true;
    case TIME_FISCHER:
        return control->initial_ms >= 0 && control->initial_ms <= CLOCK_MAX_INITIAL_MS &&
               control->increment_ms >= 0 && control->increment_ms <= CLOCK_MAX_INCREMENT_MS &&
               (control->initial_ms > 0 || control->increment_ms > 0);
    case TIME_PER_MOVE:
        return control->per_move_ms >= CLOCK_MIN_PER_MOVE_MS &&
               control->per_move_ms <= CLOCK_MAX_PER_MOVE_MS;
    }
    return false; /* a kind from outside the enum, read from a file or the wire */
}

/* Fields that do not belong to the kind are not looked at, here and elsewhere. */
bool time_control_equal(const struct time_control *a, const struct time_control *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TIME_NONE:
        return true;
    case TIME_FISCHER:
        return a->initial_ms == b->initial_ms && a->increment_ms == b->increment_ms;
    case TIME_PER_MOVE:
        return a->per_move_ms == b->per_move_ms;
    }
    assert(false && "a kind outside the enum");
    return false;
}

static enum speed fischer_speed(const struct time_control *control)
{
    int64_t expected_ms = control->initial_ms + TYPICAL_TURNS * control->increment_ms;
    if (expected_ms < 3 * MINUTE_MS)
        return SPEED_BULLET;
    if (expected_ms < 8 * MINUTE_MS)
        return SPEED_BLITZ;
    if (expected_ms < 25 * MINUTE_MS)
        return SPEED_RAPID;
    return SPEED_CLASSICAL;
}

enum speed time_control_speed(const struct time_control *control)
{
    switch (control->kind) {
    case TIME_NONE:
        return SPEED_NONE;
    case TIME_FISCHER:
        return fischer_speed(control);
    case TIME_PER_MOVE:
        return SPEED_CORRESPONDENCE;
    }
    assert(false && "a kind outside the enum");
    return SPEED_NONE;
}

const char *speed_name(enum speed speed)
{
    switch (speed) {
    case SPEED_BULLET:
        return "bullet";
    case SPEED_BLITZ:
        return "blitz";
    case SPEED_RAPID:
        return "rapid";
    case SPEED_CLASSICAL:
        return "classical";
    case SPEED_CORRESPONDENCE:
        return "correspondence";
    case SPEED_NONE:
        return "none";
    }
    assert(false && "a speed outside the enum");
    return "none";
}

static int64_t starting_time(const struct time_control *control)
{
    switch (control->kind) {
    case TIME_NONE:
        return 0;
    case TIME_FISCHER:
        return control->initial_ms > 0 ? control->initial_ms : control->increment_ms;
    case TIME_PER_MOVE:
        return control->per_move_ms;
    }
    assert(false && "a kind outside the enum");
    return 0;
}

void game_clock_init(struct game_clock *clock, const struct time_control *control)
{
    assert(time_control_valid(control));
    int64_t start_ms = starting_time(control);
    *clock = (struct game_clock){.control = *control, .left_ms = {start_ms, start_ms}};
}

bool game_clock_runs(const struct game_clock *clock)
{
    return clock->control.kind != TIME_NONE && clock->turns[COLOR_BLUE] > 0 &&
           clock->turns[COLOR_RED] > 0;
}

/* Takes the time of a turn from what is left; false, and nothing left, where it was not enough. */
static bool charge(struct game_clock *clock, enum color by, int64_t charged_ms)
{
    if (charged_ms >= clock->left_ms[by]) {
        clock->left_ms[by] = 0;
        return false;
    }
    if (clock->control.kind == TIME_PER_MOVE)
        clock->left_ms[by] = clock->control.per_move_ms;
    else
        clock->left_ms[by] += clock->control.increment_ms - charged_ms;
    return true;
}

bool game_clock_turn(struct game_clock *clock, enum color by, int64_t spent_ms, int64_t credit_ms)
{
    assert(spent_ms >= 0 && credit_ms >= 0);
    int64_t charged_ms = spent_ms > credit_ms ? spent_ms - credit_ms : 0;
    if (game_clock_runs(clock) && !charge(clock, by, charged_ms))
        return false;
    if (clock->turns[by] < 2)
        clock->turns[by]++;
    return true;
}

int64_t game_clock_left(const struct game_clock *clock, enum color color, int64_t spent_ms)
{
    assert(spent_ms >= 0);
    int64_t left_ms = clock->left_ms[color];
    return spent_ms < left_ms ? left_ms - spent_ms : 0;
}
