#include "proto/client/game_state.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"
#include "tests/unit/client/stream.h"

struct fixture {
    struct stream stream;
    struct game_state state;
};

static void take_snapshot(struct fixture *fixture)
{
    json_t *snapshot = stream_snapshot(&fixture->stream, true);
    assert_true(game_state_snapshot(&fixture->state, snapshot));
    json_decref(snapshot);
}

static void begin(struct fixture *fixture, int size)
{
    stream_init(&fixture->stream, size);
    game_state_init(&fixture->state);
    take_snapshot(fixture);
}

static enum game_step take(struct fixture *fixture, json_t *event)
{
    enum game_step step = game_state_event(&fixture->state, event);
    json_decref(event);
    return step;
}

static void snapshots_are_read(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    json_decref(stream_turn(&fixture.stream, "C3"));
    json_decref(stream_turn(&fixture.stream, "C4"));
    take_snapshot(&fixture);
    const struct game_state *game = &fixture.state;
    assert_string_equal(game->id, "game00000001");
    assert_string_equal(game->players[COLOR_BLUE].name, "alice");
    assert_int_equal(game->players[COLOR_BLUE].rating, 1512);
    assert_int_equal(game->players[COLOR_RED].rating, PLAYER_UNRATED);
    assert_true(game->players[COLOR_BLUE].connected && !game->players[COLOR_RED].connected);
    assert_int_equal(game->spectators, 2);
    assert_int_equal(game->ply, 2);
    assert_int_equal(game->v, 3);
    assert_int_equal(game->turn_v, 3);
    assert_int_equal(game_state_color_of(game, "ALICE"), COLOR_BLUE);
    assert_int_equal(game_state_color_of(game, "bob"), COLOR_RED);
    assert_int_equal(game_state_color_of(game, "carol"), -1);
    assert_false(game_state_over(game));
    game_state_deinit(&fixture.state);
}

static void clocks_run_on_the_servers_time(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    assert_int_equal(game_state_left_ms(&fixture.state, COLOR_BLUE, 9000), 300000);
    assert_int_equal(game_state_left_ms(&fixture.state, COLOR_RED, 9000), 196000);
    assert_int_equal(game_state_left_ms(&fixture.state, COLOR_RED, 1000), 200000);
    assert_int_equal(game_state_left_ms(&fixture.state, COLOR_RED, 900000), 0);
    json_t *refresh = json_pack("{s:i, s:{s:i, s:i, s:s, s:i}}", "v", 1, "clock", "blue_ms", 1,
                                "red_ms", 2000, "running", "red", "at", 8000);
    game_state_refresh(&fixture.state, refresh);
    assert_int_equal(game_state_left_ms(&fixture.state, COLOR_RED, 9000), 1000);
    json_decref(refresh);
    game_state_deinit(&fixture.state);
}

/* Whole games with chains and skips, ended as their files say. */
static void streams_are_followed_to_the_end(void **state)
{
    (void)state;
    json_t *games = rules_load("games.ndjson");
    size_t index;
    json_t *game;
    json_array_foreach(games, index, game) {
        struct fixture fixture;
        if (index >= 40)
            break;
        begin(&fixture, (int)json_integer_value(json_object_get(game, "size")));
        char *turns = strdup(json_string_value(json_object_get(game, "turns")));
        char *rest = NULL;
        for (char *turn = strtok_r(turns, " ", &rest); turn != NULL;
             turn = strtok_r(NULL, " ", &rest)) {
            if (strlen(fixture.stream.moves) + strlen(turn) + 2 > sizeof fixture.stream.moves)
                break;
            assert_int_equal(take(&fixture, stream_turn(&fixture.stream, turn)), GAME_STEP_NEW);
        }
        assert_true(position_equal(&fixture.state.position, &fixture.stream.position));
        assert_int_equal(fixture.state.ply, fixture.stream.ply);
        assert_int_equal(fixture.state.turn_v, fixture.stream.v);
        assert_int_equal(take(&fixture, stream_end(&fixture.stream, COLOR_RED, "capture")),
                         GAME_STEP_NEW);
        assert_true(game_state_over(&fixture.state));
        assert_int_equal(fixture.state.winner, COLOR_RED);
        assert_int_equal(fixture.state.ratings[COLOR_RED].after, 1480);
        take_snapshot(&fixture);
        assert_int_equal(fixture.state.ply, fixture.stream.ply);
        free(turns);
        game_state_deinit(&fixture.state);
    }
    json_decref(games);
}

