/* What any player of the game expects of an engine, at every level that promises it. */
#include "proto/bot/thinker.h"

#include <stdlib.h>

#include "proto/bot/search.h"
#include "tests/support/cmocka_test.h"
#include "tests/support/random_play.h"
#include "tests/support/rules.h"

static struct thinker *thinker;

static int make_thinker(void **state)
{
    (void)state;
    thinker = thinker_init(malloc(THINKER_MEMORY), THINKER_MEMORY);
    return 0;
}

static int free_thinker(void **state)
{
    (void)state;
    free(thinker);
    return 0;
}

static struct thinker_answer choose(const struct position *position, int level, uint64_t seed)
{
    struct thinker_question question = {.position = position, .level = level, .seed = seed};
    return thinker_choose(thinker, &question);
}

static enum outcome play(struct position *position, const struct turn *turn)
{
    enum outcome outcome = OUTCOME_GOES_ON;
    assert_int_equal(referee_apply(position, turn, &outcome), REFUSAL_NONE);
    return outcome;
}

/* Whether the side to move has a turn that wins at once. */
static bool can_win(const struct position *position)
{
    return choose(position, THINKER_MIN_LEVEL, 0).value == SEARCH_WON - 1;
}

static void every_level_takes_a_win(void **state)
{
    (void)state;
    const char *const texts[] = {
        ".../..../..b1r1./..../... b",
        ".../..../..b3r1./...r1/... b",
        ".../..../....r2/..b1r1/... b", /* in the middle of a chain of which more could be made */
        "..../...../....r1./...b2r1../..r1r1../...../.... b",
    };
    for (int i = 0; i < 4; i++)
        for (int level = THINKER_MIN_LEVEL; level <= THINKER_MAX_LEVEL; level++) {
            struct position position = rules_position(texts[i]);
            struct thinker_answer answer = choose(&position, level, (uint64_t)i);
            assert_int_equal(play(&position, &answer.turn), OUTCOME_WON);
            assert_true(answer.decided && answer.value > 0);
        }
}

static void none_but_the_weakest_loses_at_once_where_it_need_not(void **state)
{
    (void)state;
    for (int level = THINKER_MIN_LEVEL + 1; level <= THINKER_MAX_LEVEL; level++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            /* A first stack beside C3, or one that C3 reaches, would be captured. */
            struct position position = rules_position(".../..../..b1../..../... r");
            struct thinker_answer answer = choose(&position, level, seed);
            play(&position, &answer.turn);
            assert_false(can_win(&position));
        }
}

/* Positions out of random games: `check` is called with some of each. */
static void in_random_games(uint64_t seed, int games, void (*check)(const struct position *))
{
    struct random random = {.state = seed};
    for (int game = 0; game < games; game++) {
        struct position position;
        enum outcome outcome = OUTCOME_GOES_ON;
        position_init(&position, 3 + game % 2);
        for (int ply = 0; ply < 120 && outcome != OUTCOME_WON; ply++) {
            if (outcome == OUTCOME_SKIP)
                referee_skip(&position);
            if (ply % 7 == 3)
                check(&position);
            struct turn turn = random_turn(&random, &position);
            outcome = play(&position, &turn);
        }
    }
}

static void check_legal(const struct position *position)
{
    for (int level = THINKER_MIN_LEVEL; level < THINKER_MAX_LEVEL; level++) {
        struct position after = *position;
        struct thinker_answer answer = choose(position, level, 3);
        play(&after, &answer.turn);
        assert_true(answer.value <= SEARCH_WON && answer.value >= -SEARCH_WON);
    }
}

static void turns_are_legal_in_any_position(void **state)
{
    (void)state;
    in_random_games(21, 12, check_legal);
}

static void check_same(const struct position *position)
{
    for (int level = THINKER_MIN_LEVEL; level < THINKER_MAX_LEVEL; level++) {
        struct thinker_answer first = choose(position, level, 77);
        choose(position, level, 78);
        struct thinker_answer again = choose(position, level, 77);
        assert_true(turn_equal(&first.turn, &again.turn));
        assert_int_equal(first.value, again.value);
        assert_int_equal(first.nodes, again.nodes);
    }
}

static void the_same_seed_gives_the_same_turn(void **state)
{
    (void)state;
    in_random_games(22, 6, check_same);
}

