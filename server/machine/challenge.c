#include "server/machine/challenge.h"

#include "server/machine/accepted.h"
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/pairing_moment.h"
#include "server/machine/user.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- The lists ---------------------------------------------------------------------------- */

static void link_to_account(struct challenge *challenge, enum challenge_side side)
{
    struct account *account = challenge->accounts[side];
    struct challenge *first = account->challenges[side];
    challenge->next_of_account[side] = first;
    if (first != NULL)
        first->previous_of_account[side] = challenge;
    account->challenges[side] = challenge;
    account->challenge_count[side]++;
}

static void unlink_from_account(struct challenge *challenge, enum challenge_side side)
{
    struct account *account = challenge->accounts[side];
    struct challenge *next = challenge->next_of_account[side];
    struct challenge *previous = challenge->previous_of_account[side];
    if (previous != NULL)
        previous->next_of_account[side] = next;
    else
        account->challenges[side] = next;
    if (next != NULL)
        next->previous_of_account[side] = previous;
    account->challenge_count[side]--;
}

static struct challenge *add(struct machine *machine, const struct challenge_row *row)
{
    struct challenge *challenge = calloc(1, sizeof *challenge);
    if (challenge == NULL)
        abort();
    challenge->row = *row;
    challenge->accounts[CHALLENGE_FROM] = account_find(machine, row->from);
    challenge->accounts[CHALLENGE_TO] = account_find(machine, row->to);
    assert(challenge->accounts[CHALLENGE_FROM] != NULL);
    assert(challenge->accounts[CHALLENGE_TO] != NULL);
    table_add(&machine->challenges_by_id, challenge);
    challenge->previous = machine->last_challenge;
    if (machine->last_challenge != NULL)
        machine->last_challenge->next = challenge;
    else
        machine->challenges = challenge;
    machine->last_challenge = challenge;
    link_to_account(challenge, CHALLENGE_FROM);
    link_to_account(challenge, CHALLENGE_TO);
    return challenge;
}

/* Frees it; its accounts are still good until the end of the step. */
static void drop(struct machine *machine, struct challenge *challenge)
{
    table_remove(&machine->challenges_by_id, challenge);
    if (challenge->previous != NULL)
        challenge->previous->next = challenge->next;
    else
        machine->challenges = challenge->next;
    if (challenge->next != NULL)
        challenge->next->previous = challenge->previous;
    else
        machine->last_challenge = challenge->previous;
    for (enum challenge_side side = CHALLENGE_FROM; side <= CHALLENGE_TO; side++) {
        unlink_from_account(challenge, side);
        account_settle(machine, challenge->accounts[side]);
    }
    free(challenge);
}

void challenge_restore(struct machine *machine, const struct challenge_row *row)
{
    add(machine, row);
}

void challenge_free_all(struct machine *machine)
{
    while (machine->challenges != NULL)
        drop(machine, machine->challenges);
}

/* ---- Telling ------------------------------------------------------------------------------ */

static struct player_view player_of(const struct account *account, int pool)
{
    return (struct player_view){.name = account->row.name,
                                .kind = account->row.kind,
                                .rating = account_rating(&account->row, pool)};
}

static void write_challenge(struct writer *writer, const struct challenge *challenge)
{
    const struct challenge_row *row = &challenge->row;
    int pool = pool_of(row->size, &row->time);
    struct player_view to = player_of(challenge->accounts[CHALLENGE_TO], pool);
    struct seek_view view = {
        .id = row->id,
        .user = player_of(challenge->accounts[CHALLENGE_FROM], pool),
        .to = &to,
        .size = row->size,
        .time = &row->time,
        .rated = row->rated,
        .color = row->color,
        .rating_min = RATING_LOWEST,
        .rating_max = RATING_HIGHEST,
        .at = row->at,
    };
    view_seek(writer, &view);
}

