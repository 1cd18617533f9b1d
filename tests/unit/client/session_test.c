/* The session against a server on loopback, with the test's own time. */
#include "proto/client/session.h"

#include "proto/client/member.h"
#include "tests/support/cmocka_test.h"
#include "tests/unit/client/fake_server.h"
#include "tests/unit/client/stream.h"

struct fixture {
    struct fake_server server;
    struct session session;
    struct happening happening;
    int64_t now_ms;
};

static void begin(struct fixture *fixture, const char *token)
{
    *fixture = (struct fixture){.now_ms = 1000};
    fake_server_init(&fixture->server);
    session_init(&fixture->session, &fixture->server.address, token, 1);
}

static void end(struct fixture *fixture)
{
    session_deinit(&fixture->session);
    fake_server_deinit(&fixture->server);
}

static void await(struct fixture *fixture, enum happening_kind kind)
{
    fake_server_await(&fixture->session, fixture->now_ms, kind, &fixture->happening);
}

static void reply_signed_in(struct fixture *fixture, json_t *request)
{
    fake_server_reply(&fixture->server, request, "ok",
                      json_pack("{s:{s:s, s:s}, s:s, s:[s]}", "user", "name", "alice", "kind",
                                "human", "token", "secret", "playing", "game00000001"));
    json_decref(request);
}

static void connect_signed_in(struct fixture *fixture)
{
    fake_server_settle(&fixture->session, fixture->now_ms);
    fake_server_accept(&fixture->server);
    fake_server_settle(&fixture->session, fixture->now_ms);
    json_t *resume =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "resume");
    assert_string_equal(member_text(resume, "token", ""), "secret");
    reply_signed_in(fixture, resume);
    await(fixture, HAPPENING_READY);
}

static void cut(struct fixture *fixture)
{
    fake_server_cut(&fixture->server);
    await(fixture, HAPPENING_LOST);
    fixture->now_ms += fixture->happening.retry_in_ms;
}

static void a_token_signs_in_on_every_connection(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    connect_signed_in(&fixture);
    assert_string_equal(fixture.session.name, "alice");
    assert_int_equal(json_array_size(fixture.session.playing), 1);
    for (int i = 0; i < 3; i++) {
        cut(&fixture);
        assert_int_equal(session_request(&fixture.session, json_object()), 0);
        connect_signed_in(&fixture);
    }
    end(&fixture);
}

static void waits_grow_until_a_connection_stands(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, NULL);
    fake_server_deinit(&fixture.server);
    int64_t longest_ms = 0;
    for (int i = 0; i < 12; i++) {
        await(&fixture, HAPPENING_LOST);
        int64_t wait_ms = fixture.happening.retry_in_ms;
        longest_ms = wait_ms > longest_ms ? wait_ms : longest_ms;
        assert_in_range(wait_ms, BACKOFF_FIRST_MS / 2, BACKOFF_LONGEST_MS);
        fixture.now_ms += wait_ms - 1;
        fake_server_settle(&fixture.session, fixture.now_ms);
        fixture.now_ms++;
    }
    assert_true(longest_ms > BACKOFF_LONGEST_MS / 2);
    session_deinit(&fixture.session);
}

static void replies_find_their_requests(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    connect_signed_in(&fixture);
    int64_t first = session_request(&fixture.session, json_pack("{s:s}", "op", "whoami"));
    int64_t second = session_request(&fixture.session, json_pack("{s:s}", "op", "help"));
    json_t *one = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "whoami");
    json_t *two = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "help");
    fake_server_send(&fixture.server, json_pack("{s:s}", "ev", "novelty"));
    fake_server_reply(&fixture.server, one, "ok", json_object());
    fake_server_reply(&fixture.server, two, "ok", json_object());
    await(&fixture, HAPPENING_EVENT);
    await(&fixture, HAPPENING_REPLY);
    assert_int_equal(fixture.happening.request, first);
    await(&fixture, HAPPENING_REPLY);
    assert_int_equal(fixture.happening.request, second);
    json_decref(one);
    json_decref(two);
    end(&fixture);
}

static void a_dead_token_is_said(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    fake_server_settle(&fixture.session, fixture.now_ms);
    fake_server_accept(&fixture.server);
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_t *resume =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "resume");
    fake_server_reply(&fixture.server, resume, "error",
                      json_pack("{s:s, s:s}", "code", "bad_credentials", "message", "no"));
    json_decref(resume);
    await(&fixture, HAPPENING_FAILED);
    assert_string_equal(fixture.happening.code, "bad_credentials");
    assert_true(session_request(&fixture.session, json_pack("{s:s}", "op", "lobby")) > 0);
    end(&fixture);
}

/* A server that is only busy is tried again. */
static void a_server_that_cannot_sign_in_is_tried_again(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    fake_server_settle(&fixture.session, fixture.now_ms);
    fake_server_accept(&fixture.server);
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_t *resume =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "resume");
    fake_server_reply(&fixture.server, resume, "error",
                      json_pack("{s:s, s:s}", "code", "storage_unavailable", "message", "no"));
    json_decref(resume);
    await(&fixture, HAPPENING_LOST);
    fixture.now_ms += fixture.happening.retry_in_ms;
    fake_server_cut(&fixture.server);
    connect_signed_in(&fixture);
    end(&fixture);
}