static void old_and_missing_events_are_told(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    json_t *first = stream_turn(&fixture.stream, "C3");
    json_t *second = stream_turn(&fixture.stream, "C4");
    assert_int_equal(take(&fixture, json_incref(second)), GAME_STEP_GAP);
    assert_int_equal(fixture.state.ply, 0);
    assert_int_equal(take(&fixture, json_incref(first)), GAME_STEP_NEW);
    assert_int_equal(take(&fixture, json_incref(first)), GAME_STEP_OLD);
    assert_int_equal(take(&fixture, second), GAME_STEP_NEW);
    assert_int_equal(fixture.state.ply, 2);
    json_decref(first);
    game_state_deinit(&fixture.state);
}

static void unknown_events_only_count(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    assert_int_equal(take(&fixture, json_pack("{s:s, s:i}", "ev", "offer", "v", 2)), GAME_STEP_NEW);
    assert_int_equal(fixture.state.v, 2);
    assert_int_equal(fixture.state.turn_v, 1);
    assert_int_equal(take(&fixture, json_pack("{s:s}", "ev", "festivity")), GAME_STEP_NEW);
    /* After one, a snapshot no longer tells which event was the last turn. */
    fixture.stream.v++;
    json_decref(stream_turn(&fixture.stream, "C3"));
    take_snapshot(&fixture);
    assert_int_equal(fixture.state.turn_v, 0);
    game_state_deinit(&fixture.state);
}

static void takebacks_undo(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    assert_int_equal(take(&fixture, stream_turn(&fixture.stream, "C3")), GAME_STEP_NEW);
    struct position before = fixture.state.position;
    assert_int_equal(take(&fixture, stream_turn(&fixture.stream, "C4")), GAME_STEP_NEW);
    assert_int_equal(
        take(&fixture, json_pack("{s:s, s:i, s:i}", "ev", "takeback", "v", 4, "ply", 1)),
        GAME_STEP_NEW);
    assert_int_equal(fixture.state.ply, 1);
    assert_int_equal(fixture.state.turn_v, 4);
    assert_true(position_equal(&fixture.state.position, &before));
    assert_int_equal(game_state_last_cells(&fixture.state), board_bit(board_cell_parse(3, "C3")));
    assert_int_equal(
        take(&fixture, json_pack("{s:s, s:i, s:i}", "ev", "takeback", "v", 5, "ply", 7)),
        GAME_STEP_WRONG);
    game_state_deinit(&fixture.state);
}

static json_t *offer_event(const char *kind, int v, const char *by, const char *offer)
{
    return json_pack("{s:s, s:i, s:s, s:s}", "ev", kind, "v", v, "by", by, "kind", offer);
}

