/* Writes genuine records for the tests of verify: a game is told step by step, and comes out as the
 * server would have it, signed with a key of the tests. */
#pragma once

#include "core/lag.h"
#include "core/referee.h"
#include "proto/proof.h"
#include "proto/verify/verify.h"

#define SCRIBE_TURNS_MAX 128

struct scribe {
    struct game_view game;
    struct time_control time;
    struct position position;
    struct game_clock clock;
    int64_t v, at;
    bool offers[2][OFFER_COUNT];
    bool won;

    json_t *stream; /* owned */

    /* The line as it stands. */
    struct {
        json_t *entry; /* of `turns`, owned */
        struct position position;
        struct game_clock clock;
    } turns[SCRIBE_TURNS_MAX];
    size_t count;

    struct result_view result;
    struct rating_change ratings[2];
    unsigned char public_key[PROOF_PUBLIC_KEY_SIZE], secret_key[PROOF_SECRET_KEY_SIZE];
};

/* Begins a game, whose start is told. */
void scribe_init(struct scribe *scribe, int size, struct time_control time, bool rated);
void scribe_deinit(struct scribe *scribe);

/* Tells a turn of whoever is to move, and the skip that may follow it. */
void scribe_move(struct scribe *scribe, const char *move, int64_t spent_ms, int64_t lag_ms);
/* Turns separated by blanks, each of two seconds. */
void scribe_moves(struct scribe *scribe, const char *moves);

void scribe_offer(struct scribe *scribe, enum color by, enum offer offer);
void scribe_close(struct scribe *scribe, enum color by, enum offer offer, enum offer_end how);
/* Goes back to so many turns. */
void scribe_takeback(struct scribe *scribe, size_t ply);
void scribe_end(struct scribe *scribe, int winner, enum reason reason);

/* The record, signed where the game is over; the caller owns it. */
json_t *scribe_record(struct scribe *scribe);
/* Signs what stands in a record now, as a server that lies would. */
void scribe_sign(const struct scribe *scribe, json_t *record);
