/* Accounts, tokens, passwords, seeks and the sweep. */
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

static void add(struct fixture *fixture, int account, const char *name, enum account_kind kind)
{
    struct store_request request = account_add(fixture, account, name, kind);
    assert_int_equal(commit(fixture, &request).status, STORE_DONE);
}

static void an_account_is_found_by_name_in_any_case(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    add(fixture, 2, "robot_1", ACCOUNT_BOT);
    struct read_answer *answer = ask_account(fixture, "aLICE");
    assert_int_equal(answer->status, READ_FOUND);
    struct account_row *account = answer->account;
    assert_string_equal(account->id, "a00000000001");
    assert_string_equal(account->name, "Alice");
    assert_int_equal(account->kind, ACCOUNT_HUMAN);
    assert_string_equal(account->password, "$argon2id$of-Alice");
    assert_true(account->created_at == fixture->now);
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        assert_true(account->ratings[pool].rating == RATING_START);
        assert_int_equal(account->ratings[pool].games, 0);
        assert_int_equal(account->rating_version[pool], 0);
    }
    assert_int_equal(answer->totals.won + answer->totals.lost + answer->totals.none, 0);
    read_answer_destroy(answer);
    answer = ask_account(fixture, "robot_1");
    assert_int_equal(answer->account->kind, ACCOUNT_BOT);
    read_answer_destroy(answer);
    assert_false(account_found(fixture, "robot-1"));
    assert_false(account_found(fixture, ""));
}

static void a_name_is_taken_whatever_its_case(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    struct store_request request = account_add(fixture, 2, "ALICE", ACCOUNT_HUMAN);
    assert_int_equal(commit(fixture, &request).status, STORE_NAME_TAKEN);
    struct read_answer *answer = ask_account(fixture, "alice");
    assert_string_equal(answer->account->id, "a00000000001");
    read_answer_destroy(answer);
    assert_false(token_found(fixture, 2));
}

static void what_is_refused_in_a_batch_leaves_the_others(void **state)
{
    struct fixture *fixture = *state;
    struct store_request all[] = {
        account_add(fixture, 1, "first", ACCOUNT_HUMAN),
        account_add(fixture, 2, "FIRST", ACCOUNT_HUMAN),
        account_add(fixture, 3, "third", ACCOUNT_HUMAN),
        account_add(fixture, 4, "Third", ACCOUNT_BOT),
        token_add(fixture, 3, 30, fixture->now + 5000),
    };
    struct store_request *requests[] = {&all[0], &all[1], &all[2], &all[3], &all[4]};
    struct store_result results[5];
    char error[STORE_ERROR_SIZE];
    assert_true(store_commit(fixture->store, requests, 5, results, error));
    static const enum store_status expected[] = {STORE_DONE, STORE_NAME_TAKEN, STORE_DONE,
                                                 STORE_NAME_TAKEN, STORE_DONE};
    for (int i = 0; i < 5; i++) {
        assert_true(results[i].number == all[i].number);
        assert_int_equal(results[i].status, expected[i]);
    }
    fixture_reopen(fixture);
    assert_true(token_found(fixture, 1));
    assert_false(token_found(fixture, 2));
    assert_true(token_found(fixture, 3));
    assert_false(token_found(fixture, 4));
    assert_true(token_found(fixture, 30));
}

static void a_token_gives_its_account_until_it_expires(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    struct store_request request = token_add(fixture, 1, 77, fixture->now + 1000);
    commit(fixture, &request);
    struct read_answer *answer = ask_token(fixture, 77);
    assert_int_equal(answer->status, READ_FOUND);
    assert_string_equal(answer->account->name, "Alice");
    read_answer_destroy(answer);
    fixture->now += 999;
    assert_true(token_found(fixture, 77));
    fixture->now += 1;
    assert_false(token_found(fixture, 77));
    request = token_add(fixture, 1, 77, fixture->now + 1000);
    request.kind = STORE_TOKEN_TOUCH;
    commit(fixture, &request);
    assert_true(token_found(fixture, 77));
    /* One that is gone by now is let pass, and not made. */
    request = token_add(fixture, 1, 78, fixture->now + 1000);
    request.kind = STORE_TOKEN_TOUCH;
    assert_int_equal(commit(fixture, &request).status, STORE_DONE);
    assert_false(token_found(fixture, 78));
}

