/* The rules by example: every worked example of core/RULES.md, and every refusal. */
#include "core/referee.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"

/* Worked example 2, before its chain. */
#define CHAIN_POSITION ".../.b2r1./...r2./..r2r1/.r3r3 b"

static const char long_line[] =
    "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 D2xD3 C3 C5 "
    "B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2";

static struct turn read_turn(int size, const char *text)
{
    struct turn turn = {.count = 0};
    assert_int_equal(referee_read(&turn, size, text, strlen(text)), REFUSAL_NONE);
    return turn;
}

static enum refusal apply(struct position *position, const char *text, enum outcome *outcome)
{
    struct turn turn = read_turn(position->size, text);
    return referee_apply(position, &turn, outcome);
}

static void assert_turn(const char *before, const char *text, const char *after, enum outcome want)
{
    struct position position = rules_position(before);
    enum outcome outcome;
    assert_int_equal(apply(&position, text, &outcome), REFUSAL_NONE);
    assert_true(rules_position_is(&position, after));
    assert_int_equal(outcome, want);
}

static void assert_refused(const char *before, const char *text, enum refusal want)
{
    struct position position = rules_position(before);
    enum outcome outcome = OUTCOME_SKIP;
    assert_int_equal(apply(&position, text, &outcome), want);
    assert_true(rules_position_is(&position, before));
    assert_int_equal(outcome, OUTCOME_SKIP);
}

static void a_lower_stack_is_captured_and_its_subgroup_goes(void **state)
{
    (void)state;
    assert_turn(".../..../..r3../.b1b1./b2b1. r", "C3xD3", ".../..../..r3../.r2../b2.. b",
                OUTCOME_GOES_ON);
}

static void equal_stacks_are_captured_in_a_chain(void **state)
{
    (void)state;
    assert_turn(CHAIN_POSITION, "B2xC4", ".../.b2r1./...b3./...r1/.r3r3 r", OUTCOME_GOES_ON);
    assert_turn(CHAIN_POSITION, "B2xC4xE5", ".../.b2r1./...b3./...r1/..b4 r", OUTCOME_GOES_ON);
}

static void a_capture_wins_also_in_the_middle_of_a_chain(void **state)
{
    (void)state;
    struct line line;
    line_init(&line, 3);
    assert_true(line_play_all(&line, "C3 C4 C3xC4"));
    assert_int_equal(line.outcome, OUTCOME_WON);
    assert_int_equal(line.ply, 3);

    line_init(&line, 3);
    assert_true(line_play_all(&line, "C5 D5 D4 D5xC5"));
    assert_int_equal(line.outcome, OUTCOME_GOES_ON);
    assert_true(line_play_all(&line, "D4xD5xC5"));
    assert_int_equal(line.outcome, OUTCOME_WON);
}

static void a_placement_never_wins(void **state)
{
    (void)state;
    struct line line;
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        line_init(&line, size);
        assert_true(line_play_all(&line, "A1"));
        assert_int_equal(line.outcome, OUTCOME_GOES_ON);
    }
}

static void a_player_who_is_stuck_is_skipped(void **state)
{
    (void)state;
    struct line line;
    line_init(&line, 3);
    assert_true(line_play_all(&line, long_line));
    assert_int_equal(line.outcome, OUTCOME_SKIP);
    assert_int_equal(line.position.to_move, COLOR_BLUE);
    assert_false(referee_can_move(&line.position));
    referee_skip(&line.position);
    assert_int_equal(line.position.to_move, COLOR_RED);
    assert_true(referee_can_move(&line.position));
}

static void every_refusal_has_its_reason(void **state)
{
    (void)state;
    static const struct {
        const char *position, *turn;
        enum refusal refusal;
    } cases[] = {
        {CHAIN_POSITION, "skip", REFUSAL_SKIP},
        {CHAIN_POSITION, "B2", REFUSAL_NOT_EMPTY},
        {CHAIN_POSITION, "B3", REFUSAL_NOT_EMPTY},
        {CHAIN_POSITION, "A1xB2", REFUSAL_NO_STACK},
        {CHAIN_POSITION, "B3xB2", REFUSAL_NOT_YOURS},
        {CHAIN_POSITION, "B2xB1", REFUSAL_NOTHING_THERE},
        {CHAIN_POSITION, "B2xC4xD4", REFUSAL_NOTHING_THERE},
        {CHAIN_POSITION, "B2xB2", REFUSAL_OWN_STACK},
        {CHAIN_POSITION, "B2xC4xB2", REFUSAL_OWN_STACK},
        {CHAIN_POSITION, "B2xE4", REFUSAL_HIGHER},
        {CHAIN_POSITION, "B2xD5", REFUSAL_NOT_ADJACENT},
        {CHAIN_POSITION, "B2xC4xD5", REFUSAL_LOWER_ALONE},
        {CHAIN_POSITION, "B2xB3xC4", REFUSAL_LOWER_ALONE},
        {"b2.r2/..../...../..../... b", "A1xA3", REFUSAL_NOT_TOUCHING},
        {"b1r1./..../...../..../... b", "A1xA2xA1", REFUSAL_GAME_WON},
        {"b65535r65535./..../...../..../... b", "A1xA2", REFUSAL_TOO_HIGH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i].position, cases[i].turn, cases[i].refusal);

    struct turn turn;
    assert_int_equal(referee_read(&turn, 3, "C3xx", 4), REFUSAL_MALFORMED);
    assert_int_equal(referee_read(&turn, 3, "C6", 2), REFUSAL_OFF_BOARD);
}

