#include "proto/client/line_edit.h"

#include <locale.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define N_TILDE "\303\261" /* Latin small letter n with tilde */
#define JE "\320\266"      /* Cyrillic small letter zhe */
#define ACUTE "\314\201"   /* combining acute accent */
#define JOINER "\342\200\215"
#define WIDE "\345\215\201"    /* ten, in Chinese: two columns */
#define DIE "\360\237\216\262" /* game die: two columns, four bytes */

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
    line_edit_init(&edit);
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
    expect("a\033zb", "ab", 2);
    expect("a\033\303\251b", "ab", 2);
}

static void characters_of_every_length_are_typed(void **state)
{
    (void)state;
    expect("ma" N_TILDE "ana", "ma" N_TILDE "ana", 7);
    expect(JE JE WIDE DIE, JE JE WIDE DIE, 11);
    expect("a" N_TILDE "b\177\177", "a", 1);
    expect(DIE WIDE N_TILDE "\033[D\033[D\033[3~x", DIE "x" N_TILDE, 5);
    expect(JE JE "\033[H\033[C" N_TILDE, JE N_TILDE JE, 4);
    expect(JE JE "\033[H\4" N_TILDE, N_TILDE JE, 2);
    expect(JE " " JE WIDE "\27", JE " ", 3);
    expect(JE " " JE WIDE " a\033[1;5D\033[1;5Dx\033[1;5Cy", JE " x" JE WIDE "y a", 10);
    expect(JE " " JE "\033b" N_TILDE "\033bx\033fy\033b\033d", JE " ", 3);
    expect(JE " " JE "\2\13" N_TILDE, JE " " N_TILDE, 5);
}

static void marks_stay_with_what_they_stand_on(void **state)
{
    (void)state;
    expect("e" ACUTE ACUTE "b\177\177", "", 0);
    expect("ae" ACUTE "\033[Dx", "axe" ACUTE, 2);
    expect("ae" ACUTE "\033[D\033[3~", "a", 1);
    expect("ab\033[D" ACUTE "x", "a" ACUTE "xb", 4);
    expect("a" JOINER "b\033[D\033[Dx", "xa" JOINER "b", 1);
    /* A mark that nothing stands before joins what comes to stand there. */
    expect(ACUTE "\1x\177", "", 0);
    expect(ACUTE "\1xy", "x" ACUTE "y", 4);
    expect("a " ACUTE "b\27x", "ax", 2);
}

static void what_is_no_utf_8_is_passed_over(void **state)
{
    (void)state;
    expect("a\377b\200c", "abc", 3);
    expect("a\303b", "ab", 2);
    expect("a\303\303\261b", "a" N_TILDE "b", 4);
    expect("a\345\215" N_TILDE "b", "a" N_TILDE "b", 4);
    expect("\300\257\355\240\200\364\220\200\200x", "x", 1);
    expect("a\302\205b", "ab", 2); /* a control character */
    expect("a\303\033[D\261b", "ba", 1);
}

static void other_locales_take_ascii(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C"));
    expect("ma" N_TILDE "ana", "maana", 5);
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
}

static void several_lines_are_pasted_as_one(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_init(&edit);
    assert_int_equal(type(&edit, "say \033[200~one\rtwo\n\tthree\033[201"), LINE_EDIT_NONE);
    assert_int_equal(line_edit_pause(&edit), LINE_EDIT_NONE);
    assert_int_equal(type(&edit, "~"), LINE_EDIT_NONE);
    assert_string_equal(edit.text, "say one two  three");
    assert_int_equal(type(&edit, "\r"), LINE_EDIT_ENTERED);
    line_edit_clear(&edit);
    /* Keys do nothing while something is pasted, and Escape twice ends one that has no end. */
    assert_int_equal(type(&edit, "\033[200~a\1\177\033[Hb\033bc"), LINE_EDIT_CHANGED);
    assert_string_equal(edit.text, "abc");
    assert_int_equal(edit.cursor, 3);
    assert_int_equal(type(&edit, "\033\033"), LINE_EDIT_CANCELED);
    assert_int_equal(type(&edit, "\r"), LINE_EDIT_ENTERED);
}

static void steps_tell_what_to_do(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_init(&edit);
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
    line_edit_init(&edit);
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
    line_edit_init(&edit);
    for (int i = 0; i < LINE_EDIT_CHARACTERS; i++)
        assert_int_equal(line_edit_byte(&edit, 'x'), LINE_EDIT_CHANGED);
    assert_int_equal(line_edit_byte(&edit, 'x'), LINE_EDIT_FULL);
    assert_int_equal(strlen(edit.text), LINE_EDIT_CHARACTERS);
    line_edit_clear(&edit);
    for (int i = 0; i < LINE_EDIT_CHARACTERS; i++)
        assert_int_equal(type(&edit, DIE), LINE_EDIT_CHANGED);
    assert_int_equal(type(&edit, DIE), LINE_EDIT_FULL);
    assert_int_equal(edit.length, LINE_EDIT_MAX - 1);
    assert_int_equal(strlen(edit.text), LINE_EDIT_MAX - 1);
    assert_int_equal(type(&edit, "\177"), LINE_EDIT_CHANGED);
    assert_int_equal(type(&edit, "x"), LINE_EDIT_CHANGED);
}

int main(void)
{
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_edit_the_line),
        cmocka_unit_test(keys_unknown_leave_no_trace),
        cmocka_unit_test(characters_of_every_length_are_typed),
        cmocka_unit_test(marks_stay_with_what_they_stand_on),
        cmocka_unit_test(what_is_no_utf_8_is_passed_over),
        cmocka_unit_test(other_locales_take_ascii),
        cmocka_unit_test(several_lines_are_pasted_as_one),
        cmocka_unit_test(steps_tell_what_to_do),
        cmocka_unit_test(escape_alone_is_told_from_a_sequence),
        cmocka_unit_test(a_line_has_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
