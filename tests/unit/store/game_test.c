/* Games from their first entry to their folded log, and the ratings they change. */
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLITZ 1 /* the pool of the fixture's games */

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture_init(&fixture);
    static const char *const names[] = {"Alice", "Bob", "Carol"};
    for (int i = 0; i < 3; i++) {
        struct store_request request = account_add(&fixture, i + 1, names[i], ACCOUNT_HUMAN);
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

static void start(struct fixture *fixture, int game)
{
    struct store_request request = game_start(fixture, game, 1, 2);
    commit(fixture, &request);
}

static void move(struct fixture *fixture, int game, int64_t v)
{
    struct store_request request = game_move(fixture, game, v);
    commit(fixture, &request);
}

static void log_is(const struct game_row *game, const char *expected)
{
    assert_int_equal(game->log_length, strlen(expected));
    assert_memory_equal(game->log, expected, strlen(expected));
}

static void a_game_is_read_while_it_is_played(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    move(fixture, 1, 2);
    move(fixture, 1, 3);
    struct read_answer *answer = ask_game(fixture, 1);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->count, 1);
    const struct game_row *game = &answer->games[0];
    assert_string_equal(game->id, "g00000000001");
    assert_int_equal(game->size, 3);
    assert_int_equal(game->time.kind, TIME_FISCHER);
    assert_int_equal(game->time.initial_ms, 300000);
    assert_int_equal(game->time.increment_ms, 3000);
    assert_false(game->rated);
    assert_int_equal(game->status, GAME_PLAYING);
    assert_string_equal(game->players[COLOR_BLUE].account, "a00000000001");
    assert_string_equal(game->players[COLOR_BLUE].name, "Alice");
    assert_int_equal(game->players[COLOR_BLUE].rating, PLAYER_UNRATED);
    assert_string_equal(game->players[COLOR_RED].name, "Bob");
    assert_int_equal(game->players[COLOR_RED].rating, 1500);
    assert_int_equal(game->winner, -1);
    assert_int_equal(game->reason, REASON_NONE);
    assert_int_equal(game->ply, 2);
    assert_true(game->started_at == fixture->now);
    assert_int_equal(game->ended_at, 0);
    assert_int_equal(game->sequence, 0);
    assert_int_equal(game->v, 3);
    log_is(game, "<1.1><1.2><1.3>");
    read_answer_destroy(answer);
    answer = ask_game(fixture, 2);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
}

static void the_end_folds_the_log(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    start(fixture, 2);
    move(fixture, 2, 2);
    move(fixture, 1, 2);
    fixture->now += 5000;
    /* A move, the skip it forces, and the end, in one request. */
    struct store_request request = game_end(fixture, 1, 5, COLOR_BLUE, REASON_CAPTURE);
    request.as.game_log.entries[2] = request.as.game_log.entries[0];
    request.as.game_log.entries[0] = game_move(fixture, 1, 3).as.game_log.entries[0];
    request.as.game_log.entries[1] = game_move(fixture, 1, 4).as.game_log.entries[0];
    request.as.game_log.entries[1].kind = STREAM_SKIP;
    request.as.game_log.count = 3;
    request.as.game_log.ply = 3;
    commit(fixture, &request);
    struct read_answer *answer = ask_game(fixture, 1);
    const struct game_row *game = &answer->games[0];
    assert_int_equal(game->status, GAME_FINISHED);
    assert_int_equal(game->winner, COLOR_BLUE);
    assert_int_equal(game->reason, REASON_CAPTURE);
    assert_int_equal(game->ply, 3);
    assert_int_equal(game->v, 5);
    assert_int_equal(game->sequence, 1);
    assert_true(game->ended_at == fixture->now);
    log_is(game, "<1.1><1.2><1.3><1.4><1.5>");
    read_answer_destroy(answer);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM log"), 2);

    /* The other side of the totals, and a game without a winner. */
    request = game_end(fixture, 2, 3, -1, REASON_ABORTED);
    commit(fixture, &request);
    answer = ask_account(fixture, "Bob");
    assert_int_equal(answer->totals.won, 0);
    assert_int_equal(answer->totals.lost, 1);
    assert_int_equal(answer->totals.none, 1);
    read_answer_destroy(answer);
    answer = ask_game(fixture, 2);
    assert_int_equal(answer->games[0].status, GAME_ABORTED);
    assert_int_equal(answer->games[0].winner, -1);
    assert_int_equal(answer->games[0].sequence, 2);
    read_answer_destroy(answer);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM log"), 0);
}

