/* Store requests on their way to disk: thousands of them, in order, until `busy` is said. */
#include "tests/unit/machine/by_hand.h"
#include "tests/unit/machine/playing.h"

#include <stdio.h>

#include "tests/support/random.h"

#define MOST 5000
#define BUSY "\"code\":\"busy\""

struct scene {
    struct by_hand by_hand;
    struct account_row ann, bob;
    struct log log;
    struct conn_id conn; /* ann's */
};

static int setup(void **state)
{
    static struct scene scene;
    scene = (struct scene){.ann = by_hand_account("ann"), .bob = by_hand_account("bob")};
    struct account_row accounts[] = {scene.ann, scene.bob};
    struct game_row row = playing_row("game00000001", &scene.ann, &scene.bob, 100000, &scene.log);
    by_hand_init_narrow(
        &scene.by_hand,
        &(struct restored){
            .accounts = accounts, .account_count = 2, .games = &row, .game_count = 1},
        MOST);
    scene.conn = by_hand_connect(&scene.by_hand, 0);
    by_hand_sign_in(&scene.by_hand, scene.conn, "token", &scene.ann);
    by_hand_line(&scene.by_hand, scene.conn, "{\"op\":\"watch\",\"game\":\"game00000001\"}");
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

static uint64_t outstanding(const struct scene *scene)
{
    struct machine_counts counts = by_hand_counts(&scene->by_hand);
    return counts.issued - counts.stored;
}

static void say(struct scene *scene, const char *line)
{
    by_hand_line(&scene->by_hand, scene->conn, line);
}

static bool heard(const struct scene *scene, const char *text)
{
    return by_hand_heard_ever(&scene->by_hand, scene->conn, text);
}

/* Opens a seek that is stored and takes it back: two requests, or one where the second is too many.
 */
static void seek_and_unseek(struct scene *scene)
{
    char line[100];
    say(scene, "{\"op\":\"seek\",\"time\":null}");
    const struct store_request *stored = by_hand_stored_last(&scene->by_hand);
    assert_int_equal(stored->kind, STORE_SEEK_ADD);
    snprintf(line, sizeof line, "{\"op\":\"unseek\",\"seek\":\"%s\"}", stored->as.seek_add.id);
    say(scene, line);
}

static void fill(struct scene *scene)
{
    while (outstanding(scene) + 2 <= MOST) {
        by_hand_forget(&scene->by_hand);
        seek_and_unseek(scene);
        assert_false(heard(scene, BUSY));
    }
    if (outstanding(scene) < MOST)
        say(scene, "{\"op\":\"seek\",\"time\":null}");
    assert_int_equal(outstanding(scene), MOST);
    by_hand_forget(&scene->by_hand);
}

static void what_is_refused_for_being_busy_changes_nothing(void **state)
{
    static const char *const requests[] = {
        "{\"op\":\"seek\",\"time\":null}",
        "{\"op\":\"seek\"}",
        "{\"op\":\"move\",\"game\":\"game00000001\",\"move\":\"C3\"}",
    };
    struct scene *scene = *state;
    fill(scene);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        say(scene, requests[i]);
        assert_true(by_hand_heard(&scene->by_hand, scene->conn, BUSY));
        assert_true(by_hand_heard(&scene->by_hand, scene->conn, "\"retry_after_ms\":"));
    }
    struct conn_id guest = by_hand_connect(&scene->by_hand, 1);
    by_hand_line(&scene->by_hand, guest, "{\"op\":\"guest\"}");
    assert_true(by_hand_heard(&scene->by_hand, guest, BUSY));
    assert_int_equal(by_hand_count(&scene->by_hand, EFFECT_STORE), 0);
    assert_int_equal(outstanding(scene), MOST);

    by_hand_store(&scene->by_hand, 1);
    say(scene, "{\"op\":\"move\",\"game\":\"game00000001\",\"move\":\"C3\"}");
    assert_true(heard(scene, "\"ply\":3"));
}

/* Whoever waits is refused, but a game that ends for itself or by its player ends. */
static void there_is_room_for_ends(void **state)
{
    struct scene *scene = *state;
    fill(scene);
    say(scene, "{\"op\":\"resign\",\"game\":\"game00000001\"}");
    assert_true(heard(scene, "\"reason\":\"resign\""));
    assert_int_equal(outstanding(scene), MOST + 1);
}

static void a_flag_falls_all_the_same(void **state)
{
    struct scene *scene = *state;
    fill(scene);
    by_hand_wait(&scene->by_hand, 100000);
    assert_true(heard(scene, "\"reason\":\"time\""));
    assert_int_equal(outstanding(scene), MOST + 1);
}

/* Every request is issued once, in order, and whoever waits for one gets the answer to that one,
 * however often the ring between has grown and gone round. */
static void the_order_survives_growing_and_going_round(void **state)
{
    struct scene *scene = *state;
    struct random random = {.state = 1};
    struct by_hand *by_hand = &scene->by_hand;
    for (uint32_t round = 0; round < 40; round++) {
        by_hand_store(by_hand, random_below(&random, 500));
        by_hand_forget(by_hand);
        uint64_t issued = by_hand_counts(by_hand).issued;
        struct conn_id guest = by_hand_connect(by_hand, 1);
        by_hand_line(by_hand, guest, "{\"op\":\"guest\"}");
        for (uint32_t i = random_below(&random, 60 * round + 1); i > 0; i--) {
            if (outstanding(scene) + 2 <= MOST)
                seek_and_unseek(scene);
        }
        for (size_t i = 0; i < by_hand->effects.count; i++) {
            const struct effect *effect = &by_hand->effects.items[i];
            if (effect->kind == EFFECT_STORE)
                assert_int_equal(effect->as.store->number, ++issued);
        }
        uint64_t wanted = by_hand_counts(by_hand).issued;
        while (by_hand_counts(by_hand).signed_in < 2)
            by_hand_store(by_hand, 1);
        assert_true(by_hand_counts(by_hand).stored <= wanted);
        by_hand_disconnect(by_hand, guest);
    }
    by_hand_store_all(by_hand);
    assert_int_equal(outstanding(scene), 0);
}

/* A reply rests on all that was issued before it, whoever's that was. */
static void replies_carry_the_number_they_rest_on(void **state)
{
    struct scene *scene = *state;
    struct by_hand *by_hand = &scene->by_hand;
    for (int i = 0; i < 100; i++) {
        seek_and_unseek(scene);
        struct conn_id other = by_hand_connect(by_hand, 1);
        const struct effect *effect = &by_hand->effects.items[by_hand->effects.count - 1];
        assert_int_equal(effect->kind, EFFECT_SEND);
        assert_int_equal(effect->after, by_hand_counts(by_hand).issued);
        by_hand_line(by_hand, other, "{\"op\":\"watch\",\"game\":\"game00000009\"}");
        for (size_t at = 0; at < by_hand->effects.count; at++) {
            effect = &by_hand->effects.items[at];
            if (effect->kind == EFFECT_READ)
                assert_int_equal(effect->after, by_hand_counts(by_hand).issued);
        }
        by_hand_answer(by_hand, by_hand_read_last(by_hand)->ticket, NULL);
        by_hand_disconnect(by_hand, other);
        by_hand_forget(by_hand);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_is_refused_for_being_busy_changes_nothing),
        CASE(there_is_room_for_ends),
        CASE(a_flag_falls_all_the_same),
        CASE(the_order_survives_growing_and_going_round),
        CASE(replies_carry_the_number_they_rest_on),
    };
    return cmocka_run_group_tests_name("outstanding", tests, NULL, NULL);
}
