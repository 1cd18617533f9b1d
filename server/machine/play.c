/* Playing: move, resign, abort, and the time of a game. */
#include "server/machine/game.h"

#include "server/machine/away.h"
#include "server/machine/connection.h"
#include "server/machine/mainline.h"
#include "server/machine/operations.h"
#include "server/machine/rematch.h"

#include <assert.h>
#include <string.h>

/* ---- Time --------------------------------------------------------------------------------- */

int64_t game_spent(const struct machine *machine, const struct game *game)
{
    return game->turn_stored && game_clock_runs(&game->replay.clock)
               ? machine->now_ms - game->counted_ms
               : 0;
}

/* How long a player may take over the first turn; INT64_MAX for ever. */
static int64_t first_turn_ms(const struct game *game)
{
    switch (game->time.kind) {
    case TIME_FISCHER:
        return FIRST_MOVE_MS;
    case TIME_PER_MOVE:
        return game->time.per_move_ms;
    case TIME_NONE:
        break;
    }
    return INT64_MAX;
}

void game_arm(struct machine *machine, struct game *game)
{
    int64_t left = INT64_MAX;
    if (!game->turn_stored)
        left = INT64_MAX; /* armed by game_stored */
    else if (game_clock_runs(&game->replay.clock))
        left = game->replay.clock.left_ms[game->replay.position.to_move] + game->credit_ms;
    else if (game->replay.ply < 2)
        left = first_turn_ms(game);
    if (game_over(game))
        deadlines_arm(&machine->deadlines, &game->deadline, machine->now_ms + FINISHED_STAY_MS);
    else if (left == INT64_MAX)
        deadlines_drop(&machine->deadlines, &game->deadline);
    else
        deadlines_arm(&machine->deadlines, &game->deadline, game->counted_ms + left);
}

/* What the side to move will be forgiven: the shortest round trip among its connections, since it
 * may play over any of them, within its quota. */
static int64_t credit_of(const struct game *game)
{
    int to_move = game->replay.position.to_move;
    const struct connection *c = game->accounts[to_move]->connections;
    int64_t lag_ms = c == NULL ? 0 : c->lag_ms;
    for (; c != NULL; c = c->next_of_account)
        lag_ms = c->lag_ms < lag_ms ? c->lag_ms : lag_ms;
    return game_clock_runs(&game->replay.clock)
               ? lag_quota_credit(&game->replay.quotas[to_move], lag_ms)
               : 0;
}

void game_stored(struct machine *machine, struct game *game, uint64_t number)
{
    if (game->turn_number != number || game_over(game))
        return;
    game->turn_stored = true;
    game->counted_ms = machine->now_ms;
    game->credit_ms = credit_of(game);
    game_arm(machine, game);
}

void game_due(struct machine *machine, struct game *game)
{
    if (game_over(game)) {
        rematch_lapse(machine, game);
        game_remove(machine, game);
    } else if (game->replay.ply < 2)
        game_end(machine, game, -1, REASON_ABORTED);
    else
        game_end(machine, game, (int)color_other((enum color)game->replay.position.to_move),
                 REASON_TIME);
}

/* ---- move --------------------------------------------------------------------------------- */

