#include "proto/client/follow.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/unit/client/stream.h"

struct fixture {
    struct stream stream;
    struct follow follow;
    int64_t number;
};

/* Sends what is due, which must be of this operation. */
static json_t *send(struct fixture *fixture, const char *operation)
{
    json_t *request = follow_request(&fixture->follow);
    assert_non_null(request);
    assert_string_equal(json_string_value(json_object_get(request, "op")), operation);
    follow_sent(&fixture->follow, ++fixture->number);
    assert_null(follow_request(&fixture->follow));
    return request;
}

static void send_and_forget(struct fixture *fixture, const char *operation)
{
    json_decref(send(fixture, operation));
}

static enum follow_reply reply(struct fixture *fixture, json_t *ok)
{
    json_t *message = json_pack("{s:I, s:o}", "re", (json_int_t)fixture->number, "ok", ok);
    enum follow_reply result = follow_reply(&fixture->follow, fixture->number, message);
    json_decref(message);
    return result;
}

static bool tell(struct fixture *fixture, json_t *event)
{
    bool news = follow_event(&fixture->follow, event);
    json_decref(event);
    return news;
}

static void begin(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    stream_init(&fixture->stream, 3);
    follow_init(&fixture->follow, "game00000001");
    send_and_forget(fixture, "watch");
    assert_int_equal(
        reply(fixture, json_pack("{s:o}", "game", stream_snapshot(&fixture->stream, true))),
        FOLLOW_SNAPSHOT);
    assert_null(follow_request(&fixture->follow));
}

static void play(struct fixture *fixture, const char *text)
{
    struct turn turn;
    assert_int_equal(turn_parse(&turn, 3, text, strlen(text), NULL), TURN_OK);
    follow_play(&fixture->follow, &turn);
}

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void events_before_the_snapshot_wait_for_it(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    stream_init(&fixture.stream, 3);
    follow_init(&fixture.follow, "game00000001");
    assert_false(tell(&fixture, stream_turn(&fixture.stream, "C3")));
    json_t *watch = send(&fixture, "watch");
    assert_null(json_object_get(watch, "from"));
    json_decref(watch);
    assert_int_equal(
        reply(&fixture, json_pack("{s:o}", "game", stream_snapshot(&fixture.stream, false))),
        FOLLOW_SNAPSHOT);
    assert_int_equal(fixture.follow.state.ply, 1);
    follow_deinit(&fixture.follow);
}

static void a_lost_connection_is_taken_up_where_it_was(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_true(tell(&fixture, stream_turn(&fixture.stream, "C3")));
    follow_lost(&fixture.follow);
    json_t *watch = send(&fixture, "watch");
    assert_int_equal(integer(watch, "from"), 2);
    json_decref(watch);
    /* A page of what was missed: then the watch goes on from there. */
    assert_int_equal(reply(&fixture, json_pack("{s:[], s:b}", "events", "more", 1)), FOLLOW_EVENTS);
    assert_true(tell(&fixture, stream_turn(&fixture.stream, "C4")));
    watch = send(&fixture, "watch");
    assert_int_equal(integer(watch, "from"), 3);
    json_decref(watch);
    assert_int_equal(reply(&fixture, json_pack("{s:[]}", "events")), FOLLOW_EVENTS);
    assert_int_equal(fixture.follow.stage, FOLLOW_LIVE);
    follow_deinit(&fixture.follow);
}

static void a_gap_is_filled(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    json_t *missed = stream_turn(&fixture.stream, "C3");
    assert_false(tell(&fixture, stream_turn(&fixture.stream, "C4")));
    json_t *watch = send(&fixture, "watch");
    assert_int_equal(integer(watch, "from"), 1);
    json_decref(watch);
    assert_int_equal(reply(&fixture, json_pack("{s:[]}", "events")), FOLLOW_EVENTS);
    assert_true(tell(&fixture, missed));
    follow_deinit(&fixture.follow);
}

