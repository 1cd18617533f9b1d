/* The lobby as this client knows it: open seeks, challenges, the user's unfinished games, and the
 * user's own way to a game, by a seek, by accepting one, or by a challenge. Carries on by itself
 * when the connection was lost. Draws nothing and reads no input: find_game does. */
#pragma once

#include "proto/client/challenges.h"
#include "proto/client/game_state.h"
#include "proto/client/ignoring.h"
#include "proto/client/session.h"
#include "proto/client/terms.h"
#include "proto/client/words.h"

#define SEEK_ID_MAX 16

enum lobby_want {
    LOBBY_NOTHING,
    LOBBY_SEEK,   /* a game with `terms` */
    LOBBY_ACCEPT, /* the seek `wanted_seek` */
};

enum lobby_step {
    LOBBY_SAME,    /* nothing to show */
    LOBBY_CHANGED, /* something is different */
    LOBBY_GAME,    /* a game is found: `game` */
    LOBBY_TOLD,    /* something beside it has failed: `why` */
    LOBBY_REFUSED, /* what was wanted cannot be had: `why`; nothing is wanted any more */
};

struct lobby {
    json_t *seeks;      /* open ones, the oldest first; never NULL */
    json_t *unfinished; /* summaries of the user's games; never NULL */
    bool listed;        /* `seeks` holds what the server told */
    struct challenges challenges;
    struct ignoring ignoring;
    enum lobby_want want;
    struct terms terms;
    char wanted_seek[SEEK_ID_MAX];
    char own_seek[SEEK_ID_MAX]; /* open, waiting for somebody; "" for none */
    int64_t waiting_since_ms;   /* by the server's clock */

    /* A seek that was given up: until the server has said that it is gone, it may still be open. */
    bool dropping;
    struct terms dropped;
    char dropped_seek[SEEK_ID_MAX]; /* "" where its id was never told */

    int64_t lobby_request, unfinished_request, want_request, drop_request;
    json_t *seen; /* ids of games that were not found here; never NULL */
    char game[GAME_ID_MAX];
    char why[WORDS_MAX];
};

void lobby_init(struct lobby *lobby);
void lobby_deinit(struct lobby *lobby);

/* Enters or comes back: asks the session, which must be ready, for all that is to be known. */
void lobby_enter(struct lobby *lobby, struct session *session);

/* Leaves: no more lobby events, and no seek stays open. */
void lobby_leave(struct lobby *lobby, struct session *session);

/* Wants a game; what was wanted before is given up. */
void lobby_want_seek(struct lobby *lobby, struct session *session, const struct terms *terms);
void lobby_want_accept(struct lobby *lobby, struct session *session, const char *seek);
void lobby_cancel(struct lobby *lobby, struct session *session);

/* Takes back a seek whose id comes only now, in a reply that nobody waits for any more. */
void lobby_drop_late(struct session *session, const json_t *reply);

/* Takes what has happened on the session. */
enum lobby_step lobby_take(struct lobby *lobby, struct session *session,
                           const struct happening *happening, int64_t server_now_ms);
