/* What the events of a game, and replies, look like on the wire, byte for byte. */
#include "proto/view.h"

#include "proto/json.h"

#include <string.h>

#include "tests/support/written.h"

static struct stream_view event_of(enum stream_kind kind)
{
    return (struct stream_view){
        .kind = kind,
        .game = "game00000001",
        .v = 4,
        .at = 400,
        .ply = 3,
        .position = "p",
        .to_move = COLOR_RED,
        .clock = {.none = true},
        .by = COLOR_BLUE,
        .move = "C3xC4",
        .lag_ms = 12,
        .held_ms = 3,
        .result = {COLOR_BLUE, REASON_CAPTURE},
    };
}

#define EVENT(name) "{\"ev\":\"" name "\",\"game\":\"game00000001\",\"v\":4,\"at\":400,"
#define STANDING "\"ply\":3,\"position\":\"p\",\"to_move\":\"red\",\"clock\":null"

static void each_kind_has_its_members(void **state)
{
    struct stream_view event = event_of(STREAM_START);
    view_stream(*state, &event);
    assert_written(*state, EVENT("start") STANDING "}");
    event = event_of(STREAM_MOVE);
    view_stream(*state, &event);
    assert_written(*state, EVENT("move") "\"by\":\"blue\",\"move\":\"C3xC4\"," STANDING
                                         ",\"lag_ms\":12,\"held_ms\":3}");
    event = event_of(STREAM_SKIP);
    view_stream(*state, &event);
    assert_written(*state, EVENT("skip") "\"by\":\"blue\"," STANDING "}");
    event = event_of(STREAM_END);
    view_stream(*state, &event);
    assert_written(*state, EVENT("end") "\"result\":{\"winner\":\"blue\",\"reason\":\"capture\"}}");
}

static void the_end_of_a_rated_game_tells_the_ratings(void **state)
{
    const struct rating_change changes[2] = {{1500, 350, 1612, 290}, {1600, 80, 1588, 79}};
    struct stream_view event = event_of(STREAM_END);
    event.ratings = changes;
    view_stream(*state, &event);
    assert_written(*state, EVENT("end") "\"result\":{\"winner\":\"blue\",\"reason\":\"capture\"},"
                                        "\"ratings\":{"
                                        "\"blue\":{\"before\":{\"rating\":1500,\"rd\":350},"
                                        "\"after\":{\"rating\":1612,\"rd\":290}},"
                                        "\"red\":{\"before\":{\"rating\":1600,\"rd\":80},"
                                        "\"after\":{\"rating\":1588,\"rd\":79}}}}");
}

static void replies_and_events(void **state)
{
    struct writer *writer = *state;
    struct request_id id = {.kind = REQUEST_ID_INTEGER, .integer = 7};
    view_ok(writer, &id);
    writer_object(writer);
    writer_object_end(writer);
    view_ok_end(writer);
    assert_written(writer, "{\"re\":7,\"ok\":{}}");

    id.kind = REQUEST_ID_NULL;
    view_error(writer, &id, ERROR_RATE_LIMITED, "slow down");
    writer_key_integer(writer, "retry_after_ms", 50);
    view_error_end(writer);
    assert_written(writer, "{\"re\":null,\"error\":{\"code\":\"rate_limited\","
                           "\"message\":\"slow down\",\"retry_after_ms\":50}}");

    view_event(writer, "signed_out");
    view_event_end(writer);
    assert_written(writer, "{\"ev\":\"signed_out\"}");
}

static void help_lists_every_operation_and_field(void **state)
{
    struct writer *writer = *state;
    view_help(writer);
    json_t *help = json_read(writer->bytes, writer->length, NULL, 0);
    assert_int_equal(json_object_size(help), OPERATION_COUNT);
    json_t *move = json_object_get(help, "move");
    assert_string_equal(json_string_value(json_object_get(move, "needs")), "identity");
    json_t *fields = json_object_get(move, "fields");
    assert_int_equal(json_object_size(fields), 4);
    json_t *ply = json_object_get(fields, "ply");
    assert_true(json_is_false(json_object_get(ply, "required")));
    assert_true(json_is_string(json_object_get(ply, "type")));
    assert_true(json_is_true(json_object_get(json_object_get(fields, "game"), "required")));
    json_decref(help);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, written_set_up, written_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_kind_has_its_members),
        TEST(the_end_of_a_rated_game_tells_the_ratings),
        TEST(replies_and_events),
        TEST(help_lists_every_operation_and_field),
    };
    return cmocka_run_group_tests_name("view stream", tests, NULL, NULL);
}