static void seeds_give_variety(void **state)
{
    (void)state;
    struct position start;
    position_init(&start, 3);
    uint64_t seen = 0;
    for (uint64_t seed = 0; seed < 20; seed++)
        seen |= board_bit(choose(&start, THINKER_MAX_LEVEL - 1, seed).turn.cells[0]);
    assert_true(board_count(seen) > 3);
}

/* Every decided position is worth what it was said to be: the side said to win wins, by its own
 * choices, against a defender of full strength. */
static void check_decided(const struct position *position)
{
    const int level = THINKER_MAX_LEVEL - 1;
    struct thinker_answer answer = choose(position, level, 9);
    if (!answer.decided)
        return;
    int plies = SEARCH_WON - abs(answer.value);
    enum color winner = answer.value > 0 ? position->to_move : color_other(position->to_move);
    struct position line = *position;
    enum outcome outcome = OUTCOME_GOES_ON;
    for (int ply = 0; ply < plies && outcome != OUTCOME_WON; ply++) {
        if (outcome == OUTCOME_SKIP)
            referee_skip(&line);
        struct turn turn = choose(&line, level, 9).turn;
        assert_true(line.to_move == winner || ply + 1 < plies);
        outcome = play(&line, &turn);
    }
    assert_int_equal(outcome, OUTCOME_WON);
    assert_int_equal(line.to_move, color_other(winner));
}

static void what_is_said_to_be_decided_is(void **state)
{
    (void)state;
    in_random_games(23, 30, check_decided);
}

static void turns_after_skips_are_seen(void **state)
{
    (void)state;
    /* Red has no legal turn, so Blue, who wins after any turn that keeps it so, moves twice. */
    struct line line;
    line_init(&line, 3);
    assert_true(line_play_all(
        &line, "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 "
               "D2xD3 C3 C5 B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2"));
    assert_int_equal(line.outcome, OUTCOME_SKIP);
    referee_skip(&line.position);
    struct thinker_answer answer = choose(&line.position, THINKER_MAX_LEVEL, 1);
    assert_true(answer.depth > 1 || answer.decided);
    play(&line.position, &answer.turn);
}

/* A clock that moves on by `step_ms` whenever it is looked at. */
struct fake_clock {
    int64_t now_ms, step_ms;
    int looks;
};

static int64_t look(void *context)
{
    struct fake_clock *clock = context;
    clock->looks++;
    return clock->now_ms += clock->step_ms;
}

static struct thinker_answer choose_in(struct fake_clock *clock, int64_t until_ms)
{
    struct position start;
    position_init(&start, 4);
    struct thinker_question question = {
        .position = &start,
        .level = THINKER_MAX_LEVEL,
        .now_ms = look,
        .context = clock,
        .until_ms = until_ms,
    };
    struct thinker_answer answer = thinker_choose(thinker, &question);
    play(&start, &answer.turn);
    return answer;
}

static void time_that_is_up_ends_the_thinking(void **state)
{
    (void)state;
    struct fake_clock clock = {.step_ms = 1};
    struct thinker_answer short_answer = choose_in(&clock, 5);
    assert_int_equal(clock.looks, 5);
    clock = (struct fake_clock){.step_ms = 1};
    struct thinker_answer long_answer = choose_in(&clock, 1000);
    assert_true(clock.looks < 1000);
    assert_true(short_answer.nodes < long_answer.nodes);
    /* Even with no time at all there is a turn. */
    clock = (struct fake_clock){.now_ms = 100, .step_ms = 1};
    choose_in(&clock, 0);
    assert_int_equal(clock.looks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_takes_a_win),
        cmocka_unit_test(none_but_the_weakest_loses_at_once_where_it_need_not),
        cmocka_unit_test(turns_are_legal_in_any_position),
        cmocka_unit_test(the_same_seed_gives_the_same_turn),
        cmocka_unit_test(seeds_give_variety),
        cmocka_unit_test(what_is_said_to_be_decided_is),
        cmocka_unit_test(turns_after_skips_are_seen),
        cmocka_unit_test(time_that_is_up_ends_the_thinking),
    };
    return cmocka_run_group_tests_name("bot thinker", tests, make_thinker, free_thinker);
}
