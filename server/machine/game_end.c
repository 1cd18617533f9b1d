/* Adding to a game's log, and the end of a game with all that follows from it. */
#include "server/machine/game.h"

#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/mainline.h"
#include "server/machine/tv.h"
#include "server/machine/watch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void change_begin(struct machine *machine, struct game_change *change, struct game *game)
{
    assert(!game_over(game));
    *change =
        (struct game_change){.game = game, .request = store_request_new(machine, STORE_GAME_LOG)};
    strcpy(change->request->as.game_log.game, game->id);
    change->request->as.game_log.winner = -1;
}

/* The event just as it will be made again from the log, since it is made from the log. */
static struct message *event_of(struct machine *machine, struct game *game)
{
    struct stream_view view;
    replay_view(&game->replay, &view);
    view_stream(&machine->writer, &view);
    return message_take(machine);
}

void change_add(struct machine *machine, struct game_change *change, struct log_item *item)
{
    struct game *game = change->game;
    assert(change->count < STORE_LOG_ENTRIES_MAX);
    item->v = game->log.v + 1;
    item->at = machine->wall_ms;
    struct log_entry *entry = &change->request->as.game_log.entries[change->count];
    log_encode(item, game->log.at, entry);
    log_append(&game->log, entry);
    game->replay.reader.bytes = game->log.bytes;
    game->replay.reader.length = game->log.length;
    bool played = replay_next(&game->replay);
    assert(played);
    if (item->kind == STREAM_MOVE || item->kind == STREAM_SKIP || item->kind == STREAM_TAKEBACK) {
        /* The next clock starts when this is on disk. */
        game->turn_stored = false;
        game->applied_ms = machine->now_ms;
        change->turned = true;
    }
    change->messages[change->count++] = event_of(machine, game);
}

void change_lapse_offers(struct machine *machine, struct game_change *change)
{
    for (int by = 0; by < 2; by++) {
        for (int offer = 0; offer < OFFER_COUNT; offer++) {
            if (change->game->replay.offers[by][offer])
                change_add(machine, change,
                           &(struct log_item){.kind = STREAM_OFFER_CLOSED,
                                              .by = (enum color)by,
                                              .offer = (enum offer)offer,
                                              .how = OFFER_LAPSED});
        }
    }
}

/* Rates the game: from the values both have now, before either is changed. */
static void rate(struct machine *machine, struct game *game, int winner, struct log_item *item,
                 struct store_request *store)
{
    struct rating *ratings[2], after[2];
    for (int color = 0; color < 2; color++) {
        ratings[color] = &game->accounts[color]->row.ratings[game->pool];
        after[color] = *ratings[color];
    }
    rating_update(&after[COLOR_BLUE], &after[COLOR_RED], winner == COLOR_BLUE ? 1 : 0,
                  machine->wall_ms);
    item->rated = true;
    store->as.game_log.rating_count = 2;
    for (int color = 0; color < 2; color++) {
        struct account_row *row = &game->accounts[color]->row;
        item->ratings[color] = (struct rating_change){
            .before = (int)lround(ratings[color]->rating),
            .before_rd = (int)lround(rating_deviation_at(ratings[color], machine->wall_ms)),
            .after = (int)lround(after[color].rating),
            .after_rd = (int)lround(after[color].deviation),
        };
        struct rating_write *write = &store->as.game_log.ratings[color];
        strcpy(write->account, row->id);
        write->pool = game->pool;
        write->version = row->rating_version[game->pool]++;
        write->after = after[color];
    }
    *ratings[COLOR_BLUE] = after[COLOR_BLUE];
    *ratings[COLOR_RED] = after[COLOR_RED];
}

/* The first turns of the line as it stands. */
static struct opening *opening_of(const struct game *game)
{
    struct opening *opening = calloc(1, sizeof *opening);
    struct mainline line;
    struct log_reader reader;
    struct log_item item;
    if (opening == NULL)
        abort();
    mainline_init(&line);
    mainline_read(&line, game->log.bytes, game->log.length, INT64_MAX);
    log_read(&reader, &game->log);
    while (opening->count < OPENING_TURNS && opening->count < (int)line.count &&
           log_next(&reader, &item)) {
        if (item.v == line.v[opening->count])
            opening->turns[opening->count++] = item.turn;
    }
    mainline_deinit(&line);
    return opening;
}

void change_end(struct machine *machine, struct game_change *change, int winner, enum reason reason)
{
    struct game *game = change->game;
    struct store_request *store = change->request;
    change_lapse_offers(machine, change);
    struct clock_view clock;
    replay_clock(&game->replay, &clock);
    struct log_item item = {.kind = STREAM_END,
                            .winner = winner,
                            .reason = reason,
                            .clock_ms = {clock.left_ms[0], clock.left_ms[1]}};
    if (clock.running >= 0)
        item.clock_ms[clock.running] = game_clock_left(
            &game->replay.clock, (enum color)clock.running, game_spent(machine, game));
    if (game->rated && winner >= 0)
        rate(machine, game, winner, &item, store);
    change_add(machine, change, &item);

    if (item.rated)
        store->as.game_log.opening = opening_of(game);

    game->status = winner >= 0 ? GAME_FINISHED : GAME_ABORTED;
    game->winner = winner;
    game->reason = reason;
    game->ended_at = machine->wall_ms;
    store->as.game_log.ended = true;
    store->as.game_log.status = game->status;
    store->as.game_log.winner = winner;
    store->as.game_log.reason = reason;
    game_leave_accounts(machine, game);
}

void change_store(struct machine *machine, struct game_change *change)
{
    struct game *game = change->game;
    change->request->as.game_log.ply = (int)game->replay.ply;
    change->request->as.game_log.count = change->count;
    struct outstanding *entry = store_issue(machine, change->request);
    strcpy(entry->game, game->id);
    if (change->turned)
        game->turn_number = entry->number;
    game_arm(machine, game);
}

void change_tell(struct machine *machine, struct game_change *change)
{
    const struct game *game = change->game;
    for (int i = 0; i < change->count; i++)
        watch_send(machine, game, change->messages[i]);
    if (!game_over(game))
        return;
    tv_update(machine);
    for (int color = 0; color < 2; color++)
        account_close_guest(machine, account_find(machine, game->players[color].account));
}

void game_end_by(struct machine *machine, struct connection *connection,
                 const struct request *request, struct game *game, int winner, enum reason reason)
{
    struct game_change change;
    change_begin(machine, &change, game);
    change_end(machine, &change, winner, reason);
    change_store(machine, &change);
    reply_v(machine, connection, request, game->log.v);
    change_tell(machine, &change);
}

void game_end(struct machine *machine, struct game *game, int winner, enum reason reason)
{
    struct game_change change;
    change_begin(machine, &change, game);
    change_end(machine, &change, winner, reason);
    change_store(machine, &change);
    change_tell(machine, &change);
}
