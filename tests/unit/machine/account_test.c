/* Accounts in memory: kept as long as an answer under way could still bring back what they were. */
#include "tests/unit/machine/by_hand.h"
#include "tests/unit/machine/playing.h"

#define SOON 10000
#define LATER 20000
/* After a first rated game won from 1500. */
#define RATED_ONCE "\"rating\":1662"

struct scene {
    struct by_hand by_hand;
    struct account_row ann, bob;
    struct log logs[2];
};

/* Ann and bob, neither connected, have two rated games in play, with bob to lose both by time: Blue
 * is to move. */
static void scene_init(struct scene *scene, int games)
{
    *scene = (struct scene){.ann = by_hand_account("ann"), .bob = by_hand_account("bob")};
    struct game_row rows[] = {
        playing_row("game00000001", &scene->bob, &scene->ann, SOON, &scene->logs[0]),
        playing_row("game00000002", &scene->bob, &scene->ann, LATER, &scene->logs[1])};
    struct account_row accounts[] = {scene->ann, scene->bob};
    by_hand_init(&scene->by_hand, &(struct restored){.accounts = accounts,
                                                     .account_count = 2,
                                                     .games = rows,
                                                     .game_count = (size_t)games});
}

static void scene_deinit(struct scene *scene)
{
    by_hand_deinit(&scene->by_hand);
    log_deinit(&scene->logs[0]);
    log_deinit(&scene->logs[1]);
}

static uint32_t accounts(const struct scene *scene)
{
    return by_hand_counts(&scene->by_hand).accounts;
}

static void bob_loses_on_time(struct scene *scene, int64_t wait_ms)
{
    by_hand_wait(&scene->by_hand, wait_ms);
    const struct store_request *stored = by_hand_stored_last(&scene->by_hand);
    assert_int_equal(stored->kind, STORE_GAME_LOG);
    assert_int_equal(stored->as.game_log.reason, REASON_TIME);
    assert_int_equal(stored->as.game_log.winner, COLOR_RED);
    assert_int_equal(stored->as.game_log.rating_count, 2);
}

static uint64_t resume(struct scene *scene, struct conn_id conn)
{
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"resume\",\"token\":\"t\"}");
    return by_hand_read_last(&scene->by_hand)->ticket;
}

static void assert_shown(struct scene *scene, struct conn_id conn, const char *rating)
{
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"whoami\"}");
    assert_true(by_hand_heard(&scene->by_hand, conn, rating));
}

static void players_of_unfinished_games_are_in_memory(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 1);
    assert_int_equal(accounts(&scene), 2);
    bob_loses_on_time(&scene, SOON);
    assert_int_equal(accounts(&scene), 0);
    scene_deinit(&scene);
}

static void an_older_answer_finds_the_newer_account(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 1);
    struct conn_id conn = by_hand_connect(&scene.by_hand, 0);
    uint64_t ticket = resume(&scene, conn);
    bob_loses_on_time(&scene, SOON);
    by_hand_store_all(&scene.by_hand);
    assert_int_equal(accounts(&scene), 2);
    by_hand_answer(&scene.by_hand, ticket, &scene.ann); /* as she was before */
    assert_int_equal(accounts(&scene), 1);
    assert_shown(&scene, conn, RATED_ONCE);
    scene_deinit(&scene);
}

static void an_answer_that_was_begun_later_keeps_nobody(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 1);
    struct conn_id early = by_hand_connect(&scene.by_hand, 0);
    struct conn_id late = by_hand_connect(&scene.by_hand, 1);
    uint64_t early_ticket = resume(&scene, early);
    bob_loses_on_time(&scene, SOON);
    uint64_t late_ticket = resume(&scene, late);
    by_hand_answer(&scene.by_hand, early_ticket, NULL);
    assert_int_equal(accounts(&scene), 0);
    by_hand_answer(&scene.by_hand, late_ticket, NULL);
    scene_deinit(&scene);
}

