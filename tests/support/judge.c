#include "tests/support/judge.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/machine/token.h"

/* What is remembered of a request until its reply. */
struct judge_request {
    json_t *id; /* what `re` is to be: an integer, a string or null */
    char operation[24];
    char game[ID_SIZE];
    int64_t from; /* -1 where not sent */
};

struct judge_token {
    char hash[2 * TOKEN_HASH_SIZE + 1];
};

__attribute__((format(printf, 2, 3))) static void complain(struct judge *judge, const char *format,
                                                           ...)
{
    if (judge->complaint[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(judge->complaint, sizeof judge->complaint, format, arguments);
    va_end(arguments);
}

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL)
        abort();
    return memory;
}

void judge_init(struct judge *judge)
{
    *judge = (struct judge){0};
    table_init(&judge->games, offsetof(struct judge_game, id));
    table_init(&judge->tokens, offsetof(struct judge_token, hash));
}

void judge_deinit(struct judge *judge)
{
    size_t at = 0;
    struct judge_game *game;
    while ((game = table_next(&judge->games, &at)) != NULL) {
        for (int64_t i = 0; i < game->room; i++)
            free(game->events[i]);
        free(game->events);
        free(game);
    }
    struct judge_token *token;
    for (at = 0; (token = table_next(&judge->tokens, &at)) != NULL;)
        free(token);
    for (int i = 0; i < judge->connection_count; i++) {
        judge_cut(judge, i);
        fifo_deinit(&judge->connections[i].asked);
        free(judge->connections[i].follows);
        free(judge->connections[i].lobby);
    }
    free(judge->connections);
    table_deinit(&judge->games);
    table_deinit(&judge->tokens);
}

static struct judge_connection *connection_of(struct judge *judge, int number)
{
    if (number >= judge->connection_count) {
        judge->connections =
            realloc(judge->connections, ((size_t)number + 1) * sizeof *judge->connections);
        if (judge->connections == NULL)
            abort();
        memset(judge->connections + judge->connection_count, 0,
               (size_t)(number + 1 - judge->connection_count) * sizeof *judge->connections);
        judge->connection_count = number + 1;
    }
    return &judge->connections[number];
}

void judge_cut(struct judge *judge, int number)
{
    struct judge_connection *connection = connection_of(judge, number);
    struct judge_request *request;
    while ((request = fifo_take(&connection->asked)) != NULL) {
        json_decref(request->id);
        free(request);
    }
    connection->follow_count = 0;
    if (connection->lobby != NULL)
        connection->lobby->follows = false;
}

size_t judge_owed(const struct judge *judge, int number)
{
    return number < judge->connection_count ? judge->connections[number].asked.count : 0;
}

const struct judge_game *judge_game_of(const struct judge *judge, const char *id)
{
    return table_find(&judge->games, id);
}

/* ---- What is on disk ---------------------------------------------------------------------- */

static struct judge_game *game_of(struct judge *judge, const char *id)
{
    struct judge_game *game = table_find(&judge->games, id);
    if (game == NULL) {
        game = allocate(sizeof *game);
        snprintf(game->id, sizeof game->id, "%s", id);
        table_add(&judge->games, game);
    }
    return game;
}

static void keep_token(struct judge *judge, const struct token_hash *hash)
{
    struct judge_token *token = allocate(sizeof *token);
    for (int i = 0; i < TOKEN_HASH_SIZE; i++)
        sprintf(token->hash + 2 * i, "%02x", hash->bytes[i]);
    table_add(&judge->tokens, token);
}

static bool token_is_kept(const struct judge *judge, const char *text)
{
    struct token_hash hash;
    char hex[2 * TOKEN_HASH_SIZE + 1];
    token_hash_of(text, &hash);
    for (int i = 0; i < TOKEN_HASH_SIZE; i++)
        sprintf(hex + 2 * i, "%02x", hash.bytes[i]);
    return table_find(&judge->tokens, hex) != NULL;
}

