#include "proto/pool.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define MINUTE_MS INT64_C(60000)

static struct time_control fischer(int64_t initial_ms, int64_t increment_ms)
{
    return (struct time_control){
        .kind = TIME_FISCHER, .initial_ms = initial_ms, .increment_ms = increment_ms};
}

static void assert_pool(int size, struct time_control control, const char *name)
{
    assert_string_equal(pool_name(pool_of(size, &control)), name);
}

static void a_pool_is_size_and_speed(void **state)
{
    (void)state;
    assert_pool(3, fischer(3 * MINUTE_MS - 1, 0), "3-bullet");
    assert_pool(3, fischer(3 * MINUTE_MS, 0), "3-blitz");
    assert_pool(3, fischer(300000, 3000), "3-blitz");
    assert_pool(4, fischer(8 * MINUTE_MS, 0), "4-rapid");
    assert_pool(4, fischer(0, 37500), "4-classical");
    struct time_control per_move = {.kind = TIME_PER_MOVE, .per_move_ms = CLOCK_MIN_PER_MOVE_MS};
    assert_pool(4, per_move, "4-correspondence");
}

static void without_a_clock_there_is_no_pool(void **state)
{
    (void)state;
    struct time_control none = {.kind = TIME_NONE};
    assert_int_equal(pool_of(3, &none), POOL_NONE);
    assert_null(pool_name(POOL_NONE));
}

static void names_agree_with_sizes_and_speeds(void **state)
{
    (void)state;
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        char expected[32];
        snprintf(expected, sizeof expected, "%d-%s", BOARD_MIN_SIZE + pool / SPEED_COUNT,
                 speed_name((enum speed)(pool % SPEED_COUNT)));
        assert_string_equal(pool_name(pool), expected);
        assert_int_equal(pool_parse(expected), pool);
    }
}

static void other_names_are_no_pools(void **state)
{
    (void)state;
    const char *const others[] = {"", "3", "3-", "5-blitz", "3-Blitz", "3-blitz ", "3-none"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(pool_parse(others[i]), POOL_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_is_size_and_speed),
        cmocka_unit_test(without_a_clock_there_is_no_pool),
        cmocka_unit_test(names_agree_with_sizes_and_speeds),
        cmocka_unit_test(other_names_are_no_pools),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
