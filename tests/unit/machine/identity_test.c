/* Races of signing in: what changes while a password is hashed or a token is looked up. */
#include "tests/unit/machine/by_hand.h"
#include "tests/unit/machine/playing.h"

#include "server/machine/token.h"

#define LOGIN "{\"op\":\"login\",\"name\":\"ann\",\"password\":\"password\"}"
#define RESUME "{\"op\":\"resume\",\"token\":\"shared\"}"
#define SET_PASSWORD                                                                               \
    "{\"id\":9,\"op\":\"set_password\",\"old\":\"password\",\"new\":\"new password\"}"
#define BAD_CREDENTIALS "\"code\":\"bad_credentials\""

static int setup(void **state)
{
    static struct by_hand by_hand;
    by_hand_init(&by_hand, NULL);
    *state = &by_hand;
    return 0;
}

static int teardown(void **state)
{
    by_hand_deinit(*state);
    return 0;
}

static uint64_t reading(const struct by_hand *by_hand)
{
    return by_hand_read_last(by_hand)->ticket;
}

static uint64_t hashing(const struct by_hand *by_hand)
{
    return by_hand_hash_last(by_hand)->ticket;
}

/* ---- login ---- */

static void a_login_reads_again_once_the_password_fits(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row before = by_hand_account("ann"), after = before;
    after.ratings[pool_parse("3-blitz")] = (struct rating){1700, 60, 0.06, 1, 5};
    struct conn_id conn = by_hand_connect(by_hand, 0);
    by_hand_line(by_hand, conn, LOGIN);
    by_hand_answer(by_hand, reading(by_hand), &before);
    assert_string_equal(by_hand_hash_last(by_hand)->hash, "hash of ann");
    /* Meanwhile she is in memory, a game of hers ends, and she leaves it again. */
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    assert_int_equal(by_hand_count(by_hand, EFFECT_READ), 2);
    by_hand_answer(by_hand, reading(by_hand), &after);
    assert_true(by_hand_heard(by_hand, conn, "\"rating\":1700"));
    assert_int_equal(by_hand_count(by_hand, EFFECT_HASH), 1);
}

/* The same with all that leads to it: before, the old rating came back, and the rated game after it
 * was refused by the store. */
static void a_login_during_which_a_game_ends_knows_the_new_rating(void **state)
{
    (void)state;
    struct by_hand by_hand;
    struct log log;
    struct account_row ann = by_hand_account("ann"), bob = by_hand_account("bob");
    struct account_row accounts[] = {ann, bob};
    struct game_row row = playing_row("game00000001", &bob, &ann, 10000, &log);
    by_hand_init(&by_hand,
                 &(struct restored){
                     .accounts = accounts, .account_count = 2, .games = &row, .game_count = 1});
    struct conn_id conn = by_hand_connect(&by_hand, 0);
    by_hand_line(&by_hand, conn, LOGIN);
    by_hand_answer(&by_hand, reading(&by_hand), &ann);
    by_hand_wait(&by_hand, 10000);
    struct rating_write write = by_hand_stored_last(&by_hand)->as.game_log.ratings[COLOR_RED];
    assert_string_equal(write.account, ann.id);
    by_hand_store_all(&by_hand);
    assert_int_equal(by_hand_counts(&by_hand).accounts, 0);
    by_hand_hashed(&by_hand, hashing(&by_hand), true, "");
    ann.ratings[write.pool] = write.after;
    ann.rating_version[write.pool] = 1;
    by_hand_answer(&by_hand, reading(&by_hand), &ann);
    assert_true(by_hand_heard(&by_hand, conn, "\"rating\":1662"));
    by_hand_deinit(&by_hand);
    log_deinit(&log);
}

static void a_password_changed_meanwhile_is_asked_for(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row before = by_hand_account("ann"), after = before;
    strcpy(after.password, "hash of another");
    struct conn_id conn = by_hand_connect(by_hand, 0);
    by_hand_line(by_hand, conn, LOGIN);
    by_hand_answer(by_hand, reading(by_hand), &before);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    by_hand_answer(by_hand, reading(by_hand), &after);
    assert_int_equal(by_hand_count(by_hand, EFFECT_HASH), 2);
    assert_string_equal(by_hand_hash_last(by_hand)->hash, "hash of another");
    by_hand_hashed(by_hand, hashing(by_hand), false, "");
    assert_true(by_hand_heard(by_hand, conn, BAD_CREDENTIALS));
    assert_int_equal(by_hand_counts(by_hand).signed_in, 0);
}

/* The answer was looked up before the new password was on disk: what is in memory counts. */
static void a_password_being_changed_is_asked_for(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id owner = by_hand_connect(by_hand, 0), other = by_hand_connect(by_hand, 1);
    by_hand_sign_in(by_hand, owner, "shared", &ann);
    by_hand_line(by_hand, other, LOGIN);
    by_hand_answer(by_hand, reading(by_hand), &ann);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    uint64_t second_look = reading(by_hand);
    by_hand_line(by_hand, owner, SET_PASSWORD);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    by_hand_hashed(by_hand, hashing(by_hand), true, "hash of the new");
    by_hand_answer(by_hand, second_look, &ann);
    assert_string_equal(by_hand_hash_last(by_hand)->hash, "hash of the new");
    by_hand_hashed(by_hand, hashing(by_hand), false, "");
    assert_true(by_hand_heard(by_hand, other, BAD_CREDENTIALS));
}

