#include "server/machine/game.h"

#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/rematch.h"
#include "server/machine/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct game *game_find(struct machine *machine, const char *id)
{
    return table_find(&machine->games_by_id, id);
}

bool game_over(const struct game *game)
{
    return game->status != GAME_PLAYING;
}

int game_color_of(const struct game *game, const struct account *account)
{
    if (account == NULL)
        return -1;
    for (int color = 0; color < 2; color++) {
        if (strcmp(game->players[color].account, account->row.id) == 0)
            return color;
    }
    return -1;
}

struct game *game_from_row(struct machine *machine, const struct game_row *row)
{
    struct game *game = calloc(1, sizeof *game);
    if (game == NULL)
        abort();
    strcpy(game->id, row->id);
    game->rated = row->rated;
    game->pool = pool_of(row->size, &row->time);
    game->time = row->time;
    game->status = row->status;
    game->winner = row->winner;
    game->reason = row->reason;
    game->started_at = row->started_at;
    game->ended_at = row->ended_at;
    memcpy(game->chat_seq, row->chat_seq, sizeof game->chat_seq);
    game->deadline.kind = DEADLINE_GAME;
    game->presence.kind = DEADLINE_PRESENCE;
    for (int color = 0; color < 2; color++)
        game->players[color] = row->players[color];
    bool sound = log_load(&game->log, row->log, row->log_length);
    replay_init(&game->replay, game->id, row->size, &game->time, &game->log);
    while (sound && replay_next(&game->replay))
        ;
    if (!sound || game->replay.damaged) {
        game_free(machine, game);
        return NULL;
    }
    return game;
}

void game_free(struct machine *machine, struct game *game)
{
    deadlines_drop(&machine->deadlines, &game->deadline);
    deadlines_drop(&machine->deadlines, &game->presence);
    log_deinit(&game->log);
    free(game);
}

/* ---- The table ---------------------------------------------------------------------------- */

static void join_account(struct machine *machine, struct game *game, enum color color)
{
    struct account *account = account_find(machine, game->players[color].account);
    assert(account != NULL);
    game->accounts[color] = account;
    game->previous_of_account[color] = NULL;
    game->next_of_account[color] = account->games;
    if (account->games != NULL) {
        struct game *first = account->games;
        first->previous_of_account[first->accounts[COLOR_RED] == account] = game;
    }
    account->games = game;
    account->game_count++;
}

static void leave_account(struct machine *machine, struct game *game, enum color color)
{
    struct account *account = game->accounts[color];
    struct game *next = game->next_of_account[color];
    struct game *previous = game->previous_of_account[color];
    if (previous != NULL)
        previous->next_of_account[previous->accounts[COLOR_RED] == account] = next;
    else
        account->games = next;
    if (next != NULL)
        next->previous_of_account[next->accounts[COLOR_RED] == account] = previous;
    game->accounts[color] = NULL;
    account->game_count--;
    account_settle(machine, account);
}

void game_add(struct machine *machine, struct game *game)
{
    table_add(&machine->games_by_id, game);
    game->previous = NULL;
    game->next = machine->games;
    if (machine->games != NULL)
        machine->games->previous = game;
    else
        machine->oldest_game = game;
    machine->games = game;
    machine->game_count++;
    if (game_over(game))
        return;
    machine->unfinished_count++;
    join_account(machine, game, COLOR_BLUE);
    join_account(machine, game, COLOR_RED);
}

void game_leave_accounts(struct machine *machine, struct game *game)
{
    machine->unfinished_count--;
    leave_account(machine, game, COLOR_BLUE);
    leave_account(machine, game, COLOR_RED);
}

void game_remove(struct machine *machine, struct game *game)
{
    watch_end_all_of_game(machine, game);
    rematch_forget(machine, game);
    if (game->accounts[COLOR_BLUE] != NULL)
        game_leave_accounts(machine, game);
    table_remove(&machine->games_by_id, game);
    if (game->previous != NULL)
        game->previous->next = game->next;
    else
        machine->games = game->next;
    if (game->next != NULL)
        game->next->previous = game->previous;
    else
        machine->oldest_game = game->previous;
    machine->game_count--;
    game_free(machine, game);
}

bool game_room(struct machine *machine)
{
    if (machine->game_count < machine->config.max_games)
        return true;
    for (struct game *game = machine->oldest_game; game != NULL; game = game->previous) {
        if (!game_over(game))
            continue;
        game_remove(machine, game);
        return true;
    }
    return false;
}

/* ---- Finding one -------------------------------------------------------------------------- */

void game_not_found(struct machine *machine, struct connection *connection,
                    const struct request *request)
{
    reply_error(machine, connection, request, ERROR_NOT_FOUND, "there is no such game");
}

static void game_answered(struct machine *machine, struct connection *connection,
                          struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        game_not_found(machine, connection, request);
        return;
    }
    /* Unfinished games are in memory, always. */
    assert(answer->games[0].status != GAME_PLAYING);
    struct game *game = game_from_row(machine, &answer->games[0]);
    if (game == NULL) {
        reply_error(machine, connection, request, ERROR_STORAGE_UNAVAILABLE,
                    "that game's log is damaged");
        return;
    }
    game->archived = true;
    connection->game_handler(machine, connection, request, game);
    game_free(machine, game);
}

static bool is_id(const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0' && length <= ID_LENGTH; length++) {
        char c = text[length];
        bool fits = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!fits)
            return false;
    }
    return length == ID_LENGTH;
}

void game_read(struct machine *machine, struct connection *connection, struct request *request,
               bool bare,
               void (*answered)(struct machine *, struct connection *, struct request *,
                                const struct read_answer *))
{
    if (!is_id(request->game)) {
        game_not_found(machine, connection, request);
        return;
    }
    struct read_request *read = read_request_new(machine, READ_GAME);
    strcpy(read->as.game.id, request->game);
    read->as.game.bare = bare;
    wait_for_read(machine, connection, request, read, answered);
}

void with_game(struct machine *machine, struct connection *connection, struct request *request,
               game_handler *handler)
{
    struct game *game = game_find(machine, request->game);
    if (game != NULL) {
        handler(machine, connection, request, game);
    } else {
        connection->game_handler = handler;
        game_read(machine, connection, request, false, game_answered);
    }
}
