#include "server/machine/rematch.h"

#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/watch.h"

#include <assert.h>
#include <string.h>

static void tell(struct machine *machine, const struct game *game, int by, const char *how)
{
    struct writer *writer = event_begin(machine, "rematch");
    writer_key_string(writer, "game", game->id);
    writer_key_string(writer, "by", color_name((enum color)by));
    writer_key_string(writer, "how", how);
    view_event_end(writer);
    watch_send(machine, game, message_take(machine));
}

/* The asker's account is kept in memory while the rematch is open. */
static struct account *account_of(struct machine *machine, const struct game *game, int color)
{
    struct account *account = account_find(machine, game->players[color].account);
    assert(account != NULL);
    return account;
}

void rematch_forget(struct machine *machine, struct game *game)
{
    for (int color = 0; color < 2; color++) {
        if (!game->rematch_asked[color])
            continue;
        game->rematch_asked[color] = false;
        struct account *account = account_of(machine, game, color);
        account->rematch_count--;
        account_settle(machine, account);
    }
}

void rematch_lapse(struct machine *machine, struct game *game)
{
    for (int color = 0; color < 2; color++) {
        if (game->rematch_asked[color])
            tell(machine, game, color, "lapsed");
    }
    rematch_forget(machine, game);
}

void rematch_withdraw_all_of(struct machine *machine, const struct account *account)
{
    struct game *game = machine->games;
    for (; game != NULL && account->rematch_count > 0; game = game->next) {
        int color = game_color_of(game, account);
        if (color < 0 || !game->rematch_asked[color])
            continue;
        rematch_forget(machine, game);
        tell(machine, game, color, "declined");
    }
}

static void ask(struct machine *machine, struct connection *connection,
                const struct request *request, struct game *game, int color)
{
    reply_empty(machine, connection, request);
    if (game->rematch_asked[color])
        return;
    game->rematch_asked[color] = true;
    connection->account->rematch_count++;
    game_arm(machine, game);
    tell(machine, game, color, "offered");
}

static void decline(struct machine *machine, struct connection *connection,
                    const struct request *request, struct game *game, int color)
{
    if (!game->rematch_asked[COLOR_BLUE] && !game->rematch_asked[COLOR_RED]) {
        reply_error(machine, connection, request, ERROR_GONE, "there is no rematch open");
        return;
    }
    reply_empty(machine, connection, request);
    rematch_forget(machine, game);
    tell(machine, game, color, "declined");
}

/* Both have asked. */
static void start(struct machine *machine, struct connection *connection,
                  const struct request *request, struct game *game)
{
    struct start_terms terms = {
        .size = game->replay.position.size, .time = game->time, .rated = game->rated};
    int mine = game_color_of(game, connection->account);
    int theirs = (int)color_other((enum color)mine);
    terms.accounts[mine] = account_of(machine, game, theirs);
    terms.accounts[theirs] = connection->account;
    if (!game_may_begin(machine, connection, request))
        return;
    if (terms.accounts[mine]->game_count >= GAMES_PER_ACCOUNT) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "your opponent has 200 games in play");
        return;
    }
    struct game *next = game_prepare(machine, &terms);
    /* Making room may have let the finished game go. */
    game = game_find(machine, request->game);
    if (game != NULL) {
        rematch_forget(machine, game);
        strcpy(game->rematch_game, next->id);
    }
    reply_game(machine, connection, request, next->id);
    game_announce(machine, next);
}

static void rematch_in(struct machine *machine, struct connection *connection,
                       struct request *request, struct game *game)
{
    int color = game_color_of(game, connection->account);
    if (color < 0)
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "you do not play this game");
    else if (!game_over(game))
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "the game is not over yet");
    else if (game->archived)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "a rematch is for the first minutes after the end: challenge instead");
    else if (game->rematch_game[0] != '\0' && request->accept)
        reply_game(machine, connection, request, game->rematch_game);
    else if (!request->accept)
        decline(machine, connection, request, game, color);
    else if (game->rematch_asked[color_other((enum color)color)])
        start(machine, connection, request, game);
    else
        ask(machine, connection, request, game, color);
}

void op_rematch(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, rematch_in);
}
