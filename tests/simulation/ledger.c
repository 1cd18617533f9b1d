#include "tests/simulation/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ledger_init(struct ledger *ledger)
{
    *ledger = (struct ledger){0};
    table_init(&ledger->accounts, offsetof(struct ledger_account, id));
    table_init(&ledger->games, offsetof(struct ledger_game, id));
}

void ledger_deinit(struct ledger *ledger)
{
    void *item;
    for (size_t at = 0; (item = table_next(&ledger->accounts, &at)) != NULL;)
        free(item);
    for (size_t at = 0; (item = table_next(&ledger->games, &at)) != NULL;)
        free(item);
    table_deinit(&ledger->accounts);
    table_deinit(&ledger->games);
    free(ledger->ended);
    free(ledger->accepts);
}

static void complain(struct ledger *ledger, const char *what, const char *about)
{
    if (ledger->complaint[0] == '\0')
        snprintf(ledger->complaint, sizeof ledger->complaint, "%s: %s", what, about);
}

static void add_account(struct ledger *ledger, const struct account_row *row)
{
    struct ledger_account *account = calloc(1, sizeof *account);
    if (account == NULL)
        abort();
    strcpy(account->id, row->id);
    strcpy(account->name, row->name);
    account->kind = row->kind;
    for (int pool = 0; pool < POOL_COUNT; pool++)
        rating_init(&account->ratings[pool]);
    table_add(&ledger->accounts, account);
}

static void add_game(struct ledger *ledger, const struct game_row *row)
{
    struct ledger_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        abort();
    strcpy(game->id, row->id);
    game->size = row->size;
    game->time = row->time;
    game->pool = pool_of(row->size, &row->time);
    game->rated = row->rated;
    for (int color = 0; color < 2; color++) {
        game->players[color] = table_find(&ledger->accounts, row->players[color].account);
        if (game->players[color] == NULL)
            complain(ledger, "a game of an account that is not on disk", row->id);
    }
    if (game->players[0] == game->players[1])
        complain(ledger, "somebody plays against themselves", row->id);
    table_add(&ledger->games, game);
}

static void add_accept(struct ledger *ledger, const struct store_request *request)
{
    const char *seek = request->as.game_start.seek;
    bool is_seek = seek[0] != '\0';
    if (request->as.game_start.accepter[0] == '\0')
        return;
    if (ledger->accept_count == ledger->accept_room) {
        ledger->accept_room = ledger->accept_room == 0 ? 64 : 2 * ledger->accept_room;
        ledger->accepts =
            realloc(ledger->accepts, ledger->accept_room * sizeof(struct ledger_accept));
        if (ledger->accepts == NULL)
            abort();
    }
    struct ledger_accept *accept = &ledger->accepts[ledger->accept_count++];
    *accept = (struct ledger_accept){
        .is_seek = is_seek,
        .by = table_find(&ledger->accounts, request->as.game_start.accepter),
    };
    strcpy(accept->id, is_seek ? seek : request->as.game_start.challenge);
    strcpy(accept->game, request->as.game_start.game.id);
    if (accept->by == NULL)
        complain(ledger, "an accept by an account that is not on disk", accept->id);
}

static void count_result(struct ledger_game *game)
{
    for (int color = 0; color < 2; color++) {
        game->players[color]->won += game->winner == color;
        game->players[color]->lost += game->winner == 1 - color;
        game->players[color]->none += game->winner < 0;
    }
}

/* Rates the game anew and compares. */
static void check_ratings(struct ledger *ledger, struct ledger_game *game,
                          const struct store_request *request)
{
    struct rating *blue = &game->players[0]->ratings[game->pool];
    struct rating *red = &game->players[1]->ratings[game->pool];
    game->before[0] = *blue;
    game->before[1] = *red;
    rating_update(blue, red, game->winner == 0 ? 1 : 0, game->ended_at);
    game->after[0] = *blue;
    game->after[1] = *red;
    for (int color = 0; color < 2; color++) {
        struct ledger_account *account = game->players[color];
        const struct rating_write *write = &request->as.game_log.ratings[color];
        const struct rating *wanted = &account->ratings[game->pool];
        if (strcmp(write->account, account->id) != 0 || write->pool != game->pool ||
            write->version != account->versions[game->pool] ||
            memcmp(&write->after.rating, &wanted->rating, sizeof wanted->rating) != 0 ||
            memcmp(&write->after.deviation, &wanted->deviation, sizeof wanted->deviation) != 0 ||
            write->after.games != wanted->games)
            complain(ledger, "a rating that does not follow from the results", game->id);
        account->versions[game->pool]++;
    }
}

static void end_game(struct ledger *ledger, const struct store_request *request)
{
    struct ledger_game *game = table_find(&ledger->games, request->as.game_log.game);
    if (game == NULL || game->ended) {
        complain(ledger, "the end of a game that is not being played", request->as.game_log.game);
        return;
    }
    game->ended = true;
    game->winner = request->as.game_log.winner;
    game->reason = request->as.game_log.reason;
    game->ended_at = request->at;
    count_result(game);
    bool counts = game->rated && game->winner >= 0;
    if ((request->as.game_log.rating_count == 2) != counts)
        complain(ledger, "a game is rated that is not to be, or the other way round", game->id);
    else if (counts)
        check_ratings(ledger, game, request);
    if (ledger->ended_count == ledger->ended_room) {
        ledger->ended_room = ledger->ended_room == 0 ? 64 : 2 * ledger->ended_room;
        ledger->ended = realloc(ledger->ended, ledger->ended_room * sizeof(struct ledger_game *));
        if (ledger->ended == NULL)
            abort();
    }
    ledger->ended[ledger->ended_count++] = game;
}

void ledger_written(struct ledger *ledger, const struct store_request *request,
                    const struct store_result *result)
{
    if (result->status != STORE_DONE)
        return;
    if (request->kind == STORE_ACCOUNT_ADD)
        add_account(ledger, &request->as.account_add.account);
    else if (request->kind == STORE_GAME_LOG && request->as.game_log.ended)
        end_game(ledger, request);
    if (request->kind != STORE_GAME_START)
        return;
    add_game(ledger, &request->as.game_start.game);
    add_accept(ledger, request);
}
