/* Beginning a game: whether it may be, who gets which colour, and telling all concerned. */
#include "server/machine/game.h"

#include "server/machine/accepted.h"
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/show.h"
#include "server/machine/tv.h"
#include "server/machine/watch.h"

#include <stdlib.h>
#include <string.h>

bool game_may_begin(struct machine *machine, struct connection *connection,
                    const struct request *request)
{
    if (store_busy(machine) || !game_room(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
        return false;
    }
    if (connection->account->game_count >= GAMES_PER_ACCOUNT) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you have 200 games in play: finish some first");
        return false;
    }
    return true;
}

enum color start_color(struct machine *machine, enum wanted_color mine, enum wanted_color theirs)
{
    if (mine == WANTED_BLUE || theirs == WANTED_RED)
        return COLOR_BLUE;
    if (mine == WANTED_RED || theirs == WANTED_BLUE)
        return COLOR_RED;
    return entropy_coin(&machine->entropy) == 0 ? COLOR_BLUE : COLOR_RED;
}

static void set_player(struct game_player *player, const struct account_row *account, int pool)
{
    strcpy(player->account, account->id);
    strcpy(player->name, account->name);
    player->kind = account->kind;
    player->rating = account_rating(account, pool);
}

static struct store_request *start_request(struct machine *machine, const struct game *game,
                                           const struct start_terms *terms,
                                           const struct log_entry *entry)
{
    struct store_request *store = store_request_new(machine, STORE_GAME_START);
    struct game_row *row = &store->as.game_start.game;
    strcpy(row->id, game->id);
    row->size = terms->size;
    row->time = terms->time;
    row->rated = terms->rated;
    row->status = GAME_PLAYING;
    row->players[COLOR_BLUE] = game->players[COLOR_BLUE];
    row->players[COLOR_RED] = game->players[COLOR_RED];
    row->winner = -1;
    row->started_at = game->started_at;
    row->v = entry->v;
    store->as.game_start.entry = *entry;
    strcpy(store->as.game_start.seek, terms->seek);
    strcpy(store->as.game_start.challenge, terms->challenge);
    if (terms->accepter != NULL)
        strcpy(store->as.game_start.accepter, terms->accepter->row.id);
    return store;
}

/* In memory, as the request that starts the game has it for the disk. */
static void remember_accept(struct machine *machine, const struct start_terms *terms,
                            const struct game *game)
{
    if (terms->accepter == NULL)
        return;
    struct accepted_row row;
    strcpy(row.id, terms->seek[0] != '\0' ? terms->seek : terms->challenge);
    strcpy(row.account, terms->accepter->row.id);
    strcpy(row.game, game->id);
    accepted_remember(machine, &row);
}

struct game *game_prepare(struct machine *machine, const struct start_terms *terms)
{
    struct game *game = calloc(1, sizeof *game);
    if (game == NULL)
        abort();
    entropy_id(&machine->entropy, game->id);
    game->rated = terms->rated;
    game->time = terms->time;
    game->pool = pool_of(terms->size, &terms->time);
    game->status = GAME_PLAYING;
    game->winner = -1;
    game->started_at = machine->wall_ms;
    game->deadline.kind = DEADLINE_GAME;
    game->presence.kind = DEADLINE_PRESENCE;
    for (int color = 0; color < 2; color++)
        set_player(&game->players[color], &terms->accounts[color]->row, game->pool);

    struct log_item item = {.kind = STREAM_START, .v = 1, .at = machine->wall_ms};
    struct log_entry entry;
    log_encode(&item, 0, &entry);
    log_init(&game->log);
    log_append(&game->log, &entry);
    replay_init(&game->replay, game->id, terms->size, &game->time, &game->log);
    replay_next(&game->replay);
    game_add(machine, game);

    struct outstanding *issued = store_issue(machine, start_request(machine, game, terms, &entry));
    strcpy(issued->game, game->id);
    game->turn_number = issued->number;
    game->applied_ms = machine->now_ms;
    remember_accept(machine, terms, game);
    return game;
}

void game_announce(struct machine *machine, struct game *game)
{
    for (int color = 0; color < 2; color++) {
        for (struct connection *c = game->accounts[color]->connections; c != NULL;
             c = c->next_of_account)
            watch_begin(machine, c, game);
    }
    struct game_view view;
    show_snapshot(machine, game, &view);
    struct writer *writer = event_begin(machine, "game_started");
    writer_key(writer, "game");
    view_snapshot(writer, &view);
    event_send_accounts(machine, game->accounts[COLOR_BLUE], game->accounts[COLOR_RED]);
    tv_update(machine);
}
