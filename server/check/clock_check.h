/* Computes a game's clocks anew, entry by entry, from how long each turn took. Knows what they were
 * after every turn, since a takeback puts them back.
 * Called by the check of a game along its replay. */
#pragma once

#include "server/check/findings.h"
#include "server/machine/replay.h"

struct clock_check {
    struct findings *findings;
    int64_t (*left_ms)[2]; /* after so many turns of the line as it stands */
    size_t capacity;
};

/* `replay` is before its first entry. */
void clock_check_init(struct clock_check *check, struct findings *findings,
                      const struct replay *replay);
void clock_check_deinit(struct clock_check *check);

/* `replay` is after an entry; the clock and the side to move are those before it. */
void clock_check_entry(struct clock_check *check, const struct replay *replay,
                       const struct game_clock *before, enum color to_move);
