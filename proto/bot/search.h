/* Looks ahead: alpha-beta with iterative deepening, the most promising turns first and the others
 * less deep, and a short look at captures where it ends. Chains, skips and wins in the middle of a
 * chain are turns like any other (candidates.h).
 * What it chooses depends on its arguments alone, unless the time runs out. Called by the thinker
 * only. */
#pragma once

#include "proto/bot/candidates.h"
#include "proto/bot/evaluate.h"
#include "proto/bot/memo.h"

/* No line is looked at further, however many nodes there are to spend. */
#define SEARCH_MAX_PLY 40
/* Turns looked at in one position: at the root, below it, and when only captures are. */
#define SEARCH_ROOT_ROOM 2048
#define SEARCH_ROOM 160
#define SEARCH_QUIET_ROOM 96
#define SEARCH_QUIET_PLIES 2
#define SEARCH_POOL (SEARCH_ROOT_ROOM + (SEARCH_MAX_PLY + SEARCH_QUIET_PLIES + 1) * SEARCH_ROOM)

/* The value of having won; less one for each ply until then. Beyond SEARCH_DECIDED the search has
 * seen the end of the game. */
#define SEARCH_WON 30000
#define SEARCH_DECIDED 29000

struct search_limits {
    int depth;      /* plies, at least 1 */
    uint64_t nodes; /* positions valued, about */
    /* Asked every few thousand nodes; true stops the search. May be NULL. */
    bool (*stop)(void *context);
    void *context;
};

struct search {
    struct memo memo;
    struct evaluator evaluator;
    const struct search_limits *limits;
    uint64_t nodes, asked_at;
    bool stopped;
    int used; /* of the pool: the lists of the nodes being looked at lie one upon another */
    struct candidate pool[SEARCH_POOL];
};

struct search_result {
    struct turn turn;
    int32_t value; /* for the side to move */
    int depth;     /* of the last iteration that was finished */
    uint64_t nodes;
};

/* The side to move must have a turn. The memo is forgotten first. */
struct search_result search_run(struct search *search, const struct position *position,
                                const struct search_limits *limits);
