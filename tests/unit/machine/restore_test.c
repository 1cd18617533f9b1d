/* Taking up what the process before left: clocks, seeks, and the wall clock. */
#include "tests/unit/machine/by_hand.h"
#include "tests/unit/machine/playing.h"

#define LAST_AT INT64_C(1800000000000)

struct scene {
    struct by_hand by_hand;
    struct account_row ann, bob;
    struct log log;
    struct accepted_row accepted[ACCEPTED_MAX];
};

/* As many as are remembered, each by Bob. */
static void fill_accepted(struct scene *scene)
{
    for (int i = 0; i < ACCEPTED_MAX; i++) {
        struct accepted_row *row = &scene->accepted[i];
        snprintf(row->id, sizeof row->id, "seek%08d", 1000 + i);
        snprintf(row->game, sizeof row->game, "game%08d", 1000 + i);
        strcpy(row->account, scene->bob.id);
    }
}

static int setup(void **state)
{
    static struct scene scene;
    scene = (struct scene){.ann = by_hand_account("ann"), .bob = by_hand_account("bob")};
    fill_accepted(&scene);
    struct account_row accounts[] = {scene.ann, scene.bob};
    struct game_row row = playing_row("game00000001", &scene.ann, &scene.bob, 10000, &scene.log);
    struct seek_row seeks[] = {{.id = "seek00000001", .size = 3, .at = 5, .rating_max = 10000},
                               {.id = "seek00000002", .size = 4, .rating_max = 10000}};
    for (int i = 0; i < 2; i++)
        strcpy(seeks[i].account, scene.ann.id);
    seeks[1].at = LAST_AT - 86400000;
    by_hand_init(&scene.by_hand, &(struct restored){.accounts = accounts,
                                                    .account_count = 2,
                                                    .seeks = seeks,
                                                    .seek_count = 2,
                                                    .games = &row,
                                                    .game_count = 1,
                                                    .accepted = scene.accepted,
                                                    .accepted_count = ACCEPTED_MAX,
                                                    .last_at = LAST_AT});
    *state = &scene;
    return 0;
}

static int teardown(void **state)
{
    struct scene *scene = *state;
    by_hand_deinit(&scene->by_hand);
    log_deinit(&scene->log);
    return 0;
}

static struct conn_id sign_in(struct scene *scene, uint32_t slot, const struct account_row *row)
{
    struct conn_id conn = by_hand_connect(&scene->by_hand, slot);
    by_hand_sign_in(&scene->by_hand, conn, row->name, row);
    return conn;
}

static void the_time_it_was_down_is_charged_to_nobody(void **state)
{
    struct scene *scene = *state;
    by_hand_wait(&scene->by_hand, 9999);
    assert_int_equal(by_hand_counts(&scene->by_hand).games, 1);
    by_hand_wait(&scene->by_hand, 1);
    assert_int_equal(by_hand_counts(&scene->by_hand).games, 0);
    assert_int_equal(by_hand_stored_last(&scene->by_hand)->as.game_log.reason, REASON_TIME);
}

static void the_first_move_is_charged_from_the_restart_and_held_by_nothing(void **state)
{
    struct scene *scene = *state;
    struct conn_id conn = sign_in(scene, 0, &scene->ann);
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"watch\",\"game\":\"game00000001\"}");
    by_hand_wait(&scene->by_hand, 4000);
    by_hand_line(&scene->by_hand, conn,
                 "{\"op\":\"move\",\"game\":\"game00000001\",\"move\":\"D4\"}");
    assert_true(by_hand_heard(&scene->by_hand, conn, "\"held_ms\":0"));
    assert_true(by_hand_heard(&scene->by_hand, conn, "\"blue_ms\":9000")); /* 10 - 4 + 3 seconds */
    assert_true(by_hand_heard(&scene->by_hand, conn, "\"v\":4"));
}

static void the_wall_clock_goes_on_from_what_is_stored(void **state)
{
    struct scene *scene = *state;
    struct conn_id conn = by_hand_connect(&scene->by_hand, 0);
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"ping\"}");
    assert_true(by_hand_heard(&scene->by_hand, conn, "{\"at\":1800000000000}"));
    /* And stands until the system's clock has caught up. */
    by_hand_wait(&scene->by_hand, 5000);
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"ping\"}");
    assert_true(by_hand_heard(&scene->by_hand, conn, "{\"at\":1800000000000}"));
}

static void old_seeks_have_gone_and_the_others_are_open(void **state)
{
    struct scene *scene = *state;
    struct conn_id conn = sign_in(scene, 0, &scene->bob);
    by_hand_line(&scene->by_hand, conn, "{\"op\":\"lobby\"}");
    assert_true(by_hand_heard(&scene->by_hand, conn, "[{\"id\":\"seek00000002\""));
    assert_false(by_hand_heard_ever(&scene->by_hand, conn, "seek00000001"));
}

static bool accept_gives(struct scene *scene, struct conn_id conn, const char *seek,
                         const char *words)
{
    char line[64];
    snprintf(line, sizeof line, "{\"op\":\"accept\",\"seek\":\"%s\"}", seek);
    by_hand_line(&scene->by_hand, conn, line);
    return by_hand_heard(&scene->by_hand, conn, words);
}

static void what_was_accepted_before_is_known_and_the_oldest_gives_way(void **state)
{
    struct scene *scene = *state;
    struct conn_id ann = sign_in(scene, 0, &scene->ann), bob = sign_in(scene, 1, &scene->bob);
    assert_true(accept_gives(scene, bob, "seek00001000", "{\"game\":\"game00001000\"}"));
    assert_true(accept_gives(scene, bob, "seek00005095", "{\"game\":\"game00005095\"}"));
    assert_true(accept_gives(scene, ann, "seek00005095", "\"gone\""));
    assert_true(accept_gives(scene, bob, "seek00000002", "game_started"));
    assert_string_equal(by_hand_stored_last(&scene->by_hand)->as.game_start.accepter,
                        scene->bob.id);
    assert_true(accept_gives(scene, bob, "seek00001000", "\"gone\""));
    assert_true(accept_gives(scene, bob, "seek00001001", "{\"game\":\"game00001001\"}"));
    assert_true(accept_gives(scene, bob, "seek00005095", "{\"game\":\"game00005095\"}"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_time_it_was_down_is_charged_to_nobody),
        CASE(the_first_move_is_charged_from_the_restart_and_held_by_nothing),
        CASE(the_wall_clock_goes_on_from_what_is_stored),
        CASE(old_seeks_have_gone_and_the_others_are_open),
        CASE(what_was_accepted_before_is_known_and_the_oldest_gives_way),
    };
    return cmocka_run_group_tests_name("restore", tests, NULL, NULL);
}
