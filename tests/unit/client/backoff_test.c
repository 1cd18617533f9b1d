#include "proto/client/backoff.h"

#include "tests/support/cmocka_test.h"

static void the_span_doubles_up_to_its_limit(void **state)
{
    (void)state;
    struct backoff backoff = {0};
    int64_t span = BACKOFF_FIRST_MS;
    for (int i = 0; i < 20; i++) {
        struct backoff again = backoff;
        assert_int_equal(backoff_next(&again, 0), span / 2);
        int64_t wait_ms = backoff_next(&backoff, (uint32_t)(span - span / 2));
        assert_int_equal(wait_ms, span);
        span = span * 2 < BACKOFF_LONGEST_MS ? span * 2 : BACKOFF_LONGEST_MS;
    }
    assert_int_equal(span, BACKOFF_LONGEST_MS);
}

static void any_chance_stays_within_the_span(void **state)
{
    (void)state;
    for (uint32_t chance = 0; chance < 100000; chance += 7) {
        struct backoff backoff = {0};
        int64_t wait_ms = backoff_next(&backoff, chance * 2654435761U);
        assert_in_range(wait_ms, BACKOFF_FIRST_MS / 2, BACKOFF_FIRST_MS);
    }
}

static void success_begins_anew(void **state)
{
    (void)state;
    struct backoff backoff = {0};
    for (int i = 0; i < 5; i++)
        backoff_next(&backoff, 1);
    backoff_reset(&backoff);
    assert_true(backoff_next(&backoff, 0) <= BACKOFF_FIRST_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_span_doubles_up_to_its_limit),
        cmocka_unit_test(any_chance_stays_within_the_span),
        cmocka_unit_test(success_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
