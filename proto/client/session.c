#include "proto/client/session.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/client/member.h"

static bool translate(struct session *session, struct happening *happening);
static bool opened(struct session *session, struct happening *happening);
static bool replied(struct session *session, struct happening *happening);
static bool resumed(struct session *session, struct happening *happening);
static bool told(struct session *session, struct happening *happening);
static bool next_caught_up(struct session *session, struct happening *happening);
static void send_due(struct session *session);
static void forget_caught_up(struct session *session);
static bool fail(struct session *session, struct happening *happening, const char *why,
                 const char *code);
static struct follow *find(struct session *session, const char *game);

void session_init(struct session *session, const struct address *address, const char *token,
                  uint32_t chance)
{
    *session = (struct session){.stage = SESSION_AWAY};
    connection_init(&session->connection, address, chance);
    if (token != NULL)
        snprintf(session->token, sizeof session->token, "%s", token);
}

void session_deinit(struct session *session)
{
    while (session->follows != NULL) {
        struct follow *follow = session->follows;
        session->follows = follow->next;
        follow_deinit(follow);
        free(follow);
    }
    forget_caught_up(session);
    json_decref(session->playing);
    connection_deinit(&session->connection);
}

void session_watch(const struct session *session, struct pollfd *watched)
{
    connection_watch(&session->connection, watched);
}

int64_t session_wait_ms(const struct session *session, int64_t now_ms)
{
    return connection_wait_ms(&session->connection, now_ms);
}

void session_serve(struct session *session, short happened)
{
    connection_serve(&session->connection, happened);
}

bool session_next(struct session *session, int64_t now_ms, struct happening *happening)
{
    if (next_caught_up(session, happening))
        return true;
    send_due(session);
    while (connection_next(&session->connection, now_ms, happening)) {
        if (translate(session, happening))
            return true;
        if (next_caught_up(session, happening))
            return true;
        send_due(session);
    }
    return false;
}

int64_t session_request(struct session *session, json_t *request)
{
    if (session->stage == SESSION_READY)
        return connection_request(&session->connection, request);
    json_decref(request);
    return 0;
}

bool session_sign_in(struct session *session, const json_t *ok)
{
    const json_t *user = json_object_get(ok, "user");
    const char *token = member_text(ok, "token", "");
    if (!json_is_object(user) || token[0] == '\0' || strlen(token) >= sizeof session->token)
        return false;
    snprintf(session->token, sizeof session->token, "%s", token);
    member_copy(user, "name", session->name, sizeof session->name);
    member_copy(user, "kind", session->kind, sizeof session->kind);
    json_decref(session->playing);
    session->playing = json_incref(json_object_get(ok, "playing"));
    return true;
}

struct follow *session_follow(struct session *session, const char *game)
{
    struct follow *follow = find(session, game);
    if (follow != NULL)
        return follow;
    follow = malloc(sizeof *follow);
    if (follow == NULL)
        abort();
    follow_init(follow, game);
    follow->next = session->follows;
    session->follows = follow;
    return follow;
}

void session_unfollow(struct session *session, struct follow *follow)
{
    if (session->caught_up_follow == follow)
        forget_caught_up(session);
    for (struct follow **at = &session->follows; *at != NULL; at = &(*at)->next) {
        if (*at != follow)
            continue;
        *at = follow->next;
        if (follow->stage == FOLLOW_LIVE || follow->stage == FOLLOW_ASKED)
            session_request(session,
                            json_pack("{s:s, s:s}", "op", "unwatch", "game", follow->game));
        follow_deinit(follow);
        free(follow);
        return;
    }
    assert(false);
}

/* Makes of what the connection tells what the session's user is to know. False: nothing. */
static bool translate(struct session *session, struct happening *happening)
{
    switch (happening->kind) {
    case HAPPENING_OPEN:
        return opened(session, happening);
    case HAPPENING_LOST:
        session->stage = SESSION_AWAY;
        forget_caught_up(session);
        for (struct follow *follow = session->follows; follow != NULL; follow = follow->next)
            follow_lost(follow);
        return true;
    case HAPPENING_REPLY:
        return replied(session, happening);
    case HAPPENING_EVENT:
        return told(session, happening);
    case HAPPENING_FAILED:
    case HAPPENING_READY:
    case HAPPENING_GAME:
    case HAPPENING_MOVE:
        return true;
    }
    return true;
}

static bool opened(struct session *session, struct happening *happening)
{
    if (session->token[0] == '\0') {
        session->stage = SESSION_READY;
        happening->kind = HAPPENING_READY;
        return true;
    }
    session->stage = SESSION_RESUMING;
    json_t *resume = json_pack("{s:s, s:s}", "op", "resume", "token", session->token);
    session->resume_request = connection_request(&session->connection, resume);
    return false;
}

