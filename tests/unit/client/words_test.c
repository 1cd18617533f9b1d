#include "proto/client/words.h"

#include <stdlib.h>

#include "tests/support/cmocka_test.h"

static void expect_error(const char *json, const char *expected)
{
    char out[WORDS_MAX];
    json_t *error = json_loads(json, 0, NULL);
    words_error(error, out);
    assert_string_equal(out, expected);
    json_decref(error);
}

static void errors_say_what_to_do(void **state)
{
    (void)state;
    expect_error("{\"code\":\"self_play\",\"message\":\"x\"}", "You cannot play against yourself.");
    expect_error("{\"code\":\"busy\",\"message\":\"x\",\"retry_after_ms\":2500}",
                 "The server is busy; try again in 3 s.");
    expect_error("{\"code\":\"not_found\",\"message\":\"there is no such user\"}",
                 "There is no such user.");
    expect_error("{\"code\":\"new_code\",\"message\":\"odd\\u001b[2J.\"}", "Odd?[2J.");
    expect_error("{}", ".");
}

static void times_left_are_short(void **state)
{
    (void)state;
    static const struct {
        int64_t left_ms;
        const char *text;
    } rows[] = {{0, "0.0"},          {9399, "9.3"},        {10000, "0:10"},
                {299999, "4:59"},    {3600000, "1:00:00"}, {86399000, "23:59:59"},
                {86400000, "1d 0h"}, {180000000, "2d 2h"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[32];
        words_time_left(rows[i].left_ms, out);
        assert_string_equal(out, rows[i].text);
    }
}

static void expect_summary(const char *result, const char *expected)
{
    char out[WORDS_MAX];
    char json[256];
    snprintf(json, sizeof json,
             "{\"blue\":{\"name\":\"ann\"},\"red\":{\"name\":\"bob\"},\"result\":%s}", result);
    json_t *summary = json_loads(json, 0, NULL);
    assert_non_null(summary);
    words_summary_result(summary, out);
    assert_string_equal(out, expected);
    json_decref(summary);
}

static void results_name_the_winner(void **state)
{
    (void)state;
    expect_summary("null", "being played");
    expect_summary("{\"winner\":\"red\",\"reason\":\"resign\"}", "bob won by resignation");
    expect_summary("{\"winner\":\"blue\",\"reason\":\"time\"}", "ann won on time");
    expect_summary("{\"winner\":\"blue\",\"reason\":\"later\"}", "ann won later");
    expect_summary("{\"winner\":null,\"reason\":\"turn_limit\"}", "no winner: turn limit");
}

static void dates_are_local(void **state)
{
    (void)state;
    char out[32];
    setenv("TZ", "UTC", 1);
    words_date(1866931200000 + 3600000, out);
    assert_string_equal(out, "2029-02-28 01:00");
    words_date(0, out);
    assert_string_equal(out, "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_say_what_to_do),
        cmocka_unit_test(times_left_are_short),
        cmocka_unit_test(results_name_the_winner),
        cmocka_unit_test(dates_are_local),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
