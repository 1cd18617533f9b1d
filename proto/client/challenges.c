#include "proto/client/challenges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/member.h"

static enum challenges_step take_reply(struct challenges *challenges, struct session *session,
                                       const struct happening *happening, char text[WORDS_MAX]);
static enum challenges_step take_list(struct challenges *challenges, struct session *session,
                                      const json_t *ok, char text[WORDS_MAX]);
static bool take_up_answer(struct challenges *challenges, struct session *session);
static enum challenges_step take_up_made(struct challenges *challenges, struct session *session);
static enum challenges_step take_event(struct challenges *challenges, const struct session *session,
                                       const json_t *event, char text[WORDS_MAX]);
static enum challenges_step close_one(struct challenges *challenges, const json_t *event,
                                      char text[WORDS_MAX]);
static void replace(json_t **list, json_t *with);
static size_t find(const json_t *list, const char *id);
static const json_t *find_made(const struct challenges *challenges);
static void send_made(struct challenges *challenges, struct session *session);
static void forget_made(struct challenges *challenges);

void challenges_init(struct challenges *challenges)
{
    *challenges = (struct challenges){.in = json_array(), .out = json_array()};
    terms_init(&challenges->terms);
}

void challenges_deinit(struct challenges *challenges)
{
    json_decref(challenges->in);
    json_decref(challenges->out);
}

void challenges_enter(struct challenges *challenges, struct session *session)
{
    /* What was heard before may have been closed unheard. */
    json_array_clear(challenges->in);
    json_array_clear(challenges->out);
    challenges->listed = false;
    challenges->make_request = challenges->answer_request = challenges->cancel_request = 0;
    challenges->list_request = session_request(session, json_pack("{s:s}", "op", "challenges"));
}

void challenges_make(struct challenges *challenges, struct session *session, const char *user,
                     const struct terms *terms)
{
    snprintf(challenges->user, sizeof challenges->user, "%s", user);
    challenges->terms = *terms;
    challenges->made[0] = '\0';
    if (challenges->listed)
        send_made(challenges, session);
}

bool challenges_making(const struct challenges *challenges)
{
    return challenges->user[0] != '\0' && challenges->made[0] == '\0';
}

const json_t *challenges_pick(const json_t *list, const char *word)
{
    size_t at = find(list, word);
    size_t length = strlen(word);
    if (length > 0 && length <= 4 && strspn(word, "0123456789") == length)
        at = (size_t)atoi(word) - 1;
    return json_array_get(list, at);
}

void challenges_answer(struct challenges *challenges, struct session *session, const char *id,
                       bool accept)
{
    snprintf(challenges->answered, sizeof challenges->answered, "%s", id);
    challenges->accepted = accept;
    challenges->answer_request =
        session_request(session, json_pack("{s:s, s:s, s:b}", "op", "challenge_answer", "challenge",
                                           id, "accept", accept));
}

void challenges_cancel(struct challenges *challenges, struct session *session, const char *id)
{
    if (strcmp(challenges->made, id) == 0)
        forget_made(challenges);
    challenges->cancel_request = session_request(
        session, json_pack("{s:s, s:s}", "op", "challenge_cancel", "challenge", id));
}

enum challenges_step challenges_take(struct challenges *challenges, struct session *session,
                                     const struct happening *happening, char text[WORDS_MAX])
{
    if (happening->kind == HAPPENING_REPLY)
        return take_reply(challenges, session, happening, text);
    if (happening->kind == HAPPENING_EVENT)
        return take_event(challenges, session, happening->message, text);
    return CHALLENGES_NOT_MINE;
}

static enum challenges_step take_reply(struct challenges *challenges, struct session *session,
                                       const struct happening *happening, char text[WORDS_MAX])
{
    const json_t *ok = json_object_get(happening->message, "ok");
    enum challenges_step refused = CHALLENGES_FAILED;
    int64_t request = happening->request;
    if (request == challenges->list_request) {
        challenges->list_request = 0;
        return take_list(challenges, session, ok, text);
    }
    if (request == challenges->make_request) {
        challenges->make_request = 0;
        refused = CHALLENGES_REFUSED;
        member_copy(ok, "challenge", challenges->made, sizeof challenges->made);
        if (ok == NULL)
            forget_made(challenges);
    } else if (request == challenges->answer_request) {
        challenges->answer_request = 0;
        challenges->answered[0] = '\0';
        snprintf(text, WORDS_MAX, "%s", member_text(ok, "game", ""));
        if (text[0] != '\0')
            return CHALLENGES_GAME;
    } else if (request == challenges->cancel_request) {
        challenges->cancel_request = 0;
    } else {
        return CHALLENGES_NOT_MINE;
    }
    if (ok != NULL)
        return CHALLENGES_CHANGED;
    words_error(json_object_get(happening->message, "error"), text);
    return refused;
}

/* What was on its way when the connection was lost is taken up again: the one answered here, the
 * one made here. */
