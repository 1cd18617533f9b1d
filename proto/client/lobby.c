#include "proto/client/lobby.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

static void pursue(struct lobby *lobby, struct session *session);
static bool take_challenges(struct lobby *lobby, struct session *session,
                            const struct happening *happening, enum lobby_step *step);
static enum lobby_step take_reply(struct lobby *lobby, struct session *session,
                                  const struct happening *happening, int64_t server_now_ms);
static enum lobby_step take_event(struct lobby *lobby, const json_t *event);
static enum lobby_step take_answer(struct lobby *lobby, const json_t *reply, int64_t server_now_ms);
static enum lobby_step come_back(struct lobby *lobby, struct session *session);
static const char *unseen_game(const struct lobby *lobby, const struct session *session);
static enum lobby_step found(struct lobby *lobby, const char *game);
static void replace(json_t **array, json_t *with);
static size_t find_by_id(const json_t *array, const char *id);
static size_t find_own_seek(const struct lobby *lobby, const char *name, const struct terms *terms);
static int64_t unseek(struct session *session, const char *seek);
static void drop_again(struct lobby *lobby, struct session *session);
static bool has_text(const json_t *array, const char *text);

void lobby_init(struct lobby *lobby)
{
    *lobby = (struct lobby){.want = LOBBY_NOTHING};
    lobby->seeks = json_array();
    lobby->unfinished = json_array();
    lobby->seen = json_array();
    challenges_init(&lobby->challenges);
    terms_init(&lobby->terms);
}

void lobby_deinit(struct lobby *lobby)
{
    json_decref(lobby->seeks);
    json_decref(lobby->unfinished);
    json_decref(lobby->seen);
    challenges_deinit(&lobby->challenges);
}

void lobby_enter(struct lobby *lobby, struct session *session)
{
    lobby->listed = false;
    lobby->game[0] = '\0';
    lobby->want_request = 0;
    lobby->lobby_request = session_request(session, json_pack("{s:s}", "op", "lobby"));
    lobby->unfinished_request = session_request(
        session, json_pack("{s:s, s:s, s:i}", "op", "games", "user", session->name, "limit", 20));
    challenges_enter(&lobby->challenges, session);
}

void lobby_leave(struct lobby *lobby, struct session *session)
{
    lobby_cancel(lobby, session);
    lobby->listed = false;
    session_request(session, json_pack("{s:s}", "op", "unlobby"));
}

void lobby_want_seek(struct lobby *lobby, struct session *session, const struct terms *terms)
{
    lobby_cancel(lobby, session);
    lobby->terms = *terms;
    lobby->want = LOBBY_SEEK;
    if (lobby->listed)
        pursue(lobby, session);
}

void lobby_want_accept(struct lobby *lobby, struct session *session, const char *seek)
{
    lobby_cancel(lobby, session);
    snprintf(lobby->wanted_seek, sizeof lobby->wanted_seek, "%s", seek);
    lobby->want = LOBBY_ACCEPT;
    if (lobby->listed)
        pursue(lobby, session);
}

void lobby_cancel(struct lobby *lobby, struct session *session)
{
    if (lobby->own_seek[0] != '\0' || (lobby->want == LOBBY_SEEK && lobby->want_request != 0)) {
        lobby->dropping = true;
        lobby->dropped = lobby->terms;
        snprintf(lobby->dropped_seek, sizeof lobby->dropped_seek, "%s", lobby->own_seek);
    }
    if (lobby->own_seek[0] != '\0')
        lobby->drop_request = unseek(session, lobby->own_seek);
    lobby->own_seek[0] = '\0';
    lobby->want = LOBBY_NOTHING;
    lobby->want_request = 0;
}

void lobby_drop_late(struct session *session, const json_t *reply)
{
    const char *seek = member_text(json_object_get(reply, "ok"), "seek", NULL);
    if (seek != NULL)
        unseek(session, seek);
}

enum lobby_step lobby_take(struct lobby *lobby, struct session *session,
                           const struct happening *happening, int64_t server_now_ms)
{
    enum lobby_step step;
    if (take_challenges(lobby, session, happening, &step))
        return step;
    switch (happening->kind) {
    case HAPPENING_READY:
        lobby_enter(lobby, session);
        return LOBBY_CHANGED;
    case HAPPENING_LOST:
        return LOBBY_CHANGED;
    case HAPPENING_REPLY:
        return take_reply(lobby, session, happening, server_now_ms);
    case HAPPENING_EVENT:
        return take_event(lobby, happening->message);
    case HAPPENING_OPEN:
    case HAPPENING_FAILED:
    case HAPPENING_GAME:
    case HAPPENING_MOVE:
        return LOBBY_SAME;
    }
    return LOBBY_SAME;
}