static void every_entry_is_kept_byte_by_byte(void **state)
{
    struct fixture *fixture = *state;
    unsigned char expected[4 * LOG_ENTRY_MAX];
    size_t length = 0;
    start(fixture, 1);
    memcpy(expected, "<1.1>", 5);
    length = 5;
    for (int v = 2; v <= 4; v++) {
        struct store_request request = game_move(fixture, 1, v);
        struct log_entry *entry = &request.as.game_log.entries[0];
        entry->length = v == 3 ? 0 : LOG_ENTRY_MAX;
        for (int i = 0; i < entry->length; i++)
            entry->data[i] = (unsigned char)(i * v * 37);
        memcpy(expected + length, entry->data, entry->length);
        length += entry->length;
        commit(fixture, &request);
    }
    for (int folded = 0; folded < 2; folded++) {
        struct read_answer *answer = ask_game(fixture, 1);
        assert_int_equal(answer->games[0].log_length, length);
        assert_memory_equal(answer->games[0].log, expected, length);
        read_answer_destroy(answer);
        if (folded == 0) {
            struct store_request request = game_end(fixture, 1, 5, -1, REASON_ABORTED);
            request.as.game_log.entries[0].length = 0;
            commit(fixture, &request);
        }
    }
}

static void every_time_control_is_kept(void **state)
{
    struct fixture *fixture = *state;
    static const struct time_control times[] = {
        {.kind = TIME_NONE},
        {.kind = TIME_FISCHER, .initial_ms = 0, .increment_ms = 1},
        {.kind = TIME_FISCHER, .initial_ms = 10800000, .increment_ms = 180000},
        {.kind = TIME_PER_MOVE, .per_move_ms = 1209600000},
    };
    for (int i = 0; i < 4; i++) {
        struct store_request request = game_start(fixture, i, 1, 2);
        request.as.game_start.game.time = times[i];
        request.as.game_start.game.size = 4;
        commit(fixture, &request);
        struct read_answer *answer = ask_game(fixture, i);
        assert_int_equal(answer->games[0].time.kind, times[i].kind);
        assert_true(time_control_equal(&answer->games[0].time, &times[i]));
        assert_int_equal(answer->games[0].size, 4);
        read_answer_destroy(answer);
    }
}

static void a_stored_seek_that_was_taken_goes_with_the_start(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = seek_add(fixture, 1, 1);
    commit(fixture, &request);
    request = seek_add(fixture, 2, 1);
    commit(fixture, &request);
    request = game_start(fixture, 1, 1, 2);
    add_accept(&request, 's', 1, 2);
    commit(fixture, &request);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM seeks"), 1);
    assert_int_equal(
        ask_sql(fixture->folder, "SELECT count(*) FROM seeks WHERE id = 's00000000002'"), 1);
}

/* ---- What the machine must never ask ------------------------------------------------------ */

static void a_gap_in_a_log_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    struct store_request request = game_move(fixture, 1, 3);
    commit_fails(fixture, &request, "cannot append to game g00000000001: 3");
}

static void an_entry_twice_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    move(fixture, 1, 2);
    struct store_request request = game_move(fixture, 1, 2);
    commit_fails(fixture, &request, "cannot append to game g00000000001: 2");
}

static void an_entry_of_no_game_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = game_move(fixture, 1, 2);
    commit_fails(fixture, &request, "cannot append to game g00000000001: 2");
}

static void an_entry_after_the_end_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    struct store_request request = game_end(fixture, 1, 2, COLOR_RED, REASON_TIME);
    commit(fixture, &request);
    request = game_move(fixture, 1, 3);
    commit_fails(fixture, &request, "cannot append to game g00000000001: 3");
}

static void a_start_after_the_end_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    struct store_request request = game_end(fixture, 1, 2, COLOR_RED, REASON_TIME);
    commit(fixture, &request);
    request = game_move(fixture, 1, 1);
    commit_fails(fixture, &request, "is its start");
}

static void a_game_twice_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    struct store_request request = game_start(fixture, 1, 2, 3);
    commit_fails(fixture, &request, "UNIQUE");
}

static void a_game_of_nobody_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = game_start(fixture, 1, 2, 99);
    commit_fails(fixture, &request, "FOREIGN KEY");
}

/* ---- Ratings ------------------------------------------------------------------------------ */

static struct store_request rated_end(struct fixture *fixture, int game, uint32_t blue_version,
                                      uint32_t red_version, double blue_rating)
{
    struct store_request request = game_end(fixture, game, 2, COLOR_BLUE, REASON_CAPTURE);
    add_rating(&request, 1, BLITZ, blue_version, blue_rating, 200.25);
    add_rating(&request, 2, BLITZ, red_version, 3000.0 - blue_rating, 190.5);
    return request;
}

static void a_game_changes_both_ratings(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    start(fixture, 2);
    struct store_request request = rated_end(fixture, 1, 0, 0, 1600.123456789);
    assert_int_equal(commit(fixture, &request).status, STORE_DONE);
    fixture->now += 10;
    request = rated_end(fixture, 2, 1, 1, 1650.5);
    assert_int_equal(commit(fixture, &request).status, STORE_DONE);
    struct read_answer *answer = ask_account(fixture, "Alice");
    const struct rating *rating = &answer->account->ratings[BLITZ];
    assert_true(rating->rating == 1650.5);
    assert_true(rating->deviation == 200.25);
    assert_true(rating->volatility == 0.06);
    assert_true(rating->at_ms == fixture->now);
    assert_int_equal(rating->games, 2);
    assert_int_equal(answer->account->rating_version[BLITZ], 2);
    assert_int_equal(answer->account->ratings[BLITZ + 1].games, 0);
    read_answer_destroy(answer);
    answer = ask_token(fixture, 2);
    assert_true(answer->account->ratings[BLITZ].rating == 1349.5);
    read_answer_destroy(answer);
}

