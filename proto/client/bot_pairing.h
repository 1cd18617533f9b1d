/* How a bot gets its games: it answers challenges, takes seeks of people for whom nobody else has
 * come, and, where it was told terms, keeps a seek of its own open.
 *
 * The weakest level takes a waiting seek first and each stronger one some seconds later. Whoever
 * wants a stronger one challenges it, or seeks with rating_min. Bots' seeks are left alone, and the
 * own one names a colour: so that the house does not play itself all day. */
#pragma once

#include "proto/client/bot_log.h"
#include "proto/client/session.h"
#include "proto/client/terms.h"

/* Games at once; challenges beyond are declined, and seeks not taken. */
#define BOT_GAMES_MOST 50
/* Seeks of others that are kept in mind. */
#define BOT_SEEKS_MOST 64

struct bot_seek {
    char id[16];
    int64_t take_at; /* server's time */
};

struct bot_pairing {
    const struct bot_log *log;
    int level;
    const struct terms *terms; /* of the own seek; NULL for none */
    bool seeking;              /* the own seek is open, or its reply awaited */
    char own_seek[16];         /* "" where it is not known to be open */
    bool listed;               /* the lobby has told what is open */
    int64_t lobby_request, challenges_request, seek_request;
    struct bot_seek seeks[BOT_SEEKS_MOST];
    int seek_count;
};

void bot_pairing_init(struct bot_pairing *pairing, int level, const struct terms *terms,
                      const struct bot_log *log);

/* Signed in, for the first time or again: asks for all that is to be known. */
void bot_pairing_enter(struct bot_pairing *pairing, struct session *session);

/* Takes a reply or an event of the session; `games` are being played. */
void bot_pairing_take(struct bot_pairing *pairing, struct session *session,
                      const struct happening *happening, int games);

/* Takes the seeks whose time has come, and seeks. */
void bot_pairing_tick(struct bot_pairing *pairing, struct session *session, int games,
                      int64_t server_now);
