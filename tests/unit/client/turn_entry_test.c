#include "proto/client/turn_entry.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"

/* The position of the second worked example of the rules. */
#define CHAIN ".../.b2r1./...r2./..r2r1/.r3r3 b"

static uint64_t cells(const char *names)
{
    uint64_t set = 0;
    for (; *names != '\0'; names += names[2] != '\0' ? 3 : 2)
        set |= board_bit(board_cell_parse(3, names));
    return set;
}

static void turns_are_read_in_any_case(void **state)
{
    (void)state;
    struct position position = rules_position(CHAIN);
    struct turn turn;
    char why[WORDS_MAX];
    char text[TURN_TEXT_MAX];
    assert_true(turn_entry_read(&position, "b2Xc4xE5", &turn, why));
    turn_format(&turn, 3, text);
    assert_string_equal(text, "B2xC4xE5");
}

static void mistakes_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } rows[] = {
        {"hello", "\"hello\" is not a turn"},
        {"C9", "C9 is not possible"},
        {"b2", "B2 is not possible"},
        {"A1xB2", "A1xB2 is not possible"},
        {"B2xA1", "B2xA1 is not possible"},
        {"skip", "is not possible"},
        {"B2x", "is not a turn"},
        {"", "is not a turn"},
    };
    struct position position = rules_position(CHAIN);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct turn turn;
        char why[WORDS_MAX];
        assert_false(turn_entry_read(&position, rows[i].text, &turn, why));
        if (strstr(why, rows[i].part) == NULL)
            fail_msg("%s: %s", rows[i].text, why);
    }
}

static void what_may_follow_is_pointed_out(void **state)
{
    (void)state;
    struct position position = rules_position(CHAIN);
    assert_int_equal(turn_entry_choices(&position, "B2"), cells("B3 C4 D4"));
    assert_int_equal(turn_entry_choices(&position, "b2x"), cells("B3 C4 D4"));
    assert_int_equal(turn_entry_choices(&position, "B2xC4"), cells("E4 E5"));
    assert_int_equal(turn_entry_choices(&position, "B2xC4x"), cells("E4 E5"));
    assert_int_equal(turn_entry_choices(&position, "B2xB3"), 0);
    assert_int_equal(turn_entry_choices(&position, "B"), 0);
    assert_int_equal(turn_entry_choices(&position, "A1"), 0);
    assert_int_equal(turn_entry_choices(&position, "resign"), 0);
}

static void expect(const char *prefix, const char *expected)
{
    struct position position = rules_position(CHAIN);
    char text[TURN_ENTRY_TEXT_MAX];
    turn_entry_explain(&position, prefix, text);
    assert_string_equal(text, expected);
}

static void questions_are_answered(void **state)
{
    (void)state;
    expect("B2x", "B2 can capture B3 C4 D4.");
    expect("b2xc4", "B2xC4 may go on, or not, with E4 E5.");
    expect("B2xB3", "B2xB3 can capture nothing more.");
    expect("", "Place on A1 A2 A3 B1 B4 C1 C2 C3 C5 D2 D3 E3. Capture with B2: B3 C4 D4.");
    expect("C4x", "C4 is not possible: the capturing stack is the opponent's.");
    assert_true(turn_entry_is_question("B2x"));
    assert_true(turn_entry_is_question("B2xC4X"));
    assert_false(turn_entry_is_question("B2xC4"));
    assert_false(turn_entry_is_question(""));
}

static void an_empty_board_has_no_captures(void **state)
{
    (void)state;
    struct position position;
    char text[TURN_ENTRY_TEXT_MAX];
    position_init(&position, 4);
    assert_int_equal(turn_entry_explain(&position, "", text), board_all(4));
    assert_non_null(strstr(text, "Nothing can be captured."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_read_in_any_case),     cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(what_may_follow_is_pointed_out), cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(an_empty_board_has_no_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
