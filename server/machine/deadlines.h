/* All that is to happen at a certain time, in one binary heap.
 * A deadline lives inside the thing it belongs to and is armed, moved and dropped there. Ties fire
 * in the order in which they were armed, so that replays agree. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum deadline_kind {
    DEADLINE_GAME,     /* a flag, a first move not made, or the end of a finished game's stay */
    DEADLINE_PRESENCE, /* a game's spectator count is to be told */
    DEADLINE_ABSENCE,  /* an account has had no connection for a while: its seeks go */
    DEADLINE_SWEEP,    /* what has expired is to go from the store */
};

struct deadline {
    enum deadline_kind kind;
    uint32_t place; /* 1-based place in the heap; 0 where not armed */
    int64_t due_ms; /* monotonic */
    uint64_t order;
};

struct deadlines {
    struct deadline **heap; /* heap[0] is not used */
    size_t count, capacity;
    uint64_t armed; /* how many have ever been armed */
};

void deadlines_init(struct deadlines *deadlines);
void deadlines_deinit(struct deadlines *deadlines);

/* Arms, or moves one that is armed. */
void deadlines_arm(struct deadlines *deadlines, struct deadline *deadline, int64_t due_ms);
/* Also where it is not armed. */
void deadlines_drop(struct deadlines *deadlines, struct deadline *deadline);
/* The earliest, still armed; NULL where there is none. */
struct deadline *deadlines_first(const struct deadlines *deadlines);

static inline bool deadline_armed(const struct deadline *deadline)
{
    return deadline->place != 0;
}
