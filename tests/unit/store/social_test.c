/* Challenges, chat, and who ignores whom. */
#include "tests/unit/store/fixture.h"

#include <stdlib.h>
#include <string.h>

#define DAY INT64_C(86400000)

static int set_up(void **state)
{
    static struct fixture fixture;
    static const char *const names[] = {"Alice", "Bob", "Carol", "guest-dan"};
    fixture_init(&fixture);
    for (int i = 0; i < 4; i++) {
        struct store_request request =
            account_add(&fixture, i + 1, names[i], i == 3 ? ACCOUNT_GUEST : ACCOUNT_HUMAN);
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

/* ---- Challenges --------------------------------------------------------------------------- */

static void challenge(struct fixture *fixture, int number, int from, int to)
{
    struct store_request request = challenge_add(fixture, number, from, to);
    commit(fixture, &request);
}

static int64_t challenges(struct fixture *fixture)
{
    return ask_sql(fixture->folder, "SELECT count(*) FROM challenges");
}

static struct store_request challenge_drop(struct fixture *fixture, int number)
{
    struct store_request request = {.kind = STORE_CHALLENGE_DROP, .number = ++fixture->number};
    make_id(request.as.challenge_drop.id, 'c', number);
    return request;
}

static void challenges_come_and_go(void **state)
{
    struct fixture *fixture = *state;
    challenge(fixture, 1, 1, 2);
    challenge(fixture, 2, 1, 2);
    struct store_request request = challenge_drop(fixture, 1);
    commit(fixture, &request);
    assert_int_equal(challenges(fixture), 1);
    commit(fixture, &request); /* one that the sweep took first is no mistake */
    request = game_start(fixture, 1, 1, 2);
    add_accept(&request, 'c', 2, 2);
    commit(fixture, &request);
    assert_int_equal(challenges(fixture), 0);
}

static void the_sweep_takes_challenges_past_seven_days(void **state)
{
    struct fixture *fixture = *state;
    struct store_request request = token_add(fixture, 4, 40, fixture->now + 30 * DAY);
    commit(fixture, &request);
    challenge(fixture, 1, 1, 2);
    fixture->now += 1;
    challenge(fixture, 2, 2, 1);
    fixture->now += 7 * DAY - 1;
    request = sweep(fixture);
    commit(fixture, &request);
    assert_int_equal(challenges(fixture), 1);
    assert_int_equal(
        ask_sql(fixture->folder, "SELECT count(*) FROM challenges WHERE id = 'c00000000002'"), 1);
}

static void a_guest_with_challenges_stays_and_a_closed_one_ignores_nobody(void **state)
{
    struct fixture *fixture = *state;
    struct store_request requests[] = {
        challenge_add(fixture, 1, 4, 1),    challenge_add(fixture, 2, 1, 4),
        challenge_add(fixture, 3, 1, 2),    ignore_set(fixture, 4, 1, true),
        ignore_set(fixture, 1, 4, true),    ignore_set(fixture, 1, 2, true),
        token_add(fixture, 1, 10, 9 * DAY), /* expired long ago: no matter */
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        commit(fixture, &requests[i]);
    struct store_request request = sweep(fixture);
    commit(fixture, &request);
    assert_int_equal(challenges(fixture), 3);
    fixture->now += DAY;
    request = sweep(fixture);
    commit(fixture, &request);
    assert_true(account_found(fixture, "guest-dan"));
    assert_int_equal(challenges(fixture), 3);
    /* Both sides of a challenge are in the machine's memory for as long as it is open. */
    request = challenge_drop(fixture, 1);
    commit(fixture, &request);
    request = sweep(fixture);
    commit(fixture, &request);
    assert_true(account_found(fixture, "guest-dan"));
    request = challenge_drop(fixture, 2);
    commit(fixture, &request);
    request = sweep(fixture);
    commit(fixture, &request);
    assert_false(account_found(fixture, "guest-dan"));
    assert_int_equal(challenges(fixture), 1);
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM ignores WHERE account = "
                                              "'a00000000004'"),
                     0);
    /* Nor is it listed among those whom somebody ignores, where it could never be taken off. */
    struct read_answer *answer = ask_account(fixture, "Alice");
    assert_int_equal(answer->ignored_count, 1);
    assert_string_equal(answer->ignored[0], "a00000000002");
    read_answer_destroy(answer);
}

static void a_challenge_to_oneself_is_a_bug(void **state)
{
    struct store_request request = challenge_add(*state, 1, 1, 1);
    commit_fails(*state, &request, "CHECK");
}

static void a_challenge_to_nobody_is_a_bug(void **state)
{
    struct store_request request = challenge_add(*state, 1, 1, 99);
    commit_fails(*state, &request, "FOREIGN KEY");
}

/* ---- Chat --------------------------------------------------------------------------------- */

static void say(struct fixture *fixture, int game, enum chat_room room, int64_t seq, int account,
                const char *text)
{
    struct chat_line line;
    struct store_request request = chat_add(fixture, game, room, seq, account, text, &line);
    commit(fixture, &request);
}

static void start(struct fixture *fixture, int game)
{
    struct store_request request = game_start(fixture, game, 1, 2);
    commit(fixture, &request);
}

static struct read_answer *ask_chat(struct fixture *fixture, int game, enum chat_room room,
                                    int reader, int64_t from, int limit)
{
    struct read_request request = {.kind = READ_CHAT, .ticket = 5, .now = fixture->now};
    make_id(request.as.chat.game, 'g', game);
    if (reader > 0)
        make_id(request.as.chat.reader, 'a', reader);
    request.as.chat.room = room;
    request.as.chat.from = from;
    request.as.chat.limit = limit;
    return ask(fixture, &request);
}

/* The lines in pages of `limit` are exactly these texts. */
static void chat_is(struct fixture *fixture, enum chat_room room, int reader, int limit,
                    const char *expected)
{
    char texts[256] = "";
    int64_t from = 0;
    bool more;
    do {
        struct read_answer *answer = ask_chat(fixture, 1, room, reader, from, limit);
        assert_int_equal(answer->status, READ_FOUND);
        more = answer->more;
        assert_true(more ? answer->count == limit : answer->count <= limit);
        for (int i = 0; i < answer->count; i++) {
            assert_true(answer->lines[i].seq > from);
            from = answer->lines[i].seq;
            strcat(texts, answer->lines[i].text);
            strcat(texts, " ");
        }
        read_answer_destroy(answer);
    } while (more);
    assert_string_equal(texts, expected);
}

static void lines_are_read_in_order_in_pages_of_any_size(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    start(fixture, 2);
    static const char *const texts[] = {"one", "two", "three", "four", "five"};
    for (int i = 0; i < 5; i++) {
        fixture->now += 10;
        say(fixture, 1, CHAT_PLAYERS, i + 1, 1 + i % 2, texts[i]);
        say(fixture, 2, CHAT_PLAYERS, i + 1, 1, "elsewhere");
        if (i < 2)
            say(fixture, 1, CHAT_SPECTATORS, i + 1, 3, i == 0 ? "look" : "there");
    }
    for (int limit = 1; limit <= 6; limit++) {
        chat_is(fixture, CHAT_PLAYERS, 0, limit, "one two three four five ");
        chat_is(fixture, CHAT_SPECTATORS, 2, limit, "look there ");
    }
    struct read_answer *answer = ask_chat(fixture, 1, CHAT_PLAYERS, 0, 3, 10);
    assert_int_equal(answer->count, 2);
    assert_int_equal(answer->lines[0].seq, 4);
    assert_true(answer->lines[0].at == fixture->now - 10);
    assert_string_equal(answer->lines[0].account, "a00000000002");
    assert_string_equal(answer->lines[0].name, "Bob");
    read_answer_destroy(answer);
    answer = ask_chat(fixture, 1, CHAT_PLAYERS, 0, 5, 10);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->count, 0);
    read_answer_destroy(answer);
    answer = ask_chat(fixture, 3, CHAT_PLAYERS, 0, 0, 10);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
}

