/* History against a model in memory: random games, every filter, pages while games end. */
#include "tests/support/random.h"
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCOUNTS 6
#define GAMES 400
#define QUERIES 3000
#define SEED 20240607

static const char *const names[ACCOUNTS] = {"ann", "Ben", "cid", "Dora", "guest-eve", "Fay"};

struct model_game {
    int blue, red, winner, pool, size;
    bool rated;
    enum reason reason;
    int64_t ended_at;
};

struct model {
    struct fixture fixture;
    struct random random;
    struct model_game games[GAMES]; /* in the order they ended */
    int count;
};

static const struct time_control times[] = {
    {.kind = TIME_NONE},
    {.kind = TIME_FISCHER, .initial_ms = 60000, .increment_ms = 0},
    {.kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000},
    {.kind = TIME_PER_MOVE, .per_move_ms = 86400000},
};

/* One more game, begun and ended. Often several end in the same millisecond. */
static void play(struct model *model)
{
    struct fixture *fixture = &model->fixture;
    struct random *random = &model->random;
    assert_true(model->count < GAMES);
    struct model_game *game = &model->games[model->count];
    int number = ++model->count;
    fixture->now += random_below(random, 3);
    const struct time_control *time = &times[random_below(random, 4)];
    game->size = 3 + (int)random_below(random, 2);
    game->pool = pool_of(game->size, time);
    game->rated = game->pool != POOL_NONE && random_below(random, 2) == 0;
    game->blue = (int)random_below(random, ACCOUNTS);
    game->red = (game->blue + 1 + (int)random_below(random, ACCOUNTS - 1)) % ACCOUNTS;
    game->winner = (int)random_below(random, 3) - 1;
    game->reason = game->winner == -1 ? REASON_ABORTED + random_below(random, 2)
                                      : REASON_CAPTURE + random_below(random, 4);
    game->ended_at = fixture->now;
    struct store_request request = game_start(fixture, number, game->blue, game->red);
    request.as.game_start.game.size = game->size;
    request.as.game_start.game.time = *time;
    request.as.game_start.game.rated = game->rated;
    commit(fixture, &request);
    request = game_end(fixture, number, 2, game->winner, game->reason);
    commit(fixture, &request);
}

static void random_filter(struct model *model, struct history_filter *filter)
{
    struct random *random = &model->random;
    *filter = any_game();
    if (random_below(random, 2) == 0)
        strcpy(filter->user, names[random_below(random, ACCOUNTS)]);
    if (random_below(random, 4) == 0)
        strcpy(filter->versus, names[random_below(random, ACCOUNTS)]);
    if (random_below(random, 4) == 0)
        filter->size = 3 + (int)random_below(random, 2);
    if (random_below(random, 4) == 0)
        filter->pool = (int)random_below(random, POOL_COUNT);
    if (random_below(random, 4) == 0)
        filter->rated = (int)random_below(random, 2);
    if (filter->user[0] != '\0' && random_below(random, 3) == 0)
        filter->result = RESULT_WIN + random_below(random, 3);
    if (random_below(random, 4) == 0)
        filter->reason = REASON_CAPTURE + random_below(random, 6);
    int64_t begin = model->games[0].ended_at;
    uint32_t length = (uint32_t)(model->fixture.now - begin + 2);
    if (random_below(random, 3) == 0)
        filter->since = begin + random_below(random, length);
    if (random_below(random, 3) == 0)
        filter->until = begin + random_below(random, length);
}

static bool plays(const struct model_game *game, const char *name)
{
    return strcmp(names[game->blue], name) == 0 || strcmp(names[game->red], name) == 0;
}

static enum wanted_result result_of(const struct model_game *game, const char *name)
{
    if (game->winner == -1)
        return RESULT_NONE;
    int winner = game->winner == COLOR_BLUE ? game->blue : game->red;
    return strcmp(names[winner], name) == 0 ? RESULT_WIN : RESULT_LOSS;
}

static bool fits(const struct model_game *game, const struct history_filter *filter)
{
    return (filter->user[0] == '\0' || plays(game, filter->user)) &&
           (filter->versus[0] == '\0' ||
            (plays(game, filter->versus) && strcmp(filter->user, filter->versus) != 0)) &&
           (filter->size == 0 || filter->size == game->size) &&
           (filter->pool == POOL_NONE || filter->pool == game->pool) &&
           (filter->rated == -1 || filter->rated == game->rated) &&
           (filter->result == RESULT_ANY || filter->result == result_of(game, filter->user)) &&
           (filter->reason == REASON_NONE || filter->reason == game->reason) &&
           (filter->since == 0 || game->ended_at >= filter->since) &&
           (filter->until == 0 || game->ended_at < filter->until);
}

static void game_is(const struct game_row *row, const struct model_game *game, int number)
{
    char id[ID_SIZE];
    make_id(id, 'g', number);
    assert_string_equal(row->id, id);
    assert_int_equal(row->sequence, number);
    assert_int_equal(row->size, game->size);
    assert_int_equal(pool_of(row->size, &row->time), game->pool);
    assert_int_equal(row->rated, game->rated);
    assert_int_equal(row->winner, game->winner);
    assert_int_equal(row->reason, game->reason);
    assert_int_equal(row->status, game->winner == -1 ? GAME_ABORTED : GAME_FINISHED);
    assert_string_equal(row->players[COLOR_BLUE].name, names[game->blue]);
    assert_string_equal(row->players[COLOR_RED].name, names[game->red]);
    assert_true(row->ended_at == game->ended_at);
    assert_int_equal(row->v, 2);
    assert_null(row->log);
}