static void beyond_the_limit_the_token_that_expires_first_goes(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN); /* with token 1, expiring at +1,000,000 */
    add(fixture, 2, "Bob", ACCOUNT_HUMAN);
    for (int i = 1; i < TOKENS_PER_ACCOUNT; i++) {
        struct store_request request =
            token_add(fixture, 1, 100 + i, fixture->now + (i == 5 ? 10 : 2000000 + i));
        assert_false(commit(fixture, &request).token_dropped);
    }
    struct store_request request = token_add(fixture, 1, 200, fixture->now + 1);
    struct store_result result = commit(fixture, &request);
    assert_true(result.token_dropped);
    struct token_hash expected = make_token(105);
    assert_memory_equal(result.dropped.bytes, expected.bytes, TOKEN_HASH_SIZE);
    assert_false(token_found(fixture, 105));
    assert_true(token_found(fixture, 200));

    /* The new one expires first, so it is the next to go; an expired one takes no room. */
    request = token_add(fixture, 1, 201, fixture->now + 3000000);
    result = commit(fixture, &request);
    expected = make_token(200);
    assert_true(result.token_dropped);
    assert_memory_equal(result.dropped.bytes, expected.bytes, TOKEN_HASH_SIZE);
    fixture->now += 1000000;
    request = token_add(fixture, 1, 202, fixture->now + 3000000);
    assert_false(commit(fixture, &request).token_dropped);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM tokens"),
                     TOKENS_PER_ACCOUNT + 1);
}

static void tokens_are_dropped_one_or_all(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    add(fixture, 2, "Bob", ACCOUNT_HUMAN);
    for (int token = 10; token < 14; token++) {
        struct store_request request = token_add(fixture, 1, token, fixture->now + DAY);
        commit(fixture, &request);
    }
    struct store_request request = {.kind = STORE_TOKEN_DROP, .number = ++fixture->number};
    make_id(request.as.token_drop.account, 'a', 1);
    request.as.token_drop.token = make_token(11);
    commit(fixture, &request);
    assert_false(token_found(fixture, 11));
    assert_true(token_found(fixture, 10));
    commit(fixture, &request); /* again, with nothing to drop */
    request.as.token_drop.all = true;
    commit(fixture, &request);
    assert_false(token_found(fixture, 1));
    assert_false(token_found(fixture, 10));
    assert_true(token_found(fixture, 2));
}

static void a_new_password_leaves_only_the_token_it_was_set_with(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    struct store_request request = token_add(fixture, 1, 10, fixture->now + DAY);
    commit(fixture, &request);
    request = (struct store_request){.kind = STORE_PASSWORD_SET, .number = ++fixture->number};
    make_id(request.as.password_set.account, 'a', 1);
    strcpy(request.as.password_set.password, "$argon2id$new");
    request.as.password_set.keep = make_token(10);
    commit(fixture, &request);
    struct read_answer *answer = ask_account(fixture, "Alice");
    assert_string_equal(answer->account->password, "$argon2id$new");
    read_answer_destroy(answer);
    assert_true(token_found(fixture, 10));
    assert_false(token_found(fixture, 1));
}

static void a_password_of_nobody_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = {.kind = STORE_PASSWORD_SET, .number = ++fixture->number};
    make_id(request.as.password_set.account, 'a', 5);
    strcpy(request.as.password_set.password, "$argon2id$new");
    commit_fails(fixture, &request, "account a00000000005 has none");
}

static void a_token_of_nobody_is_a_bug(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = token_add(fixture, 9, 1, fixture->now + 1);
    commit_fails(fixture, &request, "FOREIGN KEY");
}

static void a_failed_store_stays_failed(void **state)
{
    struct fixture *fixture = *state;
    struct store_request bad = token_add(fixture, 9, 5, fixture->now + 1);
    struct store_request good = account_add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    struct store_request *requests[] = {&good, &bad};
    struct store_result results[2];
    char error[STORE_ERROR_SIZE];
    assert_false(store_commit(fixture->store, requests, 2, results, error));
    assert_non_null(strstr(error, "FOREIGN KEY"));
    assert_false(account_found(fixture, "Alice"));
    commit_fails(fixture, &good, "FOREIGN KEY");
    fixture_reopen(fixture);
    assert_false(account_found(fixture, "Alice"));
    commit(fixture, &good);
    assert_true(account_found(fixture, "Alice"));
}

