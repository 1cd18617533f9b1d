/* From an operation to its handler, once identity allows it; and the two that need no topic. */
#include "server/machine/operations.h"

#include "server/machine/connection.h"

#include <assert.h>

static operation_handler *const handlers[OPERATION_COUNT] = {
    [OPERATION_REGISTER] = op_register,
    [OPERATION_LOGIN] = op_login,
    [OPERATION_GUEST] = op_guest,
    [OPERATION_RESUME] = op_resume,
    [OPERATION_LOGOUT] = op_logout,
    [OPERATION_SET_PASSWORD] = op_set_password,
    [OPERATION_WHOAMI] = op_whoami,
    [OPERATION_PING] = op_ping,
    [OPERATION_KEY] = op_key,
    [OPERATION_HELP] = op_help,
    [OPERATION_LOBBY] = op_lobby,
    [OPERATION_UNLOBBY] = op_unlobby,
    [OPERATION_SEEK] = op_seek,
    [OPERATION_UNSEEK] = op_unseek,
    [OPERATION_ACCEPT] = op_accept,
    [OPERATION_CHALLENGE] = op_challenge,
    [OPERATION_CHALLENGE_ANSWER] = op_challenge_answer,
    [OPERATION_CHALLENGE_CANCEL] = op_challenge_cancel,
    [OPERATION_CHALLENGES] = op_challenges,
    [OPERATION_SAY] = op_say,
    [OPERATION_CHAT] = op_chat,
    [OPERATION_IGNORE] = op_ignore,
    [OPERATION_OPENINGS] = op_openings,
    [OPERATION_WATCH] = op_watch,
    [OPERATION_UNWATCH] = op_unwatch,
    [OPERATION_TV] = op_tv,
    [OPERATION_UNTV] = op_untv,
    [OPERATION_MOVE] = op_move,
    [OPERATION_LEGAL] = op_legal,
    [OPERATION_RESIGN] = op_resign,
    [OPERATION_ABORT] = op_abort,
    [OPERATION_OFFER] = op_offer,
    [OPERATION_ANSWER] = op_answer,
    [OPERATION_REMATCH] = op_rematch,
    [OPERATION_CLAIM] = op_claim,
    [OPERATION_GAMES] = op_games,
    [OPERATION_HISTORY] = op_history,
    [OPERATION_EXPORT] = op_export,
    [OPERATION_RECORD] = op_record,
    [OPERATION_SUMMARY] = op_summary,
    [OPERATION_USER] = op_user,
    [OPERATION_RATING_HISTORY] = op_rating_history,
    [OPERATION_LEADERBOARD] = op_leaderboard,
};

void dispatch(struct machine *machine, struct connection *connection, struct request *request)
{
    switch (operation_row(request->operation)->identity) {
    case IDENTITY_ANY:
        break;
    case IDENTITY_NONE:
        if (connection->account != NULL) {
            reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                        "this connection is signed in already: log out first");
            return;
        }
        break;
    case IDENTITY_SOME:
        if (connection->account == NULL) {
            reply_error(machine, connection, request, ERROR_UNAUTHENTICATED,
                        "sign in first: register, login, guest or resume");
            return;
        }
        break;
    }
    assert(handlers[request->operation] != NULL);
    handlers[request->operation](machine, connection, request);
}

void op_ping(struct machine *machine, struct connection *connection, struct request *request)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_integer(writer, "at", machine->wall_ms);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_help(struct machine *machine, struct connection *connection, struct request *request)
{
    view_help(reply_ok(machine, request));
    reply_ok_end(machine, connection);
}