static void a_game_goes_on_over_a_lost_connection(void **state)
{
    (void)state;
    struct fixture fixture;
    struct stream stream;
    stream_init(&stream, 3);
    begin(&fixture, "secret");
    connect_signed_in(&fixture);
    struct follow *follow = session_follow(&fixture.session, "game00000001");
    assert_ptr_equal(session_follow(&fixture.session, "game00000001"), follow);
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_t *watch = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "watch");
    fake_server_reply(&fixture.server, watch, "ok",
                      json_pack("{s:o}", "game", stream_snapshot(&stream, true)));
    json_decref(watch);
    await(&fixture, HAPPENING_GAME);

    /* The turn is sent, and the connection is lost before the reply. */
    struct turn turn;
    assert_int_equal(turn_parse(&turn, 3, "C3", 2, NULL), TURN_OK);
    follow_play(follow, &turn);
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "move"));
    cut(&fixture);
    connect_signed_in(&fixture);

    /* Meanwhile it was played, and answered. */
    fake_server_settle(&fixture.session, fixture.now_ms);
    watch = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "watch");
    assert_int_equal(member_integer(watch, "from", 0), 1);
    json_t *first = stream_turn(&stream, "C3");
    json_t *second = stream_turn(&stream, "C4");
    fake_server_reply(&fixture.server, watch, "ok",
                      json_pack("{s:[o,o], s:i, s:{s:i, s:i, s:s, s:i}}", "events", first, second,
                                "v", 3, "clock", "blue_ms", 7000, "red_ms", 8000, "running", "blue",
                                "at", 1000000));
    json_decref(watch);
    await(&fixture, HAPPENING_GAME);
    assert_int_equal(follow->state.ply, 1);
    await(&fixture, HAPPENING_GAME);
    assert_int_equal(follow->state.ply, 2);
    fake_server_settle(&fixture.session, fixture.now_ms);
    assert_false(follow_moving(follow));
    assert_int_equal(follow->state.left_ms[COLOR_BLUE], 7000);
    fake_server_send(&fixture.server, stream_turn(&stream, "A1"));
    await(&fixture, HAPPENING_GAME);
    assert_int_equal(follow->state.ply, 3);
    session_unfollow(&fixture.session, follow);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "unwatch"));
    end(&fixture);
}

static void a_silent_server_is_asked_and_then_left(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    connect_signed_in(&fixture);
    fixture.now_ms += CONNECTION_QUIET_MS;
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_t *ping = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "ping");
    fake_server_reply(&fixture.server, ping, "ok", json_pack("{s:i}", "at", 2000000));
    json_decref(ping);
    fake_server_settle(&fixture.session, fixture.now_ms);
    assert_int_equal(connection_server_time(&fixture.session.connection, fixture.now_ms), 2000000);
    fixture.now_ms += CONNECTION_QUIET_MS;
    fake_server_settle(&fixture.session, fixture.now_ms);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "ping"));
    fixture.now_ms += CONNECTION_PATIENCE_MS;
    await(&fixture, HAPPENING_LOST);
    end(&fixture);
}

static void a_port_that_says_nothing_is_told_from_no_answer(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, NULL);
    fake_server_settle(&fixture.session, fixture.now_ms); /* the kernel takes the connection */
    fixture.now_ms += CONNECTION_PATIENCE_MS;
    await(&fixture, HAPPENING_LOST);
    assert_string_equal(fixture.session.connection.wire.why,
                        "it takes the connection and says nothing");
    assert_true(fixture.session.connection.wire.reached);
    assert_false(fixture.session.connection.greeted);
    end(&fixture);
}

static void a_shutdown_tells_when_to_come_back(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, "secret");
    connect_signed_in(&fixture);
    fake_server_send(&fixture.server,
                     json_pack("{s:s, s:i}", "ev", "shutdown", "retry_after_ms", 4000));
    await(&fixture, HAPPENING_EVENT);
    fake_server_cut(&fixture.server);
    await(&fixture, HAPPENING_LOST);
    assert_in_range(fixture.happening.retry_in_ms, 4000, 4000 + BACKOFF_FIRST_MS);
    end(&fixture);
}

static void what_is_no_server_of_ours_is_said(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, NULL);
    fake_server_settle(&fixture.session, fixture.now_ms);
    fake_server_accept(&fixture.server);
    await(&fixture, HAPPENING_READY);
    fake_server_send(&fixture.server, json_array());
    await(&fixture, HAPPENING_LOST);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_signs_in_on_every_connection),
        cmocka_unit_test(waits_grow_until_a_connection_stands),
        cmocka_unit_test(replies_find_their_requests),
        cmocka_unit_test(a_dead_token_is_said),
        cmocka_unit_test(a_server_that_cannot_sign_in_is_tried_again),
        cmocka_unit_test(a_game_goes_on_over_a_lost_connection),
        cmocka_unit_test(a_silent_server_is_asked_and_then_left),
        cmocka_unit_test(a_port_that_says_nothing_is_told_from_no_answer),
        cmocka_unit_test(a_shutdown_tells_when_to_come_back),
        cmocka_unit_test(what_is_no_server_of_ours_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