static void every_refusal_has_its_own_words(void **state)
{
    (void)state;
    for (int a = REFUSAL_NONE; a <= REFUSAL_TOO_HIGH; a++) {
        const char *text = refusal_text((enum refusal)a);
        assert_true(strlen(text) > 10 && text[strlen(text) - 1] != '.');
        for (int b = REFUSAL_NONE; b < a; b++)
            assert_string_not_equal(text, refusal_text((enum refusal)b));
    }
}

static void the_highest_stack_still_captures_lower_ones(void **state)
{
    (void)state;
    const char *before = "b65535r65534./..../...../..../... b";
    assert_turn(before, "A1xA2", "b65535b65535./..../...../..../... r", OUTCOME_WON);
    struct position position = rules_position("b65535r65535./..../...../..../... b");
    assert_int_equal(referee_first_captures(&position, 0), 0);
}

static uint64_t cells(int size, const char *names)
{
    uint64_t set = 0;
    for (const char *at = names; *at != '\0'; at += at[2] == ' ' ? 3 : 2)
        set |= board_bit(board_cell_parse(size, at));
    return set;
}

static void assert_next(const char *before, const char *prefix, const char *names)
{
    struct position position = rules_position(before);
    struct turn turn = read_turn(position.size, prefix);
    uint64_t next = ~UINT64_C(0);
    assert_int_equal(referee_next(&position, &turn, &next), REFUSAL_NONE);
    assert_int_equal(next, cells(position.size, names));
    assert_true(rules_position_is(&position, before));
}

static void turns_are_offered_step_by_step(void **state)
{
    (void)state;
    struct position position = rules_position(CHAIN_POSITION);
    int b2 = board_cell_parse(3, "B2");
    assert_int_equal(referee_placements(&position), position_empty(&position));
    assert_int_equal(referee_first_captures(&position, b2), cells(3, "B3 C4 D4"));
    assert_int_equal(referee_first_captures(&position, board_cell_parse(3, "B3")), 0);
    assert_int_equal(referee_first_captures(&position, board_cell_parse(3, "A1")), 0);

    assert_next(CHAIN_POSITION, "B2", "B3 C4 D4");
    assert_next(CHAIN_POSITION, "B2xB3", ""); /* a lower-stack capture */
    assert_next(CHAIN_POSITION, "B2xC4", "E4 E5");
    assert_next(CHAIN_POSITION, "B2xC4xE5", "");
    assert_next("b1r1./..../...../..../... b", "A1xA2", ""); /* won */
}

static void what_cannot_be_gone_on_from_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *prefix;
        enum refusal refusal;
    } cases[] = {
        {"skip", REFUSAL_SKIP},          {"A1", REFUSAL_NO_STACK},
        {"B3", REFUSAL_NOT_YOURS},       {"B2xB1", REFUSAL_NOTHING_THERE},
        {"B2xE4", REFUSAL_HIGHER},       {"B2xB3xC4", REFUSAL_LOWER_ALONE},
        {"B2xD5", REFUSAL_NOT_ADJACENT},
    };
    struct position position = rules_position(CHAIN_POSITION);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct turn turn = read_turn(3, cases[i].prefix);
        uint64_t next = 12345;
        assert_int_equal(referee_next(&position, &turn, &next), cases[i].refusal);
        assert_int_equal(next, 12345);
    }
}

/* A lower group that the capturing stack touches lends its reach only to stacks of equal height. */
static void an_equal_stack_is_reached_through_any_of_its_group(void **state)
{
    (void)state;
    const char *before = "b2r9./..r2./...r1./..../... b";
    assert_turn(before, "A1xB3", "b2r9./..b3./...r1./..../... r", OUTCOME_GOES_ON);
    assert_refused(before, "A1xC4", REFUSAL_NOT_ADJACENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lower_stack_is_captured_and_its_subgroup_goes),
        cmocka_unit_test(equal_stacks_are_captured_in_a_chain),
        cmocka_unit_test(a_capture_wins_also_in_the_middle_of_a_chain),
        cmocka_unit_test(a_placement_never_wins),
        cmocka_unit_test(a_player_who_is_stuck_is_skipped),
        cmocka_unit_test(every_refusal_has_its_reason),
        cmocka_unit_test(every_refusal_has_its_own_words),
        cmocka_unit_test(the_highest_stack_still_captures_lower_ones),
        cmocka_unit_test(turns_are_offered_step_by_step),
        cmocka_unit_test(what_cannot_be_gone_on_from_is_refused),
        cmocka_unit_test(an_equal_stack_is_reached_through_any_of_its_group),
    };
    return cmocka_run_group_tests_name("referee", tests, NULL, NULL);
}
