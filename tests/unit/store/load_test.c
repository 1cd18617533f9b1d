/* What a new process finds of the last one. */
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <string.h>

#define DAY INT64_C(86400000)

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture_init(&fixture);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    fixture_deinit(*state);
    return 0;
}

static void load(struct fixture *fixture, struct restored *restored)
{
    char error[STORE_ERROR_SIZE];
    fixture_reopen(fixture);
    assert_true(store_load(fixture->store, restored, error));
    assert_string_equal(error, "");
}

static void add_accounts(struct fixture *fixture, int count)
{
    for (int i = 1; i <= count; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "player-%d", i);
        struct store_request request = account_add(fixture, i, name, ACCOUNT_HUMAN);
        commit(fixture, &request);
    }
}

static void of_nothing_nothing_is_restored(void **state)
{
    struct fixture *fixture = *state;
    struct restored restored;
    load(fixture, &restored);
    assert_int_equal(restored.account_count + restored.seek_count + restored.game_count, 0);
    assert_int_equal(restored.last_at, 0);
    restored_deinit(&restored);
}

static void what_was_going_on_is_restored_whole(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 6);
    struct store_request rated = game_end(fixture, 1, 2, COLOR_RED, REASON_TIME);
    add_rating(&rated, 2, 4, 0, 1650.5, 222);
    add_rating(&rated, 6, 4, 0, 1350.5, 222);
    struct store_request requests[] = {
        game_start(fixture, 1, 2, 6), rated, /* over: not restored, and player 6 neither */
        game_start(fixture, 3, 1, 2), game_start(fixture, 2, 2, 3),
        game_move(fixture, 3, 2),     game_move(fixture, 2, 2),
        game_move(fixture, 3, 3),     seek_add(fixture, 1, 4),
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        commit(fixture, &requests[i]);

    struct restored restored;
    load(fixture, &restored);
    assert_int_equal(restored.game_count, 2);
    const struct game_row *game = &restored.games[0];
    assert_string_equal(game->id, "g00000000002");
    assert_string_equal(game->players[COLOR_BLUE].name, "player-2");
    assert_int_equal(game->status, GAME_PLAYING);
    assert_int_equal(game->v, 2);
    assert_int_equal(game->log_length, strlen("<2.1><2.2>"));
    game = &restored.games[1];
    assert_int_equal(game->v, 3);
    assert_int_equal(game->ply, 2);
    assert_memory_equal(game->log, "<3.1><3.2><3.3>", game->log_length);

    assert_int_equal(restored.seek_count, 1);
    const struct seek_row *seek = &restored.seeks[0];
    struct store_request expected = seek_add(fixture, 1, 4);
    assert_string_equal(seek->id, expected.as.seek_add.id);
    assert_string_equal(seek->account, expected.as.seek_add.account);
    assert_int_equal(seek->size, 4);
    assert_true(time_control_equal(&seek->time, &expected.as.seek_add.time));
    assert_true(seek->rated);
    assert_int_equal(seek->color, WANTED_RED);
    assert_int_equal(seek->rating_min, 1200);
    assert_int_equal(seek->rating_max, 1800);
    assert_true(seek->at == expected.as.seek_add.at);

    assert_int_equal(restored.account_count, 4);
    for (int i = 0; i < 4; i++) {
        char id[ID_SIZE];
        make_id(id, 'a', i + 1);
        assert_string_equal(restored.accounts[i].id, id);
    }
    assert_true(restored.accounts[1].ratings[4].rating == 1650.5);
    assert_int_equal(restored.accounts[1].rating_version[4], 1);
    assert_int_equal(restored.accounts[1].ratings[3].games, 0);
    restored_deinit(&restored);
}

