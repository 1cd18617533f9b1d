#include "proto/client/bot_pairing.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "proto/client/member.h"

/* How long a seek waits for somebody else before the weakest level takes it, and for how much
 * longer before each stronger one does. */
#define PATIENCE_MS 3000
#define PATIENCE_PER_LEVEL_MS 2000
/* Less time than this for 40 turns is too little for a program far away. */
#define LEAST_TIME_MS 30000

static const char *refusal_of(const json_t *proposal);
static void take_reply(struct bot_pairing *pairing, struct session *session, int64_t request,
                       const json_t *reply, int games);
static void take_event(struct bot_pairing *pairing, struct session *session, const json_t *event,
                       int games);
static void consider(struct bot_pairing *pairing, const struct session *session,
                     const json_t *seek);
static void forget(struct bot_pairing *pairing, const char *id);
static void answer(struct bot_pairing *pairing, struct session *session, const json_t *challenge,
                   int games);

void bot_pairing_init(struct bot_pairing *pairing, int level, const struct terms *terms,
                      const struct bot_log *log)
{
    *pairing = (struct bot_pairing){.log = log, .level = level, .terms = terms};
}

void bot_pairing_enter(struct bot_pairing *pairing, struct session *session)
{
    pairing->seek_count = 0;
    pairing->seeking = pairing->listed = false;
    pairing->own_seek[0] = '\0';
    pairing->seek_request = 0;
    pairing->lobby_request = session_request(session, json_pack("{s:s}", "op", "lobby"));
    pairing->challenges_request = session_request(session, json_pack("{s:s}", "op", "challenges"));
}

void bot_pairing_take(struct bot_pairing *pairing, struct session *session,
                      const struct happening *happening, int games)
{
    if (happening->kind == HAPPENING_REPLY)
        take_reply(pairing, session, happening->request, happening->message, games);
    else if (happening->kind == HAPPENING_EVENT)
        take_event(pairing, session, happening->message, games);
}

void bot_pairing_tick(struct bot_pairing *pairing, struct session *session, int games,
                      int64_t server_now)
{
    if (session->stage != SESSION_READY || games >= BOT_GAMES_MOST)
        return;
    for (int i = 0; i < pairing->seek_count && games < BOT_GAMES_MOST;) {
        struct bot_seek seek = pairing->seeks[i];
        if (seek.take_at > server_now) {
            i++;
            continue;
        }
        /* Somebody else may be quicker: then the answer is `gone`, and nothing is lost. */
        session_request(session, json_pack("{s:s, s:s}", "op", "accept", "seek", seek.id));
        forget(pairing, seek.id);
        games++;
    }
    if (pairing->terms != NULL && pairing->listed && !pairing->seeking && games < BOT_GAMES_MOST) {
        pairing->seeking = true;
        pairing->seek_request = session_request(session, terms_seek_request(pairing->terms));
    }
}

/* Why the house does not play a seek or challenge, in plain words; NULL where it does. */
static const char *refusal_of(const json_t *proposal)
{
    int64_t size = member_integer(proposal, "size", 0);
    const json_t *time = json_object_get(proposal, "time");
    if (size < BOARD_MIN_SIZE || size > BOARD_MAX_SIZE)
        return "a board of another size";
    if (json_object_get(time, "initial_ms") != NULL &&
        member_integer(time, "initial_ms", 0) + 40 * member_integer(time, "increment_ms", 0) <
            LEAST_TIME_MS)
        return "too little time";
    return NULL;
}

static void take_reply(struct bot_pairing *pairing, struct session *session, int64_t request,
                       const json_t *reply, int games)
{
    const json_t *ok = json_object_get(reply, "ok");
    const json_t *one;
    size_t index;
    if (request == pairing->lobby_request) {
        pairing->lobby_request = 0;
        pairing->listed = true;
        json_array_foreach(json_object_get(ok, "seeks"), index, one)
            consider(pairing, session, one);
    } else if (request == pairing->challenges_request) {
        pairing->challenges_request = 0;
        json_array_foreach(json_object_get(ok, "in"), index, one)
            answer(pairing, session, one, games);
    } else if (request == pairing->seek_request) {
        pairing->seek_request = 0;
        member_copy(ok, "seek", pairing->own_seek, sizeof pairing->own_seek);
        if (json_object_get(ok, "game") != NULL)
            pairing->seeking = false;
        if (ok == NULL)
            bot_log(pairing->log, "not_seeking",
                    json_pack("{s:O}", "error", json_object_get(reply, "error")));
    }
}

static void take_event(struct bot_pairing *pairing, struct session *session, const json_t *event,
                       int games)
{
    const char *name = member_text(event, "ev", "");
    if (strcmp(name, "seek_added") == 0)
        consider(pairing, session, json_object_get(event, "seek"));
    else if (strcmp(name, "seek_removed") == 0)
        forget(pairing, member_text(event, "id", ""));
    else if (strcmp(name, "challenge") == 0)
        answer(pairing, session, json_object_get(event, "challenge"), games);
}

static void consider(struct bot_pairing *pairing, const struct session *session, const json_t *seek)
{
    const json_t *user = json_object_get(seek, "user");
    if (strcasecmp(member_text(user, "name", ""), session->name) == 0) {
        /* It has outlived the connection that it was made on. */
        pairing->seeking = true;
        member_copy(seek, "id", pairing->own_seek, sizeof pairing->own_seek);
        return;
    }
    if (pairing->seek_count == BOT_SEEKS_MOST || refusal_of(seek) != NULL ||
        strcmp(member_text(user, "kind", ""), "bot") == 0)
        return;
    struct bot_seek *kept = &pairing->seeks[pairing->seek_count++];
    member_copy(seek, "id", kept->id, sizeof kept->id);
    kept->take_at =
        member_integer(seek, "at", 0) + PATIENCE_MS + (pairing->level - 1) * PATIENCE_PER_LEVEL_MS;
}

static void forget(struct bot_pairing *pairing, const char *id)
{
    if (strcmp(id, pairing->own_seek) == 0 && id[0] != '\0') {
        pairing->own_seek[0] = '\0';
        pairing->seeking = false;
    }
    for (int i = 0; i < pairing->seek_count; i++)
        if (strcmp(pairing->seeks[i].id, id) == 0) {
            pairing->seeks[i] = pairing->seeks[--pairing->seek_count];
            return;
        }
}

static void answer(struct bot_pairing *pairing, struct session *session, const json_t *challenge,
                   int games)
{
    const json_t *from = json_object_get(challenge, "user");
    const char *id = member_text(challenge, "id", "");
    if (strcasecmp(member_text(from, "name", ""), session->name) == 0)
        return;
    const char *why = refusal_of(challenge);
    if (why == NULL && games >= BOT_GAMES_MOST)
        why = "too many games at once";
    session_request(session, json_pack("{s:s, s:s, s:b}", "op", "challenge_answer", "challenge", id,
                                       "accept", why == NULL));
    json_t *details =
        json_pack("{s:s, s:s}", "challenge", id, "from", member_text(from, "name", ""));
    if (why != NULL)
        json_object_set_new(details, "why", json_string(why));
    bot_log(pairing->log, why == NULL ? "accepted" : "declined", details);
}