static void a_turn_tells_what_it_was_made_for(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    play(&fixture, "C3");
    json_t *move = send(&fixture, "move");
    assert_string_equal(json_string_value(json_object_get(move, "move")), "C3");
    assert_int_equal(integer(move, "ply"), 0);
    assert_int_equal(integer(move, "v"), 1);
    json_decref(move);
    assert_true(follow_moving(&fixture.follow));
    assert_int_equal(reply(&fixture, json_object()), FOLLOW_ANSWERED);
    assert_false(follow_moving(&fixture.follow));
    follow_deinit(&fixture.follow);
}

/* The reply was lost with the connection; the turn had arrived. */
static void a_turn_that_arrived_is_not_sent_again(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    play(&fixture, "C3");
    send_and_forget(&fixture, "move");
    follow_lost(&fixture.follow);
    send_and_forget(&fixture, "watch");
    assert_int_equal(reply(&fixture, json_pack("{s:[]}", "events")), FOLLOW_EVENTS);
    assert_true(tell(&fixture, stream_turn(&fixture.stream, "C3")));
    assert_null(follow_request(&fixture.follow));
    assert_false(follow_moving(&fixture.follow));
    follow_deinit(&fixture.follow);
}

static void a_turn_that_did_not_arrive_is_sent_again_as_it_was(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    play(&fixture, "C3");
    json_t *first = send(&fixture, "move");
    follow_lost(&fixture.follow);
    send_and_forget(&fixture, "watch");
    assert_int_equal(reply(&fixture, json_pack("{s:[]}", "events")), FOLLOW_EVENTS);
    json_t *second = send(&fixture, "move");
    assert_true(json_equal(first, second));
    json_decref(first);
    json_decref(second);
    assert_int_equal(reply(&fixture, json_pack("{s:b}", "repeat", 1)), FOLLOW_ANSWERED);
    follow_deinit(&fixture.follow);
}

static void a_turn_is_dropped_where_the_game_has_ended_meanwhile(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    play(&fixture, "C3");
    follow_lost(&fixture.follow);
    send_and_forget(&fixture, "watch");
    assert_int_equal(reply(&fixture, json_pack("{s:[]}", "events")), FOLLOW_EVENTS);
    assert_true(tell(&fixture, stream_end(&fixture.stream, COLOR_RED, "time")));
    assert_null(follow_request(&fixture.follow));
    assert_false(follow_moving(&fixture.follow));
    follow_deinit(&fixture.follow);
}

static void what_cannot_be_watched_is_said(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    follow_init(&fixture.follow, "gone");
    send_and_forget(&fixture, "watch");
    json_t *message = json_pack("{s:I, s:{s:s, s:s}}", "re", (json_int_t)1, "error", "code",
                                "not_found", "message", "no");
    assert_int_equal(follow_reply(&fixture.follow, 7, message), FOLLOW_NOT_MINE);
    assert_int_equal(follow_reply(&fixture.follow, 1, message), FOLLOW_FAILED);
    assert_string_equal(fixture.follow.why, "there is no game gone");
    follow_lost(&fixture.follow);
    assert_null(follow_request(&fixture.follow));
    json_decref(message);
    follow_deinit(&fixture.follow);
}

static void a_server_that_breaks_the_rules_is_left(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_false(tell(&fixture, json_pack("{s:s, s:i}", "ev", "skip", "v", 2)));
    assert_int_equal(fixture.follow.stage, FOLLOW_REFUSED);
    assert_false(tell(&fixture, stream_turn(&fixture.stream, "C3")));
    follow_deinit(&fixture.follow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_before_the_snapshot_wait_for_it),
        cmocka_unit_test(a_lost_connection_is_taken_up_where_it_was),
        cmocka_unit_test(a_gap_is_filled),
        cmocka_unit_test(a_turn_tells_what_it_was_made_for),
        cmocka_unit_test(a_turn_that_arrived_is_not_sent_again),
        cmocka_unit_test(a_turn_that_did_not_arrive_is_sent_again_as_it_was),
        cmocka_unit_test(a_turn_is_dropped_where_the_game_has_ended_meanwhile),
        cmocka_unit_test(what_cannot_be_watched_is_said),
        cmocka_unit_test(a_server_that_breaks_the_rules_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
