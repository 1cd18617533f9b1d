#include "proto/client/board_drawing.h"

#include <locale.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"
#include "tests/unit/client/golden.h"

/* Heights of one, two and three digits, in both colours. */
#define SIZE_3 "b1.r12/..r3./b123..r2r456/.b45../r7.. b"
#define SIZE_4 ".r1../b2..../..b33..r44/.r555..b666../....b1./r9..../...b10 r"

static void expect(const char *text, enum board_scale scale, bool ascii, bool colored,
                   const char *name)
{
    struct position position = rules_position(text);
    int size = position.size;
    struct board_drawing drawing = {
        .position = &position,
        .last = board_bit(board_cell_parse(size, "A1")) | board_bit(board_cell_parse(size, "C1")),
        .removed = board_bit(board_cell_parse(size, "B1")),
        .choices =
            board_bit(board_cell_parse(size, "B3")) | board_bit(board_cell_parse(size, "C2")),
        .ascii = ascii,
    };
    struct canvas canvas;
    canvas_init(&canvas, board_drawing_width(size, scale), board_drawing_height(size, scale));
    board_drawing_draw(&drawing, scale, &canvas, 0, 0);
    golden_expect(&canvas, colored, name);
    canvas_deinit(&canvas);
}

static void both_sizes_in_every_scale(void **state)
{
    (void)state;
    expect(SIZE_3, BOARD_LARGE, true, false, "board_3_large_ascii");
    expect(SIZE_3, BOARD_LARGE, false, false, "board_3_large");
    expect(SIZE_3, BOARD_SMALL, true, false, "board_3_small_ascii");
    expect(SIZE_3, BOARD_SMALL, false, false, "board_3_small");
    expect(SIZE_3, BOARD_TINY, true, false, "board_3_tiny_ascii");
    expect(SIZE_4, BOARD_LARGE, true, false, "board_4_large_ascii");
    expect(SIZE_4, BOARD_LARGE, false, false, "board_4_large");
    expect(SIZE_4, BOARD_SMALL, true, false, "board_4_small_ascii");
    expect(SIZE_4, BOARD_TINY, false, false, "board_4_tiny");
}

static void colours(void **state)
{
    (void)state;
    expect(SIZE_3, BOARD_LARGE, false, true, "board_3_large_colour");
    expect(SIZE_3, BOARD_SMALL, true, true, "board_3_small_ascii_colour");
    expect(SIZE_4, BOARD_TINY, true, true, "board_4_tiny_ascii_colour");
}

/* Takes the styles away and finds the same characters: colour says nothing by itself. */
static void what_a_board_says_it_says_without_colour(void **state)
{
    (void)state;
    struct position position = rules_position(SIZE_3);
    struct board_drawing drawing = {.position = &position, .last = 1, .ascii = true};
    struct canvas canvas;
    for (int scale = BOARD_TINY; scale <= BOARD_LARGE; scale++) {
        uint32_t blue = 0;
        uint32_t red = 0;
        canvas_init(&canvas, 60, 30);
        board_drawing_draw(&drawing, (enum board_scale)scale, &canvas, 0, 0);
        for (int i = 0; i < canvas.width * canvas.height; i++) {
            blue += canvas.cells[i].character == 'b';
            red += canvas.cells[i].character == 'r';
        }
        assert_int_equal(blue, board_count(position.stacks[COLOR_BLUE]));
        assert_int_equal(red, board_count(position.stacks[COLOR_RED]));
        canvas_deinit(&canvas);
    }
}

static void nothing_is_drawn_outside_of_its_rectangle(void **state)
{
    (void)state;
    static const char *const texts[] = {SIZE_3, SIZE_4};
    for (size_t i = 0; i < 2; i++) {
        struct position position = rules_position(texts[i]);
        struct board_drawing drawing = {
            .position = &position, .choices = board_all(position.size), .ascii = true};
        for (int scale = BOARD_TINY; scale <= BOARD_LARGE; scale++) {
            int width = board_drawing_width(position.size, (enum board_scale)scale);
            int height = board_drawing_height(position.size, (enum board_scale)scale);
            struct canvas canvas;
            canvas_init(&canvas, width + 6, height + 6);
            board_drawing_draw(&drawing, (enum board_scale)scale, &canvas, 3, 3);
            for (int cell = 0; cell < canvas.width * canvas.height; cell++) {
                int x = cell % canvas.width;
                int y = cell / canvas.width;
                bool inside = x >= 3 && x < 3 + width && y >= 3 && y < 3 + height;
                assert_true(inside || canvas.cells[cell].character == ' ');
            }
            canvas_deinit(&canvas);
        }
    }
}

int main(void)
{
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sizes_in_every_scale),
        cmocka_unit_test(colours),
        cmocka_unit_test(what_a_board_says_it_says_without_colour),
        cmocka_unit_test(nothing_is_drawn_outside_of_its_rectangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
