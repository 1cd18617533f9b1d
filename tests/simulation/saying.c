#include "tests/simulation/saying.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/random_play.h"

/* One saying being made. */
struct saying {
    struct crowd *crowd;
    struct client *client;
    struct random *random;
    char *out;
    size_t length;
};

static bool chance(struct saying *saying, uint32_t in)
{
    return random_below(saying->random, in) == 0;
}

static uint32_t below(struct saying *saying, uint32_t limit)
{
    return random_below(saying->random, limit);
}

__attribute__((format(printf, 2, 3))) static void put(struct saying *saying, const char *format,
                                                      ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(saying->out + saying->length, SAYING_MAX - saying->length, format, arguments);
    va_end(arguments);
    saying->length += (size_t)length;
}

static void begin(struct saying *saying, const char *operation)
{
    put(saying, "{\"id\":%" PRId64 ",\"op\":\"%s\"", saying->client->next_id++, operation);
}

static const struct known_game no_game = {.id = "AAAAAAAAAAAA"};

static const struct known_game *any_game(struct saying *saying)
{
    const struct crowd *crowd = saying->crowd;
    if (crowd->game_count == 0 || chance(saying, 20))
        return &no_game;
    /* The latest are the most interesting. */
    size_t among = crowd->game_count < 12 || chance(saying, 4) ? crowd->game_count : 12;
    return &crowd->games[crowd->game_count - 1 - below(saying, (uint32_t)among)];
}

/* ---- Identity ----------------------------------------------------------------------------- */

static void put_character(struct saying *saying)
{
    uint32_t number = below(saying, CROWD_CHARACTERS);
    put(saying, ",\"name\":\"%s%" PRIu32 "\"", chance(saying, 6) ? "CHARACTER-" : "Character-",
        number);
}

/* Each has one of two passwords at any time. */
static void put_password(struct saying *saying, const char *key)
{
    put(saying, ",\"%s\":\"password %" PRIu32 "\"", key, below(saying, chance(saying, 8) ? 3 : 2));
}

static void say_sign_in(struct saying *saying)
{
    switch (below(saying, 7)) {
    case 0:
    case 1:
        begin(saying, "register");
        put_character(saying);
        put_password(saying, "password");
        if (chance(saying, 6))
            put(saying, ",\"bot\":true");
        break;
    case 2:
    case 3:
        begin(saying, "login");
        put_character(saying);
        put_password(saying, "password");
        break;
    case 4:
        begin(saying, "guest");
        break;
    default:
        begin(saying, "resume");
        put(saying, ",\"token\":\"%s\"", texts_any(&saying->crowd->tokens, saying->random));
        break;
    }
    put(saying, "}");
}

static void say_about_identity(struct saying *saying)
{
    switch (below(saying, 8)) {
    case 0:
        begin(saying, "logout");
        if (chance(saying, 3))
            put(saying, ",\"everywhere\":true");
        break;
    case 1:
        begin(saying, "set_password");
        put_password(saying, "old");
        put_password(saying, "new");
        break;
    case 2:
        say_sign_in(saying);
        return;
    default:
        begin(saying, "whoami");
        break;
    }
    put(saying, "}");
}

/* ---- Pairing ------------------------------------------------------------------------------ */

static const char *const times[] = {
    ",\"time\":null",
    ",\"time\":{\"initial_ms\":0,\"increment_ms\":3000}",
    ",\"time\":{\"initial_ms\":60000,\"increment_ms\":1000}",
    ",\"time\":{\"per_move_ms\":60000}",
    "",
};

static void say_seek(struct saying *saying)
{
    static const char *const colors[] = {"", "", ",\"color\":\"blue\"", ",\"color\":\"red\""};
    begin(saying, "seek");
    uint32_t time = chance(saying, 2) ? 0 : 4;
    if (chance(saying, 3))
        time = below(saying, 5);
    put(saying, "%s%s%s", times[time], colors[below(saying, 4)],
        chance(saying, 5) ? ",\"size\":4" : "");
    if (time != 0 && !chance(saying, 3)) {
        put(saying, ",\"rated\":true");
        if (chance(saying, 5))
            put(saying, ",\"rating_min\":%" PRIu32, 1200 + below(saying, 400));
        if (chance(saying, 5))
            put(saying, ",\"rating_max\":%" PRIu32, 1400 + below(saying, 400));
    }
    put(saying, "}");
}