/* What concerns the challenges. False where it does not. */
static bool take_challenges(struct lobby *lobby, struct session *session,
                            const struct happening *happening, enum lobby_step *step)
{
    char text[WORDS_MAX] = "";
    const char *game = NULL;
    *step = LOBBY_CHANGED;
    switch (challenges_take(&lobby->challenges, session, happening, text)) {
    case CHALLENGES_NOT_MINE:
        return false;
    case CHALLENGES_CHANGED:
        return true;
    case CHALLENGES_GAME:
        lobby_cancel(lobby, session);
        *step = found(lobby, text);
        return true;
    case CHALLENGES_MISSED:
        game = unseen_game(lobby, session);
        if (game != NULL) {
            *step = found(lobby, game);
            return true;
        }
        break;
    case CHALLENGES_FAILED:
        snprintf(lobby->why, sizeof lobby->why, "%s", text);
        *step = LOBBY_TOLD;
        return true;
    case CHALLENGES_REFUSED:
        break;
    }
    snprintf(lobby->why, sizeof lobby->why, "%s", text);
    *step = lobby->want == LOBBY_NOTHING ? LOBBY_REFUSED : LOBBY_TOLD;
    return true;
}

/* Asks for what is wanted. */
static void pursue(struct lobby *lobby, struct session *session)
{
    switch (lobby->want) {
    case LOBBY_NOTHING:
        return;
    case LOBBY_SEEK:
        lobby->want_request = session_request(session, terms_seek_request(&lobby->terms));
        return;
    case LOBBY_ACCEPT:
        lobby->want_request = session_request(
            session, json_pack("{s:s, s:s}", "op", "accept", "seek", lobby->wanted_seek));
        return;
    }
}

static enum lobby_step take_reply(struct lobby *lobby, struct session *session,
                                  const struct happening *happening, int64_t server_now_ms)
{
    const json_t *ok = json_object_get(happening->message, "ok");
    int64_t request = happening->request;
    if (request == lobby->lobby_request) {
        lobby->lobby_request = 0;
        replace(&lobby->seeks, json_object_get(ok, "seeks"));
        lobby->listed = true;
        return come_back(lobby, session);
    }
    if (request == lobby->unfinished_request) {
        lobby->unfinished_request = 0;
        replace(&lobby->unfinished, json_object_get(ok, "games"));
        return LOBBY_CHANGED;
    }
    if (request == lobby->want_request) {
        lobby->want_request = 0;
        return take_answer(lobby, happening->message, server_now_ms);
    }
    const char *late = member_text(ok, "seek", NULL);
    if (request == lobby->drop_request)
        lobby->dropping = false;
    else if (late != NULL)
        lobby->drop_request = unseek(session, late);
    return LOBBY_SAME;
}

static int64_t unseek(struct session *session, const char *seek)
{
    return session_request(session, json_pack("{s:s, s:s}", "op", "unseek", "seek", seek));
}

/* The answer to a seek or to an accept. */
static enum lobby_step take_answer(struct lobby *lobby, const json_t *reply, int64_t server_now_ms)
{
    const json_t *ok = json_object_get(reply, "ok");
    const char *game = member_text(ok, "game", NULL);
    if (game != NULL)
        return found(lobby, game);
    if (ok != NULL) {
        member_copy(ok, "seek", lobby->own_seek, sizeof lobby->own_seek);
        lobby->waiting_since_ms = server_now_ms;
        return LOBBY_CHANGED;
    }
    lobby->want = LOBBY_NOTHING;
    words_error(json_object_get(reply, "error"), lobby->why);
    return LOBBY_REFUSED;
}

