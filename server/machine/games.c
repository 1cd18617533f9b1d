/* games: what is being played now, the highest rated first. summary: any game, in short. */
#include "server/machine/games.h"

#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/show.h"
#include "server/machine/user.h"

#include <string.h>

#define GAMES_MOST 100

int games_rank(const struct game *game)
{
    int sum = 0;
    for (int color = 0; color < 2; color++) {
        if (game->players[color].rating != PLAYER_UNRATED)
            sum += game->players[color].rating;
    }
    return sum;
}

/* The best `limit` of the games that pass, in order: each is put in its place, the last falls out.
 */
struct best {
    const struct game *games[GAMES_MOST];
    int count, limit;
};

static void consider(struct best *best, const struct game *game)
{
    int at = best->count;
    while (at > 0 && games_rank(best->games[at - 1]) < games_rank(game))
        at--;
    if (at == best->limit)
        return;
    if (best->count < best->limit)
        best->count++;
    memmove(&best->games[at + 1], &best->games[at],
            (size_t)(best->count - 1 - at) * sizeof best->games[0]);
    best->games[at] = game;
}

static bool wanted(const struct request *request, const struct game *game,
                   const struct account *account)
{
    return game->status == GAME_PLAYING &&
           (!request_has(request, FIELD_BIT(SIZE)) ||
            game->replay.position.size == request->size) &&
           (request->pool == POOL_NONE || game->pool == request->pool) &&
           (!request_has(request, FIELD_BIT(USER)) || game->accounts[COLOR_BLUE] == account ||
            game->accounts[COLOR_RED] == account);
}

static void reply_games(struct machine *machine, struct connection *connection,
                        const struct request *request, const struct account *account)
{
    struct best best = {.limit = request->limit};
    bool nobody = request_has(request, FIELD_BIT(USER)) && account == NULL;
    /* From the oldest on, so that of equals the oldest is first. */
    for (const struct game *game = nobody ? NULL : machine->oldest_game; game != NULL;
         game = game->previous) {
        if (wanted(request, game, account))
            consider(&best, game);
    }
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "games");
    writer_array(writer);
    for (int i = 0; i < best.count; i++) {
        struct game_view view;
        show_summary(best.games[i], &view);
        view_summary(writer, &view);
    }
    writer_array_end(writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

static void user_answered(struct machine *machine, struct connection *connection,
                          struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND)
        user_not_found(machine, connection, request);
    else
        reply_games(machine, connection, request, account_find(machine, answer->account->id));
}

void op_games(struct machine *machine, struct connection *connection, struct request *request)
{
    if (!request_has(request, FIELD_BIT(USER))) {
        reply_games(machine, connection, request, NULL);
        return;
    }
    /* Whether a user exists is the store's to say: a guest who has left may still be in memory. Of
     * one who plays it is known. */
    struct account *account = account_find_name(machine, request->user);
    if (account != NULL && account->game_count > 0)
        reply_games(machine, connection, request, account);
    else
        user_read(machine, connection, request, request->user, INT64_MAX, user_answered);
}

/* ---- One of them, or of those that are over ------------------------------------------------ */

static void reply_summary(struct machine *machine, struct connection *connection,
                          const struct request *request, const struct game_view *view)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "game");
    view_summary(writer, view);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

static void summary_answered(struct machine *machine, struct connection *connection,
                             struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        game_not_found(machine, connection, request);
        return;
    }
    struct game_view view;
    show_row(&answer->games[0], &view);
    reply_summary(machine, connection, request, &view);
}

/* Costs the same however long the game is. */
void op_summary(struct machine *machine, struct connection *connection, struct request *request)
{
    struct game *game = game_find(machine, request->game);
    if (game == NULL) {
        game_read(machine, connection, request, true, summary_answered);
        return;
    }
    struct game_view view;
    show_summary(game, &view);
    reply_summary(machine, connection, request, &view);
}