static void say_pairing(struct saying *saying)
{
    switch (below(saying, 8)) {
    case 0:
    case 1:
    case 2:
        say_seek(saying);
        return;
    case 3:
    case 4:
        begin(saying, "accept");
        put(saying, ",\"seek\":\"%s\"", texts_any(&saying->crowd->seeks, saying->random));
        break;
    case 5:
        begin(saying, "unseek");
        put(saying, ",\"seek\":\"%s\"", texts_any(&saying->crowd->seeks, saying->random));
        break;
    case 6:
        begin(saying, "unlobby");
        break;
    default:
        begin(saying, "lobby");
        break;
    }
    put(saying, "}");
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* A game that it plays, as far as is known, and with `to_move` is to move in; any of them is as
 * likely as the others. NULL for none. */
static const struct known_game *own_game(struct saying *saying, bool to_move)
{
    const struct crowd *crowd = saying->crowd;
    const char *name = saying->client->name;
    const struct known_game *found = NULL;
    uint32_t seen = 0;
    for (size_t i = 0; i < crowd->game_count; i++) {
        const struct known_game *game = &crowd->games[i];
        bool blue = strcmp(game->names[0], name) == 0, red = strcmp(game->names[1], name) == 0;
        bool wanted = to_move ? game->position.size != 0 &&
                                    (game->position.to_move == COLOR_BLUE ? blue : red)
                              : blue || red;
        if (!game->over && wanted && below(saying, ++seen) == 0)
            found = game;
    }
    return found;
}

static void say_watch_own(struct saying *saying, const struct known_game *game)
{
    begin(saying, "watch");
    put(saying, ",\"game\":\"%s\"}", game->id);
    saying->client->behind = false;
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

static void put_turn(struct saying *saying, const struct known_game *game)
{
    const struct position *position = &game->position;
    char text[TURN_TEXT_MAX] = "skip";
    bool to_skip = game->id[0] < 'N' && turn_to_skip(game, text);
    if (!to_skip && referee_can_move(position)) {
        struct turn turn = random_turn(saying->random, position);
        turn_format(&turn, position->size, text);
    }
    put(saying, ",\"move\":\"%s\"", text);
}

static void say_move(struct saying *saying)
{
    const struct known_game *game = own_game(saying, true);
    bool sensible = game != NULL && !chance(saying, 15);
    if (!sensible)
        game = any_game(saying);
    begin(saying, "move");
    put(saying, ",\"game\":\"%s\"", game->id);
    if (game->position.size == 0 || chance(saying, 30))
        put(saying, ",\"move\":\"%s\"", chance(saying, 2) ? "C3" : "A9xB7");
    else
        put_turn(saying, game);
    int64_t lag = chance(saying, 12) ? (int64_t)below(saying, 3) : 0;
    if (!chance(saying, 5))
        put(saying, ",\"ply\":%" PRId64, game->ply < lag ? 0 : game->ply - lag);
    if (chance(saying, 5))
        put(saying, ",\"v\":%" PRId64, game->turn_v + (int64_t)chance(saying, 10));
    put(saying, "}");
}

static void say_about_a_game(struct saying *saying)
{
    static const char *const operations[] = {"resign", "abort", "legal", "unwatch", "record",
                                             "watch",  "watch", "watch", "watch",   "watch"};
    const char *operation = operations[below(saying, 10)];
    const struct known_game *game = any_game(saying);
    begin(saying, operation);
    put(saying, ",\"game\":\"%s\"", game->id);
    if (strcmp(operation, "watch") == 0 && !chance(saying, 3))
        put(saying, ",\"from\":%" PRIu32, below(saying, (uint32_t)game->v + 1 + chance(saying, 9)));
    if (strcmp(operation, "legal") == 0 && chance(saying, 2))
        put(saying, ",\"prefix\":\"%s\"", chance(saying, 2) ? "C3" : "C3xC4");
    put(saying, "}");
}

/* ---- History ------------------------------------------------------------------------------ */

static const char *const pools[] = {"3-blitz", "3-bullet", "4-bullet", "3-correspondence",
                                    "4-blitz"};

static void put_page(struct saying *saying)
{
    if (chance(saying, 2))
        put(saying, ",\"limit\":%" PRIu32, 1 + below(saying, 5));
    if (chance(saying, 4))
        put(saying, ",\"cursor\":\"%s\"", texts_any(&saying->crowd->cursors, saying->random));
}

static void put_user(struct saying *saying, const char *key)
{
    put(saying, ",\"%s\":\"character-%" PRIu32 "\"", key, below(saying, CROWD_CHARACTERS));
}

static void say_history(struct saying *saying)
{
    static const char *const results[] = {"win", "loss", "none"};
    begin(saying, "history");
    if (chance(saying, 2)) {
        put_user(saying, "user");
        if (chance(saying, 2))
            put(saying, ",\"result\":\"%s\"", results[below(saying, 3)]);
        if (chance(saying, 3))
            put_user(saying, "versus");
    }
    if (chance(saying, 3))
        put(saying, ",\"pool\":\"%s\"", pools[below(saying, 5)]);
    if (chance(saying, 3))
        put(saying, ",\"rated\":%s", chance(saying, 2) ? "true" : "false");
    if (chance(saying, 4))
        put(saying, ",\"reason\":\"%s\"", chance(saying, 2) ? "time" : "capture");
    put_page(saying);
    put(saying, "}");
}

static void say_reading(struct saying *saying)
{
    switch (below(saying, 6)) {
    case 0:
        say_history(saying);
        return;
    case 1:
        begin(saying, "user");
        put_user(saying, "name");
        break;
    case 2:
        begin(saying, "rating_history");
        put_user(saying, "user");
        put(saying, ",\"pool\":\"%s\"", pools[below(saying, 5)]);
        put_page(saying);
        break;
    case 3:
        begin(saying, "leaderboard");
        put(saying, ",\"pool\":\"%s\"%s", pools[below(saying, 5)],
            chance(saying, 2) ? ",\"bots\":true" : "");
        put_page(saying);
        break;
    case 4:
        begin(saying, "games");
        if (chance(saying, 2))
            put_user(saying, "user");
        break;
    default:
        begin(saying, chance(saying, 4) ? "help" : "ping");
        break;
    }
    put(saying, "}");
}

/* ---- Nonsense ----------------------------------------------------------------------------- */

static void say_nonsense(struct saying *saying)
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
    if (chance(saying, 6)) {
        memset(saying->out, 'a', 5000);
        saying->length = 5000;
        return;
    }
    put(saying, "%s", lines[below(saying, sizeof lines / sizeof lines[0])]);
    for (uint32_t i = below(saying, 3); i > 0 && saying->length > 0; i--)
        saying->out[below(saying, (uint32_t)saying->length)] = (char)below(saying, 256);
    /* The framer passes over lines of only blanks, and ends them at line feeds. */
    for (size_t i = 0; i < saying->length; i++) {
        if (saying->out[i] == '\n')
            saying->out[i] = '?';
    }
    if (strspn(saying->out, " \t") == saying->length)
        put(saying, "?");
}

size_t saying_any(struct crowd *crowd, struct client *client, struct random *random,
                  char out[SAYING_MAX])
{
    struct saying saying = {.crowd = crowd, .client = client, .random = random, .out = out};
    uint32_t choice = below(&saying, 100);
    memset(out, 0, SAYING_MAX);
    bool signed_in = client->name[0] != '\0';
    const struct known_game *playing = signed_in ? own_game(&saying, false) : NULL;
    if (choice < 2)
        say_nonsense(&saying);
    else if (!signed_in && choice < 70)
        say_sign_in(&saying);
    else if (choice < 6)
        say_reading(&saying);
    else if (choice < 8)
        say_about_identity(&saying);
    else if (choice < 12)
        say_about_a_game(&saying);
    else if (choice < 14)
        say_pairing(&saying);
    else if (playing != NULL && client->behind)
        say_watch_own(&saying, playing);
    else if (choice < 18 || own_game(&saying, true) != NULL)
        say_move(&saying);
    else if (playing == NULL)
        say_pairing(&saying);
    return saying.length;
}