static void lines_of_those_whom_the_reader_ignores_are_left_out(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    for (int i = 0; i < 9; i++)
        say(fixture, 1, CHAT_SPECTATORS, i + 1, 2 + i % 3,
            (const char *[]){"bob", "carol", "dan"}[i % 3]);
    struct store_request request = ignore_set(fixture, 1, 3, true);
    commit(fixture, &request);
    commit(fixture, &request); /* again: no matter */
    for (int limit = 1; limit <= 7; limit++) {
        chat_is(fixture, CHAT_SPECTATORS, 1, limit, "bob dan bob dan bob dan ");
        chat_is(fixture, CHAT_SPECTATORS, 2, limit, "bob carol dan bob carol dan bob carol dan ");
    }
    request = ignore_set(fixture, 1, 4, true);
    commit(fixture, &request);
    chat_is(fixture, CHAT_SPECTATORS, 1, 2, "bob bob bob ");
    /* Also once the guest is no more. */
    fixture->now += DAY;
    request = sweep(fixture);
    commit(fixture, &request);
    assert_false(account_found(fixture, "guest-dan"));
    chat_is(fixture, CHAT_SPECTATORS, 1, 2, "bob bob bob ");
    request = ignore_set(fixture, 1, 3, false);
    commit(fixture, &request);
    commit(fixture, &request);
    chat_is(fixture, CHAT_SPECTATORS, 1, 2, "bob carol bob carol bob carol ");
}

