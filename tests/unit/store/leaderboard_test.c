/* The best of a pool, page by page. */
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLITZ 1
#define SURE 60.0

/* By account number: names chosen so that the order of ties is not the order of the accounts, nor
 * that of their bytes. */
static const struct {
    const char *name;
    enum account_kind kind;
    double rating, deviation;
} players[] = {
    {"opponent", ACCOUNT_HUMAN, 0, 0}, /* of all the others; not rated */
    {"zoe", ACCOUNT_HUMAN, 1700.25, SURE},
    {"Yan", ACCOUNT_HUMAN, 1700.25, SURE},
    {"ann_1", ACCOUNT_HUMAN, 1700.25, SURE},
    {"annx", ACCOUNT_HUMAN, 1700.25, SURE},
    {"robot", ACCOUNT_BOT, 1900, SURE},
    {"new", ACCOUNT_HUMAN, 2100, 300},
    {"away", ACCOUNT_HUMAN, 2200, 109.9},
    {"low", ACCOUNT_HUMAN, 1000, SURE},
    {"near", ACCOUNT_HUMAN, 1700.2500000001, SURE},
};
#define PLAYER_COUNT 10

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture_init(&fixture);
    for (int i = 0; i < PLAYER_COUNT; i++) {
        struct store_request request = account_add(&fixture, i, players[i].name, players[i].kind);
        commit(&fixture, &request);
        if (i == 0)
            continue;
        request = game_start(&fixture, i, i, 0);
        commit(&fixture, &request);
        request = game_end(&fixture, i, 2, COLOR_BLUE, REASON_CAPTURE);
        add_rating(&request, i, BLITZ, 0, players[i].rating, players[i].deviation);
        commit(&fixture, &request);
    }
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    fixture_deinit(*state);
    return 0;
}

static struct read_answer *ask_leaders(struct fixture *fixture, int pool, bool bots, int limit,
                                       const struct leader *after)
{
    struct read_request request = {.kind = READ_LEADERBOARD, .now = fixture->now};
    request.as.leaderboard.pool = pool;
    request.as.leaderboard.bots = bots;
    request.as.leaderboard.limit = limit;
    request.as.leaderboard.at = INT64_MAX;
    if (after != NULL) {
        request.as.leaderboard.after_rating = after->rating.rating;
        strcpy(request.as.leaderboard.after_name, after->name);
    }
    return ask(fixture, &request);
}

/* The whole board in pages of `limit` is exactly these names. */
static void board_is(struct fixture *fixture, bool bots, int limit, const char *expected)
{
    char names[512] = "";
    struct leader last;
    const struct leader *after = NULL;
    bool more;
    do {
        struct read_answer *answer = ask_leaders(fixture, BLITZ, bots, limit, after);
        assert_int_equal(answer->status, READ_FOUND);
        more = answer->more;
        assert_true(more ? answer->count == limit : answer->count <= limit);
        for (int i = 0; i < answer->count; i++) {
            strcat(names, answer->leaders[i].name);
            strcat(names, " ");
            last = answer->leaders[i];
            after = &last;
        }
        read_answer_destroy(answer);
    } while (more);
    assert_string_equal(names, expected);
}

static void the_best_come_first_in_pages_of_any_size(void **state)
{
    struct fixture *fixture = *state;
    for (int limit = 1; limit <= 12; limit++) {
        board_is(fixture, false, limit, "away near ann_1 annx Yan zoe low ");
        board_is(fixture, true, limit, "away robot near ann_1 annx Yan zoe low ");
    }
}

static void who_has_been_away_for_long_is_left_out(void **state)
{
    struct fixture *fixture = *state;
    fixture->now += INT64_C(30) * 86400000;
    board_is(fixture, false, 2, "near ann_1 annx Yan zoe low ");
    fixture->now += INT64_C(10000) * 86400000;
    board_is(fixture, false, 2, "");
}

static void a_pool_without_games_has_no_board(void **state)
{
    struct fixture *fixture = *state;
    struct read_answer *answer = ask_leaders(fixture, BLITZ + 1, true, 5, NULL);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->count, 0);
    assert_false(answer->more);
    read_answer_destroy(answer);
}

static void a_leader_comes_with_the_whole_rating(void **state)
{
    struct fixture *fixture = *state;
    struct read_answer *answer = ask_leaders(fixture, BLITZ, true, 2, NULL);
    assert_string_equal(answer->leaders[1].name, "robot");
    assert_int_equal(answer->leaders[1].kind, ACCOUNT_BOT);
    assert_true(answer->leaders[1].rating.rating == 1900);
    assert_true(answer->leaders[1].rating.deviation == SURE);
    assert_int_equal(answer->leaders[1].rating.games, 1);
    assert_true(answer->leaders[1].rating.at_ms == fixture->now);
    read_answer_destroy(answer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_best_come_first_in_pages_of_any_size),
        TEST(who_has_been_away_for_long_is_left_out),
        TEST(a_pool_without_games_has_no_board),
        TEST(a_leader_comes_with_the_whole_rating),
    };
    return cmocka_run_group_tests_name("leaderboard", tests, NULL, NULL);
}
