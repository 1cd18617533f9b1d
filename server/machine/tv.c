#include "server/machine/tv.h"

#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/games.h"
#include "server/machine/operations.h"
#include "server/machine/show.h"
#include "server/machine/watch.h"

/* The game on tv: the one that is, until it ends; then the best. */
static struct game *choose(struct machine *machine)
{
    struct game *best = machine->tv_game;
    if (best != NULL && !game_over(best))
        return best;
    best = NULL;
    for (struct game *game = machine->oldest_game; game != NULL; game = game->previous) {
        if (!game_over(game) && (best == NULL || games_rank(game) > games_rank(best)))
            best = game;
    }
    return best;
}

static void begin(struct machine *machine, struct connection *connection)
{
    struct game *game = machine->tv_game;
    if (game == NULL || watch_is(connection, game))
        return;
    connection->tv_watches = watch_begin(machine, connection, game);
}

static void end(struct machine *machine, struct connection *connection)
{
    if (connection->tv_watches && machine->tv_game != NULL)
        watch_end(machine, connection, machine->tv_game);
    connection->tv_watches = false;
}

static void write_game(struct machine *machine, struct writer *writer)
{
    struct game_view view;
    writer_key(writer, "game");
    if (machine->tv_game == NULL) {
        writer_null(writer);
        return;
    }
    show_snapshot(machine, machine->tv_game, &view);
    view_snapshot(writer, &view);
}

void tv_update(struct machine *machine)
{
    struct game *next = machine->tv == NULL ? NULL : choose(machine);
    if (next == machine->tv_game)
        return;
    for (struct connection *c = machine->tv; c != NULL; c = c->next_in_tv)
        end(machine, c);
    machine->tv_game = next;
    for (struct connection *c = machine->tv; c != NULL; c = c->next_in_tv) {
        begin(machine, c);
        write_game(machine, event_begin(machine, "tv"));
        event_send(machine, c);
    }
}

void tv_leave(struct machine *machine, struct connection *connection)
{
    if (!connection->in_tv)
        return;
    end(machine, connection);
    if (connection->previous_in_tv != NULL)
        connection->previous_in_tv->next_in_tv = connection->next_in_tv;
    else
        machine->tv = connection->next_in_tv;
    if (connection->next_in_tv != NULL)
        connection->next_in_tv->previous_in_tv = connection->previous_in_tv;
    connection->in_tv = false;
}

static void join(struct machine *machine, struct connection *connection)
{
    connection->in_tv = true;
    connection->previous_in_tv = NULL;
    connection->next_in_tv = machine->tv;
    if (machine->tv != NULL)
        machine->tv->previous_in_tv = connection;
    machine->tv = connection;
}

void op_tv(struct machine *machine, struct connection *connection, struct request *request)
{
    if (machine->tv == NULL)
        machine->tv_game = choose(machine);
    if (!connection->in_tv)
        join(machine, connection);
    begin(machine, connection);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    write_game(machine, writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_untv(struct machine *machine, struct connection *connection, struct request *request)
{
    tv_leave(machine, connection);
    reply_empty(machine, connection, request);
}