static void challenges_are_restored_with_both_accounts(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 4);
    struct store_request request = challenge_add(fixture, 1, 4, 2);
    commit(fixture, &request);
    struct restored restored;
    load(fixture, &restored);
    assert_int_equal(restored.challenge_count, 1);
    const struct challenge_row *found = &restored.challenges[0];
    const struct challenge_row *expected = &request.as.challenge_add;
    assert_string_equal(found->id, expected->id);
    assert_string_equal(found->from, expected->from);
    assert_string_equal(found->to, expected->to);
    assert_int_equal(found->size, expected->size);
    assert_true(time_control_equal(&found->time, &expected->time));
    assert_true(found->rated);
    assert_int_equal(found->color, WANTED_BLUE);
    assert_true(found->at == expected->at);
    assert_int_equal(restored.account_count, 2);
    assert_string_equal(restored.accounts[0].id, expected->to);
    assert_string_equal(restored.accounts[1].id, expected->from);
    restored_deinit(&restored);

    fixture->now += 7 * DAY;
    request = account_add(fixture, 9, "later", ACCOUNT_HUMAN);
    commit(fixture, &request);
    load(fixture, &restored);
    assert_int_equal(restored.challenge_count, 0);
    restored_deinit(&restored);
}

/* The seek or challenge of row `i`, by the numbers of their ids. */
static void accepted_is(const struct restored *restored, size_t i, char kind, int accepted,
                        int accepter, int game)
{
    char id[ID_SIZE];
    assert_true(i < restored->accepted_count);
    const struct accepted_row *row = &restored->accepted[i];
    make_id(id, kind, accepted);
    assert_string_equal(row->id, id);
    make_id(id, 'a', accepter);
    assert_string_equal(row->account, id);
    make_id(id, 'g', game);
    assert_string_equal(row->game, id);
}

static void what_was_accepted_is_restored_in_its_order(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 3);
    struct store_request of_memory = game_start(fixture, 9, 1, 2);
    struct store_request of_challenge = game_start(fixture, 1, 3, 1);
    struct store_request of_seek = game_start(fixture, 5, 2, 3);
    add_accept(&of_memory, 's', 7, 2); /* a seek that the store has never seen */
    add_accept(&of_challenge, 'c', 2, 1);
    add_accept(&of_seek, 's', 1, 2);
    struct store_request requests[] = {
        challenge_add(fixture, 2, 3, 1),
        seek_add(fixture, 1, 3),
        of_memory,
        game_start(fixture, 4, 1, 3), /* of a rematch: nobody accepted anything */
        of_challenge,
        of_seek,
        game_end(fixture, 1, 2, COLOR_RED, REASON_RESIGN),
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        commit(fixture, &requests[i]);
    for (int again = 0; again < 2; again++) {
        struct restored restored;
        load(fixture, &restored);
        assert_int_equal(restored.accepted_count, 3);
        accepted_is(&restored, 0, 's', 7, 2, 9);
        accepted_is(&restored, 1, 'c', 2, 1, 1);
        accepted_is(&restored, 2, 's', 1, 2, 5);
        assert_int_equal(restored.seek_count + restored.challenge_count, 0);
        restored_deinit(&restored);
    }
}

static void only_the_latest_accepts_are_kept(void **state)
{
    static struct store_request starts[STORE_BATCH_MAX];
    struct store_request *pointers[STORE_BATCH_MAX];
    struct store_result results[STORE_BATCH_MAX];
    struct fixture *fixture = *state;
    struct restored restored;
    char error[STORE_ERROR_SIZE];
    add_accounts(fixture, 2);
    int game = 0;
    while (game < ACCEPTED_MAX + STORE_BATCH_MAX) {
        for (int i = 0; i < STORE_BATCH_MAX; i++) {
            starts[i] = game_start(fixture, ++game, 1, 2);
            add_accept(&starts[i], 's', game, 2);
            pointers[i] = &starts[i];
        }
        assert_true(store_commit(fixture->store, pointers, STORE_BATCH_MAX, results, error));
    }
    load(fixture, &restored);
    assert_int_equal(restored.accepted_count, ACCEPTED_MAX);
    accepted_is(&restored, 0, 's', STORE_BATCH_MAX + 1, 2, STORE_BATCH_MAX + 1);
    accepted_is(&restored, ACCEPTED_MAX - 1, 's', game, 2, game);
    restored_deinit(&restored);
}