void judge_written(void *context, const struct store_request *request,
                   const struct store_result *result)
{
    struct judge *judge = context;
    if (result->status != STORE_DONE)
        return;
    if (request->kind == STORE_GAME_START) {
        game_of(judge, request->as.game_start.game.id)->written_v = 1;
    } else if (request->kind == STORE_GAME_LOG) {
        int last = request->as.game_log.count - 1;
        game_of(judge, request->as.game_log.game)->written_v = request->as.game_log.entries[last].v;
    } else if (request->kind == STORE_ACCOUNT_ADD) {
        keep_token(judge, &request->as.account_add.token);
    } else if (request->kind == STORE_TOKEN_ADD) {
        keep_token(judge, &request->as.token.token);
    }
}

/* ---- Following a game --------------------------------------------------------------------- */

static struct judge_follow *find_follow(struct judge_connection *connection,
                                        const struct judge_game *game)
{
    for (int i = 0; i < connection->follow_count; i++) {
        if (connection->follows[i].game == game)
            return &connection->follows[i];
    }
    return NULL;
}

static void follow(struct judge_connection *connection, struct judge_game *game, int64_t next_v)
{
    struct judge_follow *found = find_follow(connection, game);
    if (found != NULL) {
        found->next_v = next_v;
        return;
    }
    if (connection->follow_count == connection->follow_room) {
        connection->follow_room = connection->follow_room == 0 ? 4 : 2 * connection->follow_room;
        connection->follows = realloc(connection->follows, (size_t)connection->follow_room *
                                                               sizeof *connection->follows);
        if (connection->follows == NULL)
            abort();
    }
    connection->follows[connection->follow_count++] = (struct judge_follow){game, next_v};
}

static void unfollow(struct judge_connection *connection, const struct judge_game *game)
{
    struct judge_follow *found = find_follow(connection, game);
    if (found != NULL)
        *found = connection->follows[--connection->follow_count];
}

/* ---- The streams -------------------------------------------------------------------------- */

static void keep_event(struct judge_game *game, int64_t v, const char *bytes, size_t length)
{
    if (v > game->room) {
        int64_t room = 2 * v + 16;
        game->events = realloc(game->events, (size_t)room * sizeof *game->events);
        if (game->events == NULL)
            abort();
        memset(game->events + game->room, 0, (size_t)(room - game->room) * sizeof *game->events);
        game->room = room;
    }
    game->events[v - 1] = strndup(bytes, length);
    if (v > game->shown_v)
        game->shown_v = v;
}

/* One event of a game's stream, wherever it was shown: on disk, and the same as ever. */
static void see_event(struct judge *judge, const json_t *event, const char *bytes, size_t length)
{
    const char *id = json_string_value(json_object_get(event, "game"));
    const char *kind = json_string_value(json_object_get(event, "ev"));
    int64_t v = json_integer_value(json_object_get(event, "v"));
    if (id == NULL || kind == NULL || v < 1) {
        complain(judge, "not an event of a stream: %.*s", (int)length, bytes);
        return;
    }
    struct judge_game *game = game_of(judge, id);
    if (v > game->written_v)
        complain(judge, "shown before it is on disk: v %" PRId64 " of game %s, which has %" PRId64,
                 v, id, game->written_v);
    const char *before = v <= game->room ? game->events[v - 1] : NULL;
    if (before == NULL)
        keep_event(game, v, bytes, length);
    else if (strlen(before) != length || memcmp(before, bytes, length) != 0)
        complain(judge, "the same event in other bytes:\n  %s\n  %.*s", before, (int)length, bytes);
    if (strcmp(kind, "end") == 0) {
        if (game->end_v != 0 && game->end_v != v)
            complain(judge, "game %s ends at v %" PRId64 " and again at v %" PRId64, id,
                     game->end_v, v);
        game->end_v = v;
    }
    if (game->end_v != 0 && game->shown_v > game->end_v)
        complain(judge, "game %s goes on behind its end", id);
}

static void see_live_event(struct judge *judge, struct judge_connection *connection,
                           const json_t *event, const char *bytes, size_t length)
{
    see_event(judge, event, bytes, length);
    const char *id = json_string_value(json_object_get(event, "game"));
    int64_t v = json_integer_value(json_object_get(event, "v"));
    struct judge_follow *found = id == NULL ? NULL : find_follow(connection, game_of(judge, id));
    if (found == NULL)
        complain(judge, "an event of a game that is not watched: %.*s", (int)length, bytes);
    else if (found->next_v != v)
        complain(judge, "the next event of game %s is v %" PRId64 ", shown was v %" PRId64, id,
                 found->next_v, v);
    else
        found->next_v++;
}