static void the_sweep_takes_tokens_seeks_and_guests_that_are_over(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    add(fixture, 2, "guest-idle", ACCOUNT_GUEST);
    add(fixture, 3, "guest-live", ACCOUNT_GUEST);
    add(fixture, 4, "guest-blue", ACCOUNT_GUEST);
    add(fixture, 5, "guest-red", ACCOUNT_GUEST);
    struct store_request all[] = {
        token_add(fixture, 3, 30, fixture->now + 30 * DAY),
        seek_add(fixture, 1, 1),
        game_start(fixture, 1, 4, 1),
        game_start(fixture, 2, 1, 5),
    };
    for (int i = 0; i < 4; i++)
        commit(fixture, &all[i]);
    fixture->now += 7 * DAY - 1;
    struct store_request late = seek_add(fixture, 2, 1), request = sweep(fixture);
    commit(fixture, &late);
    commit(fixture, &request);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM seeks"), 2);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM tokens"), 1);
    assert_true(account_found(fixture, "Alice"));
    assert_false(account_found(fixture, "guest-idle"));
    assert_true(account_found(fixture, "guest-live"));
    assert_true(account_found(fixture, "guest-blue"));
    assert_true(account_found(fixture, "guest-red"));

    fixture->now += 1;
    struct store_request end = game_end(fixture, 1, 2, COLOR_RED, REASON_RESIGN);
    commit(fixture, &end);
    request = sweep(fixture);
    commit(fixture, &request);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM seeks"), 1);
    assert_false(account_found(fixture, "guest-blue"));
    assert_true(account_found(fixture, "guest-red"));

    /* Its name stays in the record, and nobody gets it again. */
    struct read_answer *answer = ask_game(fixture, 1);
    assert_string_equal(answer->games[0].players[COLOR_BLUE].name, "guest-blue");
    assert_int_equal(answer->games[0].players[COLOR_BLUE].kind, ACCOUNT_GUEST);
    read_answer_destroy(answer);
    request = account_add(fixture, 9, "Guest-Blue", ACCOUNT_GUEST);
    assert_int_equal(commit(fixture, &request).status, STORE_NAME_TAKEN);
}

static bool closed_on_leaving(struct fixture *fixture, int account, const char *name)
{
    struct store_request request = guest_close(fixture, account);
    commit(fixture, &request);
    return !account_found(fixture, name);
}

static void a_guest_is_closed_once_nothing_holds_it(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    add(fixture, 2, "guest-eve", ACCOUNT_GUEST);
    add(fixture, 3, "guest-fay", ACCOUNT_GUEST);
    struct store_request all[] = {
        game_start(fixture, 1, 2, 1),
        challenge_add(fixture, 1, 1, 2),
        ignore_set(fixture, 2, 1, true),
    };
    add_accept(&all[0], 's', 1, 2);
    for (int i = 0; i < 3; i++)
        commit(fixture, &all[i]);
    assert_false(closed_on_leaving(fixture, 2, "guest-eve"));

    struct store_request request = {.kind = STORE_TOKEN_DROP, .number = ++fixture->number};
    make_id(request.as.token_drop.account, 'a', 2);
    request.as.token_drop.all = true;
    commit(fixture, &request);
    assert_false(closed_on_leaving(fixture, 2, "guest-eve"));

    request = game_end(fixture, 1, 2, COLOR_RED, REASON_RESIGN);
    commit(fixture, &request);
    assert_false(closed_on_leaving(fixture, 2, "guest-eve"));

    request = (struct store_request){.kind = STORE_CHALLENGE_DROP, .number = ++fixture->number};
    make_id(request.as.challenge_drop.id, 'c', 1);
    commit(fixture, &request);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM ignores"), 1);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM accepted"), 1);
    assert_true(closed_on_leaving(fixture, 2, "guest-eve"));
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM ignores"), 0);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM accepted"), 0);

    /* Nobody else, and of people nobody ever. */
    assert_true(account_found(fixture, "guest-fay"));
    request = (struct store_request){.kind = STORE_TOKEN_DROP, .number = ++fixture->number};
    make_id(request.as.token_drop.account, 'a', 1);
    request.as.token_drop.all = true;
    commit(fixture, &request);
    assert_false(closed_on_leaving(fixture, 1, "Alice"));
}

static void seeks_come_and_go(void **state)
{
    struct fixture *fixture = *state;
    add(fixture, 1, "Alice", ACCOUNT_HUMAN);
    struct store_request request = seek_add(fixture, 1, 1);
    commit(fixture, &request);
    request = (struct store_request){.kind = STORE_SEEK_DROP, .number = ++fixture->number};
    make_id(request.as.seek_drop.id, 's', 1);
    commit(fixture, &request);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM seeks"), 0);
    commit(fixture, &request); /* one that the sweep took first is no mistake */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_account_is_found_by_name_in_any_case),
        TEST(a_name_is_taken_whatever_its_case),
        TEST(what_is_refused_in_a_batch_leaves_the_others),
        TEST(a_token_gives_its_account_until_it_expires),
        TEST(beyond_the_limit_the_token_that_expires_first_goes),
        TEST(tokens_are_dropped_one_or_all),
        TEST(a_new_password_leaves_only_the_token_it_was_set_with),
        TEST(a_password_of_nobody_is_a_bug),
        TEST(a_token_of_nobody_is_a_bug),
        TEST(a_failed_store_stays_failed),
        TEST(the_sweep_takes_tokens_seeks_and_guests_that_are_over),
        TEST(a_guest_is_closed_once_nothing_holds_it),
        TEST(seeks_come_and_go),
    };
    return cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
