/* The handlers of the operations, one each; dispatch.c calls them once shape and identity are
 * checked. Every path of a handler sends exactly one reply, now or from a continuation. */
#pragma once

#include "server/machine/state.h"

typedef void operation_handler(struct machine *, struct connection *, struct request *);

/* identity.c */
operation_handler op_register, op_login, op_guest, op_resume, op_logout, op_set_password, op_whoami;
/* dispatch.c */
operation_handler op_ping, op_help;
/* pairing.c */
operation_handler op_lobby, op_unlobby, op_seek, op_unseek, op_accept;
/* challenge.c */
operation_handler op_challenge, op_challenge_answer, op_challenge_cancel, op_challenges;
/* chat.c, ignore.c */
operation_handler op_say, op_chat, op_ignore;
/* watch.c */
operation_handler op_watch, op_unwatch;
/* tv.c */
operation_handler op_tv, op_untv;
/* play.c, legal.c */
operation_handler op_move, op_legal, op_resign, op_abort;
/* offer.c, away.c, rematch.c */
operation_handler op_offer, op_answer, op_claim, op_rematch;
/* games.c, history.c, export.c, record.c */
operation_handler op_games, op_summary, op_history, op_export, op_record, op_key, op_user,
    op_rating_history, op_leaderboard;
/* openings.c */
operation_handler op_openings;

/* Answers one request: identity, then the handler. */
void dispatch(struct machine *machine, struct connection *connection, struct request *request);
