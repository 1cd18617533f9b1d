/* Challenges between this user and others, as the client knows them in the lobby: asked for at
 * every entry, so that those which came while nobody was here are found, and carried on by events.
 * Knows of one that is being made until the server has taken it. */
#pragma once

#include "proto/client/session.h"
#include "proto/client/terms.h"
#include "proto/client/words.h"

#define CHALLENGE_ID_MAX 16

struct challenges {
    json_t *in, *out; /* open ones, the oldest first; never NULL */
    bool listed;      /* they are as the server told */

    /* The one made last. */
    char user[PLAYER_NAME_MAX]; /* to whom; "" where none was made */
    struct terms terms;
    char made[CHALLENGE_ID_MAX]; /* its id, while it is open; "" while it is to be made */

    /* The one answered last; "" once the server has said what came of it. */
    char answered[CHALLENGE_ID_MAX];
    bool accepted;

    int64_t list_request, make_request, answer_request, cancel_request;
};

enum challenges_step {
    CHALLENGES_NOT_MINE, /* it is about something else */
    CHALLENGES_CHANGED,
    CHALLENGES_GAME,    /* a game has come of it: its id is in `text` */
    CHALLENGES_FAILED,  /* an answer or a cancelling was refused: why is in `text` */
    CHALLENGES_REFUSED, /* the one made last has come to nothing: why is in `text` */
    CHALLENGES_MISSED, /* the one made or accepted last was closed while there was no connection: it
                          may have come to a game; `text` is for where it has not */
};

void challenges_init(struct challenges *challenges);
void challenges_deinit(struct challenges *challenges);

/* Asks for the list; what is to be made is made when it is known. */
void challenges_enter(struct challenges *challenges, struct session *session);

/* Challenges a user by name. */
void challenges_make(struct challenges *challenges, struct session *session, const char *user,
                     const struct terms *terms);

/* Whether one is still on its way to the server. */
bool challenges_making(const struct challenges *challenges);

/* Finds one by its place in the list (from "1") or its id; NULL where there is none. */
const json_t *challenges_pick(const json_t *list, const char *word);

void challenges_answer(struct challenges *challenges, struct session *session, const char *id,
                       bool accept);
void challenges_cancel(struct challenges *challenges, struct session *session, const char *id);

/* Takes a reply or an event. */
enum challenges_step challenges_take(struct challenges *challenges, struct session *session,
                                     const struct happening *happening, char text[WORDS_MAX]);