/* Reads all pages; between them, `ending` more games end. Exactly the games that fit and had ended
 * when it began come, newest first. */
static void pages_are(struct model *model, const struct history_filter *filter, int limit,
                      int ending)
{
    int expected = model->count;
    int64_t before = 0;
    bool more = true;
    while (more) {
        struct read_answer *answer = ask_history(&model->fixture, filter, limit, before);
        assert_int_equal(answer->status, READ_FOUND);
        for (int i = 0; i < answer->count; i++, expected--) {
            while (expected > 0 && !fits(&model->games[expected - 1], filter))
                expected--;
            assert_true(expected > 0);
            game_is(&answer->games[i], &model->games[expected - 1], expected);
            before = answer->games[i].sequence;
        }
        more = answer->more;
        assert_true(more ? answer->count == limit : answer->count <= limit);
        read_answer_destroy(answer);
        for (int i = 0; more && i < ending && model->count < GAMES; i++)
            play(model);
    }
    while (expected > 0 && !fits(&model->games[expected - 1], filter))
        expected--;
    assert_int_equal(expected, 0);
}

static int set_up(void **state)
{
    struct model *model = calloc(1, sizeof(*model));
    assert_non_null(model);
    model->random.state = SEED;
    fixture_init(&model->fixture);
    for (int i = 0; i < ACCOUNTS; i++) {
        struct store_request request =
            account_add(&model->fixture, i, names[i], i == 4 ? ACCOUNT_GUEST : ACCOUNT_HUMAN);
        commit(&model->fixture, &request);
    }
    *state = model;
    return 0;
}

static int tear_down(void **state)
{
    struct model *model = *state;
    fixture_deinit(&model->fixture);
    free(model);
    return 0;
}

static void every_filter_gives_what_the_model_gives(void **state)
{
    struct model *model = *state;
    print_message("seed %d\n", SEED);
    while (model->count < GAMES / 2)
        play(model);
    for (int i = 0; i < QUERIES; i++) {
        struct history_filter filter;
        random_filter(model, &filter);
        int limit = 1 + (int)random_below(&model->random, 40);
        pages_are(model, &filter, limit, i % 20 == 0 ? 1 : 0);
    }
    assert_int_equal(model->count, GAMES);
}

static void names_are_taken_in_any_case_and_must_exist(void **state)
{
    struct model *model = *state;
    while (model->count < 50)
        play(model);
    struct history_filter filter = any_game();
    strcpy(filter.user, "ANN");
    struct read_answer *answer = ask_history(&model->fixture, &filter, 100, 0);
    assert_true(answer->count > 0);
    read_answer_destroy(answer);
    strcpy(filter.versus, "nobody");
    answer = ask_history(&model->fixture, &filter, 100, 0);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
    filter = any_game();
    strcpy(filter.versus, "nobody");
    answer = ask_history(&model->fixture, &filter, 100, 0);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
}

static void games_that_are_played_are_not_in_the_history(void **state)
{
    struct model *model = *state;
    struct store_request request = game_start(&model->fixture, 1, 0, 1);
    commit(&model->fixture, &request);
    struct history_filter filter = any_game();
    struct read_answer *answer = ask_history(&model->fixture, &filter, 5, 0);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->count, 0);
    assert_false(answer->more);
    read_answer_destroy(answer);
}

/* An entry may carry a time that passed before another game's end was stored. */
static void times_do_not_go_back_along_the_history(void **state)
{
    struct model *model = *state;
    struct fixture *fixture = &model->fixture;
    int64_t begin = fixture->now;
    for (int game = 1; game <= 3; game++) {
        struct store_request request = game_start(fixture, game, 0, 1);
        commit(fixture, &request);
        fixture->now = begin + (game == 2 ? 50 : game * 100);
        request = game_end(fixture, game, 2, -1, REASON_ABORTED);
        commit(fixture, &request);
    }
    struct history_filter filter = any_game();
    filter.until = begin + 101;
    struct read_answer *answer = ask_history(fixture, &filter, 5, 0);
    assert_int_equal(answer->count, 2);
    assert_true(answer->games[0].ended_at == begin + 100);
    assert_true(answer->games[1].ended_at == begin + 100);
    read_answer_destroy(answer);
}

/* An export's pages: each game with all of its log. */
static void logs_come_where_they_are_asked_for(void **state)
{
    struct model *model = *state;
    for (int i = 0; i < 10; i++)
        play(model);
    struct read_request request = {.kind = READ_HISTORY};
    request.as.history.filter = any_game();
    request.as.history.limit = 4;
    request.as.history.logs = true;
    struct read_answer *answer = ask(&model->fixture, &request);
    assert_int_equal(answer->count, 4);
    for (int i = 0; i < answer->count; i++) {
        struct read_answer *alone = ask_game(&model->fixture, model->count - i);
        assert_string_equal(answer->games[i].id, alone->games[0].id);
        assert_true(answer->games[i].log_length > 0);
        assert_int_equal(answer->games[i].log_length, alone->games[0].log_length);
        assert_memory_equal(answer->games[i].log, alone->games[0].log, alone->games[0].log_length);
        read_answer_destroy(alone);
    }
    read_answer_destroy(answer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_filter_gives_what_the_model_gives),
        TEST(names_are_taken_in_any_case_and_must_exist),
        TEST(games_that_are_played_are_not_in_the_history),
        TEST(times_do_not_go_back_along_the_history),
        TEST(logs_come_where_they_are_asked_for),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