static bool replied(struct session *session, struct happening *happening)
{
    if (session->stage == SESSION_RESUMING && happening->request == session->resume_request)
        return resumed(session, happening);
    for (struct follow *follow = session->follows; follow != NULL; follow = follow->next) {
        happening->follow = follow;
        switch (follow_reply(follow, happening->request, happening->message)) {
        case FOLLOW_NOT_MINE:
            continue;
        case FOLLOW_SNAPSHOT:
            happening->kind = HAPPENING_GAME;
            happening->message = json_object_get(happening->message, "ok");
            return true;
        case FOLLOW_EVENTS:
            session->caught_up = json_incref(json_object_get(happening->message, "ok"));
            session->caught_up_next = 0;
            session->caught_up_follow = follow;
            return false;
        case FOLLOW_ANSWERED:
            happening->kind = HAPPENING_MOVE;
            return true;
        case FOLLOW_FAILED:
            return fail(session, happening, follow->why, "");
        }
    }
    happening->follow = NULL;
    return true;
}

/* Goes on without identity, now and after reconnecting. */
static void sign_out(struct session *session)
{
    session->token[0] = session->name[0] = session->kind[0] = '\0';
    json_decref(session->playing);
    session->playing = NULL;
}

/* A token that is refused is of no use any more; a server that cannot answer just now is tried
 * again like one that is not there. */
static bool resumed(struct session *session, struct happening *happening)
{
    const json_t *ok = json_object_get(happening->message, "ok");
    session->resume_request = 0;
    if (session_sign_in(session, ok)) {
        session->stage = SESSION_READY;
        happening->kind = HAPPENING_READY;
        return true;
    }
    const json_t *error = json_object_get(happening->message, "error");
    const char *code = member_text(error, "code", "");
    if (strcmp(code, "bad_credentials") == 0) {
        sign_out(session);
        session->stage = SESSION_READY;
        return fail(session, happening, "your sign-in is no longer valid", code);
    }
    wire_close(&session->connection.wire, "the server cannot sign anybody in just now");
    return false;
}

static bool told(struct session *session, struct happening *happening)
{
    if (strcmp(member_text(happening->message, "ev", ""), "signed_out") == 0) {
        sign_out(session);
        return fail(session, happening, "you have been signed out", "signed_out");
    }
    struct follow *follow = find(session, member_text(happening->message, "game", ""));
    if (follow == NULL)
        return true;
    bool news = follow_event(follow, happening->message);
    if (follow->stage == FOLLOW_REFUSED)
        return fail(session, happening, follow->why, "");
    happening->kind = HAPPENING_GAME;
    happening->follow = follow;
    return news;
}

static bool next_caught_up(struct session *session, struct happening *happening)
{
    struct follow *follow = session->caught_up_follow;
    const json_t *events = json_object_get(session->caught_up, "events");
    while (session->caught_up_next < json_array_size(events)) {
        json_t *event = json_array_get(events, session->caught_up_next++);
        *happening = (struct happening){.kind = HAPPENING_GAME, .follow = follow, .message = event};
        bool news = follow_event(follow, event);
        if (follow->stage == FOLLOW_REFUSED)
            return fail(session, happening, follow->why, "");
        if (news)
            return true;
    }
    if (session->caught_up != NULL)
        game_state_refresh(&follow->state, session->caught_up);
    forget_caught_up(session);
    return false;
}

/* Sends what the followed games have to say, once all that was missed is taken in. */
static void send_due(struct session *session)
{
    if (session->stage != SESSION_READY || session->caught_up != NULL)
        return;
    for (struct follow *follow = session->follows; follow != NULL; follow = follow->next) {
        json_t *request = follow_request(follow);
        if (request == NULL)
            continue;
        int64_t number = connection_request(&session->connection, request);
        if (number == 0)
            return;
        follow_sent(follow, number);
    }
}

static void forget_caught_up(struct session *session)
{
    json_decref(session->caught_up);
    session->caught_up = NULL;
    session->caught_up_next = 0;
    session->caught_up_follow = NULL;
}

static bool fail(struct session *session, struct happening *happening, const char *why,
                 const char *code)
{
    snprintf(session->why, sizeof session->why, "%s", why);
    snprintf(session->code, sizeof session->code, "%s", code);
    happening->kind = HAPPENING_FAILED;
    happening->why = session->why;
    happening->code = session->code;
    return true;
}

static struct follow *find(struct session *session, const char *game)
{
    for (struct follow *follow = session->follows; follow != NULL; follow = follow->next) {
        if (strcmp(follow->game, game) == 0)
            return follow;
    }
    return NULL;
}
