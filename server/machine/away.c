#include "server/machine/away.h"

#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/watch.h"

#define GRACE_MIN_MS 20000
#define GRACE_MAX_MS 120000
#define GRACE_NO_CLOCK_MS 300000

/* How long a player may be away: a fifth of the time that 40 turns give, within limits. Where each
 * move has days the clock alone decides: INT64_MAX. */
static int64_t grace_ms(const struct time_control *time)
{
    int64_t grace = INT64_MAX;
    switch (time->kind) {
    case TIME_FISCHER:
        grace = (time->initial_ms + 40 * time->increment_ms) / 5;
        grace = grace < GRACE_MIN_MS ? GRACE_MIN_MS : grace;
        return grace > GRACE_MAX_MS ? GRACE_MAX_MS : grace;
    case TIME_NONE:
        return GRACE_NO_CLOCK_MS;
    case TIME_PER_MOVE:
        break;
    }
    return INT64_MAX;
}

/* Milliseconds until the win against `color` may be claimed; -1 where that player is here, or
 * nothing can be claimed in this game now. */
static int64_t claim_in_ms(const struct machine *machine, const struct game *game, int color)
{
    int64_t grace = grace_ms(&game->time);
    if (game_over(game) || game->replay.ply < 2 || grace == INT64_MAX ||
        game->accounts[color]->connection_count > 0)
        return -1;
    int64_t left = game->accounts[color]->absent_since_ms + grace - machine->now_ms;
    return left > 0 ? left : 0;
}

/* Begins the event about one player; false where there is nothing to tell. */
static bool event_of(struct machine *machine, const struct game *game, int color)
{
    int64_t left = claim_in_ms(machine, game, color);
    if (left < 0)
        return false;
    struct writer *writer = event_begin(machine, "away");
    writer_key_string(writer, "game", game->id);
    writer_key_string(writer, "color", color_name((enum color)color));
    writer_key_integer(writer, "claim_in_ms", left);
    return true;
}

void away_tell(struct machine *machine, struct game *game)
{
    for (int color = 0; color < 2; color++) {
        if (!event_of(machine, game, color))
            continue;
        view_event_end(&machine->writer);
        watch_send(machine, game, message_take(machine));
    }
}

void away_tell_one(struct machine *machine, struct game *game, struct connection *connection)
{
    for (int color = 0; color < 2; color++) {
        if (event_of(machine, game, color))
            event_send(machine, connection);
    }
}

static void claim_in(struct machine *machine, struct connection *connection,
                     struct request *request, struct game *game)
{
    int color = game_player_asking(machine, connection, request, game);
    if (color < 0)
        return;
    int64_t left = claim_in_ms(machine, game, (int)color_other((enum color)color));
    if (left < 0) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "there is nothing to claim: your opponent is not away");
    } else if (left > 0) {
        writer_key_integer(reply_error_begin(machine, request, ERROR_NOT_ALLOWED_NOW,
                                             "your opponent may still come back"),
                           "claim_in_ms", left);
        reply_error_end(machine, connection);
    } else {
        game_end_by(machine, connection, request, game, color, REASON_ABANDONED);
    }
}

void op_claim(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, claim_in);
}
