/* What users, seeks and games look like on the wire, byte for byte. */
#include "proto/view.h"

#include <string.h>

#include "tests/support/written.h"

static const struct time_control five_three = {
    .kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000};
static const struct time_control a_day_each = {.kind = TIME_PER_MOVE, .per_move_ms = 86400000};
static const struct time_control no_clock = {.kind = TIME_NONE};

static void a_user(void **state)
{
    struct user_view user = {.name = "ann", .kind = ACCOUNT_BOT};
    user.ratings[0] = (struct rating_view){1500, 350, 0, true};
    view_user(*state, &user);
    assert_written(*state, "{\"name\":\"ann\",\"kind\":\"bot\",\"ratings\":{}}");

    user.ratings[1] = (struct rating_view){1612, 77, 30, false};
    user.ratings[9] = (struct rating_view){1400, 200, 1, true};
    view_user(*state, &user);
    assert_written(*state,
                   "{\"name\":\"ann\",\"kind\":\"bot\",\"ratings\":{"
                   "\"3-blitz\":{\"rating\":1612,\"rd\":77,\"games\":30,\"provisional\":false},"
                   "\"4-correspondence\":{\"rating\":1400,\"rd\":200,\"games\":1,"
                   "\"provisional\":true}}}");
}

static void a_player(void **state)
{
    struct player_view player = {"ann", ACCOUNT_HUMAN, 1500};
    view_player(*state, &player);
    assert_written(*state, "{\"name\":\"ann\",\"kind\":\"human\",\"rating\":1500}");
    player = (struct player_view){"guest-x", ACCOUNT_GUEST, PLAYER_UNRATED};
    view_player(*state, &player);
    assert_written(*state, "{\"name\":\"guest-x\",\"kind\":\"guest\",\"rating\":null}");
}

static void a_time(void **state)
{
    view_time(*state, &five_three);
    assert_written(*state, "{\"initial_ms\":300000,\"increment_ms\":3000}");
    view_time(*state, &a_day_each);
    assert_written(*state, "{\"per_move_ms\":86400000}");
    view_time(*state, &no_clock);
    assert_written(*state, "null");
}

static void a_seek(void **state)
{
    struct seek_view seek = {
        .id = "seek00000001",
        .user = {"ann", ACCOUNT_HUMAN, 1500},
        .size = 4,
        .time = &five_three,
        .rated = true,
        .color = WANTED_BLUE,
        .rating_min = 1200,
        .rating_max = RATING_HIGHEST,
        .at = 1700000000000,
    };
    view_seek(*state, &seek);
    assert_written(*state,
                   "{\"id\":\"seek00000001\","
                   "\"user\":{\"name\":\"ann\",\"kind\":\"human\",\"rating\":1500},\"size\":4,"
                   "\"time\":{\"initial_ms\":300000,\"increment_ms\":3000},\"rated\":true,"
                   "\"pool\":\"4-blitz\",\"color\":\"blue\",\"rating_min\":1200,"
                   "\"rating_max\":null,\"at\":1700000000000}");
    seek.time = &no_clock;
    seek.rated = false;
    seek.color = WANTED_RANDOM;
    seek.rating_min = RATING_LOWEST;
    seek.user.rating = PLAYER_UNRATED;
    view_seek(*state, &seek);
    assert_written(*state,
                   "{\"id\":\"seek00000001\","
                   "\"user\":{\"name\":\"ann\",\"kind\":\"human\",\"rating\":null},\"size\":4,"
                   "\"time\":null,\"rated\":false,\"pool\":null,\"color\":\"random\","
                   "\"rating_min\":null,\"rating_max\":null,\"at\":1700000000000}");
}

static void a_clock(void **state)
{
    struct clock_view clock = {.left_ms = {1000, 0}, .running = COLOR_RED, .at = 5};
    view_clock(*state, &clock);
    assert_written(*state, "{\"blue_ms\":1000,\"red_ms\":0,\"running\":\"red\",\"at\":5}");
    clock.running = -1;
    view_clock(*state, &clock);
    assert_written(*state, "{\"blue_ms\":1000,\"red_ms\":0,\"running\":null,\"at\":5}");
    clock.none = true;
    view_clock(*state, &clock);
    assert_written(*state, "null");
}

