/* Chooses turns at five levels. The header of the engine for those who play with it: the bot, and
 * matches in tests. Pure: the memory is the caller's, and so is the time, by a callback.
 * Without a clock what it chooses depends on the position, the level and the seed alone. */
#pragma once

#include "core/position.h"
#include "core/turn.h"

#define THINKER_MIN_LEVEL 1
#define THINKER_MAX_LEVEL 5
/* What a thinker wants; with less, down to three quarters, it plays a little weaker. */
#define THINKER_MEMORY (1u << 20)

struct thinker;

/* Makes one in `bytes` >= THINKER_MEMORY / 4 * 3 at `memory`, aligned as malloc does. */
struct thinker *thinker_init(void *memory, size_t bytes);

struct thinker_question {
    const struct position *position; /* the side to move has a turn */
    int level;
    uint64_t seed; /* equal moves, and the mistakes of the weaker levels, are drawn from it */
    /* Where not NULL: a monotonic clock, and when on it the turn must have been found. */
    int64_t (*now_ms)(void *context);
    void *context;
    int64_t until_ms;
};

struct thinker_answer {
    struct turn turn;
    int32_t value; /* for the side to move, in hundredths of the log odds of winning */
    int depth;     /* plies looked ahead; 0 where time was too short for one */
    uint64_t nodes;
    bool decided; /* the end of the game was seen: won or lost by force */
};

struct thinker_answer thinker_choose(struct thinker *thinker,
                                     const struct thinker_question *question);
