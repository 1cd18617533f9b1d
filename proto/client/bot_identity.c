#include "proto/client/bot_identity.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

/* How long to wait where the server does not say. */
#define RETRY_MS 5000

static enum bot_identity_step enter(struct bot_identity *identity, struct session *session);
static enum bot_identity_step take_failure(struct bot_identity *identity, struct session *session,
                                           const struct happening *happening);
static enum bot_identity_step take_reply(struct bot_identity *identity, struct session *session,
                                         const json_t *reply, int64_t now_ms);
static void list_games(struct bot_identity *identity, struct session *session);
static enum bot_identity_step take_games(struct bot_identity *identity, struct session *session,
                                         const json_t *games);
static enum bot_identity_step take_error(struct bot_identity *identity, struct session *session,
                                         const json_t *error, int64_t now_ms);
static enum bot_identity_step ask(struct bot_identity *identity, struct session *session,
                                  bool registering);
static enum bot_identity_step check_kind(struct bot_identity *identity,
                                         const struct session *session);
static enum bot_identity_step give_up(struct bot_identity *identity, const char *why);

void bot_identity_init(struct bot_identity *identity, const struct address *server,
                       const char *name, const char *password, const struct bot_log *log,
                       char token[TOKEN_TEXT_MAX])
{
    char found[PLAYER_NAME_MAX];
    *identity = (struct bot_identity){.name = name, .password = password, .log = log};
    token_store_init(&identity->tokens, server);
    if (!token_store_find(&identity->tokens, name, found, token))
        token[0] = '\0';
    snprintf(identity->kept, sizeof identity->kept, "%s", token);
}

enum bot_identity_step bot_identity_take(struct bot_identity *identity, struct session *session,
                                         const struct happening *happening, int64_t now_ms)
{
    switch (happening->kind) {
    case HAPPENING_READY:
        return enter(identity, session);
    case HAPPENING_FAILED:
        return take_failure(identity, session, happening);
    case HAPPENING_LOST:
        identity->request = 0;
        identity->retry_at_ms = 0;
        identity->listing = false;
        return BOT_IDENTITY_SAME;
    case HAPPENING_REPLY:
        if (identity->request == 0 || happening->request != identity->request)
            return BOT_IDENTITY_SAME;
        identity->request = 0;
        return take_reply(identity, session, happening->message, now_ms);
    case HAPPENING_OPEN:
    case HAPPENING_EVENT:
    case HAPPENING_GAME:
    case HAPPENING_MOVE:
        return BOT_IDENTITY_SAME;
    }
    return BOT_IDENTITY_SAME;
}

void bot_identity_tick(struct bot_identity *identity, struct session *session, int64_t now_ms)
{
    if (identity->retry_at_ms == 0 || now_ms < identity->retry_at_ms)
        return;
    identity->retry_at_ms = 0;
    if (identity->listing)
        list_games(identity, session);
    else
        ask(identity, session, false);
}

static enum bot_identity_step enter(struct bot_identity *identity, struct session *session)
{
    if (session->token[0] == '\0')
        return ask(identity, session, false);
    return check_kind(identity, session);
}

/* A token may have died while nobody looked; a password, where there is one, makes another. */
static enum bot_identity_step take_failure(struct bot_identity *identity, struct session *session,
                                           const struct happening *happening)
{
    bool signed_out = strcmp(happening->code != NULL ? happening->code : "", "signed_out") == 0 ||
                      strcmp(session->code, "bad_credentials") == 0;
    if (session->connection.state == CONNECTION_FAILED)
        return give_up(identity, happening->why);
    if (!signed_out || session->token[0] != '\0')
        return BOT_IDENTITY_SAME;
    token_store_forget(&identity->tokens, identity->name, identity->kept);
    bot_log(identity->log, "signed_out", json_pack("{s:s}", "why", happening->why));
    return ask(identity, session, false);
}

static enum bot_identity_step take_reply(struct bot_identity *identity, struct session *session,
                                         const json_t *reply, int64_t now_ms)
{
    const json_t *ok = json_object_get(reply, "ok");
    if (ok == NULL)
        return take_error(identity, session, json_object_get(reply, "error"), now_ms);
    if (identity->listing)
        return take_games(identity, session, json_object_get(ok, "games"));
    if (!session_sign_in(session, ok))
        return give_up(identity, "the server's answer gives no identity");
    snprintf(identity->kept, sizeof identity->kept, "%s", session->token);
    if (!token_store_keep(&identity->tokens, session->name, session->token))
        bot_log(identity->log, "not_kept", json_pack("{s:s}", "why", strerror(errno)));
    enum bot_identity_step step = check_kind(identity, session);
    if (step == BOT_IDENTITY_KNOWN && !identity->registering) {
        /* Only a token that is resumed with tells which games are unfinished. */
        list_games(identity, session);
        return BOT_IDENTITY_SAME;
    }
    return step;
}

static void list_games(struct bot_identity *identity, struct session *session)
{
    identity->listing = true;
    identity->request = session_request(
        session, json_pack("{s:s, s:s, s:i}", "op", "games", "user", session->name, "limit", 100));
}

static enum bot_identity_step take_games(struct bot_identity *identity, struct session *session,
                                         const json_t *games)
{
    const json_t *game;
    size_t index;
    identity->listing = false;
    json_decref(session->playing);
    session->playing = json_array();
    json_array_foreach(games, index, game)
        json_array_append(session->playing, json_object_get(game, "id"));
    return BOT_IDENTITY_KNOWN;
}

static enum bot_identity_step take_error(struct bot_identity *identity, struct session *session,
                                         const json_t *error, int64_t now_ms)
{
    const char *code = member_text(error, "code", "");
    if (!identity->registering && strcmp(code, "bad_credentials") == 0)
        return ask(identity, session, true);
    if (strcmp(code, "name_taken") == 0)
        return give_up(identity, "the name is taken, and the password is not that of its account");
    if (strcmp(code, "bad_request") == 0) {
        words_error(error, identity->why);
        return BOT_IDENTITY_FAILED;
    }
    identity->retry_at_ms = now_ms + member_integer(error, "retry_after_ms", RETRY_MS);
    bot_log(identity->log, "sign_in_later", json_pack("{s:s}", "code", code));
    return BOT_IDENTITY_SAME;
}

static enum bot_identity_step ask(struct bot_identity *identity, struct session *session,
                                  bool registering)
{
    if (identity->password == NULL)
        return give_up(identity, "there is no sign-in kept for it: set CLAMBER_PASSWORD");
    json_t *request = json_pack("{s:s, s:s, s:s}", "op", registering ? "register" : "login", "name",
                                identity->name, "password", identity->password);
    if (registering)
        json_object_set_new(request, "bot", json_true());
    identity->registering = registering;
    identity->request = session_request(session, request);
    return BOT_IDENTITY_SAME;
}

static enum bot_identity_step check_kind(struct bot_identity *identity,
                                         const struct session *session)
{
    if (strcmp(session->kind, "bot") != 0)
        return give_up(identity, "that is a person's account; a bot needs one of its own");
    return BOT_IDENTITY_KNOWN;
}

static enum bot_identity_step give_up(struct bot_identity *identity, const char *why)
{
    snprintf(identity->why, sizeof identity->why, "%s: %s", identity->name, why);
    return BOT_IDENTITY_FAILED;
}
