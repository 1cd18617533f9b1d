/* The constant tables of the board, derived again from the text of the rules. */
#include "core/board.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

static const int sizes[] = {3, 4};
#define EACH_SIZE(size) (int at_ = 0, size = 0; at_ < 2 && (size = sizes[at_]) != 0; at_++)

static bool on_board(int size, int i, int j)
{
    return i >= 1 && i <= 2 * size - 1 && j >= 1 && j <= 2 * size - 1 && abs(i - j) <= size - 1;
}

static void cells_are_numbered_in_reading_order(void **state)
{
    (void)state;
    for
        EACH_SIZE(size)
        {
            int cell = 0;
            for (int i = -1; i <= 10; i++) {
                for (int j = -1; j <= 10; j++) {
                    if (!on_board(size, i, j)) {
                        assert_int_equal(board_cell_at(size, i - 1, j), -1);
                        continue;
                    }
                    assert_int_equal(board_cell_at(size, i - 1, j), cell);
                    assert_int_equal(board_cell_row(size, cell), i - 1);
                    assert_int_equal(board_cell_number(size, cell), j);
                    cell++;
                }
            }
            assert_int_equal(board_cells(size), cell);
            assert_int_equal(board_rows(size), 2 * size - 1);
            assert_int_equal(board_count(board_all(size)), cell);
        }
}

static bool are_neighbors(int size, int a, int b)
{
    int rows = board_cell_row(size, b) - board_cell_row(size, a);
    int numbers = board_cell_number(size, b) - board_cell_number(size, a);
    return (rows == 0 && abs(numbers) == 1) || (abs(rows) == 1 && numbers == 0) ||
           (abs(rows) == 1 && numbers == rows);
}

static void neighbors_follow_the_rule(void **state)
{
    (void)state;
    for
        EACH_SIZE(size)
        {
            int ends = 0;
            for (int a = 0; a < board_cells(size); a++) {
                for (int b = 0; b < board_cells(size); b++) {
                    bool have = (board_neighbors(size, a) & board_bit(b)) != 0;
                    assert_int_equal(have, are_neighbors(size, a, b));
                }
                assert_int_equal(board_neighbors_of(size, board_bit(a)), board_neighbors(size, a));
                ends += board_count(board_neighbors(size, a));
            }
            assert_int_equal(ends, size == 3 ? 2 * 42 : 2 * 90);
            assert_int_equal(board_neighbors_of(size, board_all(size)), board_all(size));
        }
}

static void names_go_both_ways(void **state)
{
    (void)state;
    for
        EACH_SIZE(size)
        {
            for (int cell = 0; cell < board_cells(size); cell++) {
                char name[BOARD_CELL_TEXT];
                board_cell_format(size, cell, name);
                assert_int_equal(strlen(name), 2);
                assert_int_equal(board_cell_parse(size, name), cell);
                name[0] = (char)(name[0] - 'A' + 'a');
                assert_int_equal(board_cell_parse(size, name), cell);
            }
        }
    int found[2] = {0, 0};
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            char name[] = {(char)first, (char)second};
            found[0] += board_cell_parse(3, name) >= 0;
            found[1] += board_cell_parse(4, name) >= 0;
        }
    }
    assert_int_equal(found[0], 2 * 19);
    assert_int_equal(found[1], 2 * 37);
}

static void corners_have_the_names_of_the_rules(void **state)
{
    (void)state;
    static const char *const corners[2][6] = {
        {"A1", "A3", "C1", "C5", "E3", "E5"},
        {"A1", "A4", "D1", "D7", "G4", "G7"},
    };
    for
        EACH_SIZE(size)
    for (int i = 0; i < 6; i++) {
        int cell = board_cell_parse(size, corners[size - 3][i]);
        assert_true(cell >= 0);
        assert_int_equal(board_count(board_neighbors(size, cell)), 3);
    }
}

static uint64_t cells(int size, const char *names)
{
    uint64_t set = 0;
    for (const char *at = names; *at != '\0'; at += at[2] == ' ' ? 3 : 2)
        set |= board_bit(board_cell_parse(size, at));
    return set;
}

static void connected_cells_are_filled(void **state)
{
    (void)state;
    uint64_t within = cells(3, "A1 B1 B2 D4 D5 E5 A3");
    assert_int_equal(board_connected(3, cells(3, "A1"), within), cells(3, "A1 B1 B2"));
    assert_int_equal(board_connected(3, cells(3, "D5 A3"), within), cells(3, "D4 D5 E5 A3"));
    assert_int_equal(board_connected(3, cells(3, "C3"), within), 0);
    assert_int_equal(board_connected(3, 0, within), 0);
    for
        EACH_SIZE(size)
    assert_int_equal(board_connected(size, board_bit(0), board_all(size)), board_all(size));
}

static void colors_and_sizes(void **state)
{
    (void)state;
    assert_string_equal(color_name(COLOR_BLUE), "blue");
    assert_string_equal(color_name(COLOR_RED), "red");
    assert_int_equal(color_other(COLOR_BLUE), COLOR_RED);
    assert_int_equal(color_other(COLOR_RED), COLOR_BLUE);
    for (int size = -5; size < 100; size++)
        assert_int_equal(board_size_valid(size), size == 3 || size == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_numbered_in_reading_order),
        cmocka_unit_test(neighbors_follow_the_rule),
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(corners_have_the_names_of_the_rules),
        cmocka_unit_test(connected_cells_are_filled),
        cmocka_unit_test(colors_and_sizes),
    };
    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
