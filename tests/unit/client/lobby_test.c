/* The lobby against a server on loopback, with the test's own time. */
#include "proto/client/lobby.h"

#include "proto/client/member.h"
#include "tests/support/cmocka_test.h"
#include "tests/unit/client/fake_server.h"

#define NOW_MS 1000

struct fixture {
    struct fake_server server;
    struct session session;
    struct lobby lobby;
    struct happening happening;
    int64_t now_ms;
    json_t *in, *out; /* the challenges that the server tells of on entering */
};

/* Connects, signed in as alice, who is playing `playing` besides. */
static void connect_alice(struct fixture *fixture, const char *playing)
{
    fake_server_settle(&fixture->session, fixture->now_ms);
    fake_server_accept(&fixture->server);
    fake_server_settle(&fixture->session, fixture->now_ms);
    json_t *resume =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "resume");
    fake_server_reply(&fixture->server, resume, "ok",
                      json_pack("{s:{s:s, s:s}, s:s, s:[s]}", "user", "name", "alice", "kind",
                                "human", "token", "secret", "playing", playing));
    json_decref(resume);
    fake_server_await(&fixture->session, fixture->now_ms, HAPPENING_READY, &fixture->happening);
}

static enum lobby_step take(struct fixture *fixture, enum happening_kind kind)
{
    fake_server_await(&fixture->session, fixture->now_ms, kind, &fixture->happening);
    return lobby_take(&fixture->lobby, &fixture->session, &fixture->happening, 5000);
}

static json_t *seek_of(const char *id, const char *name)
{
    return json_pack("{s:s, s:{s:s}, s:i, s:{s:i, s:i}, s:b, s:s, s:i}", "id", id, "user", "name",
                     name, "size", 3, "time", "initial_ms", 300000, "increment_ms", 3000, "rated",
                     0, "color", "random", "at", 4000);
}

/* Answers what the lobby asks on entering; gives what the lists led to. */
static enum lobby_step answer_entry(struct fixture *fixture, json_t *seeks)
{
    json_t *lobby =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "lobby");
    json_t *games =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "games");
    json_t *challenges =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "challenges");
    assert_string_equal(member_text(games, "user", ""), "alice");
    fake_server_reply(&fixture->server, lobby, "ok", json_pack("{s:o}", "seeks", seeks));
    fake_server_reply(&fixture->server, games, "ok", json_pack("{s:[]}", "games"));
    json_decref(lobby);
    fake_server_reply(&fixture->server, challenges, "ok",
                      json_pack("{s:O, s:O}", "in", fixture->in, "out", fixture->out));
    json_decref(games);
    json_decref(challenges);
    enum lobby_step step = take(fixture, HAPPENING_REPLY);
    if (step != LOBBY_GAME) {
        assert_int_equal(take(fixture, HAPPENING_REPLY), LOBBY_CHANGED);
        step = take(fixture, HAPPENING_REPLY);
    }
    return step;
}

static void begin(struct fixture *fixture, json_t *seeks)
{
    *fixture = (struct fixture){.now_ms = NOW_MS, .in = json_array(), .out = json_array()};
    fake_server_init(&fixture->server);
    session_init(&fixture->session, &fixture->server.address, "secret", 1);
    connect_alice(fixture, "game00000001");
    lobby_init(&fixture->lobby);
    json_array_append_new(fixture->lobby.seen, json_string("game00000001"));
    lobby_enter(&fixture->lobby, &fixture->session);
    assert_int_equal(answer_entry(fixture, seeks), LOBBY_CHANGED);
}

static void end(struct fixture *fixture)
{
    lobby_deinit(&fixture->lobby);
    session_deinit(&fixture->session);
    fake_server_deinit(&fixture->server);
    json_decref(fixture->in);
    json_decref(fixture->out);
}

/* Seeks, and the seek is open under this id. */
static void seek(struct fixture *fixture, const char *id)
{
    struct terms terms;
    terms_init(&terms);
    lobby_want_seek(&fixture->lobby, &fixture->session, &terms);
    json_t *request =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "seek");
    fake_server_reply(&fixture->server, request, "ok", json_pack("{s:s}", "seek", id));
    json_decref(request);
    assert_int_equal(take(fixture, HAPPENING_REPLY), LOBBY_CHANGED);
    assert_string_equal(fixture->lobby.own_seek, id);
}

