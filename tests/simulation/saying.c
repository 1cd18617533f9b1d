#include "tests/simulation/saying.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/simulation/phrase.h"
#include "tests/support/random_play.h"

/* ---- Identity ----------------------------------------------------------------------------- */

static void put_character(struct phrase *phrase)
{
    uint32_t number = phrase_below(phrase, CROWD_CHARACTERS);
    phrase_put(phrase, ",\"name\":\"%s%" PRIu32 "\"",
               phrase_chance(phrase, 6) ? "CHARACTER-" : "Character-", number);
}

/* Each has one of two passwords at any time. */
static void put_password(struct phrase *phrase, const char *key)
{
    phrase_put(phrase, ",\"%s\":\"password %" PRIu32 "\"", key,
               phrase_below(phrase, phrase_chance(phrase, 8) ? 3 : 2));
}

static void say_sign_in(struct phrase *phrase)
{
    switch (phrase_below(phrase, 7)) {
    case 0:
    case 1:
        phrase_begin(phrase, "register");
        put_character(phrase);
        put_password(phrase, "password");
        if (phrase_chance(phrase, 6))
            phrase_put(phrase, ",\"bot\":true");
        break;
    case 2:
    case 3:
        phrase_begin(phrase, "login");
        put_character(phrase);
        put_password(phrase, "password");
        break;
    case 4:
        phrase_begin(phrase, "guest");
        break;
    default:
        phrase_begin(phrase, "resume");
        phrase_put(phrase, ",\"token\":\"%s\"", texts_any(&phrase->crowd->tokens, phrase->random));
        break;
    }
    phrase_put(phrase, "}");
}

static void say_about_identity(struct phrase *phrase)
{
    switch (phrase_below(phrase, 8)) {
    case 0:
        phrase_begin(phrase, "logout");
        if (phrase_chance(phrase, 3))
            phrase_put(phrase, ",\"everywhere\":true");
        break;
    case 1:
        phrase_begin(phrase, "set_password");
        put_password(phrase, "old");
        put_password(phrase, "new");
        break;
    case 2:
        say_sign_in(phrase);
        return;
    default:
        phrase_begin(phrase, "whoami");
        break;
    }
    phrase_put(phrase, "}");
}

/* ---- Pairing ------------------------------------------------------------------------------ */

static const char *const times[] = {
    ",\"time\":null",
    ",\"time\":{\"initial_ms\":0,\"increment_ms\":3000}",
    ",\"time\":{\"initial_ms\":60000,\"increment_ms\":1000}",
    ",\"time\":{\"per_move_ms\":60000}",
    "",
};

static void say_seek(struct phrase *phrase)
{
    static const char *const colors[] = {"", "", ",\"color\":\"blue\"", ",\"color\":\"red\""};
    phrase_begin(phrase, "seek");
    uint32_t time = phrase_chance(phrase, 2) ? 0 : 4;
    if (phrase_chance(phrase, 3))
        time = phrase_below(phrase, 5);
    phrase_put(phrase, "%s%s%s", times[time], colors[phrase_below(phrase, 4)],
               phrase_chance(phrase, 5) ? ",\"size\":4" : "");
    if (time != 0 && !phrase_chance(phrase, 3)) {
        phrase_put(phrase, ",\"rated\":true");
        if (phrase_chance(phrase, 5))
            phrase_put(phrase, ",\"rating_min\":%" PRIu32, 1200 + phrase_below(phrase, 400));
        if (phrase_chance(phrase, 5))
            phrase_put(phrase, ",\"rating_max\":%" PRIu32, 1400 + phrase_below(phrase, 400));
    }
    phrase_put(phrase, "}");
}

static void say_pairing(struct phrase *phrase)
{
    switch (phrase_below(phrase, 8)) {
    case 0:
    case 1:
    case 2:
        say_seek(phrase);
        return;
    case 3:
    case 4:
        phrase_begin(phrase, "accept");
        phrase_put(phrase, ",\"seek\":\"%s\"", texts_any(&phrase->crowd->seeks, phrase->random));
        break;
    case 5:
        phrase_begin(phrase, "unseek");
        phrase_put(phrase, ",\"seek\":\"%s\"", texts_any(&phrase->crowd->seeks, phrase->random));
        break;
    case 6:
        phrase_begin(phrase, "unlobby");
        break;
    default:
        phrase_begin(phrase, "lobby");
        break;
    }
    phrase_put(phrase, "}");
}

/* ---- Playing ------------------------------------------------------------------------------ */

static void say_watch_own(struct phrase *phrase, const struct known_game *game)
{
    phrase_begin(phrase, "watch");
    phrase_put(phrase, ",\"game\":\"%s\"}", game->id);
    phrase->client->behind = false;
}