static void tell_made(struct machine *machine, const struct challenge *challenge)
{
    struct writer *writer = event_begin(machine, "challenge");
    writer_key(writer, "challenge");
    write_challenge(writer, challenge);
    event_send_accounts(machine, challenge->accounts[CHALLENGE_FROM],
                        challenge->accounts[CHALLENGE_TO]);
}

/* Tells both that it is closed, and drops it. */
static void close_challenge(struct machine *machine, struct challenge *challenge, const char *how)
{
    struct writer *writer = event_begin(machine, "challenge_closed");
    writer_key_string(writer, "id", challenge->row.id);
    writer_key_string(writer, "how", how);
    event_send_accounts(machine, challenge->accounts[CHALLENGE_FROM],
                        challenge->accounts[CHALLENGE_TO]);
    drop(machine, challenge);
}

void challenge_expire(struct machine *machine)
{
    while (machine->challenges != NULL &&
           machine->challenges->row.at + PAIRING_LIFE_MS <= machine->wall_ms)
        close_challenge(machine, machine->challenges, "expired");
}

/* ---- challenge ---------------------------------------------------------------------------- */

/* What stands against challenging this account; answered. */
static bool refused(struct machine *machine, struct connection *connection,
                    const struct request *request, const struct read_answer *answer)
{
    const struct account *to = account_find(machine, answer->account->id);
    bool ignored = false;
    for (int i = 0; i < answer->ignored_count; i++)
        ignored |= strcmp(answer->ignored[i], connection->account->row.id) == 0;
    if (strcmp(answer->account->id, connection->account->row.id) == 0)
        reply_error(machine, connection, request, ERROR_SELF_PLAY, "that is yourself");
    else if (request->rated && answer->account->kind == ACCOUNT_GUEST)
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "guests play casual games only");
    else if (answer->left)
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "that guest has logged out and will not come back");
    else if (ignored)
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "that user takes no challenges from you");
    else if (connection->account->challenge_count[CHALLENGE_FROM] >= CHALLENGES_MADE_MAX)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you have 20 challenges open: cancel one first");
    else if (to != NULL && to->challenge_count[CHALLENGE_TO] >= CHALLENGES_RECEIVED_MAX)
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "that user has 100 challenges to answer already");
    else
        return false;
    return true;
}

static void challenge_answered(struct machine *machine, struct connection *connection,
                               struct request *request, const struct read_answer *answer);

/* Also where it is in memory: whom it ignores is known there only while it is connected. */
static void read_challenged(struct machine *machine, struct connection *connection,
                            struct request *request)
{
    user_read(machine, connection, request, request->user, INT64_MAX, challenge_answered);
}

static void challenge_answered(struct machine *machine, struct connection *connection,
                               struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    if (answer->account->kind == ACCOUNT_GUEST && machine->revoked > connection->read_after) {
        read_challenged(machine, connection, request);
        return;
    }
    if (refused(machine, connection, request, answer))
        return;
    struct account *to = account_load(machine, answer->account);
    struct store_request *store = store_request_new(machine, STORE_CHALLENGE_ADD);
    struct challenge_row *row = &store->as.challenge_add;
    entropy_id(&machine->entropy, row->id);
    strcpy(row->from, connection->account->row.id);
    strcpy(row->to, to->row.id);
    row->size = request->size;
    row->time = request->time;
    row->rated = request->rated;
    row->color = request->color;
    row->at = pairing_moment(machine);
    struct challenge *challenge = add(machine, row);
    store_issue(machine, store);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_string(writer, "challenge", challenge->row.id);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    tell_made(machine, challenge);
}

void op_challenge(struct machine *machine, struct connection *connection, struct request *request)
{
    if (request->rated && connection->account->row.kind == ACCOUNT_GUEST) {
        reply_error(machine, connection, request, ERROR_FORBIDDEN,
                    "guests play casual games only: register to play rated");
    } else if (store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
    } else {
        read_challenged(machine, connection, request);
    }
}

