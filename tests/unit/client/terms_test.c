#include "proto/client/terms.h"

#include <stdlib.h>

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

static void times_are_read_and_written(void **state)
{
    (void)state;
    const struct {
        const char *text;
        struct time_control time;
        const char *written;
    } rows[] = {
        {"5+3", fischer(300000, 3000), "5+3"},
        {"5", fischer(300000, 0), "5+0"},
        {"0+1", fischer(0, 1000), "0+1"},
        {"0.5+0.1", fischer(30000, 100), "0.5+0.1"},
        {"180+180", fischer(10800000, 180000), "180+180"},
        {"1d", per_move(86400000), "1 day a turn"},
        {"14d", per_move(1209600000), "14 days a turn"},
        {"12h", per_move(43200000), "12 hours a turn"},
        {"90m", per_move(5400000), "90 minutes a turn"},
        {"none", {.kind = TIME_NONE}, "no clock"},
        {"NONE", {.kind = TIME_NONE}, "no clock"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct time_control time = {.kind = TIME_NONE};
        char written[TIME_TEXT_MAX];
        assert_true(terms_parse_time(&time, rows[i].text));
        assert_true(time_control_equal(&time, &rows[i].time));
        terms_format_time(&time, written);
        assert_string_equal(written, rows[i].written);
    }
}

static void what_is_no_time_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",      "0+0", "+3",  "5+",  "5+3+1", "181+0",
                                        "1+181", "15d", "30s", "-5",  "5 3",   "1.2.3",
                                        "0x5",   "1e1", "inf", "1dd", "d",     "0.5m"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct time_control time = per_move(77777);
        assert_false(terms_parse_time(&time, wrong[i]));
        assert_int_equal(time.per_move_ms, 77777);
    }
}

static void words_make_terms(void **state)
{
    (void)state;
    struct terms terms;
    terms_init(&terms);
    assert_true(terms_take_word(&terms, "4"));
    assert_true(terms_take_word(&terms, "10+5"));
    assert_true(terms_take_word(&terms, "Rated"));
    assert_true(terms_take_word(&terms, "BLUE"));
    assert_false(terms_take_word(&terms, "green"));
    assert_null(terms_problem(&terms));
    json_t *request = terms_seek_request(&terms);
    char *text = json_dumps(request, JSON_COMPACT);
    assert_string_equal(text, "{\"op\":\"seek\",\"size\":4,\"time\":{\"initial_ms\":600000,"
                              "\"increment_ms\":5000},\"rated\":true,\"color\":\"blue\"}");
    free(text);
    json_decref(request);
}

static void a_rated_game_without_a_clock_is_none(void **state)
{
    (void)state;
    struct terms terms;
    terms_init(&terms);
    terms_take_word(&terms, "rated");
    terms_take_word(&terms, "none");
    assert_non_null(terms_problem(&terms));
    json_t *request = terms_seek_request(&terms);
    assert_true(json_is_null(json_object_get(request, "time")));
    json_decref(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_read_and_written),
        cmocka_unit_test(what_is_no_time_is_refused),
        cmocka_unit_test(words_make_terms),
        cmocka_unit_test(a_rated_game_without_a_clock_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
