#include "tests/protocol/line_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/random_play.h"

/* The game as last shown. */
struct seen {
    struct position position;
    int64_t ply;
    bool skipped; /* the last turn forced a skip */
    bool over;
};

static void see_position(struct stage *stage, struct seen *seen, const json_t *shown)
{
    const char *text = json_string_value(json_object_get(shown, "position"));
    seen->ply = json_integer_value(json_object_get(shown, "ply"));
    if (text == NULL || !position_parse(&seen->position, text, strlen(text)))
        stage_fail(stage, "a game is shown without its position");
}

static void say(struct stage *stage, const struct client_name *client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct stage *stage, const struct client_name *client, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    world_say(stage->world, client->connection, text, (size_t)length);
}

/* A player who watches again changes nothing. */
static bool look(struct stage *stage, const struct client_name *client, const char *game,
                 struct seen *seen)
{
    say(stage, client, "{\"id\":\"look\",\"op\":\"watch\",\"game\":\"%s\"}", game);
    json_t *reply = stage_read_json(stage, client);
    *seen = (struct seen){0};
    see_position(stage, seen, json_object_get(json_object_get(reply, "ok"), "game"));
    json_decref(reply);
    return !stage->failed;
}

static void read_events(struct stage *stage, struct client_name *client, struct seen *seen)
{
    char *text;
    while ((text = stage_read(stage, client)) != NULL) {
        json_t *event = json_loads(text, 0, NULL);
        const char *kind = json_string_value(json_object_get(event, "ev"));
        if (kind == NULL)
            stage_fail(stage, "while turns are played, %s is shown %s", client->name, text);
        else if (strcmp(kind, "move") == 0 || strcmp(kind, "skip") == 0)
            see_position(stage, seen, event);
        else if (strcmp(kind, "end") == 0)
            seen->over = true;
        else if (strcmp(kind, "presence") != 0)
            stage_fail(stage, "while turns are played, %s is shown %s", client->name, text);
        seen->skipped = seen->skipped || (kind != NULL && strcmp(kind, "skip") == 0);
        json_decref(event);
        free(text);
    }
}

static void play_turn(struct stage *stage, struct client_name **clients, size_t count,
                      const char *game, const char *turn, struct seen *seen)
{
    struct client_name *mover = clients[seen->position.to_move];
    say(stage, mover,
        "{\"id\":%" PRId64 ",\"op\":\"move\",\"game\":\"%s\",\"move\":\"%s\","
        "\"ply\":%" PRId64 "}",
        seen->ply, game, turn, seen->ply);
    json_t *reply = stage_read_json(stage, mover);
    int64_t ply = seen->ply + 1;
    const json_t *ok = json_object_get(reply, "ok");
    if (json_integer_value(json_object_get(ok, "ply")) != ply)
        stage_fail(stage, "%s plays %s at ply %" PRId64 " and is answered %s", mover->name, turn,
                   seen->ply,
                   json_string_value(json_object_get(json_object_get(reply, "error"), "message")));
    json_decref(reply);
    seen->skipped = false;
    for (size_t i = 0; i < count && !stage->failed; i++)
        read_events(stage, clients[i], seen);
    if (seen->ply != ply + seen->skipped)
        stage_fail(stage, "after %s the game is at ply %" PRId64 ", not %" PRId64, turn, seen->ply,
                   ply + seen->skipped);
}

void line_play_turns(struct stage *stage, struct client_name **clients, size_t count,
                     const char *game, const char *turns)
{
    struct seen seen;
    if (!look(stage, clients[0], game, &seen))
        return;
    for (const char *at = turns + strspn(turns, " \n"); *at != '\0' && !stage->failed;) {
        char turn[TURN_TEXT_MAX];
        size_t length = strcspn(at, " \n");
        snprintf(turn, sizeof turn, "%.*s", (int)length, at);
        at += length;
        at += strspn(at, " \n");
        if (strcmp(turn, "skip") != 0)
            play_turn(stage, clients, count, game, turn, &seen);
        else if (!seen.skipped)
            stage_fail(stage, "nobody was skipped before ply %" PRId64, seen.ply);
    }
}

void line_play_random(struct stage *stage, struct client_name **clients, size_t count,
                      const char *game, int64_t ply)
{
    struct seen seen;
    struct random random = {.state = (uint64_t)ply};
    if (!look(stage, clients[0], game, &seen))
        return;
    while (seen.ply < ply && !seen.over && !stage->failed) {
        char turn[TURN_TEXT_MAX];
        struct turn chosen = random_turn(&random, &seen.position);
        turn_format(&chosen, seen.position.size, turn);
        play_turn(stage, clients, count, game, turn, &seen);
    }
    if (seen.ply < ply)
        stage_fail(stage, "the game was over at ply %" PRId64, seen.ply);
}
