/* A player who is away: told with a countdown, and the win that may be claimed when it is over. */
#pragma once

#include "server/machine/state.h"

/* Tells all who watch, where a player of the game is away and the win can be claimed in time. */
void away_tell(struct machine *machine, struct game *game);
/* The same to one connection that has just begun to watch. */
void away_tell_one(struct machine *machine, struct game *game, struct connection *connection);
