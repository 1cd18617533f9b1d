#include "core/turn.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

static enum turn_error parse(struct turn *turn, int size, const char *text)
{
    return turn_parse(turn, size, text, strlen(text), NULL);
}

static void assert_canonical(int size, const char *text, const char *canonical)
{
    struct turn turn;
    char out[TURN_TEXT_MAX];
    assert_int_equal(parse(&turn, size, text), TURN_OK);
    assert_int_equal(turn_format(&turn, size, out), strlen(canonical));
    assert_string_equal(out, canonical);
}

static void any_case_is_read_and_one_is_written(void **state)
{
    (void)state;
    assert_canonical(3, "C3", "C3");
    assert_canonical(3, "c3Xd3xE4", "C3xD3xE4");
    assert_canonical(4, "g7Xa1", "G7xA1");
    assert_canonical(3, "SkIp", "skip");
}

static void kinds_follow_from_the_count(void **state)
{
    (void)state;
    struct turn turn;
    assert_int_equal(parse(&turn, 3, "skip"), TURN_OK);
    assert_true(turn_is_skip(&turn) && !turn_is_capture(&turn));
    assert_int_equal(parse(&turn, 3, "A1"), TURN_OK);
    assert_true(!turn_is_skip(&turn) && !turn_is_capture(&turn));
    assert_int_equal(parse(&turn, 3, "A1xA2"), TURN_OK);
    assert_true(!turn_is_skip(&turn) && turn_is_capture(&turn));
}

static void nothing_else_is_a_turn(void **state)
{
    (void)state;
    static const char *const malformed[] = {
        "",      " ",     "C",      "3",       "C3 ",     " C3",   "C03",   "C3x",        "xC3",
        "C33",   "C0",    "3C",     "C3xx",    "C3-D3",   "C3 D3", "C3x D", "C3xD",       "C3xD3x",
        "skip ", "skips", "ski",    "pass",    "C3xskip", "\n",    "C3\n",  "C3xD3\xc3x", "[3",
        "@3",    "`3",    "C3\x7f", "C3xD3xx", "C10",     "A1x10", "Ç3",    "{3",         "C:",
    };
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct turn turn = {.count = 7};
        char name[BOARD_CELL_TEXT] = "--";
        enum turn_error error = turn_parse(&turn, 3, malformed[i], strlen(malformed[i]), name);
        assert_int_equal(error, TURN_MALFORMED);
        assert_int_equal(turn.count, 7);
        assert_string_equal(name, "--");
    }
    struct turn turn;
    assert_int_equal(turn_parse(&turn, 3, "C3\0", 3, NULL), TURN_MALFORMED);
    assert_int_equal(turn_parse(&turn, 3, "C\0", 2, NULL), TURN_MALFORMED);
    assert_int_equal(turn_parse(&turn, 3, "C3xD3", 2, NULL), TURN_OK);
}

static void cells_off_the_board_are_named(void **state)
{
    (void)state;
    struct turn turn = {.count = 7};
    char name[BOARD_CELL_TEXT];
    assert_int_equal(turn_parse(&turn, 3, "a4", 2, name), TURN_OFF_BOARD);
    assert_string_equal(name, "A4");
    assert_int_equal(turn_parse(&turn, 3, "C3xD1xz9", 8, name), TURN_OFF_BOARD);
    assert_string_equal(name, "D1");
    assert_int_equal(parse(&turn, 3, "x1"), TURN_OFF_BOARD);
    assert_int_equal(turn.count, 7);
    assert_int_equal(parse(&turn, 4, "A4"), TURN_OK);
    /* What is malformed is that first, wherever in the text it is. */
    assert_int_equal(parse(&turn, 3, "A9xC0"), TURN_MALFORMED);
}

static void a_chain_is_no_longer_than_the_board(void **state)
{
    (void)state;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        char text[TURN_TEXT_MAX + 16] = "A1";
        for (int count = 2; count <= board_cells(size); count++)
            strcat(text, "xA2");
        struct turn turn;
        assert_int_equal(parse(&turn, size, text), TURN_OK);
        assert_int_equal(turn.count, board_cells(size));
        char out[TURN_TEXT_MAX];
        assert_int_equal(turn_format(&turn, size, out), strlen(text));
        assert_string_equal(out, text);
        strcat(text, "xA1");
        assert_int_equal(parse(&turn, size, text), TURN_MALFORMED);
    }
}

static void turns_are_compared_cell_by_cell(void **state)
{
    (void)state;
    struct turn a, b;
    assert_int_equal(parse(&a, 3, "C3xD3"), TURN_OK);
    assert_int_equal(parse(&b, 3, "c3xd3"), TURN_OK);
    assert_true(turn_equal(&a, &b));
    assert_int_equal(parse(&b, 3, "C3xD3xE3"), TURN_OK);
    assert_false(turn_equal(&a, &b));
    assert_int_equal(parse(&b, 3, "C3xD4"), TURN_OK);
    assert_false(turn_equal(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_case_is_read_and_one_is_written),
        cmocka_unit_test(kinds_follow_from_the_count),
        cmocka_unit_test(nothing_else_is_a_turn),
        cmocka_unit_test(cells_off_the_board_are_named),
        cmocka_unit_test(a_chain_is_no_longer_than_the_board),
        cmocka_unit_test(turns_are_compared_cell_by_cell),
    };
    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