/* The reply to a move: its own v, ply and clock, as its event has them. */
static void reply_move(struct machine *machine, struct connection *connection,
                       const struct request *request, const struct replay *at, bool repeat)
{
    struct clock_view clock;
    replay_clock(at, &clock);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_integer(writer, "v", at->item.v);
    writer_key_integer(writer, "ply", at->ply);
    writer_key(writer, "clock");
    view_clock(writer, &clock);
    if (repeat)
        writer_key_boolean(writer, "repeat", true);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

/* The entry that is turn `ply` of the line as it stands. */
static int64_t v_of_ply(const struct game *game, int64_t ply)
{
    struct mainline line;
    mainline_init(&line);
    mainline_read(&line, game->log.bytes, game->log.length, INT64_MAX);
    assert(ply < (int64_t)line.count);
    int64_t v = line.v[ply];
    mainline_deinit(&line);
    return v;
}

/* Whether the game already has this very turn at this ply; then it is answered as at first. */
static bool repeated(struct machine *machine, struct connection *connection,
                     const struct request *request, const struct game *game, enum color color)
{
    struct turn turn;
    if (!request_has(request, FIELD_BIT(PLY)) || request->ply >= game->replay.ply ||
        referee_read(&turn, game->replay.position.size, request->move, strlen(request->move)) !=
            REFUSAL_NONE)
        return false;
    struct replay replay;
    replay_init(&replay, game->id, game->replay.position.size, &game->time, &game->log);
    int64_t v = v_of_ply(game, request->ply);
    while (replay.item.v < v) {
        if (!replay_next(&replay))
            return false;
    }
    if (replay.item.kind != STREAM_MOVE || replay.position.to_move == color ||
        !turn_equal(&replay.item.turn, &turn))
        return false;
    reply_move(machine, connection, request, &replay, true);
    return true;
}

static void reply_stale(struct machine *machine, struct connection *connection,
                        const struct request *request, const struct game *game)
{
    struct writer *writer = reply_error_begin(machine, request, ERROR_STALE_PLY,
                                              "the game has moved on from what you saw");
    writer_key_integer(writer, "ply", game->replay.ply);
    writer_key_integer(writer, "v", game->replay.turn_v);
    reply_error_end(machine, connection);
}

static void reply_illegal(struct machine *machine, struct connection *connection,
                          const struct request *request, enum refusal refusal)
{
    writer_key_string(
        reply_error_begin(machine, request, ERROR_ILLEGAL_MOVE, "that is not a legal turn here"),
        "reason", refusal_text(refusal));
    reply_error_end(machine, connection);
}

/* What stands against this player moving now, whatever the move; answered. */
static bool may_not_move(struct machine *machine, struct connection *connection,
                         const struct request *request, const struct game *game, enum color color)
{
    if (game_over(game)) {
        reply_error(machine, connection, request, ERROR_GAME_OVER, "the game is over");
        return true;
    }
    bool stale = (request_has(request, FIELD_BIT(PLY)) && request->ply != game->replay.ply) ||
                 (request_has(request, FIELD_BIT(V)) && request->v != game->replay.turn_v);
    if (stale) {
        reply_stale(machine, connection, request, game);
        return true;
    }
    if (game->replay.position.to_move != color) {
        reply_error(machine, connection, request, ERROR_NOT_YOUR_TURN, "it is not your turn");
        return true;
    }
    return false;
}

/* Time as charged for the turn being made. The flag cannot have fallen: every step first fires what
 * is due, and the deadline of the flag is exactly where the charge would be too much. */
static void charge(struct machine *machine, const struct game *game, struct log_item *item)
{
    struct game_clock clock = game->replay.clock;
    item->spent_ms = game->turn_stored ? machine->now_ms - game->counted_ms : 0;
    if (game->turn_stored && game_clock_runs(&clock))
        item->lag_ms = item->spent_ms < game->credit_ms ? item->spent_ms : game->credit_ms;
    item->held_ms = (game->turn_stored ? game->counted_ms : machine->now_ms) - game->applied_ms;
    bool in_time = game_clock_turn(&clock, (enum color)game->replay.position.to_move,
                                   item->spent_ms, item->lag_ms);
    assert(in_time);
    item->left_ms = clock.left_ms[game->replay.position.to_move];
}

static void play(struct machine *machine, struct connection *connection,
                 const struct request *request, struct game *game, struct log_item *item,
                 enum outcome outcome)
{
    enum color by = (enum color)game->replay.position.to_move;
    struct game_change change;
    change_begin(machine, &change, game);
    change_lapse_offers(machine, &change);
    change_add(machine, &change, item);
    struct replay at_move = game->replay;
    /* A game that has reached its limit ends there, before the skip that would be due. */
    if (outcome == OUTCOME_SKIP && game->replay.ply < machine->config.turn_limit)
        change_add(machine, &change, &(struct log_item){.kind = STREAM_SKIP});
    if (outcome == OUTCOME_WON)
        change_end(machine, &change, (int)by, REASON_CAPTURE);
    else if (game->replay.ply >= machine->config.turn_limit)
        change_end(machine, &change, -1, REASON_TURN_LIMIT);
    change_store(machine, &change);
    reply_move(machine, connection, request, &at_move, false);
    change_tell(machine, &change);
    if (game->replay.ply == 2)
        away_tell(machine, game);
}

static void move_in(struct machine *machine, struct connection *connection, struct request *request,
                    struct game *game)
{
    int color = game_color_of(game, connection->account);
    if (color < 0) {
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "you do not play this game");
        return;
    }
    if (repeated(machine, connection, request, game, (enum color)color) ||
        may_not_move(machine, connection, request, game, (enum color)color))
        return;
    struct log_item item = {.kind = STREAM_MOVE};
    struct position position = game->replay.position;
    enum outcome outcome = OUTCOME_GOES_ON;
    enum refusal refusal =
        referee_read(&item.turn, position.size, request->move, strlen(request->move));
    if (refusal == REFUSAL_NONE)
        refusal = referee_apply(&position, &item.turn, &outcome);
    if (refusal != REFUSAL_NONE) {
        reply_illegal(machine, connection, request, refusal);
        return;
    }
    if (store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
        return;
    }
    charge(machine, game, &item);
    play(machine, connection, request, game, &item, outcome);
}

void op_move(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, move_in);
}

/* ---- resign, abort ------------------------------------------------------------------------ */

int game_player_asking(struct machine *machine, struct connection *connection,
                       const struct request *request, const struct game *game)
{
    int color = game_color_of(game, connection->account);
    if (color < 0)
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "you do not play this game");
    else if (game_over(game)) {
        reply_error(machine, connection, request, ERROR_GAME_OVER, "the game is over");
        color = -1;
    }
    return color;
}

static void resign_in(struct machine *machine, struct connection *connection,
                      struct request *request, struct game *game)
{
    int color = game_player_asking(machine, connection, request, game);
    if (color < 0)
        return;
    if (game->replay.ply < 2)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "before both have moved a game is aborted, not resigned");
    else
        game_end_by(machine, connection, request, game, (int)color_other((enum color)color),
                    REASON_RESIGN);
}

void op_resign(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, resign_in);
}

static void abort_in(struct machine *machine, struct connection *connection,
                     struct request *request, struct game *game)
{
    int color = game_player_asking(machine, connection, request, game);
    if (color < 0)
        return;
    if (game->replay.ply >= 2)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "both have moved: resign instead");
    else
        game_end_by(machine, connection, request, game, -1, REASON_ABORTED);
}

void op_abort(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, abort_in);
}