static void offers_are_open_until_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    assert_int_equal(take(&fixture, offer_event("offer", 2, "red", "takeback")), GAME_STEP_NEW);
    assert_int_equal(take(&fixture, offer_event("offer", 3, "blue", "abort")), GAME_STEP_NEW);
    assert_true(fixture.state.offers[COLOR_RED][OFFER_TAKEBACK]);
    assert_true(fixture.state.offers[COLOR_BLUE][OFFER_ABORT]);
    assert_false(fixture.state.offers[COLOR_BLUE][OFFER_TAKEBACK]);
    assert_int_equal(take(&fixture, offer_event("offer_closed", 4, "red", "takeback")),
                     GAME_STEP_NEW);
    assert_int_equal(take(&fixture, offer_event("offer", 5, "green", "draw")), GAME_STEP_NEW);
    assert_false(fixture.state.offers[COLOR_RED][OFFER_TAKEBACK]);
    assert_true(fixture.state.offers[COLOR_BLUE][OFFER_ABORT]);
    assert_int_equal(fixture.state.turn_v, 1);
    /* A snapshot tells of those that are open. */
    json_t *snapshot = stream_snapshot(&fixture.stream, true);
    json_object_set_new(snapshot, "offers",
                        json_pack("[{s:s, s:s}]", "by", "red", "kind", "abort"));
    assert_true(game_state_snapshot(&fixture.state, snapshot));
    json_decref(snapshot);
    assert_true(fixture.state.offers[COLOR_RED][OFFER_ABORT]);
    assert_false(fixture.state.offers[COLOR_BLUE][OFFER_ABORT]);
    game_state_deinit(&fixture.state);
}

static void a_server_that_breaks_the_rules_is_noticed(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{\"ev\":\"move\",\"v\":2,\"move\":\"Z9\"}",
        "{\"ev\":\"move\",\"v\":2,\"move\":\"C3xC4\"}",
        "{\"ev\":\"move\",\"v\":2}",
        "{\"ev\":\"skip\",\"v\":2}",
        "{\"ev\":\"move\",\"v\":2,\"move\":\"C3\",\"ply\":2}",
        "{\"ev\":\"move\",\"v\":2,\"move\":\"C3\",\"position\":\".../..../...../..../... r\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fixture fixture;
        begin(&fixture, 3);
        assert_int_equal(take(&fixture, json_loads(wrong[i], 0, NULL)), GAME_STEP_WRONG);
        assert_true(fixture.state.why[0] != '\0');
        game_state_deinit(&fixture.state);
    }
}

static void bad_snapshots_are_refused(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    static const char *const wrong[] = {
        "{}",
        "{\"id\":\"x\",\"size\":5}",
        "{\"id\":\"x\",\"size\":3,\"moves\":\"C3 C3\"}",
        "{\"id\":\"x\",\"size\":3,\"moves\":\"C3\",\"ply\":0}",
        "{\"id\":\"x\",\"size\":3,\"moves\":\"C3\",\"position\":\"\"}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *snapshot = json_loads(wrong[i], 0, NULL);
        assert_non_null(snapshot);
        assert_false(game_state_snapshot(&fixture.state, snapshot));
        json_decref(snapshot);
    }
    game_state_deinit(&fixture.state);
}

static void the_last_turn_can_be_shown(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    static const char *const turns[] = {"D4", "D5", "C3", "E5", "D4xE5"};
    for (size_t i = 0; i < 5; i++)
        take(&fixture, stream_turn(&fixture.stream, turns[i]));
    assert_int_equal(game_state_last_cells(&fixture.state),
                     board_bit(board_cell_parse(3, "D4")) | board_bit(board_cell_parse(3, "E5")));
    assert_int_equal(game_state_removed_cells(&fixture.state),
                     board_bit(board_cell_parse(3, "D5")));
    assert_int_equal(fixture.state.outcome, OUTCOME_WON);
    game_state_deinit(&fixture.state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_are_read),
        cmocka_unit_test(clocks_run_on_the_servers_time),
        cmocka_unit_test(streams_are_followed_to_the_end),
        cmocka_unit_test(old_and_missing_events_are_told),
        cmocka_unit_test(unknown_events_only_count),
        cmocka_unit_test(takebacks_undo),
        cmocka_unit_test(offers_are_open_until_closed),
        cmocka_unit_test(a_server_that_breaks_the_rules_is_noticed),
        cmocka_unit_test(bad_snapshots_are_refused),
        cmocka_unit_test(the_last_turn_can_be_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
