/* A game played through as its stream tells it, every event held against the rules: order, turns,
 * clocks, offers, the end. After the last event it holds what the rest of a record must agree with.
 */
#pragma once

#include "core/lag.h"
#include "core/referee.h"
#include "proto/verify/read_record.h"

/* One turn of the line as it stands. */
struct line_turn {
    int64_t v, at, lag_ms, held_ms;
    enum color by;
    char text[TURN_TEXT_MAX]; /* "skip" for a skip */
    bool skip;
    struct position position; /* after it, here and below */
    struct game_clock clock;
};

/* What the next event must be. */
enum due {
    DUE_START,
    DUE_ANYTHING, /* but a skip or a takeback, which come only where they are due */
    DUE_SKIP,
    DUE_WIN,      /* the end by capture, for due_color */
    DUE_LIMIT,    /* the end by the turn limit */
    DUE_TAKEBACK, /* what due_color asked for was accepted */
    DUE_ABORT,    /* likewise */
    DUE_LAPSED,   /* an offer lapsed: a move or the end follows */
};

struct progress {
    const struct game_view *game; /* of the header */
    struct line_turn *turns;
    size_t count, room;

    /* After the event last taken. */
    int64_t v, at;
    struct position position;
    struct game_clock clock;
    struct lag_quota quotas[2];  /* by enum color */
    bool offers[2][OFFER_COUNT]; /* open, by enum color of who made them */
    enum due due;
    enum color due_color;

    bool over;
    struct result_view result;
    bool ratings_changed;
    struct rating_change ratings[2];
};

/* `game` is borrowed. */
void progress_init(struct progress *progress, const struct game_view *game);
void progress_deinit(struct progress *progress);

/* Takes the next event. False, with a finding, where it cannot follow. */
bool progress_event(struct progress *progress, const struct stream_view *event,
                    struct finding *finding);

/* The clocks before turn `number` (from 0) of the line as it stands. */
struct game_clock progress_clock_before(const struct progress *progress, size_t number);

/* Whose clock runs after the event last taken; -1 for nobody's. */
int progress_running(const struct progress *progress);

/* ---- progress_turn.c: for progress.c alone ---- */

bool progress_start(struct progress *progress, const struct stream_view *event,
                    struct finding *finding);
bool progress_move(struct progress *progress, const struct stream_view *event,
                   struct finding *finding);
bool progress_skip(struct progress *progress, const struct stream_view *event,
                   struct finding *finding);
bool progress_takeback(struct progress *progress, const struct stream_view *event,
                       struct finding *finding);
