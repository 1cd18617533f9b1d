/* A clock never runs out by thinking, and none is left unused. */
#include "proto/bot/budget.h"

#include "tests/support/cmocka_test.h"

/* What a turn costs beside the thinking. */
#define OVERHEAD_MS 40

static struct time_control fischer(int64_t initial_ms, int64_t increment_ms)
{
    return (struct time_control){
        .kind = TIME_FISCHER, .initial_ms = initial_ms, .increment_ms = increment_ms};
}

static void without_a_clock_only_patience_ends(void **state)
{
    (void)state;
    struct time_control none = {.kind = TIME_NONE};
    struct time_control days = {.kind = TIME_PER_MOVE, .per_move_ms = CLOCK_MAX_PER_MOVE_MS};
    assert_int_equal(budget_ms(&none, 0, 1), BUDGET_MOST_MS);
    assert_int_equal(budget_ms(&days, days.per_move_ms, 1), BUDGET_MOST_MS);
}

static void the_last_moments_are_not_thought_away(void **state)
{
    (void)state;
    struct time_control control = fischer(60000, 0);
    assert_int_equal(budget_ms(&control, 0, 1), 0);
    assert_int_equal(budget_ms(&control, BUDGET_RESERVE_MS, 1), 0);
    struct time_control days = {.kind = TIME_PER_MOVE, .per_move_ms = CLOCK_MAX_PER_MOVE_MS};
    assert_int_equal(budget_ms(&days, 100, 1), 0);
}

static void never_more_than_there_is(void **state)
{
    (void)state;
    for (int64_t increment_ms = 0; increment_ms <= 10000; increment_ms += 500) {
        struct time_control control = fischer(60000, increment_ms);
        for (int64_t left_ms = 0; left_ms < 70000; left_ms += 37) {
            int64_t budget = budget_ms(&control, left_ms, 1);
            assert_true(budget >= 0);
            assert_true(budget == 0 || budget + BUDGET_RESERVE_MS <= left_ms);
        }
    }
}

/* A whole game of as many turns as are ever played, all of the budget used each time. */
static void a_long_game_is_played_to_its_end(void **state)
{
    (void)state;
    const int64_t increments[] = {100, 1000, 3000};
    for (int i = 0; i < 3; i++) {
        struct time_control control = fischer(30000, increments[i]);
        struct game_clock clock;
        game_clock_init(&clock, &control);
        for (int turn = 0; turn < 5000; turn++) {
            int64_t spent_ms = budget_ms(&control, clock.left_ms[COLOR_BLUE], 1) + OVERHEAD_MS;
            assert_true(game_clock_turn(&clock, COLOR_BLUE, spent_ms, 0));
            assert_true(game_clock_turn(&clock, COLOR_RED, 0, 0));
        }
    }
}

static void what_a_turn_earns_is_used(void **state)
{
    (void)state;
    struct time_control slow = fischer(60000, 5000);
    struct time_control sudden = fischer(60000, 0);
    assert_true(budget_ms(&slow, 60000, 1) >= budget_ms(&sudden, 60000, 1) + 3000);
    assert_true(budget_ms(&sudden, 60000, 1) >= 1000);
}

static void games_at_once_share(void **state)
{
    (void)state;
    struct time_control control = fischer(60000, 1000);
    assert_true(budget_ms(&control, 60000, 10) <= budget_ms(&control, 60000, 1) / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_clock_only_patience_ends),
        cmocka_unit_test(the_last_moments_are_not_thought_away),
        cmocka_unit_test(never_more_than_there_is),
        cmocka_unit_test(a_long_game_is_played_to_its_end),
        cmocka_unit_test(what_a_turn_earns_is_used),
        cmocka_unit_test(games_at_once_share),
    };
    return cmocka_run_group_tests_name("bot budget", tests, NULL, NULL);
}
