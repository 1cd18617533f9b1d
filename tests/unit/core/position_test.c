#include "core/position.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

static bool parse(struct position *position, const char *text)
{
    return position_parse(position, text, strlen(text));
}

static void assert_text(const struct position *position, const char *text)
{
    char out[POSITION_TEXT_MAX];
    assert_int_equal(position_format(position, out), strlen(text));
    assert_string_equal(out, text);
}

static void the_start_is_empty(void **state)
{
    (void)state;
    struct position position;
    position_init(&position, 3);
    position_check(&position);
    assert_text(&position, ".../..../...../..../... b");
    assert_int_equal(position_empty(&position), board_all(3));
    position_init(&position, 4);
    assert_text(&position, "..../...../....../......./....../...../.... b");
}

static void a_text_is_read_and_written_alike(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ".../.b2r1./...r2./..r2r1/.r3r3 b",
        "b65535r1r10/..../...../..../..r99 r",
        "b1.../...../....../......./....../...../...r12345 r",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct position position;
        assert_true(parse(&position, texts[i]));
        assert_text(&position, texts[i]);
    }
}

static void the_longest_text_fits(void **state)
{
    (void)state;
    struct position position, again;
    position_init(&position, 4);
    position.stacks[COLOR_RED] = board_all(4);
    for (int cell = 0; cell < BOARD_MAX_CELLS; cell++)
        position.height[cell] = UINT16_MAX;
    char out[POSITION_TEXT_MAX];
    size_t length = position_format(&position, out);
    assert_int_equal(length, 37 * 6 + 6 + 2);
    assert_true(position_parse(&again, out, length));
    assert_true(position_equal(&position, &again));
}

static void cells_stand_where_the_text_says(void **state)
{
    (void)state;
    struct position position;
    assert_true(parse(&position, ".../.b2r1./...r2./..r2r1/.r3r3 r"));
    assert_int_equal(position.stacks[COLOR_BLUE], board_bit(board_cell_parse(3, "B2")));
    assert_int_equal(position.height[board_cell_parse(3, "B3")], 1);
    assert_int_equal(position.height[board_cell_parse(3, "D4")], 2);
    assert_int_equal(position.height[board_cell_parse(3, "E5")], 3);
    assert_int_equal(position.to_move, COLOR_RED);
    assert_int_equal(board_count(position_empty(&position)), 19 - 7);
}

static void nothing_else_is_a_position(void **state)
{
    (void)state;
    static const char *const broken[] = {
        "",
        " ",
        "b",
        ".../..../...../..../...",
        ".../..../...../..../... ",
        ".../..../...../..../...  b",
        ".../..../...../..../... b ",
        " .../..../...../..../... b",
        ".../..../...../..../... B",
        ".../..../...../..../... g",
        ".../..../...../..../.... b",
        ".../..../...../..../.. b",
        "..../.../...../..../... b",
        ".../..../.....//.../... b",
        "/.../..../...../..../... b",
        ".../..../...../..../.../ b",
        ".../..../...../.... b",
        ".../..../...../..../.../... b",
        "b../..../...../..../... b",
        "b0../..../...../..../... b",
        "b01../..../...../..../... b",
        "b65536../..../...../..../... b",
        "b4294967297../..../...../..../... b",
        "b-1../..../...../..../... b",
        "B1../..../...../..../... b",
        "1../..../...../..../... b",
        "g1../..../...../..../... b",
        ".../..../...../..../... b\n",
        "...\\..../...../..../... b",
    };
    struct position untouched;
    position_init(&untouched, 4);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct position position = untouched;
        assert_false(parse(&position, broken[i]));
        assert_true(position_equal(&position, &untouched));
    }
    struct position position;
    assert_false(position_parse(&position, ".../..../...../..../... b\0", 26));
}

static void a_difference_anywhere_counts(void **state)
{
    (void)state;
    struct position a, b;
    assert_true(parse(&a, "b1../..../...../..../... b"));
    assert_true(parse(&b, "b1../..../...../..../... b"));
    assert_true(position_equal(&a, &b));
    static const char *const others[] = {
        "b1../..../...../..../... r",
        "b2../..../...../..../... b",
        "r1../..../...../..../... b",
        ".b1./..../...../..../... b",
        "b1.../...../....../......./....../...../.... b",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_true(parse(&b, others[i]));
        assert_false(position_equal(&a, &b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_is_empty),
        cmocka_unit_test(a_text_is_read_and_written_alike),
        cmocka_unit_test(the_longest_text_fits),
        cmocka_unit_test(cells_stand_where_the_text_says),
        cmocka_unit_test(nothing_else_is_a_position),
        cmocka_unit_test(a_difference_anywhere_counts),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
