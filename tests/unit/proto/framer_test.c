#include "proto/framer.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

/* A small limit shows the same edges as the real one. */
#define LIMIT 8

static int setup(void **state)
{
    static struct framer framer;
    *state = &framer;
    return framer_init(&framer, LIMIT) ? 0 : -1;
}

static int teardown(void **state)
{
    framer_deinit(*state);
    return 0;
}

/* Bytes not yet fed. */
struct feed {
    const char *bytes;
    size_t length;
};

#define FEED(literal) ((struct feed){literal, sizeof literal - 1})

static void expect_line_length(struct framer *framer, struct feed *feed, const char *line,
                               size_t length)
{
    assert_int_equal(framer_feed(framer, &feed->bytes, &feed->length), FRAME_LINE);
    assert_int_equal(framer->length, length);
    assert_memory_equal(framer->line, line, length);
}

static void expect_line(struct framer *framer, struct feed *feed, const char *line)
{
    expect_line_length(framer, feed, line, strlen(line));
}

static void expect_none(struct framer *framer, struct feed *feed)
{
    assert_int_equal(framer_feed(framer, &feed->bytes, &feed->length), FRAME_NONE);
    assert_int_equal(feed->length, 0);
}

static void expect_too_long(struct framer *framer, struct feed *feed)
{
    assert_int_equal(framer_feed(framer, &feed->bytes, &feed->length), FRAME_TOO_LONG);
}

static void lines_end_in_lf_or_crlf(void **state)
{
    struct feed feed = FEED("one\ntwo\r\nthree\n");
    expect_line(*state, &feed, "one");
    expect_line(*state, &feed, "two");
    expect_line(*state, &feed, "three");
    expect_none(*state, &feed);
}

static void a_line_may_come_byte_by_byte(void **state)
{
    const char text[] = "abc\r";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        struct feed feed = {&text[i], 1};
        expect_none(*state, &feed);
    }
    struct feed feed = FEED("\n");
    expect_line(*state, &feed, "abc");
    assert_int_equal(feed.length, 0);
}

static void blank_lines_are_passed_over(void **state)
{
    struct feed feed = FEED("\n\r\n \t\n\t \r\nx\n  \n");
    expect_line(*state, &feed, "x");
    expect_none(*state, &feed);
}

static void blanks_and_a_cr_within_a_line_stay(void **state)
{
    struct feed feed = FEED(" a\rb \r\r\n");
    expect_line(*state, &feed, " a\rb \r");
}

static void a_nul_byte_is_handed_on(void **state)
{
    struct feed feed = FEED("a\0b\n\0\n");
    expect_line_length(*state, &feed, "a\0b", 3);
    expect_line_length(*state, &feed, "\0", 1);
}

static void a_line_of_the_limit_is_taken(void **state)
{
    struct feed feed = FEED("12345678\n12345678\r\n");
    expect_line(*state, &feed, "12345678");
    expect_line(*state, &feed, "12345678");
    expect_none(*state, &feed);
}

static void a_line_over_the_limit_is_told_once_and_dropped_to_its_end(void **state)
{
    struct feed feed = FEED("123456789 and more");
    expect_too_long(*state, &feed);
    expect_none(*state, &feed);
    feed = FEED(" and more");
    expect_none(*state, &feed);
    feed = FEED(" the end\nnext\n");
    expect_line(*state, &feed, "next");
    expect_none(*state, &feed);
}

static void a_cr_over_the_limit_counts_unless_lf_follows(void **state)
{
    struct feed feed = FEED("12345678\r");
    expect_none(*state, &feed);
    feed = FEED("x\nnext\n");
    expect_too_long(*state, &feed);
    expect_line(*state, &feed, "next");

    feed = FEED("12345678\r\r\nnext\n");
    expect_too_long(*state, &feed);
    expect_line(*state, &feed, "next");
}

static void each_long_line_is_told(void **state)
{
    struct feed feed = FEED("123456789\n123456789\nnext\n");
    expect_too_long(*state, &feed);
    expect_too_long(*state, &feed);
    expect_line(*state, &feed, "next");
}

static void the_end_of_the_stream_ends_a_line(void **state)
{
    struct feed feed = FEED("one\ntwo");
    expect_line(*state, &feed, "one");
    expect_none(*state, &feed);
    struct framer *framer = *state;
    assert_int_equal(framer_finish(framer), FRAME_LINE);
    assert_int_equal(framer->length, 3);
    assert_memory_equal(framer->line, "two", 3);
    assert_int_equal(framer_finish(framer), FRAME_NONE);
}

static void the_end_of_the_stream_ends_nothing_after_a_line_or_a_long_one(void **state)
{
    struct feed feed = FEED("one\n");
    expect_line(*state, &feed, "one");
    assert_int_equal(framer_finish(*state), FRAME_NONE);
    feed = FEED("  \t");
    expect_none(*state, &feed);
    assert_int_equal(framer_finish(*state), FRAME_NONE);
    feed = FEED("123456789");
    expect_too_long(*state, &feed);
    expect_none(*state, &feed);
    assert_int_equal(framer_finish(*state), FRAME_NONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lines_end_in_lf_or_crlf),
        TEST(a_line_may_come_byte_by_byte),
        TEST(blank_lines_are_passed_over),
        TEST(blanks_and_a_cr_within_a_line_stay),
        TEST(a_nul_byte_is_handed_on),
        TEST(a_line_of_the_limit_is_taken),
        TEST(a_line_over_the_limit_is_told_once_and_dropped_to_its_end),
        TEST(a_cr_over_the_limit_counts_unless_lf_follows),
        TEST(each_long_line_is_told),
        TEST(the_end_of_the_stream_ends_a_line),
        TEST(the_end_of_the_stream_ends_nothing_after_a_line_or_a_long_one),
    };
    return cmocka_run_group_tests_name("framer", tests, NULL, NULL);
}