static void see_snapshot(struct judge *judge, struct judge_connection *connection,
                         const json_t *snapshot)
{
    const char *id = json_string_value(json_object_get(snapshot, "id"));
    int64_t v = json_integer_value(json_object_get(snapshot, "v"));
    if (id == NULL || v < 1) {
        complain(judge, "a snapshot without id or v");
        return;
    }
    struct judge_game *game = game_of(judge, id);
    if (v > game->written_v)
        complain(judge, "a snapshot shown before it is on disk: v %" PRId64 " of game %s", v, id);
    follow(connection, game, v + 1);
}

/* The game on tv is watched from there on; null where none is played. */
static void see_tv(struct judge *judge, struct judge_connection *connection, const json_t *snapshot)
{
    if (json_is_object(snapshot))
        see_snapshot(judge, connection, snapshot);
}

/* The length of the JSON value that stands at `at`. */
static size_t value_length(const char *at)
{
    size_t i = 0;
    int depth = 0;
    bool in_string = false;
    do {
        char c = at[i++];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string)
            depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    } while (depth > 0 || in_string);
    return i;
}

/* Each event of the array with that name (`list` is `"NAME":[`) as the bytes they are. */
static void see_events(struct judge *judge, const struct judge_request *request, const char *list,
                       const json_t *events, int64_t from, const char *line)
{
    const char *at = strstr(line, list);
    size_t index;
    const json_t *event;
    assert(at != NULL);
    at += strlen(list);
    json_array_foreach(events, index, event) {
        size_t length = value_length(at);
        see_event(judge, event, at, length);
        if (json_integer_value(json_object_get(event, "v")) != from + 1 + (int64_t)index)
            complain(judge, "a gap in the events from %" PRId64 " on of game %s", from,
                     request->game);
        at += length + 1;
    }
}

static void see_catching_up(struct judge *judge, struct judge_connection *connection,
                            const struct judge_request *request, const json_t *ok, const char *line)
{
    const json_t *events = json_object_get(ok, "events");
    struct judge_game *game = game_of(judge, request->game);
    see_events(judge, request, "\"events\":[", events, request->from, line);
    int64_t v = json_integer_value(json_object_get(ok, "v"));
    int64_t last_v = request->from + (int64_t)json_array_size(events);
    if (json_is_true(json_object_get(ok, "more"))) {
        unfollow(connection, game);
        if (last_v >= v || json_array_size(events) != 500)
            complain(judge, "more events of game %s are promised, but not %d given", game->id, 500);
        return;
    }
    if (last_v != v)
        complain(judge, "the events of game %s end at %" PRId64 ", not at v %" PRId64, game->id,
                 last_v, v);
    follow(connection, game, v + 1);
}

/* ---- The lobby ---------------------------------------------------------------------------- */

static struct lobby_view *lobby_of(struct judge_connection *connection)
{
    if (connection->lobby == NULL)
        connection->lobby = allocate(sizeof *connection->lobby);
    return connection->lobby;
}

static void see_lobby_event(struct judge *judge, struct judge_connection *connection,
                            const char *kind, const json_t *event)
{
    const char *wrong = NULL;
    if (strcmp(kind, "seek_added") == 0)
        wrong = lobby_view_added(lobby_of(connection), json_object_get(event, "seek"));
    else if (strcmp(kind, "seek_removed") == 0)
        wrong = lobby_view_removed(lobby_of(connection),
                                   json_string_value(json_object_get(event, "id")));
    if (wrong != NULL)
        complain(judge, "the lobby: %s", wrong);
}

/* ---- Requests and replies ----------------------------------------------------------------- */

/* What `re` must be, by the contract: the id where the line is JSON and has one that can be read.
 */
static json_t *id_of(const json_t *root)
{
    json_t *id = json_object_get(root, "id");
    bool readable = json_is_string(id) ? json_string_length(id) >= 1 && json_string_length(id) <= 64
                                       : json_is_integer(id) && json_integer_value(id) >= 0 &&
                                             json_integer_value(id) <= JSON_INTEGER_MAX;
    return readable ? json_incref(id) : json_null();
}

