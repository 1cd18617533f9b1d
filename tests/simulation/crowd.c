#include "tests/simulation/crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void crowd_init(struct crowd *crowd)
{
    memset(crowd, 0, sizeof *crowd);
    for (int i = 0; i < CROWD_CLIENTS; i++)
        crowd->clients[i].connection = -1;
}

void crowd_deinit(struct crowd *crowd)
{
    free(crowd->games);
}

struct client *crowd_client(struct crowd *crowd, int connection)
{
    for (int i = 0; i < CROWD_CLIENTS; i++) {
        if (crowd->clients[i].connection == connection)
            return &crowd->clients[i];
    }
    return NULL;
}

/* ---- Texts -------------------------------------------------------------------------------- */

static void texts_add(struct texts *texts, const char *text)
{
    if (text != NULL)
        snprintf(texts->items[texts->added++ % CROWD_KEPT], TEXT_SIZE, "%s", text);
}

const char *texts_any(const struct texts *texts, struct random *random)
{
    size_t count = texts->added < CROWD_KEPT ? texts->added : CROWD_KEPT;
    return count == 0 ? "" : texts->items[random_below(random, (uint32_t)count)];
}

/* ---- Games -------------------------------------------------------------------------------- */

static struct known_game *game_of(struct crowd *crowd, const char *id)
{
    for (size_t i = crowd->game_count; i-- > 0;) {
        if (strcmp(crowd->games[i].id, id) == 0)
            return &crowd->games[i];
    }
    if (crowd->game_count == crowd->game_room) {
        crowd->game_room = crowd->game_room == 0 ? 64 : 2 * crowd->game_room;
        crowd->games = realloc(crowd->games, crowd->game_room * sizeof *crowd->games);
        if (crowd->games == NULL)
            abort();
    }
    struct known_game *game = &crowd->games[crowd->game_count++];
    memset(game, 0, sizeof *game);
    snprintf(game->id, sizeof game->id, "%s", id);
    return game;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int64_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* What an event or a snapshot says of the state of play. */
static void learn_position(struct known_game *game, const json_t *shown)
{
    const char *position = text_of(shown, "position");
    int64_t v = integer_of(shown, "v");
    if (v < game->v)
        return;
    game->v = v;
    if (position == NULL)
        return;
    position_parse(&game->position, position, strlen(position));
    game->ply = integer_of(shown, "ply");
    game->turn_v = v;
}

static void learn_game(struct crowd *crowd, const json_t *snapshot)
{
    const char *id = text_of(snapshot, "id");
    if (id == NULL)
        return;
    struct known_game *game = game_of(crowd, id);
    static const char *const sides[] = {"blue", "red"};
    for (int color = 0; color < 2; color++)
        snprintf(game->names[color], NAME_SIZE, "%s",
                 text_of(json_object_get(snapshot, sides[color]), "name"));
    if (json_object_get(snapshot, "v") != NULL)
        learn_position(game, snapshot);
    const char *status = text_of(snapshot, "status");
    game->over = game->over || (status != NULL && strcmp(status, "playing") != 0);
}

static void learn_event(struct crowd *crowd, const json_t *event)
{
    const char *id = text_of(event, "game");
    if (id == NULL)
        return;
    struct known_game *game = game_of(crowd, id);
    learn_position(game, event);
    if (strcmp(text_of(event, "ev"), "end") == 0)
        game->over = true;
}

/* ---- Messages ----------------------------------------------------------------------------- */

static void learn_from_ok(struct crowd *crowd, struct client *client, const json_t *ok)
{
    size_t index;
    const json_t *item;
    const char *token = text_of(ok, "token");
    if (token != NULL) {
        snprintf(client->name, NAME_SIZE, "%s", text_of(json_object_get(ok, "user"), "name"));
        texts_add(&crowd->tokens, token);
    }
    texts_add(&crowd->seeks, text_of(ok, "seek"));
    texts_add(&crowd->challenges, text_of(ok, "challenge"));
    texts_add(&crowd->cursors, text_of(ok, "cursor"));
    if (json_is_object(json_object_get(ok, "game")))
        learn_game(crowd, json_object_get(ok, "game"));
    json_array_foreach(json_object_get(ok, "events"), index, item)
        learn_event(crowd, item);
    json_array_foreach(json_object_get(ok, "games"), index, item)
        learn_game(crowd, item);
    json_array_foreach(json_object_get(ok, "seeks"), index, item)
        texts_add(&crowd->seeks, text_of(item, "id"));
}

static void ask(struct client *client, enum asked asked, const char *id, const char *kind)
{
    client->asked = asked;
    snprintf(client->asked_id, ID_SIZE, "%s", id);
    snprintf(client->asked_kind, sizeof client->asked_kind, "%s", kind);
}

/* Whether the event wants an answer of this client. */
static void be_asked(struct crowd *crowd, struct client *client, const char *kind,
                     const json_t *event)
{
    const json_t *challenge = json_object_get(event, "challenge");
    if (strcmp(kind, "challenge") == 0 &&
        strcmp(text_of(json_object_get(challenge, "to"), "name"), client->name) == 0)
        ask(client, ASKED_CHALLENGE, text_of(challenge, "id"), "");
    bool offer = strcmp(kind, "offer") == 0;
    bool rematch = strcmp(kind, "rematch") == 0 && strcmp(text_of(event, "how"), "offered") == 0;
    if (!offer && !rematch)
        return;
    /* The one who is to answer is the other one of the two. */
    const struct known_game *game = game_of(crowd, text_of(event, "game"));
    const char *other = game->names[strcmp(text_of(event, "by"), "blue") == 0];
    if (strcmp(other, client->name) == 0)
        ask(client, offer ? ASKED_OFFER : ASKED_REMATCH, game->id,
            offer ? text_of(event, "kind") : "");
}

static void learn_from_event(struct crowd *crowd, struct client *client, const json_t *event)
{
    const char *kind = text_of(event, "ev");
    be_asked(crowd, client, kind, event);
    if (strcmp(kind, "signed_out") == 0)
        client->name[0] = '\0';
    else if (strcmp(kind, "game_started") == 0)
        learn_game(crowd, json_object_get(event, "game"));
    else if (strcmp(kind, "seek_added") == 0)
        texts_add(&crowd->seeks, text_of(json_object_get(event, "seek"), "id"));
    else if (strcmp(kind, "tv") == 0)
        learn_game(crowd, json_object_get(event, "game"));
    else if (strcmp(kind, "challenge") == 0)
        texts_add(&crowd->challenges, text_of(json_object_get(event, "challenge"), "id"));
    else if (json_object_get(event, "v") != NULL)
        learn_event(crowd, event);
}

static void learn_from_error(struct client *client, const json_t *error)
{
    const char *code = text_of(error, "code");
    if (strcmp(code, "stale_ply") == 0 || strcmp(code, "not_your_turn") == 0)
        client->behind = true;
}

void crowd_shown(struct crowd *crowd, int connection, const struct message *message)
{
    struct client *client = crowd_client(crowd, connection);
    if (client == NULL)
        return;
    json_t *root = json_loadb(message->bytes, message->length, 0, NULL);
    if (json_object_get(root, "ev") != NULL)
        learn_from_event(crowd, client, root);
    else if (json_object_get(root, "ok") != NULL)
        learn_from_ok(crowd, client, json_object_get(root, "ok"));
    else
        learn_from_error(client, json_object_get(root, "error"));
    json_decref(root);
}