/* Loses the connection and comes back. */
static void come_back(struct fixture *fixture, const char *playing)
{
    fake_server_cut(&fixture->server);
    assert_int_equal(take(fixture, HAPPENING_LOST), LOBBY_CHANGED);
    fixture->now_ms += fixture->happening.retry_in_ms;
    connect_alice(fixture, playing);
    assert_int_equal(lobby_take(&fixture->lobby, &fixture->session, &fixture->happening, 5000),
                     LOBBY_CHANGED);
}

static void seeks_come_and_go(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_pack("[o]", seek_of("seek1", "bob")));
    fake_server_send(&fixture.server, json_pack("{s:s, s:o}", "ev", "seek_added", "seek",
                                                seek_of("seek2", "carol")));
    assert_int_equal(take(&fixture, HAPPENING_EVENT), LOBBY_CHANGED);
    assert_int_equal(json_array_size(fixture.lobby.seeks), 2);
    fake_server_send(&fixture.server, json_pack("{s:s, s:s}", "ev", "seek_removed", "id", "seek1"));
    assert_int_equal(take(&fixture, HAPPENING_EVENT), LOBBY_CHANGED);
    assert_int_equal(json_array_size(fixture.lobby.seeks), 1);
    end(&fixture);
}

static void a_seek_leads_to_a_game(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    fake_server_send(&fixture.server, json_pack("{s:s, s:{s:s}}", "ev", "game_started", "game",
                                                "id", "game00000002"));
    assert_int_equal(take(&fixture, HAPPENING_EVENT), LOBBY_GAME);
    assert_string_equal(fixture.lobby.game, "game00000002");
    lobby_leave(&fixture.lobby, &fixture.session);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "unlobby"));
    end(&fixture);
}

static void a_seek_is_withdrawn(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    lobby_cancel(&fixture.lobby, &fixture.session);
    json_t *request =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "unseek");
    assert_string_equal(member_text(request, "seek", ""), "seek1");
    json_decref(request);
    assert_int_equal(fixture.lobby.want, LOBBY_NOTHING);
    end(&fixture);
}

static void an_accept_that_fails_is_said(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    lobby_want_accept(&fixture.lobby, &fixture.session, "seek9");
    json_t *request =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "accept");
    fake_server_reply(&fixture.server, request, "error",
                      json_pack("{s:s, s:s}", "code", "gone", "message", "gone"));
    json_decref(request);
    assert_int_equal(take(&fixture, HAPPENING_REPLY), LOBBY_REFUSED);
    assert_string_equal(fixture.lobby.why, "That is no longer there.");
    end(&fixture);
}

static void a_seek_that_outlived_the_connection_is_not_made_again(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_pack("[o]", seek_of("seek1", "alice"))),
                     LOBBY_CHANGED);
    assert_string_equal(fixture.lobby.own_seek, "seek1");
    end(&fixture);
}

static void a_seek_that_lapsed_is_made_again(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_pack("[o]", seek_of("seek7", "bob"))),
                     LOBBY_CHANGED);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "seek"));
    end(&fixture);
}

static void a_seek_taken_meanwhile_is_a_game(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    come_back(&fixture, "game00000003");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_GAME);
    assert_string_equal(fixture.lobby.game, "game00000003");
    end(&fixture);
}

static json_t *challenge_of(const char *id, const char *by, const char *to)
{
    json_t *challenge = seek_of(id, by);
    json_object_set_new(challenge, "to", json_pack("{s:s}", "name", to));
    return challenge;
}