/* ---- challenge_answer, challenge_cancel, challenges --------------------------------------- */

/* The challenge of request->challenge, where this account is on that side of it; NULL otherwise. */
static struct challenge *find(struct machine *machine, const struct connection *connection,
                              const struct request *request, enum challenge_side side)
{
    struct challenge *challenge = table_find(&machine->challenges_by_id, request->challenge);
    return challenge != NULL && challenge->accounts[side] == connection->account ? challenge : NULL;
}

static void gone(struct machine *machine, struct connection *connection,
                 const struct request *request)
{
    reply_error(machine, connection, request, ERROR_GONE, "that challenge is no longer open");
}

static void accept(struct machine *machine, struct connection *connection,
                   const struct request *request, struct challenge *challenge)
{
    struct account *from = challenge->accounts[CHALLENGE_FROM];
    struct account *to = challenge->accounts[CHALLENGE_TO];
    if (!game_may_begin(machine, connection, request))
        return;
    if (from->game_count >= GAMES_PER_ACCOUNT) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "your opponent has 200 games in play");
        return;
    }
    struct start_terms terms = {.size = challenge->row.size,
                                .time = challenge->row.time,
                                .rated = challenge->row.rated,
                                .accepter = to};
    enum color mine = start_color(machine, WANTED_RANDOM, challenge->row.color);
    terms.accounts[mine] = to;
    terms.accounts[color_other(mine)] = from;
    strcpy(terms.challenge, challenge->row.id);
    struct game *game = game_prepare(machine, &terms);
    reply_game(machine, connection, request, game->id);
    close_challenge(machine, challenge, "accepted");
    game_announce(machine, game);
}

static void store_drop(struct machine *machine, const struct challenge *challenge)
{
    struct store_request *store = store_request_new(machine, STORE_CHALLENGE_DROP);
    strcpy(store->as.challenge_drop.id, challenge->row.id);
    store_issue(machine, store);
}

void challenge_drop_all_of(struct machine *machine, struct account *account)
{
    for (enum challenge_side side = CHALLENGE_FROM; side <= CHALLENGE_TO; side++) {
        while (account->challenges[side] != NULL) {
            struct challenge *challenge = account->challenges[side];
            store_drop(machine, challenge);
            close_challenge(machine, challenge, "cancelled");
        }
    }
}

void op_challenge_answer(struct machine *machine, struct connection *connection,
                         struct request *request)
{
    struct challenge *challenge = find(machine, connection, request, CHALLENGE_TO);
    const char *game =
        request->accept ? accepted_before(machine, request->challenge, connection->account) : NULL;
    if (challenge == NULL && game != NULL) {
        reply_game(machine, connection, request, game);
    } else if (challenge == NULL) {
        gone(machine, connection, request);
    } else if (request->accept) {
        accept(machine, connection, request, challenge);
    } else {
        store_drop(machine, challenge);
        reply_empty(machine, connection, request);
        close_challenge(machine, challenge, "declined");
    }
}

void op_challenge_cancel(struct machine *machine, struct connection *connection,
                         struct request *request)
{
    struct challenge *challenge = find(machine, connection, request, CHALLENGE_FROM);
    if (challenge == NULL) {
        gone(machine, connection, request);
        return;
    }
    store_drop(machine, challenge);
    reply_empty(machine, connection, request);
    close_challenge(machine, challenge, "cancelled");
}

static void write_side(struct writer *writer, const struct account *account,
                       enum challenge_side side, const char *key)
{
    writer_key(writer, key);
    writer_array(writer);
    for (const struct challenge *challenge = account->challenges[side]; challenge != NULL;
         challenge = challenge->next_of_account[side])
        write_challenge(writer, challenge);
    writer_array_end(writer);
}

void op_challenges(struct machine *machine, struct connection *connection, struct request *request)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    write_side(writer, connection->account, CHALLENGE_TO, "in");
    write_side(writer, connection->account, CHALLENGE_FROM, "out");
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}
