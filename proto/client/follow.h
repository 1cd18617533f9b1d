/* Following one game over connections that come and go: which request is to be sent next, and what
 * a reply or an event means for it. Nothing is missed and no turn is played twice. Owns the game's
 * state; sends nothing itself, so that all of it can be tested without a socket.
 *
 * A turn goes out with the ply and the stream's `v` it was made for. When its reply is lost with
 * the connection, the stream caught up with tells whether it was played; if not, the same turn is
 * sent again with the same ply and `v`, which can be played only once. */
#pragma once

#include "proto/client/game_state.h"

enum follow_stage {
    FOLLOW_UNASKED, /* `watch` is to be sent */
    FOLLOW_ASKED,   /* its reply is awaited */
    FOLLOW_LIVE,    /* each event follows */
    FOLLOW_REFUSED, /* the server does not let us watch, or we no longer trust it; see `why` */
};

struct follow {
    char game[GAME_ID_MAX];
    struct game_state state; /* valid once `known` */
    bool known;
    enum follow_stage stage;
    int64_t watch_request;

    /* The turn under way; `move` empty where there is none. */
    char move[TURN_TEXT_MAX];
    int64_t move_ply, move_v;
    int64_t move_request; /* 0 while it is to be sent */

    char why[200];
    struct follow *next; /* the session's list */
};

void follow_init(struct follow *follow, const char *game);
void follow_deinit(struct follow *follow);

/* Makes the next request that is due, for the caller to send and to report with follow_sent; NULL
 * where there is none. */
json_t *follow_request(const struct follow *follow);
void follow_sent(struct follow *follow, int64_t request);

/* The connection is gone, and with it every reply that was awaited. */
void follow_lost(struct follow *follow);

enum follow_reply {
    FOLLOW_NOT_MINE, /* answers a request of somebody else */
    FOLLOW_SNAPSHOT, /* the state is as in the snapshot */
    FOLLOW_EVENTS,   /* hand the events in ok.events to follow_event one by one */
    FOLLOW_ANSWERED, /* the turn was accepted or refused, as the reply says */
    FOLLOW_FAILED,   /* now FOLLOW_REFUSED */
};
enum follow_reply follow_reply(struct follow *follow, int64_t request, const json_t *reply);

/* Takes an event of this game. False where there is nothing new in it, or where the state is not
 * trusted any more (stage FOLLOW_REFUSED). */
bool follow_event(struct follow *follow, const json_t *event);

/* Begins to send a turn for the position as it stands. None may be under way. */
void follow_play(struct follow *follow, const struct turn *turn);

static inline bool follow_moving(const struct follow *follow)
{
    return follow->move[0] != '\0';
}
