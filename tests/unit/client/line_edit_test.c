#include "proto/client/line_edit.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

/* Types all bytes and gives what came of the last. */
static enum line_edit_step type(struct line_edit *edit, const char *bytes)
{
    enum line_edit_step step = LINE_EDIT_NONE;
    for (; *bytes != '\0'; bytes++)
        step = line_edit_byte(edit, (unsigned char)*bytes);
    return step;
}

static void expect(const char *bytes, const char *text, size_t cursor)
{
    struct line_edit edit;
    line_edit_clear(&edit);
    type(&edit, bytes);
    assert_string_equal(edit.text, text);
    assert_int_equal(edit.cursor, cursor);
    assert_int_equal(edit.length, strlen(text));
}

static void keys_edit_the_line(void **state)
{
    (void)state;
    expect("C3", "C3", 2);
    expect("C3\177D\1", "CD", 0);
    expect("3\1C\5x", "C3x", 3);
    expect("ac\033[Db", "abc", 2);
    expect("abc\033[D\033[D\033[3~", "ac", 1);
    expect("abc\033[H\033[Cx\033[Fy", "axbcy", 5);
    expect("abc\033OHx", "xabc", 1);
    expect("abc\033[1~x\033[4~y", "xabcy", 5);
    expect("seek 4 rated\27", "seek 4 ", 7);
    expect("one two \27", "one ", 4);
    expect("abcd\033[D\25x", "xd", 1);
    expect("\177\033[D\033[C\033[3~a", "a", 1);
}

static void keys_unknown_leave_no_trace(void **state)
{
    (void)state;
    expect("a\033[1;5Cb\033[15~\033OPc\033[200~d", "abcd", 4);
    expect("a\303\251b", "ab", 2);
    expect("a\033fb", "ab", 2);
}

static void steps_tell_what_to_do(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_clear(&edit);
    assert_int_equal(type(&edit, "\4"), LINE_EDIT_ENDED);
    assert_int_equal(type(&edit, "a"), LINE_EDIT_CHANGED);
    assert_int_equal(type(&edit, "\4"), LINE_EDIT_NONE);
    assert_int_equal(type(&edit, "\t"), LINE_EDIT_TAB);
    assert_int_equal(type(&edit, "\f"), LINE_EDIT_REDRAW);
    assert_int_equal(type(&edit, "\r"), LINE_EDIT_ENTERED);
    assert_int_equal(type(&edit, "\n"), LINE_EDIT_ENTERED);
}

static void escape_alone_is_told_from_a_sequence(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_clear(&edit);
    assert_int_equal(type(&edit, "\033"), LINE_EDIT_NONE);
    assert_int_equal(line_edit_pause(&edit), LINE_EDIT_CANCELED);
    assert_int_equal(line_edit_pause(&edit), LINE_EDIT_NONE);
    assert_int_equal(type(&edit, "\033\033"), LINE_EDIT_CANCELED);
    assert_int_equal(type(&edit, "x"), LINE_EDIT_CHANGED);
}

static void a_line_has_its_limit(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_clear(&edit);
    for (int i = 0; i < 2 * LINE_EDIT_MAX; i++)
        line_edit_byte(&edit, 'x');
    assert_int_equal(edit.length, LINE_EDIT_MAX - 1);
    assert_int_equal(strlen(edit.text), LINE_EDIT_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_edit_the_line),
        cmocka_unit_test(keys_unknown_leave_no_trace),
        cmocka_unit_test(steps_tell_what_to_do),
        cmocka_unit_test(escape_alone_is_told_from_a_sequence),
        cmocka_unit_test(a_line_has_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
