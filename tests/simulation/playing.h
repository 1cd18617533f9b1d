/* A game played by the rules from the events of its stream, by other code than the server's: what
 * each event says must follow from those before it. */
#pragma once

#include "core/referee.h"
#include "tests/simulation/run.h"

#define PLAYING_PLIES_MAX 4096

/* What a takeback goes back to. */
struct before_turn {
    struct position position;
    size_t length; /* of the moves */
    bool skip;     /* the turn was a skip */
};

struct playing {
    struct run *run;
    const struct ledger_game *game;
    struct position position;
    enum outcome outcome; /* of the last turn */
    int64_t ply, v, at;
    bool offers[2][2];  /* open, by enum color of who made them: takeback, abort */
    const char *agreed; /* what an accepted offer promises next: its event; NULL for nothing */
    int agreed_by;      /* enum color of who had offered */
    bool ended;
    size_t length;                                /* of `moves` */
    char moves[65536];                            /* the line as it stands */
    struct before_turn before[PLAYING_PLIES_MAX]; /* by ply */
};

void playing_begin(struct playing *playing, struct run *run, const struct ledger_game *game);
void playing_event(struct playing *playing, const json_t *event);
/* What is wrong is complained of to the run. */
void playing_wrong(struct playing *playing, const char *what);
