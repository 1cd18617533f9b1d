/* The order of games that are being played. */
#pragma once

#include "server/machine/state.h"

/* By which the higher rated come first: the players' ratings at the start, those without one 0. */
int games_rank(const struct game *game);