/* Nothing of a request in conflict stays, all of those around it does. */
static void a_version_that_moved_on_is_a_conflict(void **state)
{
    struct fixture *fixture = *state;
    for (int game = 1; game <= 4; game++)
        start(fixture, game);
    struct store_request all[] = {
        rated_end(fixture, 1, 0, 0, 1600), rated_end(fixture, 2, 0, 0, 1601),
        rated_end(fixture, 3, 1, 2, 1602), rated_end(fixture, 4, 1, 1, 1603),
        rated_end(fixture, 2, 2, 2, 1604),
    };
    struct store_request *requests[] = {&all[0], &all[1], &all[2], &all[3], &all[4]};
    struct store_result results[5];
    char error[STORE_ERROR_SIZE];
    assert_true(store_commit(fixture->store, requests, 5, results, error));
    static const enum store_status expected[] = {STORE_DONE, STORE_CONFLICT, STORE_CONFLICT,
                                                 STORE_DONE, STORE_DONE};
    for (int i = 0; i < 5; i++)
        assert_int_equal(results[i].status, expected[i]);
    struct read_answer *answer = ask_game(fixture, 3);
    assert_int_equal(answer->games[0].status, GAME_PLAYING);
    log_is(&answer->games[0], "<3.1>");
    read_answer_destroy(answer);
    answer = ask_game(fixture, 2);
    assert_int_equal(answer->games[0].sequence, 3);
    read_answer_destroy(answer);
    answer = ask_account(fixture, "Alice");
    assert_true(answer->account->ratings[BLITZ].rating == 1604);
    assert_int_equal(answer->account->rating_version[BLITZ], 3);
    assert_int_equal(answer->totals.won, 3);
    read_answer_destroy(answer);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM rating_points"), 6);
}

static struct read_answer *ask_points(struct fixture *fixture, int64_t since, int64_t until,
                                      int limit, int64_t before)
{
    struct read_request request = {.kind = READ_RATING_HISTORY, .now = fixture->now};
    strcpy(request.as.rating_history.user, "alice");
    request.as.rating_history.pool = BLITZ;
    request.as.rating_history.since = since;
    request.as.rating_history.until = until;
    request.as.rating_history.limit = limit;
    request.as.rating_history.before = before;
    return ask(fixture, &request);
}

static void a_rating_has_a_history(void **state)
{
    struct fixture *fixture = *state;
    int64_t begin = fixture->now;
    for (int game = 1; game <= 7; game++) {
        start(fixture, game);
        fixture->now = begin + game * 100;
        uint32_t version = (uint32_t)game - 1;
        struct store_request request = rated_end(fixture, game, version, version, 1500 + game);
        commit(fixture, &request);
    }
    int64_t before = 0;
    int expected = 7;
    do {
        struct read_answer *answer = ask_points(fixture, 0, 0, 3, before);
        assert_int_equal(answer->status, READ_FOUND);
        assert_int_equal(answer->more, expected > 3);
        for (int i = 0; i < answer->count; i++, expected--) {
            char id[ID_SIZE];
            make_id(id, 'g', expected);
            assert_string_equal(answer->points[i].game, id);
            assert_true(answer->points[i].rating == 1500 + expected);
            assert_true(answer->points[i].deviation == 200.25);
            assert_true(answer->points[i].at == begin + expected * 100);
            before = answer->points[i].sequence;
        }
        read_answer_destroy(answer);
    } while (expected > 0);

    struct read_answer *answer = ask_points(fixture, begin + 300, begin + 500, 10, 0);
    assert_int_equal(answer->count, 2);
    assert_true(answer->points[0].rating == 1504);
    read_answer_destroy(answer);
    answer = ask_points(fixture, begin + 701, 0, 10, 0);
    assert_int_equal(answer->count, 0);
    assert_false(answer->more);
    read_answer_destroy(answer);
    struct read_request request = {.kind = READ_RATING_HISTORY, .now = fixture->now};
    strcpy(request.as.rating_history.user, "nobody");
    request.as.rating_history.limit = 1;
    answer = ask(fixture, &request);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_read_while_it_is_played),
        TEST(the_end_folds_the_log),
        TEST(every_entry_is_kept_byte_by_byte),
        TEST(every_time_control_is_kept),
        TEST(a_stored_seek_that_was_taken_goes_with_the_start),
        TEST(a_gap_in_a_log_is_a_bug),
        TEST(an_entry_twice_is_a_bug),
        TEST(an_entry_of_no_game_is_a_bug),
        TEST(an_entry_after_the_end_is_a_bug),
        TEST(a_start_after_the_end_is_a_bug),
        TEST(a_game_twice_is_a_bug),
        TEST(a_game_of_nobody_is_a_bug),
        TEST(a_game_changes_both_ratings),
        TEST(a_version_that_moved_on_is_a_conflict),
        TEST(a_rating_has_a_history),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
