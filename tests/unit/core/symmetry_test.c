#include "core/symmetry.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

struct mapping {
    int cells[BOARD_MAX_CELLS];
};

static struct mapping mapping_of(int size, int symmetry)
{
    struct mapping mapping;
    memset(&mapping, 0, sizeof mapping);
    for (int cell = 0; cell < board_cells(size); cell++)
        mapping.cells[cell] = symmetry_cell(size, symmetry, cell);
    return mapping;
}

/* The symmetry that does to every cell what the mapping does; -1 where there is none. */
static int symmetry_of(int size, const struct mapping *mapping)
{
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        struct mapping other = mapping_of(size, symmetry);
        if (memcmp(&other, mapping, sizeof other) == 0)
            return symmetry;
    }
    return -1;
}

#define FOR_EVERY_SYMMETRY(size, symmetry)                                                         \
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++)                                \
        for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++)

static void every_symmetry_maps_the_cells_onto_each_other(void **state)
{
    (void)state;
    FOR_EVERY_SYMMETRY(size, symmetry)
    {
        uint64_t images = 0;
        for (int cell = 0; cell < board_cells(size); cell++)
            images |= board_bit(symmetry_cell(size, symmetry, cell));
        assert_true(images == board_all(size));
    }
}

static void the_first_changes_nothing_and_no_two_are_the_same(void **state)
{
    (void)state;
    FOR_EVERY_SYMMETRY(size, symmetry)
    {
        struct mapping mapping = mapping_of(size, symmetry);
        assert_int_equal(symmetry_of(size, &mapping), symmetry);
    }
    for (int cell = 0; cell < BOARD_MAX_CELLS; cell++)
        assert_int_equal(symmetry_cell(BOARD_MAX_SIZE, 0, cell), cell);
}

/* There are 12 ways to map six directions onto each other that keep who is next to whom, so these
 * are all that there are. */
static void cells_that_touch_still_do(void **state)
{
    (void)state;
    FOR_EVERY_SYMMETRY(size, symmetry)
    {
        for (int cell = 0; cell < board_cells(size); cell++) {
            uint64_t images = 0;
            for (uint64_t rest = board_neighbors(size, cell); rest != 0; rest &= rest - 1)
                images |= board_bit(symmetry_cell(size, symmetry, board_lowest(rest)));
            assert_true(images == board_neighbors(size, symmetry_cell(size, symmetry, cell)));
        }
    }
}

static void one_after_another_is_again_one_of_them(void **state)
{
    (void)state;
    FOR_EVERY_SYMMETRY(size, first)
    {
        for (int second = 0; second < SYMMETRY_COUNT; second++) {
            struct mapping both = mapping_of(size, first);
            for (int cell = 0; cell < board_cells(size); cell++)
                both.cells[cell] = symmetry_cell(size, second, both.cells[cell]);
            int found = symmetry_of(size, &both);
            assert_true(found >= 0);
            assert_int_equal(found == 0, second == symmetry_inverse(first));
        }
    }
}

static void the_inverse_takes_every_cell_back(void **state)
{
    (void)state;
    FOR_EVERY_SYMMETRY(size, symmetry)
    {
        for (int cell = 0; cell < board_cells(size); cell++) {
            int image = symmetry_cell(size, symmetry, cell);
            assert_int_equal(symmetry_cell(size, symmetry_inverse(symmetry), image), cell);
        }
    }
}

/* On size 3: the corners are alike, so are the middles of the edges, the cells around the middle,
 * and the middle is alone. On size 4 the edges have two inner cells, alike by mirroring. */
static void cells_are_alike_as_the_picture_shows(void **state)
{
    (void)state;
    static const struct {
        int size;
        const char *cell;
        int alike;
    } expected[] = {{3, "A1", 6},  {3, "A2", 6}, {3, "B2", 6}, {3, "C3", 1}, {4, "A1", 6},
                    {4, "A2", 12}, {4, "B2", 6}, {4, "B3", 6}, {4, "C3", 6}, {4, "D4", 1}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int size = expected[i].size;
        uint64_t images = 0;
        for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++)
            images |=
                board_bit(symmetry_cell(size, symmetry, board_cell_parse(size, expected[i].cell)));
        assert_int_equal(board_count(images), expected[i].alike);
    }
}

static void a_turn_is_mapped_cell_by_cell(void **state)
{
    (void)state;
    struct turn turn, image, back;
    assert_int_equal(turn_parse(&turn, 3, "B2xC4xE5", 8, NULL), TURN_OK);
    FOR_EVERY_SYMMETRY(size, symmetry)
    {
        symmetry_turn(size, symmetry, &turn, &image);
        assert_int_equal(image.count, 3);
        for (int i = 0; i < 3; i++)
            assert_int_equal(image.cells[i], symmetry_cell(size, symmetry, turn.cells[i]));
        symmetry_turn(size, symmetry_inverse(symmetry), &image, &back);
        assert_true(turn_equal(&back, &turn));
        /* In place, and a skip. */
        struct turn skip = {.count = 0};
        symmetry_turn(size, symmetry, &skip, &skip);
        assert_true(turn_is_skip(&skip));
        symmetry_turn(size, symmetry, &back, &back);
        assert_true(turn_equal(&back, &image));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_symmetry_maps_the_cells_onto_each_other),
        cmocka_unit_test(the_first_changes_nothing_and_no_two_are_the_same),
        cmocka_unit_test(cells_that_touch_still_do),
        cmocka_unit_test(one_after_another_is_again_one_of_them),
        cmocka_unit_test(the_inverse_takes_every_cell_back),
        cmocka_unit_test(cells_are_alike_as_the_picture_shows),
        cmocka_unit_test(a_turn_is_mapped_cell_by_cell),
    };
    return cmocka_run_group_tests_name("symmetry", tests, NULL, NULL);
}
