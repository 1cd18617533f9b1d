/* Game clocks as arithmetic: time controls and what each turn does to the two clocks.
 * Never asks what time it is: the caller says how long a turn took. All times in milliseconds. */
#pragma once

#include "core/board.h"

#define CLOCK_MAX_INITIAL_MS INT64_C(10800000)
#define CLOCK_MAX_INCREMENT_MS INT64_C(180000)
#define CLOCK_MIN_PER_MOVE_MS INT64_C(60000)
#define CLOCK_MAX_PER_MOVE_MS INT64_C(1209600000)

enum time_kind {
    TIME_NONE,     /* no clock at all */
    TIME_FISCHER,  /* initial time, and an increment for every turn but the first */
    TIME_PER_MOVE, /* correspondence: each turn has the same time */
};

struct time_control {
    enum time_kind kind;
    int64_t initial_ms;   /* TIME_FISCHER: 0..CLOCK_MAX_INITIAL_MS */
    int64_t increment_ms; /* TIME_FISCHER: 0..CLOCK_MAX_INCREMENT_MS, not both 0 */
    int64_t per_move_ms;  /* TIME_PER_MOVE: CLOCK_MIN_PER_MOVE_MS..CLOCK_MAX_PER_MOVE_MS */
};

/* Speeds, by initial time + 40 increments; per-move time is correspondence. */
enum speed {
    SPEED_BULLET,
    SPEED_BLITZ,
    SPEED_RAPID,
    SPEED_CLASSICAL,
    SPEED_CORRESPONDENCE,
    SPEED_NONE, /* without a clock: no pool */
};
#define SPEED_COUNT 5

bool time_control_valid(const struct time_control *control);
bool time_control_equal(const struct time_control *a, const struct time_control *b);
enum speed time_control_speed(const struct time_control *control);
const char *speed_name(enum speed speed);

/* The two clocks. No time runs until both players have made their first turn. */
struct game_clock {
    struct time_control control;
    int64_t left_ms[2]; /* by enum color; never negative */
    uint8_t turns[2];   /* turns made, counted up to 2 */
};

void game_clock_init(struct game_clock *clock, const struct time_control *control);

/* Whether a clock runs for the side to move: there is a clock, and both have made a turn. */
bool game_clock_runs(const struct game_clock *clock);

/* Charges a turn of `by` that took spent_ms (>= 0, before credit), of which credit_ms is forgiven,
 * and adds the increment or renews the per-move time. Where no clock runs, nothing is charged and
 * no increment earned. False, with that clock at 0 and nothing else changed, where the flag had
 * fallen: the charged time is more than, or exactly, what was left. */
bool game_clock_turn(struct game_clock *clock, enum color by, int64_t spent_ms, int64_t credit_ms);

/* What is left to `color` after spent_ms of running; never negative. */
int64_t game_clock_left(const struct game_clock *clock, enum color color, int64_t spent_ms);
