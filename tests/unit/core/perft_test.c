/* The figures of core/RULES.md and of perft.ndjson. */
#include "core/perft.h"

#include <string.h>

#include "core/referee.h"
#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"

static void assert_leaves(const struct position *position, int depth, uint64_t want)
{
    uint64_t have = perft_count(position, depth);
    if (have != want) {
        char text[POSITION_TEXT_MAX];
        position_format(position, text);
        fail_msg("%s at depth %d: %llu leaves, not %llu", text, depth, (unsigned long long)have,
                 (unsigned long long)want);
    }
}

static void leaves_from_the_start(void **state)
{
    (void)state;
    static const uint64_t figures[2][6] = {
        {1, 19, 342, 5898, 96228, 1534104},
        {1, 37, 1332, 46800, 1598532, 0},
    };
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        struct position position;
        position_init(&position, size);
        for (int depth = 0; depth < 6 && figures[size - 3][depth] != 0; depth++)
            assert_leaves(&position, depth, figures[size - 3][depth]);
    }
}

static void leaves_of_the_positions_on_file(void **state)
{
    (void)state;
    json_t *cases = rules_load("perft.ndjson");
    size_t at;
    json_t *entry;
    json_array_foreach(cases, at, entry) {
        const char *text = json_string_value(json_object_get(entry, "position"));
        const json_t *leaves = json_object_get(entry, "leaves");
        struct position position = rules_position(text);
        assert_true(json_array_size(leaves) >= 2);
        for (size_t depth = 1; depth <= json_array_size(leaves); depth++)
            assert_leaves(&position, (int)depth,
                          (uint64_t)json_integer_value(json_array_get(leaves, depth - 1)));
    }
    json_decref(cases);
}

static void a_finished_game_has_no_further_turns(void **state)
{
    (void)state;
    /* Blue has 17 placements and the capture that wins. */
    struct position position = rules_position("b1r1./..../...../..../... b");
    assert_leaves(&position, 1, 18);
    uint64_t after_placements = 0;
    for (int cell = 2; cell < 19; cell++) {
        struct position after = position;
        struct turn turn = {.count = 1, .cells = {(uint8_t)cell}};
        enum outcome outcome;
        assert_int_equal(referee_apply(&after, &turn, &outcome), REFUSAL_NONE);
        after_placements += perft_count(&after, 1);
    }
    assert_leaves(&position, 2, after_placements);
}

static void a_skip_is_one_turn(void **state)
{
    (void)state;
    /* The position after the long line of the rules: Blue is stuck. */
    struct line line;
    line_init(&line, 3);
    assert_true(line_play_all(
        &line, "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 "
               "D2xD3 C3 C5 B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2"));
    struct turn_texts turns;
    turn_texts_init(&turns, &line.position);
    assert_int_equal(turns.count, 1);
    assert_string_equal(turns.texts[0], "skip");
    turn_texts_deinit(&turns);

    assert_leaves(&line.position, 1, 1);
    struct position skipped = line.position;
    referee_skip(&skipped);
    assert_leaves(&line.position, 3, perft_count(&skipped, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_from_the_start),
        cmocka_unit_test(leaves_of_the_positions_on_file),
        cmocka_unit_test(a_finished_game_has_no_further_turns),
        cmocka_unit_test(a_skip_is_one_turn),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
