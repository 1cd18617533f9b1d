/* How a bot signs in with nobody to ask: with the token kept from last time, else by logging in
 * with the password, else by registering the name as a bot. It waits for a server that is not there
 * or too busy, and gives up only where waiting cannot help. */
#pragma once

#include "proto/client/bot_log.h"
#include "proto/client/session.h"
#include "proto/client/token_store.h"
#include "proto/client/words.h"

struct bot_identity {
    const char *name;
    const char *password; /* NULL where none was given */
    struct token_store tokens;
    char kept[TOKEN_TEXT_MAX]; /* there, as far as is known here; "" for none */
    const struct bot_log *log;
    int64_t request;           /* awaiting its reply; 0 for none */
    bool registering, listing; /* what was asked last; else it was a login */
    int64_t retry_at_ms;       /* 0 where there is nothing to try again */
    char why[WORDS_MAX];
};

enum bot_identity_step {
    BOT_IDENTITY_SAME,   /* nothing new */
    BOT_IDENTITY_KNOWN,  /* signed in, and session->playing tells the unfinished games */
    BOT_IDENTITY_FAILED, /* it makes no sense to go on: `why` */
};

/* Finds the token of last time, "" where there is none. */
void bot_identity_init(struct bot_identity *identity, const struct address *server,
                       const char *name, const char *password, const struct bot_log *log,
                       char token[TOKEN_TEXT_MAX]);

/* Takes what has happened on the session, all of it. */
enum bot_identity_step bot_identity_take(struct bot_identity *identity, struct session *session,
                                         const struct happening *happening, int64_t now_ms);

/* Tries again what could not be done before, where its time has come. */
void bot_identity_tick(struct bot_identity *identity, struct session *session, int64_t now_ms);
