/* A user's session with a server across any number of connections: signs in again with the token
 * whenever the connection is made anew, then takes up every followed game where it was. The piece
 * that play, watch, bots and checkers build on.
 *
 * Driven like a connection: poll on session_watch's socket for at most session_wait_ms, tell
 * session_serve, then call session_next until it gives nothing. */
#pragma once

#include "proto/client/connection.h"
#include "proto/client/follow.h"

#define TOKEN_TEXT_MAX 128

enum session_stage {
    SESSION_AWAY,     /* no connection */
    SESSION_RESUMING, /* the token is shown, its reply awaited */
    SESSION_READY,
};

struct session {
    struct connection connection;
    enum session_stage stage;
    char token[TOKEN_TEXT_MAX]; /* "" for one who only looks */
    char name[PLAYER_NAME_MAX]; /* of the user; "" likewise */
    char kind[8];
    int64_t resume_request;
    json_t *playing; /* ids of the user's unfinished games, as of the last sign-in; may be NULL */
    struct follow *follows;

    /* The `ok` of a `watch` whose events are still to be handed out, or NULL. */
    json_t *caught_up;
    size_t caught_up_next;
    struct follow *caught_up_follow;

    char why[200];
    char code[32];
};

/* Nothing happens before the first session_next. `token` may be "" or NULL. */
void session_init(struct session *session, const struct address *address, const char *token,
                  uint32_t chance);
void session_deinit(struct session *session);

void session_watch(const struct session *session, struct pollfd *watched);
int64_t session_wait_ms(const struct session *session, int64_t now_ms);
void session_serve(struct session *session, short happened);

/* The next thing that has happened. False where there is none for now. */
bool session_next(struct session *session, int64_t now_ms, struct happening *happening);

/* Sends a request, which it takes over. Gives its number, or 0 where the session is not ready. */
int64_t session_request(struct session *session, json_t *request);

/* Takes the identity that the `ok` of register, login, guest or resume gives, for this connection
 * and the later ones. False where it is none. */
bool session_sign_in(struct session *session, const json_t *ok);

/* Follows a game from its present state on, or gives the follow there is. Requests go out with the
 * next session_next. The session owns it until session_unfollow. */
struct follow *session_follow(struct session *session, const char *game);

/* Stops following; `follow` is gone. */
void session_unfollow(struct session *session, struct follow *follow);
