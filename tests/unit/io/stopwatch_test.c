/* Time without the stalls. */
#include "server/io/stopwatch.h"
#include "tests/support/cmocka_test.h"

static void it_goes_with_the_time(void **state)
{
    (void)state;
    struct stopwatch watch;
    stopwatch_init(&watch, 1000);
    assert_int_equal(stopwatch_read(&watch, 1000), 1000);
    assert_int_equal(stopwatch_round(&watch, 1010, 100), 0);
    assert_int_equal(stopwatch_read(&watch, 1060), 1060);
    assert_int_equal(stopwatch_round(&watch, 1061, 100), 0);
    assert_int_equal(stopwatch_read(&watch, 1161), 1161);
    /* Woken a little late, and some work: still in the normal course of things. */
    assert_int_equal(stopwatch_read(&watch, 1161 + STOPWATCH_SLACK_MS), 1161 + STOPWATCH_SLACK_MS);
}

static void a_stop_while_it_waits_costs_at_most_the_wait(void **state)
{
    (void)state;
    struct stopwatch watch;
    stopwatch_init(&watch, 0);
    stopwatch_round(&watch, 0, 100);
    assert_int_equal(stopwatch_read(&watch, 60000), 100);
    assert_int_equal(stopwatch_read(&watch, 60020), 100);
    assert_int_equal(stopwatch_round(&watch, 60030, 100), 59930);
    /* And goes on from there. */
    assert_int_equal(stopwatch_read(&watch, 60040), 110);
    assert_int_equal(stopwatch_round(&watch, 60040, 100), 0);
}

static void too_much_work_costs_at_most_the_slack(void **state)
{
    (void)state;
    struct stopwatch watch;
    stopwatch_init(&watch, 0);
    stopwatch_round(&watch, 0, 0);
    int64_t last = 0;
    for (int64_t raw = 0; raw <= 2000; raw += 10) {
        int64_t now = stopwatch_read(&watch, raw);
        assert_true(now >= last);
        last = now;
    }
    assert_int_equal(last, STOPWATCH_SLACK_MS);
    assert_int_equal(stopwatch_round(&watch, 2000, 100), 2000 - STOPWATCH_SLACK_MS);
}

static void a_wait_without_end_is_no_stall(void **state)
{
    (void)state;
    struct stopwatch watch;
    stopwatch_init(&watch, 0);
    stopwatch_round(&watch, 0, STOPWATCH_FOREVER);
    assert_int_equal(stopwatch_read(&watch, 3600000), 3600000);
}

static void it_never_goes_back(void **state)
{
    (void)state;
    struct stopwatch watch;
    stopwatch_init(&watch, 0);
    int64_t raw = 0, last = 0, waited = 0;
    unsigned random = 1;
    for (int i = 0; i < 100000; i++) {
        random = random * 1664525u + 1013904223u;
        unsigned dice = random >> 24;
        int64_t passed = dice < 4 ? 5000 : dice % 64;
        raw += passed;
        waited += passed;
        int64_t now = stopwatch_read(&watch, raw);
        assert_true(now >= last && now - last <= waited);
        if (now > last)
            waited = 0;
        last = now;
        if (dice % 3 == 0)
            assert_true(stopwatch_round(&watch, raw, dice % 100) >= 0);
    }
    assert_true(last < raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_with_the_time),
        cmocka_unit_test(a_stop_while_it_waits_costs_at_most_the_wait),
        cmocka_unit_test(too_much_work_costs_at_most_the_slack),
        cmocka_unit_test(a_wait_without_end_is_no_stall),
        cmocka_unit_test(it_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
