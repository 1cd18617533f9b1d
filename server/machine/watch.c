#include "server/machine/watch.h"

#include "server/machine/away.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/presence.h"
#include "server/machine/show.h"

#include <stdlib.h>

/* ---- The two lists ------------------------------------------------------------------------ */

static struct watch *find(const struct connection *connection, const struct game *game)
{
    for (struct watch *watch = connection->watches; watch != NULL;
         watch = watch->next_of_connection) {
        if (watch->game == game)
            return watch;
    }
    return NULL;
}

static void link_to_game(struct watch *watch)
{
    struct game *game = watch->game;
    watch->player = game_color_of(game, watch->connection->account) >= 0;
    struct watch **head = watch->player ? &game->player_watches : &game->spectator_watches;
    watch->previous_of_game = NULL;
    watch->next_of_game = *head;
    if (*head != NULL)
        (*head)->previous_of_game = watch;
    *head = watch;
    if (!watch->player)
        game->spectator_count++;
}

static void unlink_from_game(struct watch *watch)
{
    struct game *game = watch->game;
    if (watch->previous_of_game != NULL)
        watch->previous_of_game->next_of_game = watch->next_of_game;
    else if (watch->player)
        game->player_watches = watch->next_of_game;
    else
        game->spectator_watches = watch->next_of_game;
    if (watch->next_of_game != NULL)
        watch->next_of_game->previous_of_game = watch->previous_of_game;
    if (!watch->player)
        game->spectator_count--;
}

/* While a game is played, players are told of as they come and go; afterwards as watches do. */
static void tell_soon(struct machine *machine, const struct watch *watch)
{
    if (!watch->player || game_over(watch->game))
        presence_tell_soon(machine, watch->game);
}

static void drop(struct machine *machine, struct watch *watch)
{
    struct connection *connection = watch->connection;
    unlink_from_game(watch);
    tell_soon(machine, watch);
    if (watch->previous_of_connection != NULL)
        watch->previous_of_connection->next_of_connection = watch->next_of_connection;
    else
        connection->watches = watch->next_of_connection;
    if (watch->next_of_connection != NULL)
        watch->next_of_connection->previous_of_connection = watch->previous_of_connection;
    connection->watch_count--;
    free(watch);
}

bool watch_is(const struct connection *connection, const struct game *game)
{
    return find(connection, game) != NULL;
}

/* Ends the oldest watch of a game that is over, of which little can still be told. */
static bool make_room(struct machine *machine, struct connection *connection)
{
    struct watch *oldest = NULL;
    for (struct watch *watch = connection->watches; watch != NULL;
         watch = watch->next_of_connection) {
        if (game_over(watch->game))
            oldest = watch;
    }
    if (oldest != NULL)
        drop(machine, oldest);
    return oldest != NULL;
}

bool watch_begin(struct machine *machine, struct connection *connection, struct game *game)
{
    if (find(connection, game) != NULL)
        return true;
    /* A player hears of the own games whatever else is watched; of these there are few. */
    if (connection->watch_count >= WATCHES_PER_CONNECTION && !make_room(machine, connection) &&
        game_color_of(game, connection->account) < 0)
        return false;
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        abort();
    watch->connection = connection;
    watch->game = game;
    watch->next_of_connection = connection->watches;
    if (connection->watches != NULL)
        connection->watches->previous_of_connection = watch;
    connection->watches = watch;
    connection->watch_count++;
    link_to_game(watch);
    tell_soon(machine, watch);
    return true;
}

void watch_end(struct machine *machine, struct connection *connection, struct game *game)
{
    struct watch *watch = find(connection, game);
    if (watch != NULL)
        drop(machine, watch);
}

void watch_end_all_of_connection(struct machine *machine, struct connection *connection)
{
    while (connection->watches != NULL)
        drop(machine, connection->watches);
}

void watch_end_all_of_game(struct machine *machine, struct game *game)
{
    while (game->player_watches != NULL)
        drop(machine, game->player_watches);
    while (game->spectator_watches != NULL)
        drop(machine, game->spectator_watches);
}

void watch_sort(struct machine *machine, struct connection *connection)
{
    for (struct watch *watch = connection->watches; watch != NULL;
         watch = watch->next_of_connection) {
        bool was_player = watch->player;
        unlink_from_game(watch);
        link_to_game(watch);
        if (watch->player != was_player)
            presence_tell_soon(machine, watch->game);
    }
}

static size_t collect(struct machine *machine, size_t count, const struct watch *watch)
{
    for (; watch != NULL; watch = watch->next_of_game) {
        recipients_reserve(machine, count + 1)[count] = watch->connection->id;
        count++;
    }
    return count;
}

void watch_send(struct machine *machine, const struct game *game, struct message *message)
{
    size_t count = collect(machine, 0, game->player_watches);
    count = collect(machine, count, game->spectator_watches);
    if (count == 0)
        message_release(message);
    else
        message_send(machine, message, machine->recipients, count);
}

/* ---- watch, unwatch ----------------------------------------------------------------------- */

static bool subscribe(struct machine *machine, struct connection *connection,
                      const struct request *request, struct game *game)
{
    if (game->archived || watch_begin(machine, connection, game))
        return true;
    reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                "this connection watches 1000 games being played: unwatch some first");
    return false;
}

static void watch_from_now(struct machine *machine, struct connection *connection,
                           const struct request *request, struct game *game)
{
    if (!subscribe(machine, connection, request, game))
        return;
    struct game_view view;
    show_snapshot(machine, game, &view);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "game");
    view_snapshot(writer, &view);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    away_tell_one(machine, game, connection);
}

/* The events behind `from`, at most EVENTS_PER_REPLY. */
static void write_events(struct writer *writer, struct game *game, int64_t from)
{
    struct replay replay;
    replay_init(&replay, game->id, game->replay.position.size, &game->time, &game->log);
    writer_array(writer);
    while (replay.item.v < from + EVENTS_PER_REPLY && replay_next(&replay)) {
        if (replay.item.v <= from)
            continue;
        struct stream_view view;
        replay_view(&replay, &view);
        view_stream(writer, &view);
    }
    writer_array_end(writer);
}

static void watch_from(struct machine *machine, struct connection *connection,
                       const struct request *request, struct game *game)
{
    if (request->from > game->log.v) {
        reply_bad_field(machine, connection, request, "from", "beyond the last v of the game");
        return;
    }
    bool more = game->log.v - request->from > EVENTS_PER_REPLY;
    if (more)
        watch_end(machine, connection, game);
    else if (!subscribe(machine, connection, request, game))
        return;
    struct clock_view clock;
    struct presence_view presence;
    show_clock(machine, game, &clock);
    presence_view(machine, game, &presence);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "events");
    write_events(writer, game, request->from);
    writer_key_integer(writer, "v", game->log.v);
    writer_key(writer, "clock");
    view_clock(writer, &clock);
    writer_key(writer, "presence");
    view_presence(writer, &presence);
    if (more)
        writer_key_boolean(writer, "more", true);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    if (!more)
        away_tell_one(machine, game, connection);
}

static void watch_in(struct machine *machine, struct connection *connection,
                     struct request *request, struct game *game)
{
    if (request_has(request, FIELD_BIT(FROM)))
        watch_from(machine, connection, request, game);
    else
        watch_from_now(machine, connection, request, game);
}

void op_watch(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, watch_in);
}

static void unwatch_in(struct machine *machine, struct connection *connection,
                       struct request *request, struct game *game)
{
    watch_end(machine, connection, game);
    reply_empty(machine, connection, request);
}

void op_unwatch(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, unwatch_in);
}
