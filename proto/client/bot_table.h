/* The games that a bot plays: taken up, answered in and given up here. Which turn to make is not
 * asked here; bot.c asks the thinker. */
#pragma once

#include "proto/client/bot_log.h"
#include "proto/client/session.h"

struct bot_game {
    struct follow *follow;
    bool ended;
    int64_t leave_at_ms;   /* once it has ended: no rematch comes after that */
    int64_t claim_at_ms;   /* when the win is to be claimed, next; 0 while the opponent is here */
    int64_t due_since_ms;  /* since when it is our turn; 0 while it is not */
    int64_t held_until_ms; /* no turn is made before: the server has refused one */
    struct bot_game *next;
};

struct bot_table {
    const struct bot_log *log;
    int level;
    struct bot_game *games;
    int count; /* of those that have not ended */
};

void bot_table_init(struct bot_table *table, int level, const struct bot_log *log);
void bot_table_deinit(struct bot_table *table);

/* Signed in, for the first time or again: takes up the unfinished games. */
void bot_table_enter(struct bot_table *table, struct session *session);

/* Takes what has happened on the session. */
void bot_table_take(struct bot_table *table, struct session *session,
                    const struct happening *happening, int64_t now_ms);

/* Claims what can be claimed, and leaves what is over. */
void bot_table_tick(struct bot_table *table, struct session *session, int64_t now_ms);

/* The game whose turn is to be made next, the one that has waited longest, but one short of time
 * before all others. NULL where there is none. Gives how many wait that have a clock running. */
struct bot_game *bot_table_next(struct bot_table *table, const struct session *session,
                                int64_t now_ms, int *waiting);

/* What this user has left in a game, by its clock now. */
int64_t bot_table_left_ms(const struct bot_game *game, const struct session *session,
                          int64_t now_ms);
