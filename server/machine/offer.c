/* What the players of a game offer each other: a takeback, or to abort it. Open offers are part of
 * the game's log, so they survive a restart; a turn and the end lapse them. */
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/mainline.h"
#include "server/machine/operations.h"

#include <assert.h>

/* So that a log cannot be filled with offers: about as many as a long game has turns. */
#define OFFERS_PER_GAME 100

/* What the log says of the moment a takeback goes back to. */
struct earlier {
    int64_t ply; /* before the asker's last turn; -1 where there is none */
    int64_t clock_ms[2];
};

/* Walks the line as it stands up to the asker's last turn, with the clocks as written down. */
static struct earlier before_last_turn(const struct game *game, enum color asker)
{
    struct earlier earlier = {.ply = -1};
    struct mainline line;
    struct replay replay;
    int64_t ply = 0;
    mainline_init(&line);
    mainline_read(&line, game->log.bytes, game->log.length, INT64_MAX);
    replay_init(&replay, game->id, game->replay.position.size, &game->time, &game->log);
    int64_t clock_ms[2] = {replay.clock.left_ms[0], replay.clock.left_ms[1]};
    while (ply < (int64_t)line.count && replay_next(&replay)) {
        if (replay.item.v != line.v[ply])
            continue;
        bool asked = replay.item.kind == STREAM_MOVE && replay.position.to_move != asker;
        if (asked)
            earlier = (struct earlier){.ply = ply, .clock_ms = {clock_ms[0], clock_ms[1]}};
        clock_ms[0] = replay.clock.left_ms[0];
        clock_ms[1] = replay.clock.left_ms[1];
        ply++;
    }
    mainline_deinit(&line);
    return earlier;
}

/* Offers that the log has by now. */
static int offers_so_far(const struct game *game)
{
    struct log_reader reader;
    struct log_item item;
    int count = 0;
    log_read(&reader, &game->log);
    while (log_next(&reader, &item))
        count += item.kind == STREAM_OFFER;
    return count;
}

static void close_offer(struct machine *machine, struct game_change *change, enum color by,
                        enum offer offer, enum offer_end how)
{
    change_add(
        machine, change,
        &(struct log_item){.kind = STREAM_OFFER_CLOSED, .by = by, .offer = offer, .how = how});
}

/* The offer of `by` is accepted: what it offered is done. The reply comes before the events. */
static void accept(struct machine *machine, struct connection *connection,
                   const struct request *request, struct game *game, enum color by,
                   enum offer offer)
{
    struct game_change change;
    change_begin(machine, &change, game);
    close_offer(machine, &change, by, offer, OFFER_ACCEPTED);
    change_lapse_offers(machine, &change);
    if (offer == OFFER_ABORT) {
        change_end(machine, &change, -1, REASON_ABORTED);
    } else {
        struct earlier earlier = before_last_turn(game, by);
        assert(earlier.ply >= 0);
        change_add(machine, &change,
                   &(struct log_item){.kind = STREAM_TAKEBACK,
                                      .ply = earlier.ply,
                                      .clock_ms = {earlier.clock_ms[0], earlier.clock_ms[1]}});
    }
    change_store(machine, &change);
    reply_v(machine, connection, request, game->log.v);
    change_tell(machine, &change);
}

/* One entry that changes nothing but the open offers. */
static void change_offer(struct machine *machine, struct connection *connection,
                         const struct request *request, struct game *game, struct log_item *item)
{
    struct game_change change;
    change_begin(machine, &change, game);
    change_add(machine, &change, item);
    change_store(machine, &change);
    reply_v(machine, connection, request, game->log.v);
    change_tell(machine, &change);
}

static void make(struct machine *machine, struct connection *connection,
                 const struct request *request, struct game *game, enum color by)
{
    if (game->replay.offers[by][request->offer]) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you have made that offer already, and it is open");
    } else if (request->offer == OFFER_TAKEBACK && before_last_turn(game, by).ply < 0) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you have made no turn that could be taken back");
    } else if (offers_so_far(game) >= OFFERS_PER_GAME) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "there have been 100 offers in this game");
    } else {
        change_offer(machine, connection, request, game,
                     &(struct log_item){.kind = STREAM_OFFER, .by = by, .offer = request->offer});
    }
}

static void offer_in(struct machine *machine, struct connection *connection,
                     struct request *request, struct game *game)
{
    int color = game_player_asking(machine, connection, request, game);
    if (color < 0)
        return;
    enum color by = (enum color)color;
    if (store_busy(machine))
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
    else if (request->offer == OFFER_ABORT && game->replay.offers[color_other(by)][OFFER_ABORT])
        /* Both want it: two offers that cross are an agreement. */
        accept(machine, connection, request, game, color_other(by), OFFER_ABORT);
    else
        make(machine, connection, request, game, by);
}

void op_offer(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, offer_in);
}

static void answer_in(struct machine *machine, struct connection *connection,
                      struct request *request, struct game *game)
{
    int color = game_color_of(game, connection->account);
    if (color < 0) {
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "you do not play this game");
        return;
    }
    /* The end has closed them all, so that an answer after it is just late. */
    enum color mine = (enum color)color, theirs = color_other(mine);
    enum offer offer = request->offer;
    struct log_item closed = {.kind = STREAM_OFFER_CLOSED, .offer = offer};
    if (store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
    } else if (game->replay.offers[theirs][offer] && request->accept) {
        accept(machine, connection, request, game, theirs, offer);
    } else if (game->replay.offers[theirs][offer]) {
        closed.by = theirs;
        closed.how = OFFER_DECLINED;
        change_offer(machine, connection, request, game, &closed);
    } else if (game->replay.offers[mine][offer] && !request->accept) {
        closed.by = mine;
        closed.how = OFFER_WITHDRAWN;
        change_offer(machine, connection, request, game, &closed);
    } else {
        reply_error(machine, connection, request, ERROR_GONE, "there is no such offer open");
    }
}

void op_answer(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, answer_in);
}
