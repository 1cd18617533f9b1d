/* Computes every rating anew, game by game in the order in which they ended, and compares what the
 * logs, the rating points and the ratings say with that.
 * Called by check.c for each rated game that was won, and once at the end. */
#pragma once

#include "server/check/game_check.h"
#include "server/machine/table.h"

struct rating_check {
    struct findings *findings;
    struct survey *survey;
    struct table ratings;  /* of an account in a pool */
    int64_t complete_from; /* endings before it have points with a volatility that is a guess */
};

void rating_check_init(struct rating_check *check, struct findings *findings, struct survey *survey,
                       int64_t complete_from);
void rating_check_deinit(struct rating_check *check);

/* Both give false where the database cannot be read. */
bool rating_check_game(struct rating_check *check, const struct survey_game *game,
                       const struct game_checked *checked);
bool rating_check_all(struct rating_check *check, int64_t *count);
