#include "tests/unit/client/stream.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define GAME "game00000001"

void stream_init(struct stream *stream, int size)
{
    *stream = (struct stream){.v = 1};
    position_init(&stream->position, size);
}

static json_t *clock_now(void)
{
    return json_pack("{s:i, s:i, s:s, s:i}", "blue_ms", 300000, "red_ms", 200000, "running", "red",
                     "at", 5000);
}

json_t *stream_snapshot(const struct stream *stream, bool clocked)
{
    char position[POSITION_TEXT_MAX];
    position_format(&stream->position, position);
    return json_pack(
        "{s:s, s:I, s:i, s:b, s:s, s:{s:i, s:i}, s:s, s:{s:s, s:s, s:i}, s:{s:s, s:s, s:n}, s:s, "
        "s:I, s:s, s:s, s:o, s:{s:b, s:b, s:i}, s:n}",
        "id", GAME, "v", (json_int_t)stream->v, "size", stream->position.size, "rated", 1, "pool",
        "3-blitz", "time", "initial_ms", 300000, "increment_ms", 3000, "status", "playing", "blue",
        "name", "alice", "kind", "human", "rating", 1512, "red", "name", "bob", "kind", "guest",
        "rating", "moves", stream->moves, "ply", (json_int_t)stream->ply, "position", position,
        "to_move", color_name((enum color)stream->position.to_move), "clock",
        clocked ? clock_now() : json_null(), "presence", "blue", 1, "red", 0, "spectators", 2,
        "result");
}

json_t *stream_turn(struct stream *stream, const char *text)
{
    char position[POSITION_TEXT_MAX];
    struct turn turn;
    enum outcome outcome;
    enum color by = (enum color)stream->position.to_move;
    bool skip = strcmp(text, "skip") == 0;
    if (skip) {
        referee_skip(&stream->position);
    } else {
        assert_int_equal(referee_read(&turn, stream->position.size, text, strlen(text)),
                         REFUSAL_NONE);
        assert_int_equal(referee_apply(&stream->position, &turn, &outcome), REFUSAL_NONE);
    }
    size_t length = strlen(stream->moves);
    snprintf(stream->moves + length, sizeof stream->moves - length, "%s%s", length > 0 ? " " : "",
             text);
    stream->ply++;
    stream->v++;
    position_format(&stream->position, position);
    json_t *event =
        json_pack("{s:s, s:s, s:I, s:I, s:s, s:I, s:s, s:s, s:o}", "ev", skip ? "skip" : "move",
                  "game", GAME, "v", (json_int_t)stream->v, "at", (json_int_t)5000, "by",
                  color_name(by), "ply", (json_int_t)stream->ply, "position", position, "to_move",
                  color_name((enum color)stream->position.to_move), "clock", clock_now());
    if (!skip)
        json_object_set_new(event, "move", json_string(text));
    return event;
}

json_t *stream_end(struct stream *stream, int winner, const char *reason)
{
    stream->v++;
    json_t *who = winner < 0 ? json_null() : json_string(color_name((enum color)winner));
    return json_pack("{s:s, s:s, s:I, s:I, s:{s:o, s:s}, s:{s:{s:{s:i,s:i},s:{s:i,s:i}}, "
                     "s:{s:{s:i,s:i},s:{s:i,s:i}}}}",
                     "ev", "end", "game", GAME, "v", (json_int_t)stream->v, "at", (json_int_t)6000,
                     "result", "winner", who, "reason", reason, "ratings", "blue", "before",
                     "rating", 1512, "rd", 80, "after", "rating", 1520, "rd", 78, "red", "before",
                     "rating", 1500, "rd", 350, "after", "rating", 1480, "rd", 300);
}
