/* One game: its log is played through by the referee, and what its row says is compared with that.
 * Called for every game by check.c. Ratings are not its business: they need all games before. */
#pragma once

#include "server/check/findings.h"
#include "server/machine/log.h"

/* What the log says of how the game began and ended. */
struct game_checked {
    bool sound; /* the log can be read, follows the rules, and ends with the end; else: */
    int64_t at;
    int winner; /* enum color, or -1 */
    bool rated; /* the end says what it changed: */
    struct rating_change ratings[2];
    struct opening opening;
};

void game_check(struct findings *findings, const struct survey_game *game,
                struct game_checked *checked);