static enum challenges_step take_list(struct challenges *challenges, struct session *session,
                                      const json_t *ok, char text[WORDS_MAX])
{
    replace(&challenges->in, json_object_get(ok, "in"));
    replace(&challenges->out, json_object_get(ok, "out"));
    challenges->listed = true;
    bool missed = take_up_answer(challenges, session);
    enum challenges_step step = take_up_made(challenges, session);
    snprintf(text, WORDS_MAX,
             missed ? "That challenge is no longer open." : "Your challenge is no longer open.");
    return missed ? CHALLENGES_MISSED : step;
}

/* Answers once more where the server has not heard it. Whether it has, and the answer was yes. */
static bool take_up_answer(struct challenges *challenges, struct session *session)
{
    char id[CHALLENGE_ID_MAX];
    snprintf(id, sizeof id, "%s", challenges->answered);
    bool open = find(challenges->in, id) < json_array_size(challenges->in);
    challenges->answered[0] = '\0';
    if (id[0] != '\0' && open)
        challenges_answer(challenges, session, id, challenges->accepted);
    return id[0] != '\0' && !open && challenges->accepted;
}

/* One whose reply was lost is found by its name, or made again. */
static enum challenges_step take_up_made(struct challenges *challenges, struct session *session)
{
    if (challenges->user[0] == '\0')
        return CHALLENGES_CHANGED;
    const json_t *made = find_made(challenges);
    if (made != NULL) {
        member_copy(made, "id", challenges->made, sizeof challenges->made);
    } else if (challenges->made[0] == '\0') {
        send_made(challenges, session);
    } else {
        forget_made(challenges);
        return CHALLENGES_MISSED;
    }
    return CHALLENGES_CHANGED;
}

static enum challenges_step take_event(struct challenges *challenges, const struct session *session,
                                       const json_t *event, char text[WORDS_MAX])
{
    const char *kind = member_text(event, "ev", "");
    if (strcmp(kind, "challenge_closed") == 0)
        return close_one(challenges, event, text);
    if (strcmp(kind, "challenge") != 0)
        return CHALLENGES_NOT_MINE;
    json_t *challenge = json_object_get(event, "challenge");
    const char *by = member_text(json_object_get(challenge, "user"), "name", "");
    json_t *list = strcmp(by, session->name) == 0 ? challenges->out : challenges->in;
    if (find(list, member_text(challenge, "id", "")) == json_array_size(list))
        json_array_append(list, challenge);
    return CHALLENGES_CHANGED;
}

static enum challenges_step close_one(struct challenges *challenges, const json_t *event,
                                      char text[WORDS_MAX])
{
    const char *id = member_text(event, "id", "");
    const char *how = member_text(event, "how", "");
    size_t in = find(challenges->in, id);
    size_t out = find(challenges->out, id);
    json_array_remove(challenges->in, in);
    json_array_remove(challenges->out, out);
    if (strcmp(challenges->made, id) != 0)
        return CHALLENGES_CHANGED;
    snprintf(text, WORDS_MAX, "%s has declined your challenge.", challenges->user);
    if (strcmp(how, "declined") != 0)
        snprintf(text, WORDS_MAX, "Your challenge to %s is closed: %.20s.", challenges->user, how);
    forget_made(challenges);
    return strcmp(how, "accepted") == 0 ? CHALLENGES_CHANGED : CHALLENGES_REFUSED;
}

static void replace(json_t **list, json_t *with)
{
    json_decref(*list);
    *list = json_is_array(with) ? json_incref(with) : json_array();
}

/* The index, or the size of the list. */
static size_t find(const json_t *list, const char *id)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(member_text(json_array_get(list, i), "id", ""), id) == 0)
            return i;
    }
    return count;
}

/* Among those that are open: by its id, or where that is not known by whom it is to. */
static const json_t *find_made(const struct challenges *challenges)
{
    if (challenges->made[0] != '\0')
        return json_array_get(challenges->out, find(challenges->out, challenges->made));
    for (size_t i = json_array_size(challenges->out); i-- > 0;) {
        const json_t *one = json_array_get(challenges->out, i);
        const char *to = member_text(json_object_get(one, "to"), "name", "");
        struct time_control time = game_state_read_time(json_object_get(one, "time"));
        if (strcasecmp(to, challenges->user) == 0 &&
            member_integer(one, "size", 0) == challenges->terms.size &&
            member_flag(one, "rated", false) == challenges->terms.rated &&
            strcmp(member_text(one, "color", ""), challenges->terms.color) == 0 &&
            time_control_equal(&time, &challenges->terms.time))
            return one;
    }
    return NULL;
}

static void send_made(struct challenges *challenges, struct session *session)
{
    challenges->make_request =
        session_request(session, terms_challenge_request(&challenges->terms, challenges->user));
}

static void forget_made(struct challenges *challenges)
{
    challenges->user[0] = challenges->made[0] = '\0';
}