void judge_said(void *context, int number, const char *bytes, size_t length)
{
    struct judge *judge = context;
    struct judge_request *request = allocate(sizeof *request);
    json_t *root = length > 4096 ? NULL : json_read(bytes, length, NULL, 0);
    request->id = id_of(root);
    const char *operation = json_string_value(json_object_get(root, "op"));
    const char *game = json_string_value(json_object_get(root, "game"));
    const json_t *from = json_object_get(root, "from");
    snprintf(request->operation, sizeof request->operation, "%s", operation ? operation : "");
    if (game != NULL && strlen(game) == ID_LENGTH)
        strcpy(request->game, game);
    request->from = from == NULL ? -1 : json_integer_value(from);
    json_decref(root);
    fifo_put(&connection_of(judge, number)->asked, request);
}

static void see_ok(struct judge *judge, struct judge_connection *connection,
                   const struct judge_request *request, const json_t *ok, const char *line)
{
    const char *token = json_string_value(json_object_get(ok, "token"));
    if (token != NULL && !token_is_kept(judge, token))
        complain(judge, "a token shown before it is on disk");
    if (strcmp(request->operation, "watch") == 0) {
        if (request->from < 0)
            see_snapshot(judge, connection, json_object_get(ok, "game"));
        else
            see_catching_up(judge, connection, request, ok, line);
    } else if (strcmp(request->operation, "unwatch") == 0 && request->game[0] != '\0') {
        unfollow(connection, game_of(judge, request->game));
    } else if (strcmp(request->operation, "record") == 0) {
        see_events(judge, request, "\"stream\":[",
                   json_object_get(json_object_get(ok, "record"), "stream"), 0, line);
    } else if (strcmp(request->operation, "tv") == 0) {
        see_tv(judge, connection, json_object_get(ok, "game"));
    } else if (strcmp(request->operation, "lobby") == 0) {
        lobby_view_set(lobby_of(connection), json_object_get(ok, "seeks"));
    } else if (strcmp(request->operation, "unlobby") == 0) {
        lobby_of(connection)->follows = false;
    }
}

static void see_reply(struct judge *judge, struct judge_connection *connection, const json_t *root,
                      const char *line)
{
    struct judge_request *request = fifo_take(&connection->asked);
    const json_t *ok = json_object_get(root, "ok");
    const json_t *error = json_object_get(root, "error");
    if (request == NULL) {
        complain(judge, "a reply to nothing: %s", line);
        return;
    }
    if (!json_equal(json_object_get(root, "re"), request->id))
        complain(judge, "a reply to another request than the oldest (%s): %s", request->operation,
                 line);
    if ((ok == NULL) == (error == NULL) || json_object_size(root) != 2)
        complain(judge, "a reply that is neither ok nor an error: %s", line);
    else if (ok != NULL)
        see_ok(judge, connection, request, ok, line);
    else if (!json_is_string(json_object_get(error, "code")) ||
             !json_is_string(json_object_get(error, "message")))
        complain(judge, "an error without code or message: %s", line);
    json_decref(request->id);
    free(request);
}

static void see_message(struct judge *judge, struct judge_connection *connection,
                        const json_t *root, const char *line, size_t length)
{
    const char *kind = json_string_value(json_object_get(root, "ev"));
    if (kind == NULL)
        see_reply(judge, connection, root, line);
    else if (json_object_get(root, "v") != NULL)
        see_live_event(judge, connection, root, line, length);
    else if (strcmp(kind, "game_started") == 0)
        see_snapshot(judge, connection, json_object_get(root, "game"));
    else if (strcmp(kind, "tv") == 0)
        see_tv(judge, connection, json_object_get(root, "game"));
    else
        see_lobby_event(judge, connection, kind, root);
}

void judge_shown(void *context, int number, const struct message *message)
{
    struct judge *judge = context;
    size_t length = message->length - 1;
    char *line = strndup(message->bytes, length);
    json_t *root = json_read(line, strlen(line), NULL, 0);
    if (message->bytes[length] != '\n' || strchr(line, '\n') != NULL || !json_is_object(root))
        complain(judge, "not one JSON object on one line: %s", line);
    else
        see_message(judge, connection_of(judge, number), root, line, length);
    json_decref(root);
    free(line);
}