/* Thirty at once cost thirty hashes, not one for each pair. */
static void logins_do_not_disturb_each_other(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id conns[30];
    uint64_t tickets[30];
    for (uint32_t i = 0; i < 30; i++) {
        conns[i] = by_hand_connect(by_hand, i);
        by_hand_line(by_hand, conns[i], LOGIN);
        by_hand_answer(by_hand, reading(by_hand), &ann);
        tickets[i] = hashing(by_hand);
    }
    for (int i = 0; i < 30; i++) {
        by_hand_hashed(by_hand, tickets[i], true, "");
        by_hand_answer(by_hand, reading(by_hand), &ann);
        assert_true(by_hand_heard(by_hand, conns[i], "\"token\":"));
    }
    assert_int_equal(by_hand_count(by_hand, EFFECT_HASH), 30);
    assert_int_equal(by_hand_count(by_hand, EFFECT_READ), 60);
    assert_int_equal(by_hand_counts(by_hand).signed_in, 30);
}

static void an_unknown_name_is_hashed_all_the_same(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row guest = by_hand_account("guest-abc");
    guest.kind = ACCOUNT_GUEST;
    const struct account_row *answers[] = {NULL, &guest};
    for (uint32_t i = 0; i < 2; i++) {
        struct conn_id conn = by_hand_connect(by_hand, i);
        by_hand_line(by_hand, conn, LOGIN);
        by_hand_answer(by_hand, reading(by_hand), answers[i]);
        assert_string_equal(by_hand_hash_last(by_hand)->hash, "");
        by_hand_hashed(by_hand, hashing(by_hand), false, "");
        assert_true(by_hand_heard(by_hand, conn, BAD_CREDENTIALS));
    }
}

/* ---- set_password ---- */

static void of_two_new_passwords_the_later_must_know_the_earlier(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id one = by_hand_connect(by_hand, 0), other = by_hand_connect(by_hand, 1);
    by_hand_sign_in(by_hand, one, "shared", &ann);
    by_hand_sign_in(by_hand, other, "shared", &ann);
    by_hand_line(by_hand, one, SET_PASSWORD);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    uint64_t first = hashing(by_hand);
    by_hand_line(by_hand, other, SET_PASSWORD);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    uint64_t second = hashing(by_hand);
    by_hand_hashed(by_hand, first, true, "hash of the first");
    assert_int_equal(by_hand_stored_last(by_hand)->kind, STORE_PASSWORD_SET);
    by_hand_forget(by_hand);
    by_hand_hashed(by_hand, second, true, "hash of the second");
    assert_int_equal(by_hand_count(by_hand, EFFECT_STORE), 0);
    assert_string_equal(by_hand_hash_last(by_hand)->hash, "hash of the first");
    by_hand_hashed(by_hand, hashing(by_hand), false, "");
    assert_true(by_hand_heard(by_hand, other, BAD_CREDENTIALS));
}

static void a_new_password_ends_every_other_token(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id one = by_hand_connect(by_hand, 0), same = by_hand_connect(by_hand, 1);
    struct conn_id other = by_hand_connect(by_hand, 2);
    by_hand_sign_in(by_hand, one, "shared", &ann);
    by_hand_sign_in(by_hand, same, "shared", &ann);
    by_hand_sign_in(by_hand, other, "another", &ann);
    by_hand_line(by_hand, one, SET_PASSWORD);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    by_hand_hashed(by_hand, hashing(by_hand), true, "hash of the new");
    assert_true(by_hand_heard(by_hand, one, "{\"re\":9,\"ok\":{}}"));
    assert_true(by_hand_heard(by_hand, other, "\"signed_out\""));
    assert_int_equal(by_hand_counts(by_hand).signed_in, 2);
}

/* ---- resume ---- */

static void a_token_that_dies_meanwhile_is_looked_up_again(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id owner = by_hand_connect(by_hand, 0), late = by_hand_connect(by_hand, 1);
    by_hand_sign_in(by_hand, owner, "shared", &ann);
    by_hand_line(by_hand, late, RESUME);
    uint64_t ticket = reading(by_hand);
    by_hand_line(by_hand, owner, "{\"op\":\"logout\"}");
    by_hand_answer(by_hand, ticket, &ann); /* as it was before the logout */
    assert_int_equal(by_hand_count(by_hand, EFFECT_READ), 2);
    by_hand_answer(by_hand, reading(by_hand), NULL);
    assert_true(by_hand_heard(by_hand, late, BAD_CREDENTIALS));
    assert_int_equal(by_hand_counts(by_hand).signed_in, 0);
}