static void an_answer_for_somebody_who_is_gone_counts_too(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 1);
    struct conn_id conn = by_hand_connect(&scene.by_hand, 0);
    uint64_t ticket = resume(&scene, conn);
    by_hand_disconnect(&scene.by_hand, conn);
    bob_loses_on_time(&scene, SOON);
    assert_int_equal(accounts(&scene), 2);
    by_hand_answer(&scene.by_hand, ticket, &scene.ann);
    assert_int_equal(accounts(&scene), 0);
    scene_deinit(&scene);
}

/* Ann falls idle while two answers are under way, comes back with the first, falls idle again after
 * a third was begun: it is the third that counts. */
static void falling_idle_again_counts_anew(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 1);
    struct conn_id first = by_hand_connect(&scene.by_hand, 0);
    struct conn_id second = by_hand_connect(&scene.by_hand, 1);
    struct conn_id third = by_hand_connect(&scene.by_hand, 2);
    uint64_t first_ticket = resume(&scene, first);
    uint64_t second_ticket = resume(&scene, second);
    bob_loses_on_time(&scene, SOON);
    by_hand_answer(&scene.by_hand, first_ticket, &scene.ann);
    uint64_t third_ticket = resume(&scene, third);
    by_hand_disconnect(&scene.by_hand, first);
    by_hand_wait(&scene.by_hand, 5000);
    by_hand_answer(&scene.by_hand, second_ticket, NULL);
    assert_int_equal(accounts(&scene), 1); /* bob is gone, ann is not */
    by_hand_answer(&scene.by_hand, third_ticket, &scene.ann);
    assert_int_equal(accounts(&scene), 1);
    assert_shown(&scene, third, RATED_ONCE);
    scene_deinit(&scene);
}

static void two_games_are_rated_one_after_the_other(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 2);
    bob_loses_on_time(&scene, SOON);
    struct rating_write write = by_hand_stored_last(&scene.by_hand)->as.game_log.ratings[COLOR_RED];
    assert_string_equal(write.account, scene.ann.id);
    assert_int_equal(write.version, 0);
    assert_int_equal(accounts(&scene), 2);
    bob_loses_on_time(&scene, LATER - SOON);
    const struct rating_write *next =
        &by_hand_stored_last(&scene.by_hand)->as.game_log.ratings[COLOR_RED];
    assert_int_equal(next->version, 1);
    assert_true(next->after.rating > write.after.rating);
    assert_int_equal(next->after.games, 2);
    assert_int_equal(accounts(&scene), 0);
    scene_deinit(&scene);
}

/* Whoever leaves is waited for, since they commonly come back; their seeks then go, and they. */
static void absence_ends_what_lives_in_memory(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 0);
    assert_int_equal(accounts(&scene), 2); /* restored for nothing, and so never settled */
    struct account_row cid = by_hand_account("cid");
    struct conn_id conn = by_hand_connect(&scene.by_hand, 0);
    by_hand_sign_in(&scene.by_hand, conn, "t", &cid);
    by_hand_line(&scene.by_hand, conn, "{\"op\":\"seek\"}");
    assert_true(by_hand_heard(&scene.by_hand, conn, "\"seek\":"));
    by_hand_disconnect(&scene.by_hand, conn);
    by_hand_wait(&scene.by_hand, 4999);
    assert_int_equal(by_hand_counts(&scene.by_hand).seeks, 1);
    assert_int_equal(accounts(&scene), 3);
    by_hand_wait(&scene.by_hand, 1);
    assert_int_equal(by_hand_counts(&scene.by_hand).seeks, 0);
    assert_int_equal(accounts(&scene), 2);
    scene_deinit(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_of_unfinished_games_are_in_memory),
        cmocka_unit_test(an_older_answer_finds_the_newer_account),
        cmocka_unit_test(an_answer_that_was_begun_later_keeps_nobody),
        cmocka_unit_test(an_answer_for_somebody_who_is_gone_counts_too),
        cmocka_unit_test(falling_idle_again_counts_anew),
        cmocka_unit_test(two_games_are_rated_one_after_the_other),
        cmocka_unit_test(absence_ends_what_lives_in_memory),
    };
    return cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