/* The turn by which a game goes on towards the skip of worked example 4 in the rules, which random
 * play seldom comes to. False where it is on another way. */
static bool turn_to_skip(const struct known_game *game, char out[TURN_TEXT_MAX])
{
    static const char *const line[] = {
        "C1",    "D3",    "C4", "A1",    "B4",    "B1",    "E5",    "B1xC1", "A2", "E4",
        "A2xA1", "E3",    "D2", "E3xD2", "B1",    "D4",    "C4xD3", "C1xA1", "A3", "C1xB1",
        "D5",    "D2xD3", "C3", "C5",    "B4xC5", "E4",    "E3",    "D3xE3", "D4", "C2",
        "E5xE4", "B3",    "B2", "B1xE4", "E5xC2", "B1xC5", "C3xB3", "B1xC2"};
    struct position position;
    struct turn turn;
    enum outcome outcome;
    position_init(&position, 3);
    for (size_t ply = 0; ply < sizeof line / sizeof line[0]; ply++) {
        if ((int64_t)ply == game->ply && position_equal(&position, &game->position)) {
            strcpy(out, line[ply]);
            return true;
        }
        referee_read(&turn, 3, line[ply], strlen(line[ply]));
        referee_apply(&position, &turn, &outcome);
    }
    return false;
}

static void put_turn(struct phrase *phrase, const struct known_game *game)
{
    const struct position *position = &game->position;
    char text[TURN_TEXT_MAX] = "skip";
    bool to_skip = game->id[0] < 'N' && turn_to_skip(game, text);
    if (!to_skip && referee_can_move(position)) {
        struct turn turn = random_turn(phrase->random, position);
        turn_format(&turn, position->size, text);
    }
    phrase_put(phrase, ",\"move\":\"%s\"", text);
}

static void say_move(struct phrase *phrase)
{
    const struct known_game *game = phrase_own_game(phrase, true);
    bool sensible = game != NULL && !phrase_chance(phrase, 15);
    if (!sensible)
        game = phrase_any_game(phrase);
    phrase_begin(phrase, "move");
    phrase_put(phrase, ",\"game\":\"%s\"", game->id);
    if (game->position.size == 0 || phrase_chance(phrase, 30))
        phrase_put(phrase, ",\"move\":\"%s\"", phrase_chance(phrase, 2) ? "C3" : "A9xB7");
    else
        put_turn(phrase, game);
    int64_t lag = phrase_chance(phrase, 12) ? (int64_t)phrase_below(phrase, 3) : 0;
    if (!phrase_chance(phrase, 5))
        phrase_put(phrase, ",\"ply\":%" PRId64, game->ply < lag ? 0 : game->ply - lag);
    if (phrase_chance(phrase, 5))
        phrase_put(phrase, ",\"v\":%" PRId64, game->turn_v + (int64_t)phrase_chance(phrase, 10));
    phrase_put(phrase, "}");
}

static void say_about_a_game(struct phrase *phrase)
{
    static const char *const operations[] = {"resign", "abort", "legal", "unwatch", "record",
                                             "watch",  "watch", "watch", "watch",   "watch"};
    const char *operation = operations[phrase_below(phrase, 10)];
    const struct known_game *game = phrase_any_game(phrase);
    phrase_begin(phrase, operation);
    phrase_put(phrase, ",\"game\":\"%s\"", game->id);
    if (strcmp(operation, "watch") == 0 && !phrase_chance(phrase, 3))
        phrase_put(phrase, ",\"from\":%" PRIu32,
                   phrase_below(phrase, (uint32_t)game->v + 1 + phrase_chance(phrase, 9)));
    if (strcmp(operation, "legal") == 0 && phrase_chance(phrase, 2))
        phrase_put(phrase, ",\"prefix\":\"%s\"", phrase_chance(phrase, 2) ? "C3" : "C3xC4");
    phrase_put(phrase, "}");
}

/* ---- History ------------------------------------------------------------------------------ */

static const char *const pools[] = {"3-blitz", "3-bullet", "4-bullet", "3-correspondence",
                                    "4-blitz"};

static void put_page(struct phrase *phrase)
{
    if (phrase_chance(phrase, 2))
        phrase_put(phrase, ",\"limit\":%" PRIu32, 1 + phrase_below(phrase, 5));
    if (phrase_chance(phrase, 4))
        phrase_put(phrase, ",\"cursor\":\"%s\"",
                   texts_any(&phrase->crowd->cursors, phrase->random));
}

