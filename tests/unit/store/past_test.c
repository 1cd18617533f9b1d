/* Ratings, totals and leaderboards as of a time past, against a model that keeps every state. */
#include "tests/support/random.h"
#include "tests/unit/store/fixture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ACCOUNTS 8
#define GAMES 300
#define QUERIES 400
#define SEED 20250301
#define DAY INT64_C(86400000)

static const char *const names[ACCOUNTS] = {"ann",   "Ben", "cid", "Dora",
                                            "robot", "Fay", "gil", "Hal"};
static const struct time_control times[] = {
    {.kind = TIME_FISCHER, .initial_ms = 60000},
    {.kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000},
};

struct player {
    int64_t created_at;
    struct rating ratings[POOL_COUNT];
    int won, lost, none;
};

struct state {
    int64_t at;
    struct player players[ACCOUNTS];
};

/* states[n] is after n games. */
struct model {
    struct fixture fixture;
    struct random random;
    struct state states[GAMES + 1];
    int count;
};

static int random_index(struct model *model, int count)
{
    return (int)random_below(&model->random, (uint32_t)count);
}

/* Ratings with ties, deviations on both sides of what is provisional. */
static struct rating random_rating(struct model *model, uint32_t games)
{
    static const double deviations[] = {50, 80, 105, 109.9, 111, 300};
    return (struct rating){
        .rating = 1400 + 25.5 * random_index(model, 8),
        .deviation = deviations[random_index(model, 6)],
        .volatility = 0.03 + 0.001 * random_index(model, 70),
        .at_ms = model->fixture.now,
        .games = games,
    };
}

static void add_account(struct model *model, int account)
{
    struct store_request request = account_add(&model->fixture, account, names[account],
                                               account == 4 ? ACCOUNT_BOT : ACCOUNT_HUMAN);
    commit(&model->fixture, &request);
    model->states[model->count].players[account].created_at = model->fixture.now;
}

static void rate(struct model *model, struct store_request *request, struct player *player,
                 int account, int pool)
{
    struct rating *rating = &player->ratings[pool];
    uint32_t version = rating->games;
    *rating = random_rating(model, version + 1);
    add_rating(request, account, pool, version, rating->rating, rating->deviation);
    request->as.game_log.ratings[request->as.game_log.rating_count - 1].after = *rating;
}

/* One game, ended at once; the last account comes when half of them have been played. */
static void play(struct model *model)
{
    int present = model->count < GAMES / 2 ? ACCOUNTS - 1 : ACCOUNTS;
    int blue = random_index(model, present);
    int red = (blue + 1 + random_index(model, present - 1)) % present;
    int winner = random_index(model, 3) - 1;
    const struct time_control *time = &times[random_index(model, 2)];
    if (random_index(model, 3) > 0)
        model->fixture.now += random_index(model, 20) == 0 ? 40 * DAY : random_index(model, 3);
    struct state *state = &model->states[model->count + 1];
    *state = model->states[model->count];
    state->at = model->fixture.now;
    struct store_request request = game_start(&model->fixture, model->count, blue, red);
    request.as.game_start.game.time = *time;
    request.as.game_start.game.rated = true;
    commit(&model->fixture, &request);
    request = game_end(&model->fixture, model->count, 2, winner,
                       winner == -1 ? REASON_ABORTED : REASON_TIME);
    if (winner >= 0) {
        int pool = pool_of(3, time);
        rate(model, &request, &state->players[blue], blue, pool);
        rate(model, &request, &state->players[red], red, pool);
    }
    commit(&model->fixture, &request);
    int winning = winner == COLOR_BLUE ? blue : red, losing = winner == COLOR_BLUE ? red : blue;
    state->players[winning].won += winner >= 0;
    state->players[losing].lost += winner >= 0;
    state->players[blue].none += winner == -1;
    state->players[red].none += winner == -1;
    model->count++;
    if (model->count == GAMES / 2)
        add_account(model, ACCOUNTS - 1);
}