/* A 21st token pushes the oldest out, and the store alone knows which that is. */
static void a_token_pushed_out_signs_out_whoever_has_it(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct store_result pushed_out = {.status = STORE_DONE, .token_dropped = true};
    token_hash_of("shared", &pushed_out.dropped);
    struct conn_id owner = by_hand_connect(by_hand, 0), login = by_hand_connect(by_hand, 1);
    struct conn_id late = by_hand_connect(by_hand, 2);
    by_hand_sign_in(by_hand, owner, "shared", &ann);
    by_hand_line(by_hand, late, RESUME);
    uint64_t ticket = reading(by_hand);
    by_hand_line(by_hand, login, LOGIN);
    by_hand_answer(by_hand, reading(by_hand), &ann);
    by_hand_hashed(by_hand, hashing(by_hand), true, "");
    by_hand_answer(by_hand, reading(by_hand), &ann);
    assert_int_equal(by_hand_stored_last(by_hand)->kind, STORE_TOKEN_ADD);
    by_hand_store_as(by_hand, pushed_out);
    assert_true(by_hand_heard(by_hand, owner, "\"signed_out\""));
    assert_int_equal(by_hand_counts(by_hand).signed_in, 1);
    /* An answer from before that does not bring it back. */
    int reads = by_hand_count(by_hand, EFFECT_READ);
    by_hand_answer(by_hand, ticket, &ann);
    assert_int_equal(by_hand_count(by_hand, EFFECT_READ), reads + 1);
    by_hand_answer(by_hand, reading(by_hand), NULL);
    assert_true(by_hand_heard(by_hand, late, BAD_CREDENTIALS));
}

/* ---- register, guest ---- */

static void a_taken_name_is_the_answer_of_the_store(void **state)
{
    struct by_hand *by_hand = *state;
    struct conn_id conn = by_hand_connect(by_hand, 0);
    by_hand_line(by_hand, conn, "{\"op\":\"register\",\"name\":\"Ann\",\"password\":\"password\"}");
    by_hand_hashed(by_hand, hashing(by_hand), true, "a hash");
    by_hand_store_as(by_hand, (struct store_result){.status = STORE_NAME_TAKEN});
    assert_true(by_hand_heard(by_hand, conn, "\"code\":\"name_taken\""));
    assert_int_equal(by_hand_counts(by_hand).accounts, 0);
}

static void a_guest_gets_another_name_until_one_is_free(void **state)
{
    struct by_hand *by_hand = *state;
    struct conn_id conn = by_hand_connect(by_hand, 0);
    by_hand_line(by_hand, conn, "{\"op\":\"guest\"}");
    char name[NAME_SIZE];
    strcpy(name, by_hand_stored_last(by_hand)->as.account_add.account.name);
    by_hand_store_as(by_hand, (struct store_result){.status = STORE_NAME_TAKEN});
    const struct account_row *row = &by_hand_stored_last(by_hand)->as.account_add.account;
    assert_string_not_equal(row->name, name);
    by_hand_store_as(by_hand, (struct store_result){.status = STORE_DONE});
    assert_true(by_hand_heard(by_hand, conn, row->name));
    assert_int_equal(by_hand_counts(by_hand).signed_in, 1);
}

static void whoever_hangs_up_is_not_waited_for(void **state)
{
    struct by_hand *by_hand = *state;
    struct account_row ann = by_hand_account("ann");
    struct conn_id conn = by_hand_connect(by_hand, 0);
    by_hand_line(by_hand, conn, LOGIN);
    by_hand_answer(by_hand, reading(by_hand), &ann);
    by_hand_disconnect(by_hand, conn);
    conn = by_hand_connect(by_hand, 0); /* another, in the same slot */
    by_hand_forget(by_hand);
    struct conn_id other = by_hand_connect(by_hand, 1);
    by_hand_line(by_hand, other, "{\"op\":\"guest\"}");
    by_hand_disconnect(by_hand, other);
    by_hand_store_all(by_hand);
    assert_int_equal(by_hand_counts(by_hand).signed_in, 0);
    assert_false(by_hand_heard_ever(by_hand, conn, "\"re\""));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_login_reads_again_once_the_password_fits),
        cmocka_unit_test(a_login_during_which_a_game_ends_knows_the_new_rating),
        CASE(a_password_changed_meanwhile_is_asked_for),
        CASE(a_password_being_changed_is_asked_for),
        CASE(logins_do_not_disturb_each_other),
        CASE(an_unknown_name_is_hashed_all_the_same),
        CASE(of_two_new_passwords_the_later_must_know_the_earlier),
        CASE(a_new_password_ends_every_other_token),
        CASE(a_token_that_dies_meanwhile_is_looked_up_again),
        CASE(a_token_pushed_out_signs_out_whoever_has_it),
        CASE(a_taken_name_is_the_answer_of_the_store),
        CASE(a_guest_gets_another_name_until_one_is_free),
        CASE(whoever_hangs_up_is_not_waited_for),
    };
    return cmocka_run_group_tests_name("identity", tests, NULL, NULL);
}