static void say_history(struct phrase *phrase)
{
    static const char *const results[] = {"win", "loss", "none"};
    phrase_begin(phrase, phrase_chance(phrase, 3) ? "export" : "history");
    if (phrase_chance(phrase, 2)) {
        phrase_user(phrase, "user");
        if (phrase_chance(phrase, 2))
            phrase_put(phrase, ",\"result\":\"%s\"", results[phrase_below(phrase, 3)]);
        if (phrase_chance(phrase, 3))
            phrase_user(phrase, "versus");
    }
    if (phrase_chance(phrase, 3))
        phrase_put(phrase, ",\"pool\":\"%s\"", pools[phrase_below(phrase, 5)]);
    if (phrase_chance(phrase, 3))
        phrase_put(phrase, ",\"rated\":%s", phrase_chance(phrase, 2) ? "true" : "false");
    if (phrase_chance(phrase, 4))
        phrase_put(phrase, ",\"reason\":\"%s\"", phrase_chance(phrase, 2) ? "time" : "capture");
    put_page(phrase);
    phrase_put(phrase, "}");
}

static void say_reading(struct phrase *phrase)
{
    switch (phrase_below(phrase, 6)) {
    case 0:
        say_history(phrase);
        return;
    case 1:
        phrase_begin(phrase, "user");
        phrase_user(phrase, "name");
        break;
    case 2:
        phrase_begin(phrase, "rating_history");
        phrase_user(phrase, "user");
        phrase_put(phrase, ",\"pool\":\"%s\"", pools[phrase_below(phrase, 5)]);
        put_page(phrase);
        break;
    case 3:
        phrase_begin(phrase, "leaderboard");
        phrase_put(phrase, ",\"pool\":\"%s\"%s", pools[phrase_below(phrase, 5)],
                   phrase_chance(phrase, 2) ? ",\"bots\":true" : "");
        put_page(phrase);
        break;
    case 4:
        phrase_begin(phrase, "games");
        if (phrase_chance(phrase, 2))
            phrase_user(phrase, "user");
        break;
    default:
        phrase_begin(phrase, phrase_chance(phrase, 4) ? "help" : "ping");
        break;
    }
    phrase_put(phrase, "}");
}

/* ---- Nonsense ----------------------------------------------------------------------------- */

static void say_nonsense(struct phrase *phrase)
{
    static const char *const lines[] = {
        "",
        "{}",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"op\":\"ping\",\"op\":\"ping\"}",
        "{\"id\":[],\"op\":\"ping\"}",
        "{\"id\":\"text\",\"op\":\"move\"}",
        "{\"id\":5,\"op\":\"dance\"}",
        "{\"id\":5,\"op\":\"seek\",\"size\":\"3\"}",
        "{\"id\":5,\"op\":\"watch\",\"game\":\"\\u0000\"}",
        "{\"id\":5,\"op\":\"watch\",\"game\":\"x\",\"from\":1e400}",
    };
    if (phrase_chance(phrase, 6)) {
        memset(phrase->out, 'a', 5000);
        phrase->length = 5000;
        return;
    }
    phrase_put(phrase, "%s", lines[phrase_below(phrase, sizeof lines / sizeof lines[0])]);
    for (uint32_t i = phrase_below(phrase, 3); i > 0 && phrase->length > 0; i--)
        phrase->out[phrase_below(phrase, (uint32_t)phrase->length)] =
            (char)phrase_below(phrase, 256);
    /* The framer passes over lines of only blanks, and ends them at line feeds. */
    for (size_t i = 0; i < phrase->length; i++) {
        if (phrase->out[i] == '\n')
            phrase->out[i] = '?';
    }
    if (strspn(phrase->out, " \t") == phrase->length)
        phrase_put(phrase, "?");
}

size_t saying_any(struct crowd *crowd, struct client *client, struct random *random,
                  char out[SAYING_MAX])
{
    struct phrase phrase = {.crowd = crowd, .client = client, .random = random, .out = out};
    uint32_t choice = phrase_below(&phrase, 100);
    memset(out, 0, SAYING_MAX);
    bool signed_in = client->name[0] != '\0';
    const struct known_game *playing = signed_in ? phrase_own_game(&phrase, false) : NULL;
    if (choice < 2)
        say_nonsense(&phrase);
    else if (!signed_in && choice < 70)
        say_sign_in(&phrase);
    else if (choice < 6)
        say_reading(&phrase);
    else if (choice < 8)
        say_about_identity(&phrase);
    else if (choice < 12)
        say_about_a_game(&phrase);
    else if (choice < 14)
        say_pairing(&phrase);
    else if (choice < 24)
        saying_social(&phrase);
    else if (client->asked != ASKED_NOTHING && choice < 80)
        saying_answer(&phrase);
    else if (playing != NULL && client->behind)
        say_watch_own(&phrase, playing);
    else if (choice < 28 || phrase_own_game(&phrase, true) != NULL)
        say_move(&phrase);
    else if (playing == NULL)
        say_pairing(&phrase);
    return phrase.length;
}
