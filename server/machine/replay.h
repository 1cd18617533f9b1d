/* A game's log, played through: for every entry the event it was, byte for byte as first sent.
 * Called wherever the stream is made again: catching up, snapshots, records, and loading. */
#pragma once

#include "core/lag.h"
#include "core/position.h"
#include "core/referee.h"
#include "server/machine/log.h"

struct replay {
    struct log_reader reader;
    const char *game;
    bool damaged; /* the log does not follow the rules */

    /* After the entry last given. */
    struct log_item item;
    struct position position;
    struct game_clock clock;
    struct lag_quota quotas[2]; /* by enum color */
    int64_t ply;
    int64_t turn_v;              /* v of the last start, move, skip or takeback */
    bool won;                    /* the last turn won */
    bool skip_due;               /* the side to move cannot, and its skip has not come yet */
    bool offers[2][OFFER_COUNT]; /* open, by enum color of who made them */

    /* Storage of the view last made. */
    char position_text[POSITION_TEXT_MAX];
    char turn_text[TURN_TEXT_MAX];
};

void replay_init(struct replay *replay, const char *game, int size, const struct time_control *time,
                 const struct log *log);

/* Plays the next entry. False at the end, or where the log is damaged. */
bool replay_next(struct replay *replay);

/* The event of the entry last played. What it points to lives until the next call. */
void replay_view(struct replay *replay, struct stream_view *view);

/* The clocks after the entry last played, as told in its event. */
void replay_clock(const struct replay *replay, struct clock_view *view);

/* The turns of the line as it stands, joined by blanks, appended to the writer as raw text. */
void replay_moves(struct writer *writer, int size, const struct log *log);
