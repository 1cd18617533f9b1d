#include "proto/client/canvas.h"

#include <locale.h>
#include <stdlib.h>

#include "tests/support/cmocka_test.h"

#define TEN "\u5341" /* a wide character */
#define ACUTE "\u0301"

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
    assert_int_equal(canvas_text_width("a\xC3\xA9\xE2\x97\x86\xF0\x9F\x8E\xB2"), 5);
    canvas_text(&canvas, 0, 0, 8, "\xFF\xC3\033x", STYLE_PLAIN);
    expect(&canvas, false, "???x\n");
    canvas_deinit(&canvas);
}

static void wide_characters_take_two_columns(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 6, 1);
    assert_int_equal(canvas_text(&canvas, 0, 0, 6, "a" TEN TEN "b", STYLE_PLAIN), 6);
    expect(&canvas, false, "a" TEN TEN "b\n");
    /* One of which half is drawn over is not there any more; nothing else moves. */
    canvas_put(&canvas, 2, 0, 'x', STYLE_PLAIN);
    expect(&canvas, false, "a x" TEN "b\n");
    canvas_put(&canvas, 3, 0, 'y', STYLE_PLAIN);
    expect(&canvas, false, "a xy b\n");
    canvas_text(&canvas, 1, 0, 2, TEN, STYLE_PLAIN);
    canvas_text(&canvas, 2, 0, 2, TEN, STYLE_PLAIN);
    expect(&canvas, false, "a " TEN " b\n");
    /* One that has room for a half is left out, at either edge. */
    assert_int_equal(canvas_text(&canvas, 0, 0, 2, "c" TEN, STYLE_PLAIN), 1);
    expect(&canvas, false, "c " TEN " b\n");
    canvas_text(&canvas, 5, 0, 2, TEN, STYLE_PLAIN);
    canvas_text(&canvas, -1, 0, 2, TEN, STYLE_PLAIN);
    expect(&canvas, false, "  " TEN "\n");
    canvas_deinit(&canvas);
}

static void marks_join_the_character_before(void **state)
{
    (void)state;
    struct canvas canvas;
    struct canvas other;
    canvas_init(&canvas, 4, 1);
    canvas_init(&other, 4, 1);
    assert_int_equal(canvas_text_width("e" ACUTE ACUTE ACUTE "x"), 2);
    canvas_text(&canvas, 0, 0, 4, "e" ACUTE ACUTE ACUTE TEN ACUTE "xy", STYLE_PLAIN);
    expect(&canvas, false, "e" ACUTE ACUTE TEN ACUTE "x\n");
    canvas_text(&other, 0, 0, 4, "e" ACUTE TEN ACUTE "x", STYLE_PLAIN);
    assert_false(canvas_line_equal(&canvas, &other, 0));
    /* What only arranges text is not drawn, nor a mark that has nothing to stand on. */
    canvas_text(&canvas, 0, 0, 4, ACUTE "a\u200Db\u202Ec\uFE0Fd", STYLE_PLAIN);
    expect(&canvas, false, "abcd\n");
    canvas_text(&canvas, 0, 0, 4, "\u2028\uE123ab", STYLE_PLAIN);
    expect(&canvas, false, "?\uE123ab\n");
    canvas_deinit(&canvas);
    canvas_deinit(&other);
}

static void other_locales_show_ascii(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_init(&canvas, 6, 1);
    assert_non_null(setlocale(LC_CTYPE, "C"));
    canvas_text(&canvas, 0, 0, 6, "a" TEN "\u00E9e" ACUTE "x", STYLE_PLAIN);
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    expect(&canvas, false, "a??e?x\n");
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
    expect(&canvas, false, "abcd\nefgh\n\n");
    canvas_deinit(&canvas);
    canvas_init(&canvas, 5, 3);
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 5, 3, "ab " TEN TEN TEN " c", STYLE_PLAIN), 3);
    expect(&canvas, false, "ab " TEN "\n" TEN TEN "\nc\n");
    canvas_deinit(&canvas);
    canvas_init(&canvas, 4, 3);
    assert_int_equal(canvas_paragraph(&canvas, 0, 0, 1, 2, TEN, STYLE_PLAIN), 0);
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
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_at_the_edges),
        cmocka_unit_test(every_width_of_utf_8_goes_through),
        cmocka_unit_test(wide_characters_take_two_columns),
        cmocka_unit_test(marks_join_the_character_before),
        cmocka_unit_test(other_locales_show_ascii),
        cmocka_unit_test(styles_are_written_where_they_change),
        cmocka_unit_test(paragraphs_break_at_blanks),
        cmocka_unit_test(lines_are_compared_with_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