static enum lobby_step take_event(struct lobby *lobby, const json_t *event)
{
    const char *kind = member_text(event, "ev", "");
    if (strcmp(kind, "seek_added") == 0) {
        const json_t *seek = json_object_get(event, "seek");
        size_t at = find_by_id(lobby->seeks, member_text(seek, "id", ""));
        if (at < json_array_size(lobby->seeks))
            return LOBBY_SAME;
        json_array_append(lobby->seeks, json_object_get(event, "seek"));
        return LOBBY_CHANGED;
    }
    if (strcmp(kind, "seek_removed") == 0) {
        const char *id = member_text(event, "id", "");
        size_t at = find_by_id(lobby->seeks, id);
        if (at < json_array_size(lobby->seeks))
            json_array_remove(lobby->seeks, at);
        return LOBBY_CHANGED;
    }
    if (strcmp(kind, "game_started") == 0)
        return found(lobby, member_text(json_object_get(event, "game"), "id", ""));
    return LOBBY_SAME;
}

/* The seeks are told anew. A seek of our own that is not among them was taken or has lapsed while
 * there was no connection; an accept that was under way may have led to a game or not. */
static enum lobby_step come_back(struct lobby *lobby, struct session *session)
{
    if (lobby->dropping)
        drop_again(lobby, session);
    if (lobby->want == LOBBY_NOTHING)
        return LOBBY_CHANGED;
    size_t own = find_own_seek(lobby, session->name, &lobby->terms);
    if (lobby->want == LOBBY_SEEK && own < json_array_size(lobby->seeks)) {
        const json_t *seek = json_array_get(lobby->seeks, own);
        member_copy(seek, "id", lobby->own_seek, sizeof lobby->own_seek);
        lobby->waiting_since_ms = member_integer(seek, "at", 0);
        return LOBBY_CHANGED;
    }
    const char *game = unseen_game(lobby, session);
    if (game != NULL)
        return found(lobby, game);
    lobby->own_seek[0] = '\0';
    pursue(lobby, session);
    return LOBBY_CHANGED;
}

/* The server was not told that a seek is given up, or its word on it was lost. */
static void drop_again(struct lobby *lobby, struct session *session)
{
    size_t at = lobby->dropped_seek[0] != '\0'
                    ? find_by_id(lobby->seeks, lobby->dropped_seek)
                    : find_own_seek(lobby, session->name, &lobby->dropped);
    lobby->dropping = at < json_array_size(lobby->seeks);
    if (!lobby->dropping)
        return;
    member_copy(json_array_get(lobby->seeks, at), "id", lobby->dropped_seek,
                sizeof lobby->dropped_seek);
    lobby->drop_request = unseek(session, lobby->dropped_seek);
    json_array_remove(lobby->seeks, at);
}

/* A game that has begun while there was no connection; NULL where none has. */
static const char *unseen_game(const struct lobby *lobby, const struct session *session)
{
    for (size_t i = 0; i < json_array_size(session->playing); i++) {
        const char *game = json_string_value(json_array_get(session->playing, i));
        if (game != NULL && !has_text(lobby->seen, game))
            return game;
    }
    return NULL;
}

static enum lobby_step found(struct lobby *lobby, const char *game)
{
    snprintf(lobby->game, sizeof lobby->game, "%s", game);
    lobby->own_seek[0] = '\0';
    lobby->want = LOBBY_NOTHING;
    return LOBBY_GAME;
}

static void replace(json_t **array, json_t *with)
{
    json_decref(*array);
    *array = json_is_array(with) ? json_incref(with) : json_array();
}

/* The index of the object with that id, or the size of the array. */
static size_t find_by_id(const json_t *array, const char *id)
{
    size_t count = json_array_size(array);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(member_text(json_array_get(array, i), "id", ""), id) == 0)
            return i;
    }
    return count;
}

/* The index of a seek of this user with these terms, or the size of the array: one is ours, even
 * where the reply that told its id was lost. */
static size_t find_own_seek(const struct lobby *lobby, const char *name, const struct terms *terms)
{
    size_t count = json_array_size(lobby->seeks);
    for (size_t i = 0; i < count; i++) {
        const json_t *seek = json_array_get(lobby->seeks, i);
        struct time_control time = game_state_read_time(json_object_get(seek, "time"));
        if (strcmp(member_text(json_object_get(seek, "user"), "name", ""), name) == 0 &&
            member_integer(seek, "size", 0) == terms->size &&
            member_flag(seek, "rated", false) == terms->rated &&
            time_control_equal(&time, &terms->time))
            return i;
    }
    return count;
}

static bool has_text(const json_t *array, const char *text)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *held = json_string_value(json_array_get(array, i));
        if (held != NULL && strcmp(held, text) == 0)
            return true;
    }
    return false;
}