/* Challenges bob, and the server has taken it. */
static void challenge(struct fixture *fixture)
{
    struct terms terms;
    terms_init(&terms);
    challenges_make(&fixture->lobby.challenges, &fixture->session, "bob", &terms);
    assert_true(challenges_making(&fixture->lobby.challenges));
    json_t *request =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "challenge");
    assert_string_equal(member_text(request, "user", ""), "bob");
    fake_server_reply(&fixture->server, request, "ok", json_pack("{s:s}", "challenge", "c1"));
    json_decref(request);
    assert_int_equal(take(fixture, HAPPENING_REPLY), LOBBY_CHANGED);
    assert_false(challenges_making(&fixture->lobby.challenges));
    fake_server_send(&fixture->server, json_pack("{s:s, s:o}", "ev", "challenge", "challenge",
                                                 challenge_of("c1", "alice", "bob")));
    assert_int_equal(take(fixture, HAPPENING_EVENT), LOBBY_CHANGED);
    assert_int_equal(json_array_size(fixture->lobby.challenges.out), 1);
}

static void challenges_are_found_on_return_and_answered(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    json_array_append_new(fixture.in, challenge_of("c1", "bob", "alice"));
    json_array_append_new(fixture.in, challenge_of("c2", "carol", "alice"));
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_CHANGED);
    const struct challenges *challenges = &fixture.lobby.challenges;
    assert_string_equal(member_text(challenges_pick(challenges->in, "2"), "id", ""), "c2");
    assert_string_equal(member_text(challenges_pick(challenges->in, "c1"), "id", ""), "c1");
    assert_null(challenges_pick(challenges->in, "0"));
    assert_null(challenges_pick(challenges->in, "3"));
    challenges_answer(&fixture.lobby.challenges, &fixture.session, "c2", true);
    json_t *request =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "challenge_answer");
    assert_true(member_flag(request, "accept", false));
    fake_server_reply(&fixture.server, request, "ok", json_pack("{s:s}", "game", "game00000005"));
    json_decref(request);
    assert_int_equal(take(&fixture, HAPPENING_REPLY), LOBBY_GAME);
    assert_string_equal(fixture.lobby.game, "game00000005");
    end(&fixture);
}

static void a_challenge_that_is_declined_is_said(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    challenge(&fixture);
    fake_server_send(&fixture.server, json_pack("{s:s, s:s, s:s}", "ev", "challenge_closed", "id",
                                                "c1", "how", "declined"));
    assert_int_equal(take(&fixture, HAPPENING_EVENT), LOBBY_REFUSED);
    assert_string_equal(fixture.lobby.why, "bob has declined your challenge.");
    assert_int_equal(json_array_size(fixture.lobby.challenges.out), 0);
    end(&fixture);
}

static void a_challenge_whose_reply_was_lost_is_not_made_twice(void **state)
{
    (void)state;
    struct fixture fixture;
    struct terms terms;
    begin(&fixture, json_array());
    terms_init(&terms);
    challenges_make(&fixture.lobby.challenges, &fixture.session, "bob", &terms);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "challenge"));
    json_array_append_new(fixture.out, challenge_of("c1", "alice", "bob"));
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_CHANGED);
    assert_string_equal(fixture.lobby.challenges.made, "c1");
    /* Nor where it was accepted meanwhile. */
    json_array_clear(fixture.out);
    come_back(&fixture, "game00000004");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_GAME);
    assert_string_equal(fixture.lobby.game, "game00000004");
    end(&fixture);
}

/* Given up on this side; the server must be told that of a seek with this id. */
static void expect_unseek(struct fixture *fixture, const char *id)
{
    json_t *request =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "unseek");
    assert_string_equal(member_text(request, "seek", ""), id);
    fake_server_reply(&fixture->server, request, "ok", json_object());
    json_decref(request);
    assert_int_equal(take(fixture, HAPPENING_REPLY), LOBBY_SAME);
}

static void a_seek_given_up_before_its_answer_is_withdrawn_with_it(void **state)
{
    (void)state;
    struct fixture fixture;
    struct terms terms;
    begin(&fixture, json_array());
    terms_init(&terms);
    lobby_want_seek(&fixture.lobby, &fixture.session, &terms);
    json_t *request = fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "seek");
    lobby_cancel(&fixture.lobby, &fixture.session);
    fake_server_reply(&fixture.server, request, "ok", json_pack("{s:s}", "seek", "seek1"));
    json_decref(request);
    assert_int_equal(take(&fixture, HAPPENING_REPLY), LOBBY_SAME);
    expect_unseek(&fixture, "seek1");
    assert_string_equal(fixture.lobby.own_seek, "");
    /* All is said: nothing is withdrawn on return. */
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_pack("[o]", seek_of("seek2", "alice"))),
                     LOBBY_CHANGED);
    assert_int_equal(json_array_size(fixture.lobby.seeks), 1);
    end(&fixture);
}