static int set_up(void **state)
{
    struct model *model = calloc(1, sizeof(*model));
    assert_non_null(model);
    model->random.state = SEED;
    fixture_init(&model->fixture);
    for (int i = 0; i < ACCOUNTS; i++) {
        model->states[0].players[i].created_at = INT64_MAX;
        for (int pool = 0; pool < POOL_COUNT; pool++)
            rating_init(&model->states[0].players[i].ratings[pool]);
    }
    for (int i = 0; i < ACCOUNTS - 1; i++)
        add_account(model, i);
    print_message("seed %d\n", SEED);
    while (model->count < GAMES)
        play(model);
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

/* The last state of games that had ended by then. */
static const struct state *state_at(const struct model *model, int64_t at)
{
    int count = model->count;
    while (count > 0 && model->states[count].at > at)
        count--;
    return &model->states[count];
}

/* Often just at, before or after the end of a game. */
static int64_t random_time(struct model *model)
{
    return model->states[1 + random_index(model, GAMES)].at + random_index(model, 3) - 1;
}

static void rating_is(const struct rating *found, const struct rating *expected)
{
    assert_int_equal(found->games, expected->games);
    assert_true(found->rating == expected->rating);
    assert_true(found->deviation == expected->deviation);
    assert_true(found->volatility == expected->volatility);
    assert_true(found->at_ms == expected->at_ms);
}

static void account_is(struct model *model, int account, int64_t at)
{
    const struct player *player = &state_at(model, at)->players[account];
    /* The state after the game during which the account came does not have it yet. */
    bool exists = model->states[GAMES].players[account].created_at <= at;
    struct read_request request = {.kind = READ_ACCOUNT, .now = model->fixture.now};
    strcpy(request.as.account.name, names[account]);
    request.as.account.at = at;
    struct read_answer *answer = ask(&model->fixture, &request);
    assert_int_equal(answer->status, exists ? READ_FOUND : READ_NOT_FOUND);
    assert_int_equal(answer->account != NULL, exists);
    if (exists) {
        for (int pool = 0; pool < POOL_COUNT; pool++)
            rating_is(&answer->account->ratings[pool], &player->ratings[pool]);
        assert_int_equal(answer->totals.won, player->won);
        assert_int_equal(answer->totals.lost, player->lost);
        assert_int_equal(answer->totals.none, player->none);
    }
    read_answer_destroy(answer);
}

static void an_account_is_told_as_it_was(void **state)
{
    struct model *model = *state;
    for (int i = 0; i < QUERIES; i++)
        account_is(model, random_index(model, ACCOUNTS), random_time(model));
    for (int account = 0; account < ACCOUNTS; account++) {
        account_is(model, account, 0);
        account_is(model, account, model->fixture.now);
        account_is(model, account, model->fixture.now + DAY);
        account_is(model, account, INT64_MAX);
    }
}

/* The first by the order of the board after a place in it; NULL at its end. */
static const struct player *next_leader(const struct state *state, const struct read_request *board,
                                        int *leader)
{
    const struct player *best = NULL;
    int pool = board->as.leaderboard.pool;
    for (int i = 0; i < ACCOUNTS; i++) {
        const struct player *player = &state->players[i];
        const struct rating *rating = &player->ratings[pool];
        double after = board->as.leaderboard.after_rating;
        const char *after_name = board->as.leaderboard.after_name;
        if (rating->games == 0 || rating_provisional(rating, board->as.leaderboard.at) ||
            (i == 4 && !board->as.leaderboard.bots))
            continue;
        if (after_name[0] != '\0' &&
            (rating->rating > after ||
             (rating->rating == after && strcasecmp(names[i], after_name) <= 0)))
            continue;
        if (best == NULL || rating->rating > best->ratings[pool].rating ||
            (rating->rating == best->ratings[pool].rating &&
             strcasecmp(names[i], names[*leader]) < 0)) {
            best = player;
            *leader = i;
        }
    }
    return best;
}

static void board_is(struct model *model, int pool, bool bots, int limit, int64_t at)
{
    const struct state *state = state_at(model, at);
    struct read_request request = {.kind = READ_LEADERBOARD, .now = model->fixture.now};
    request.as.leaderboard.pool = pool;
    request.as.leaderboard.bots = bots;
    request.as.leaderboard.limit = limit;
    request.as.leaderboard.at = at;
    bool more;
    do {
        struct read_answer *answer = ask(&model->fixture, &request);
        more = answer->more;
        assert_int_equal(answer->status, READ_FOUND);
        assert_true(more ? answer->count == limit : answer->count <= limit);
        for (int i = 0; i < answer->count; i++) {
            int leader = -1;
            const struct player *player = next_leader(state, &request, &leader);
            assert_non_null(player);
            assert_string_equal(answer->leaders[i].name, names[leader]);
            rating_is(&answer->leaders[i].rating, &player->ratings[pool]);
            assert_int_equal(answer->leaders[i].kind, leader == 4 ? ACCOUNT_BOT : ACCOUNT_HUMAN);
            strcpy(request.as.leaderboard.after_name, names[leader]);
            request.as.leaderboard.after_rating = player->ratings[pool].rating;
        }
        read_answer_destroy(answer);
    } while (more);
    int leader;
    assert_null(next_leader(state, &request, &leader));
}

static void a_leaderboard_is_told_as_it_was(void **state)
{
    struct model *model = *state;
    for (int i = 0; i < QUERIES; i++)
        board_is(model, pool_of(3, &times[random_index(model, 2)]), random_index(model, 2) == 0,
                 1 + random_index(model, ACCOUNTS), random_time(model));
    board_is(model, 0, true, 3, 0);
    board_is(model, 1, true, 3, model->fixture.now);
    board_is(model, 1, true, 3, model->fixture.now + 10000 * DAY);
    /* Both ways to ask for now. */
    struct read_request request = {.kind = READ_LEADERBOARD, .now = model->fixture.now};
    request.as.leaderboard.pool = 1;
    request.as.leaderboard.limit = ACCOUNTS;
    request.as.leaderboard.at = INT64_MAX;
    struct read_answer *now = ask(&model->fixture, &request);
    request.as.leaderboard.at = model->fixture.now;
    struct read_answer *then = ask(&model->fixture, &request);
    assert_int_equal(now->count, then->count);
    for (int i = 0; i < now->count; i++)
        rating_is(&now->leaders[i].rating, &then->leaders[i].rating);
    read_answer_destroy(now);
    read_answer_destroy(then);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_account_is_told_as_it_was),
        cmocka_unit_test(a_leaderboard_is_told_as_it_was),
    };
    return cmocka_run_group_tests_name("past", tests, set_up, tear_down);
}