static void a_result(void **state)
{
    struct result_view result = {COLOR_BLUE, REASON_CAPTURE};
    view_result(*state, &result);
    assert_written(*state, "{\"winner\":\"blue\",\"reason\":\"capture\"}");
    result = (struct result_view){-1, REASON_ABORTED};
    view_result(*state, &result);
    assert_written(*state, "{\"winner\":null,\"reason\":\"aborted\"}");
    result = (struct result_view){-1, REASON_NONE};
    view_result(*state, &result);
    assert_written(*state, "null");
}

static struct game_view game_in_play(void)
{
    return (struct game_view){
        .id = "game00000001",
        .size = 3,
        .rated = true,
        .time = &five_three,
        .status = GAME_PLAYING,
        .players = {{"ann", ACCOUNT_HUMAN, 1500}, {"bob", ACCOUNT_BOT, 1600}},
        .ply = 1,
        .result = {-1, REASON_NONE},
        .started_at = 100,
        .v = 2,
        .moves = "C3",
        .position = ".../..../..b1../..../... r",
        .to_move = COLOR_RED,
        .clock = {.left_ms = {300000, 300000}, .running = -1, .at = 200},
        .presence = {.connected = {true, false}, .spectators = 3},
    };
}

#define GAME_TERMS                                                                                 \
    "\"size\":3,\"rated\":true,\"pool\":\"3-blitz\","                                              \
    "\"time\":{\"initial_ms\":300000,\"increment_ms\":3000},"

#define GAME_PLAYERS                                                                               \
    "\"blue\":{\"name\":\"ann\",\"kind\":\"human\",\"rating\":1500},"                              \
    "\"red\":{\"name\":\"bob\",\"kind\":\"bot\",\"rating\":1600},"

static void a_snapshot(void **state)
{
    struct game_view game = game_in_play();
    view_snapshot(*state, &game);
    assert_written(*state,
                   "{\"id\":\"game00000001\",\"v\":2," GAME_TERMS
                   "\"status\":\"playing\"," GAME_PLAYERS "\"moves\":\"C3\",\"ply\":1,"
                   "\"position\":\".../..../..b1../..../... r\",\"to_move\":\"red\","
                   "\"clock\":{\"blue_ms\":300000,\"red_ms\":300000,\"running\":null,\"at\":200},"
                   "\"offers\":[],\"presence\":{\"blue\":true,\"red\":false,\"spectators\":3},"
                   "\"result\":null,\"started_at\":100,\"ended_at\":null}");
}

static void a_summary(void **state)
{
    struct game_view game = game_in_play();
    game.status = GAME_FINISHED;
    game.result = (struct result_view){COLOR_RED, REASON_RESIGN};
    game.ended_at = 300;
    game.to_move = -1;
    view_summary(*state, &game);
    assert_written(*state,
                   "{\"id\":\"game00000001\"," GAME_TERMS "\"status\":\"finished\"," GAME_PLAYERS
                   "\"ply\":1,\"result\":{\"winner\":\"red\",\"reason\":\"resign\"},"
                   "\"started_at\":100,\"ended_at\":300}");
}

static void a_finished_snapshot_has_nobody_to_move(void **state)
{
    struct game_view game = game_in_play();
    game.status = GAME_ABORTED;
    game.to_move = -1;
    view_snapshot(*state, &game);
    struct writer *writer = *state;
    writer_raw(writer, "", 1);
    assert_non_null(strstr(writer->bytes, "\"to_move\":null,"));
    assert_non_null(strstr(writer->bytes, "\"status\":\"aborted\","));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, written_set_up, written_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_user),     TEST(a_player),  TEST(a_time),
        TEST(a_seek),     TEST(a_clock),   TEST(a_result),
        TEST(a_snapshot), TEST(a_summary), TEST(a_finished_snapshot_has_nobody_to_move),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