static void the_longest_line_is_kept_byte_by_byte(void **state)
{
    struct fixture *fixture = *state;
    char text[CHAT_TEXT_MAX + 1] = "";
    for (int i = 0; i < 400; i++)
        strcat(text, "\xf0\x9f\xa7\x97");
    assert_int_equal(strlen(text), CHAT_TEXT_MAX);
    start(fixture, 1);
    say(fixture, 1, CHAT_PLAYERS, 1, 1, text);
    struct read_answer *answer = ask_chat(fixture, 1, CHAT_PLAYERS, 2, 0, 1);
    assert_string_equal(answer->lines[0].text, text);
    read_answer_destroy(answer);
}

static void a_gap_in_a_room_is_a_bug(void **state)
{
    struct chat_line line;
    start(*state, 1);
    say(*state, 1, CHAT_PLAYERS, 1, 1, "first");
    struct store_request request = chat_add(*state, 1, CHAT_SPECTATORS, 2, 1, "second", &line);
    commit_fails(*state, &request, "2 is not its next line");
}

static void a_line_twice_is_a_bug(void **state)
{
    struct chat_line line;
    start(*state, 1);
    say(*state, 1, CHAT_PLAYERS, 1, 1, "first");
    struct store_request request = chat_add(*state, 1, CHAT_PLAYERS, 1, 1, "first", &line);
    commit_fails(*state, &request, "1 is not its next line");
}

static void a_game_knows_the_last_line_of_each_room(void **state)
{
    struct fixture *fixture = *state;
    start(fixture, 1);
    start(fixture, 2);
    for (int i = 1; i <= 3; i++)
        say(fixture, 1, CHAT_PLAYERS, i, 1, "hello");
    say(fixture, 2, CHAT_SPECTATORS, 1, 3, "hello");
    for (int ended = 0; ended < 2; ended++) {
        struct read_answer *answer = ask_game(fixture, 1);
        assert_int_equal(answer->games[0].chat_seq[CHAT_PLAYERS], 3);
        assert_int_equal(answer->games[0].chat_seq[CHAT_SPECTATORS], 0);
        read_answer_destroy(answer);
        answer = ask_game(fixture, 2);
        assert_int_equal(answer->games[0].chat_seq[CHAT_PLAYERS], 0);
        assert_int_equal(answer->games[0].chat_seq[CHAT_SPECTATORS], 1);
        read_answer_destroy(answer);
        struct store_request request = game_end(fixture, 1, 2, COLOR_RED, REASON_RESIGN);
        if (ended == 0)
            commit(fixture, &request);
    }
    struct restored restored;
    char error[STORE_ERROR_SIZE];
    fixture_reopen(fixture);
    assert_true(store_load(fixture->store, &restored, error));
    assert_int_equal(restored.game_count, 1);
    assert_int_equal(restored.games[0].chat_seq[CHAT_PLAYERS], 0);
    assert_int_equal(restored.games[0].chat_seq[CHAT_SPECTATORS], 1);
    restored_deinit(&restored);
}

/* ---- Ignoring ----------------------------------------------------------------------------- */

static void an_account_comes_with_whom_it_ignores(void **state)
{
    struct fixture *fixture = *state;
    struct read_answer *answer = ask_token(fixture, 1);
    assert_int_equal(answer->ignored_count, 0);
    read_answer_destroy(answer);
    for (int other = 3; other >= 2; other--) {
        struct store_request request = ignore_set(fixture, 1, other, true);
        commit(fixture, &request);
    }
    struct read_answer *answers[] = {ask_token(fixture, 1), ask_account(fixture, "alice")};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(answers[i]->ignored_count, 2);
        assert_string_equal(answers[i]->ignored[0], "a00000000002");
        assert_string_equal(answers[i]->ignored[1], "a00000000003");
        read_answer_destroy(answers[i]);
    }
    answer = ask_account(fixture, "Bob");
    assert_int_equal(answer->ignored_count, 0);
    read_answer_destroy(answer);
}

static void to_ignore_oneself_is_a_bug(void **state)
{
    struct store_request request = ignore_set(*state, 1, 1, true);
    commit_fails(*state, &request, "CHECK");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(challenges_come_and_go),
        TEST(the_sweep_takes_challenges_past_seven_days),
        TEST(a_guest_with_challenges_stays_and_a_closed_one_ignores_nobody),
        TEST(a_challenge_to_oneself_is_a_bug),
        TEST(a_challenge_to_nobody_is_a_bug),
        TEST(lines_are_read_in_order_in_pages_of_any_size),
        TEST(lines_of_those_whom_the_reader_ignores_are_left_out),
        TEST(the_longest_line_is_kept_byte_by_byte),
        TEST(a_gap_in_a_room_is_a_bug),
        TEST(a_line_twice_is_a_bug),
        TEST(a_game_knows_the_last_line_of_each_room),
        TEST(an_account_comes_with_whom_it_ignores),
        TEST(to_ignore_oneself_is_a_bug),
    };
    return cmocka_run_group_tests_name("social", tests, NULL, NULL);
}
