/* The candidates of a position against all its full turns, as perft lists them. */
#include "proto/bot/candidates.h"

#include "core/perft.h"
#include "proto/bot/hash.h"
#include "tests/support/cmocka_test.h"
#include "tests/support/random_play.h"
#include "tests/support/rules.h"

#define ROOM 4096

static struct candidate items[ROOM];
static const struct evaluator sober = {.noise = 0};

static struct candidates list(const struct position *position, int room)
{
    struct candidates candidates = {.items = items, .room = room};
    candidates_list(&candidates, position, hash_position(position), &sober);
    return candidates;
}

/* The hashes of all positions that one turn leads to, without repeats. */
struct reached {
    const struct position *position;
    uint64_t hashes[ROOM];
    int count;
    bool overflown, wins;
};

static void reach(const struct turn *turn, void *context)
{
    struct reached *reached = context;
    struct position after = *reached->position;
    enum outcome outcome;
    assert_int_equal(referee_apply(&after, turn, &outcome), REFUSAL_NONE);
    reached->wins = reached->wins || outcome == OUTCOME_WON;
    uint64_t hash = hash_position(&after);
    for (int i = 0; i < reached->count; i++)
        if (reached->hashes[i] == hash)
            return;
    reached->overflown = reached->count == ROOM;
    if (!reached->overflown)
        reached->hashes[reached->count++] = hash;
}

static bool has(const struct reached *reached, uint64_t hash)
{
    for (int i = 0; i < reached->count; i++)
        if (reached->hashes[i] == hash)
            return true;
    return false;
}

/* Every candidate is legal, leads where it says and is worth what it says. */
static void check_candidates(const struct position *position, const struct candidates *candidates)
{
    for (int i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->items[i];
        struct position after = *position, played = *position;
        enum outcome outcome;
        assert_int_equal(referee_apply(&after, &candidate->turn, &outcome), REFUSAL_NONE);
        candidates_play(&played, &candidate->turn);
        assert_true(position_equal(&after, &played));
        assert_int_equal(outcome == OUTCOME_WON, candidates->wins);
        if (candidates->wins)
            continue;
        assert_true(candidate->hash == hash_position(&after));
        assert_int_equal(candidate->value, -evaluate(&sober, &after, candidate->hash));
    }
}

static void check_position(const struct position *position)
{
    static struct reached reached;
    reached = (struct reached){.position = position};
    perft_turns(position, reach, &reached);
    struct candidates candidates = list(position, ROOM);
    check_candidates(position, &candidates);
    assert_int_equal(candidates.wins, reached.wins);
    if (candidates.wins || reached.overflown)
        return;
    assert_int_equal(candidates.count, reached.count);
    for (int i = 0; i < candidates.count; i++)
        assert_true(has(&reached, candidates.items[i].hash));
    struct candidates few = list(position, CANDIDATES_MIN_ROOM);
    check_candidates(position, &few);
}

static void every_position_that_can_be_reached_is_listed_once(void **state)
{
    (void)state;
    struct random random = {.state = 11};
    for (int game = 0; game < 60; game++) {
        struct position position;
        enum outcome outcome = OUTCOME_GOES_ON;
        position_init(&position, game % 4 == 0 ? 4 : 3);
        for (int ply = 0; ply < 80 && outcome != OUTCOME_WON; ply++) {
            if (outcome == OUTCOME_SKIP) {
                assert_int_equal(list(&position, ROOM).count, 0);
                referee_skip(&position);
            }
            if (perft_count(&position, 1) < ROOM)
                check_position(&position);
            struct turn turn = random_turn(&random, &position);
            assert_int_equal(referee_apply(&position, &turn, &outcome), REFUSAL_NONE);
        }
    }
}

static void wins(const char *text, const char *turn)
{
    struct position position = rules_position(text);
    struct candidates candidates = list(&position, CANDIDATES_MIN_ROOM);
    char found[TURN_TEXT_MAX];
    assert_true(candidates.wins);
    assert_int_equal(candidates.count, 1);
    turn_format(&candidates.items[0].turn, position.size, found);
    assert_string_equal(found, turn);
}

static void a_win_is_found_and_nothing_else(void **state)
{
    (void)state;
    wins(".../..../..b1r1./..../... b", "C3xC4");
    wins(".../..../..b3r1./...r1/... b", "C3xC4");
    /* On the second capture of a chain: RULES, worked example 3. */
    wins(".../..../....r2/..b1r1/... b", "D4xD5xC5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_that_can_be_reached_is_listed_once),
        cmocka_unit_test(a_win_is_found_and_nothing_else),
    };
    return cmocka_run_group_tests_name("bot candidates", tests, NULL, NULL);
}