static void what_a_swept_guest_accepted_goes_with_it(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 1);
    struct store_request by_guest = game_start(fixture, 1, 1, 8);
    struct store_request of_guest = game_start(fixture, 2, 1, 8);
    add_accept(&by_guest, 's', 1, 8);
    add_accept(&of_guest, 's', 2, 1);
    struct store_request requests[] = {
        account_add(fixture, 8, "guest-8", ACCOUNT_GUEST),
        of_guest,
        by_guest,
        game_end(fixture, 1, 2, COLOR_RED, REASON_RESIGN),
        game_end(fixture, 2, 2, COLOR_RED, REASON_RESIGN),
        sweep(fixture), /* it has its token still */
        sweep(fixture),
    };
    size_t last = sizeof(requests) / sizeof(requests[0]) - 1;
    struct restored restored;
    for (size_t i = 0; i < last; i++)
        commit(fixture, &requests[i]);
    load(fixture, &restored);
    assert_int_equal(restored.accepted_count, 2);
    restored_deinit(&restored);

    requests[last].at += 2 * DAY;
    commit(fixture, &requests[last]);
    load(fixture, &restored);
    assert_int_equal(restored.accepted_count, 1);
    accepted_is(&restored, 0, 's', 2, 1, 2);
    restored_deinit(&restored);

    /* The next is still the last, though the number of the last is free again. */
    struct store_request next = game_start(fixture, 3, 8, 1);
    add_accept(&next, 'c', 3, 1);
    commit(fixture, &next);
    load(fixture, &restored);
    assert_int_equal(restored.accepted_count, 2);
    accepted_is(&restored, 1, 'c', 3, 1, 3);
    restored_deinit(&restored);
}

static void every_database_has_a_signing_key_for_ever(void **state)
{
    struct fixture *fixture = *state;
    unsigned char seeds[3][SIGNING_SEED_SIZE];
    struct fixture other;
    fixture_init(&other);
    for (int i = 0; i < 3; i++) {
        struct restored restored;
        load(i < 2 ? fixture : &other, &restored);
        memcpy(seeds[i], restored.signing_seed, SIGNING_SEED_SIZE);
        restored_deinit(&restored);
    }
    assert_memory_equal(seeds[0], seeds[1], SIGNING_SEED_SIZE);
    assert_memory_not_equal(seeds[0], seeds[2], SIGNING_SEED_SIZE);
    fixture_deinit(&other);
}

static void a_seek_past_seven_days_is_not_restored(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 2);
    struct store_request request = seek_add(fixture, 1, 1);
    commit(fixture, &request);
    fixture->now += 1;
    request = seek_add(fixture, 2, 2);
    commit(fixture, &request);
    fixture->now += 7 * DAY - 1;
    request = account_add(fixture, 3, "later", ACCOUNT_HUMAN);
    commit(fixture, &request);
    struct restored restored;
    load(fixture, &restored);
    assert_int_equal(restored.seek_count, 1);
    assert_string_equal(restored.seeks[0].id, "s00000000002");
    assert_int_equal(restored.account_count, 1);
    restored_deinit(&restored);
}

/* Whatever was stored last, its time is the last. */
static void the_last_time_is_that_of_whatever_was_stored_last(void **state)
{
    struct fixture *fixture = *state;
    add_accounts(fixture, 2);
    for (int step = 0; step < 9; step++) {
        fixture->now += 1000;
        struct chat_line line;
        struct store_request requests[] = {
            account_add(fixture, 10, "guest-abc", ACCOUNT_GUEST),
            game_start(fixture, 1, 1, 2),
            game_move(fixture, 1, 2),
            game_end(fixture, 1, 3, COLOR_BLUE, REASON_RESIGN),
            seek_add(fixture, 1, 1),
            sweep(fixture), /* closes the guest: */
            game_start(fixture, 2, 1, 2),
            challenge_add(fixture, 1, 1, 2),
            chat_add(fixture, 1, CHAT_PLAYERS, 1, 1, "good game", &line),
        };
        if (step == 5) {
            fixture->now += 2 * DAY;
            requests[5].at = fixture->now;
        }
        commit(fixture, &requests[step]);
        struct restored restored;
        load(fixture, &restored);
        assert_true(restored.last_at == fixture->now);
        restored_deinit(&restored);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_nothing_nothing_is_restored),
        TEST(what_was_going_on_is_restored_whole),
        TEST(challenges_are_restored_with_both_accounts),
        TEST(what_was_accepted_is_restored_in_its_order),
        TEST(only_the_latest_accepts_are_kept),
        TEST(what_a_swept_guest_accepted_goes_with_it),
        TEST(every_database_has_a_signing_key_for_ever),
        TEST(a_seek_past_seven_days_is_not_restored),
        TEST(the_last_time_is_that_of_whatever_was_stored_last),
    };
    return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
