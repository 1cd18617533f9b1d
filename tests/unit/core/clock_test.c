#include "core/clock.h"

#include "tests/support/cmocka_test.h"

static struct time_control fischer(int64_t initial_ms, int64_t increment_ms)
{
    return (struct time_control){
        .kind = TIME_FISCHER, .initial_ms = initial_ms, .increment_ms = increment_ms};
}

static struct time_control per_move(int64_t per_move_ms)
{
    return (struct time_control){.kind = TIME_PER_MOVE, .per_move_ms = per_move_ms};
}

static const struct time_control no_clock = {.kind = TIME_NONE};

/* A clock of which both players have made their free first turn. */
static struct game_clock running(struct time_control control)
{
    struct game_clock clock;
    game_clock_init(&clock, &control);
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 0, 0));
    assert_true(game_clock_turn(&clock, COLOR_RED, 0, 0));
    return clock;
}

static void limits_of_time_controls(void **state)
{
    (void)state;
    const struct {
        struct time_control control;
        bool valid;
    } cases[] = {
        {no_clock, true},
        {fischer(0, 0), false},
        {fischer(1, 0), true},
        {fischer(0, 1), true},
        {fischer(-1, 1), false},
        {fischer(1, -1), false},
        {fischer(CLOCK_MAX_INITIAL_MS, CLOCK_MAX_INCREMENT_MS), true},
        {fischer(CLOCK_MAX_INITIAL_MS + 1, 0), false},
        {fischer(0, CLOCK_MAX_INCREMENT_MS + 1), false},
        {per_move(CLOCK_MIN_PER_MOVE_MS - 1), false},
        {per_move(CLOCK_MIN_PER_MOVE_MS), true},
        {per_move(CLOCK_MAX_PER_MOVE_MS), true},
        {per_move(CLOCK_MAX_PER_MOVE_MS + 1), false},
        {{.kind = (enum time_kind)77}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(time_control_valid(&cases[i].control), cases[i].valid);
}

static void speeds_begin_where_the_protocol_says(void **state)
{
    (void)state;
    const struct {
        struct time_control control;
        const char *speed;
    } cases[] = {
        {no_clock, "none"},
        {fischer(179999, 0), "bullet"},
        {fischer(180000, 0), "blitz"},
        {fischer(60000, 2999), "bullet"},
        {fischer(60000, 3000), "blitz"},
        {fischer(300000, 3000), "blitz"},
        {fischer(479999, 0), "blitz"},
        {fischer(480000, 0), "rapid"},
        {fischer(1499999, 0), "rapid"},
        {fischer(1500000, 0), "classical"},
        {fischer(0, CLOCK_MAX_INCREMENT_MS), "classical"},
        {per_move(CLOCK_MIN_PER_MOVE_MS), "correspondence"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(speed_name(time_control_speed(&cases[i].control)), cases[i].speed);
}

static void only_fields_of_the_kind_are_compared(void **state)
{
    (void)state;
    struct time_control a = fischer(1000, 10);
    struct time_control b = fischer(1000, 10);
    b.per_move_ms = 5;
    assert_true(time_control_equal(&a, &b));
    b.increment_ms = 11;
    assert_false(time_control_equal(&a, &b));
    a = per_move(60000);
    assert_false(time_control_equal(&a, &b));
    b = per_move(60000);
    assert_true(time_control_equal(&a, &b));
    b = per_move(60001);
    assert_false(time_control_equal(&a, &b));
    assert_true(time_control_equal(&no_clock, &no_clock));
}

static void first_turns_are_free_and_earn_nothing(void **state)
{
    (void)state;
    struct time_control control = fischer(5000, 300);
    struct game_clock clock;
    game_clock_init(&clock, &control);
    assert_false(game_clock_runs(&clock));
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 999999, 0));
    assert_false(game_clock_runs(&clock));
    assert_true(game_clock_turn(&clock, COLOR_RED, 999999, 0));
    assert_true(game_clock_runs(&clock));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 5000);
    assert_int_equal(clock.left_ms[COLOR_RED], 5000);
}

static void time_is_charged_and_the_increment_added(void **state)
{
    (void)state;
    struct game_clock clock = running(fischer(5000, 300));
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 1200, 0));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 5000 - 1200 + 300);
    assert_int_equal(clock.left_ms[COLOR_RED], 5000);
    assert_true(game_clock_turn(&clock, COLOR_RED, 4999, 0));
    assert_int_equal(clock.left_ms[COLOR_RED], 301);
}

