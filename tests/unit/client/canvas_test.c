#include "proto/client/canvas.h"

#include <stdlib.h>

#include "tests/support/cmocka_test.h"

static void expect(const struct canvas *canvas, bool colored, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    canvas_write(canvas, colored, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void text_is_cut_at_the_edges(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 5, 2);
    assert_int_equal(canvas_text(&canvas, 1, 0, 99, "abcdefgh", STYLE_PLAIN), 8);
    assert_int_equal(canvas_text(&canvas, -1, 1, 3, "abcdefgh", STYLE_PLAIN), 3);
    canvas_put(&canvas, 0, -1, 'x', STYLE_PLAIN);
    canvas_put(&canvas, 0, 2, 'x', STYLE_PLAIN);
    expect(&canvas, false, " abcd\nbc\n");
    canvas_deinit(&canvas);
}

static void every_width_of_utf_8_goes_through(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 8, 1);
    canvas_text(&canvas, 0, 0, 8, "a\xC3\xA9\xE2\x97\x86\xF0\x9F\x8E\xB2", STYLE_PLAIN);
    expect(&canvas, false, "a\xC3\xA9\xE2\x97\x86\xF0\x9F\x8E\xB2\n");
    assert_int_equal(canvas_text_width("a\xC3\xA9\xE2\x97\x86\xF0\x9F\x8E\xB2"), 4);
    canvas_text(&canvas, 0, 0, 8, "\xFF\xC3\033x", STYLE_PLAIN);
    expect(&canvas, false, "???x\n");
    canvas_deinit(&canvas);
}

static void styles_are_written_where_they_change(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 6, 1);
    canvas_text(&canvas, 0, 0, 6, "ab", STYLE_STRONG);
    canvas_text(&canvas, 2, 0, 6, "c", STYLE_PLAIN);
    canvas_text(&canvas, 3, 0, 6, " ", STYLE_ON_BLUE);
    expect(&canvas, true, "\033[0;1mab\033[0mc\033[0;97;44m \033[0m\n");
    expect(&canvas, false, "abc\n");
    canvas_deinit(&canvas);
}

static void paragraphs_break_at_blanks(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 8, 4);
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 8, 4, "one two three  four", STYLE_PLAIN), 3);
    expect(&canvas, false, "one two\nthree\nfour\n\n");
    canvas_deinit(&canvas);
    canvas_init(&canvas, 4, 3);
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 4, 2, "abcdefgh ij kl mn", STYLE_PLAIN), 2);
    expect(&canvas, false, "abcd\nij\n\n");
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 4, 2, "", STYLE_PLAIN), 0);
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 0, 2, "a", STYLE_PLAIN), 0);
    canvas_deinit(&canvas);
}

static void lines_are_compared_with_style(void **state)
{
    (void)state;
    struct canvas a;
    struct canvas b;
    canvas_init(&a, 3, 1);
    canvas_init(&b, 3, 1);
    assert_true(canvas_line_equal(&a, &b, 0));
    canvas_put(&a, 1, 0, ' ', STYLE_ON_RED);
    assert_false(canvas_line_equal(&a, &b, 0));
    assert_false(canvas_line_equal(&a, &b, 1));
    canvas_deinit(&a);
    canvas_deinit(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_at_the_edges),
        cmocka_unit_test(every_width_of_utf_8_goes_through),
        cmocka_unit_test(styles_are_written_where_they_change),
        cmocka_unit_test(paragraphs_break_at_blanks),
        cmocka_unit_test(lines_are_compared_with_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