static void a_seek_given_up_while_away_is_withdrawn_on_return(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    seek(&fixture, "seek1");
    fake_server_cut(&fixture.server);
    assert_int_equal(take(&fixture, HAPPENING_LOST), LOBBY_CHANGED);
    lobby_cancel(&fixture.lobby, &fixture.session);
    fixture.now_ms += fixture.happening.retry_in_ms;
    connect_alice(&fixture, "game00000001");
    assert_int_equal(lobby_take(&fixture.lobby, &fixture.session, &fixture.happening, 5000),
                     LOBBY_CHANGED);
    assert_int_equal(answer_entry(&fixture, json_pack("[o, o]", seek_of("seek0", "alice"),
                                                      seek_of("seek1", "alice"))),
                     LOBBY_CHANGED);
    expect_unseek(&fixture, "seek1");
    assert_int_equal(json_array_size(fixture.lobby.seeks), 1);
    end(&fixture);
}

static void a_seek_whose_answer_and_end_were_lost_is_withdrawn_on_return(void **state)
{
    (void)state;
    struct fixture fixture;
    struct terms terms;
    begin(&fixture, json_array());
    terms_init(&terms);
    lobby_want_seek(&fixture.lobby, &fixture.session, &terms);
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "seek"));
    lobby_cancel(&fixture.lobby, &fixture.session);
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_pack("[o]", seek_of("seek1", "alice"))),
                     LOBBY_CHANGED);
    /* And once more, where the server was lost again before it had heard. */
    json_decref(fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "unseek"));
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_pack("[o]", seek_of("seek1", "alice"))),
                     LOBBY_CHANGED);
    expect_unseek(&fixture, "seek1");
    end(&fixture);
}

static void a_challenge_whose_acceptance_was_not_answered(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, json_array());
    json_array_append_new(fixture.in, challenge_of("c1", "bob", "alice"));
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_CHANGED);
    challenges_answer(&fixture.lobby.challenges, &fixture.session, "c1", true);
    json_decref(
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "challenge_answer"));
    /* The server has not heard it: it is said again. */
    come_back(&fixture, "game00000001");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_CHANGED);
    json_t *request =
        fake_server_expect(&fixture.server, &fixture.session, fixture.now_ms, "challenge_answer");
    assert_true(member_flag(request, "accept", false));
    json_decref(request);
    /* It has, and only its word was lost: there is the game. */
    json_array_clear(fixture.in);
    come_back(&fixture, "game00000006");
    assert_int_equal(answer_entry(&fixture, json_array()), LOBBY_GAME);
    assert_string_equal(fixture.lobby.game, "game00000006");
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeks_come_and_go),
        cmocka_unit_test(a_seek_leads_to_a_game),
        cmocka_unit_test(a_seek_is_withdrawn),
        cmocka_unit_test(an_accept_that_fails_is_said),
        cmocka_unit_test(a_seek_that_outlived_the_connection_is_not_made_again),
        cmocka_unit_test(a_seek_that_lapsed_is_made_again),
        cmocka_unit_test(a_seek_taken_meanwhile_is_a_game),
        cmocka_unit_test(challenges_are_found_on_return_and_answered),
        cmocka_unit_test(a_challenge_that_is_declined_is_said),
        cmocka_unit_test(a_challenge_whose_reply_was_lost_is_not_made_twice),
        cmocka_unit_test(a_seek_given_up_before_its_answer_is_withdrawn_with_it),
        cmocka_unit_test(a_seek_given_up_while_away_is_withdrawn_on_return),
        cmocka_unit_test(a_seek_whose_answer_and_end_were_lost_is_withdrawn_on_return),
        cmocka_unit_test(a_challenge_whose_acceptance_was_not_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