static void credit_is_forgiven_and_never_earned(void **state)
{
    (void)state;
    struct game_clock clock = running(fischer(5000, 0));
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 5100, 101));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 1);
    assert_true(game_clock_turn(&clock, COLOR_RED, 50, 400));
    assert_int_equal(clock.left_ms[COLOR_RED], 5000);
}

static void the_flag_falls_when_nothing_is_left(void **state)
{
    (void)state;
    struct game_clock before = running(fischer(5000, 300));
    struct game_clock clock = before;
    assert_false(game_clock_turn(&clock, COLOR_RED, 5000, 0));
    assert_int_equal(clock.left_ms[COLOR_RED], 0);
    assert_int_equal(clock.left_ms[COLOR_BLUE], before.left_ms[COLOR_BLUE]);
    assert_int_equal(clock.turns[COLOR_RED], before.turns[COLOR_RED]);
    clock = before;
    assert_false(game_clock_turn(&clock, COLOR_RED, INT64_MAX, 0));
    assert_int_equal(clock.left_ms[COLOR_RED], 0);
}

static void without_initial_time_each_has_one_increment(void **state)
{
    (void)state;
    struct game_clock clock = running(fischer(0, 2000));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 2000);
    assert_int_equal(clock.left_ms[COLOR_RED], 2000);
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 1500, 0));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 2500);
}

static void time_per_move_is_renewed(void **state)
{
    (void)state;
    struct game_clock clock = running(per_move(60000));
    assert_true(game_clock_turn(&clock, COLOR_BLUE, 59999, 0));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 60000);
    assert_false(game_clock_turn(&clock, COLOR_RED, 60000, 0));
    assert_int_equal(clock.left_ms[COLOR_RED], 0);
}

static void without_a_clock_nothing_runs(void **state)
{
    (void)state;
    struct game_clock clock = running(no_clock);
    assert_false(game_clock_runs(&clock));
    for (int i = 0; i < 1000; i++)
        assert_true(game_clock_turn(&clock, COLOR_BLUE, INT64_MAX, 0));
    assert_int_equal(clock.left_ms[COLOR_BLUE], 0);
    assert_int_equal(clock.turns[COLOR_BLUE], 2);
}

static void what_is_left_is_never_negative(void **state)
{
    (void)state;
    struct game_clock clock = running(fischer(5000, 0));
    assert_int_equal(game_clock_left(&clock, COLOR_BLUE, 0), 5000);
    assert_int_equal(game_clock_left(&clock, COLOR_BLUE, 4999), 1);
    assert_int_equal(game_clock_left(&clock, COLOR_BLUE, 5000), 0);
    assert_int_equal(game_clock_left(&clock, COLOR_BLUE, INT64_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_of_time_controls),
        cmocka_unit_test(speeds_begin_where_the_protocol_says),
        cmocka_unit_test(only_fields_of_the_kind_are_compared),
        cmocka_unit_test(first_turns_are_free_and_earn_nothing),
        cmocka_unit_test(time_is_charged_and_the_increment_added),
        cmocka_unit_test(credit_is_forgiven_and_never_earned),
        cmocka_unit_test(the_flag_falls_when_nothing_is_left),
        cmocka_unit_test(without_initial_time_each_has_one_increment),
        cmocka_unit_test(time_per_move_is_renewed),
        cmocka_unit_test(without_a_clock_nothing_runs),
        cmocka_unit_test(what_is_left_is_never_negative),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
