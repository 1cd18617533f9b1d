/* Pairing: the lobby, seek, unseek, accept. */
#include "server/machine/accepted.h"
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/pairing_moment.h"
#include "server/machine/seek.h"

#include <assert.h>
#include <string.h>

/* ---- The lobby ---------------------------------------------------------------------------- */

void op_lobby(struct machine *machine, struct connection *connection, struct request *request)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "seeks");
    writer_array(writer);
    for (const struct seek *seek = machine->seeks; seek != NULL; seek = seek->next)
        seek_write(writer, seek);
    writer_array_end(writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    if (connection->in_lobby)
        return;
    connection->in_lobby = true;
    connection->previous_in_lobby = NULL;
    connection->next_in_lobby = machine->lobby;
    if (machine->lobby != NULL)
        machine->lobby->previous_in_lobby = connection;
    machine->lobby = connection;
}

void op_unlobby(struct machine *machine, struct connection *connection, struct request *request)
{
    connection_leave_lobby(machine, connection);
    reply_empty(machine, connection, request);
}

/* ---- Two who meet ------------------------------------------------------------------------- */

/* Starts the game of a seek that this connection takes. `wanted` is the taker's own colour. */
static void take_seek(struct machine *machine, struct connection *connection,
                      const struct request *request, struct seek *seek, enum wanted_color wanted)
{
    struct account *taker = connection->account;
    struct account *owner = seek->account;
    enum color mine = start_color(machine, wanted, seek->row.color);
    struct start_terms terms = {.size = seek->row.size,
                                .time = seek->row.time,
                                .rated = seek->row.rated,
                                .accepter = taker};
    terms.accounts[mine] = taker;
    terms.accounts[color_other(mine)] = owner;
    strcpy(terms.seek, seek->row.id);
    struct game *game = game_prepare(machine, &terms);
    reply_game(machine, connection, request, game->id);
    seek_remove(machine, seek);
    seek_drop_clocked(machine, owner);
    game_announce(machine, game);
}

/* ---- seek --------------------------------------------------------------------------------- */

/* The oldest open seek of somebody else that fits. */
static struct seek *fitting(struct machine *machine, const struct seek_row *row,
                            const struct account *account)
{
    for (struct seek *seek = machine->seeks; seek != NULL; seek = seek->next) {
        if (seek->account != account && seek->account->game_count < GAMES_PER_ACCOUNT &&
            seek_fits(row, &account->row, seek))
            return seek;
    }
    return NULL;
}

static void open_seek(struct machine *machine, struct connection *connection,
                      const struct request *request, const struct seek_row *row)
{
    struct account *account = connection->account;
    if (account->seek_count >= SEEKS_PER_ACCOUNT) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you have 20 seeks open: take one back first");
        return;
    }
    bool stored = row->time.kind != TIME_FISCHER && account->row.kind != ACCOUNT_GUEST;
    struct seek *seek = seek_add(machine, account, row, stored);
    if (stored) {
        struct store_request *store = store_request_new(machine, STORE_SEEK_ADD);
        store->as.seek_add = *row;
        store_issue(machine, store);
    }
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_string(writer, "seek", row->id);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    seek_tell_added(machine, seek);
}

void op_seek(struct machine *machine, struct connection *connection, struct request *request)
{
    struct account *account = connection->account;
    if (request->rated && account->row.kind == ACCOUNT_GUEST) {
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "guests play casual games only: register to play rated");
        return;
    }
    if (!game_may_begin(machine, connection, request))
        return;
    struct seek_row row = {.size = request->size,
                           .time = request->time,
                           .rated = request->rated,
                           .color = request->color,
                           .rating_min = request->rating_min,
                           .rating_max = request->rating_max};
    strcpy(row.account, account->row.id);
    struct seek *other = fitting(machine, &row, account);
    if (other != NULL) {
        take_seek(machine, connection, request, other, row.color);
        return;
    }
    entropy_id(&machine->entropy, row.id);
    row.at = pairing_moment(machine);
    open_seek(machine, connection, request, &row);
}

void op_unseek(struct machine *machine, struct connection *connection, struct request *request)
{
    struct seek *seek = seek_find(machine, request->seek);
    if (seek == NULL || seek->account != connection->account) {
        reply_error(machine, connection, request, ERROR_GONE, "you have no such seek open");
        return;
    }
    if (seek->stored && store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
        return;
    }
    seek_store_drop(machine, seek);
    reply_empty(machine, connection, request);
    seek_remove(machine, seek);
}

/* ---- accept ------------------------------------------------------------------------------- */

static void accept_gone(struct machine *machine, struct connection *connection,
                        const struct request *request)
{
    const char *game = accepted_before(machine, request->seek, connection->account);
    if (game != NULL)
        reply_game(machine, connection, request, game);
    else
        reply_error(machine, connection, request, ERROR_GONE, "that seek is no longer open");
}

void op_accept(struct machine *machine, struct connection *connection, struct request *request)
{
    struct account *account = connection->account;
    struct seek *seek = seek_find(machine, request->seek);
    if (seek == NULL)
        accept_gone(machine, connection, request);
    else if (seek->account == account)
        reply_error(machine, connection, request, ERROR_SELF_PLAY, "that seek is your own");
    else if (seek->row.rated && account->row.kind == ACCOUNT_GUEST)
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "guests play casual games only: register to play rated");
    else if (!seek_admits(seek, &account->row))
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "your rating is outside the range of that seek");
    else if (!game_may_begin(machine, connection, request))
        return;
    else if (seek->account->game_count >= GAMES_PER_ACCOUNT)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "its owner has 200 games in play");
    else
        take_seek(machine, connection, request, seek, WANTED_RANDOM);
}
