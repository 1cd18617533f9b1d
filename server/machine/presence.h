/* Who is there: players connected or not, and how many spectators. */
#pragma once

#include "server/machine/state.h"

void presence_view(struct machine *machine, const struct game *game, struct presence_view *view);
/* Tells all who watch, now: a player came or went. */
void presence_tell(struct machine *machine, struct game *game);
/* Tells soon, at most once in PRESENCE_PAUSE_MS: a spectator came or went. */
void presence_tell_soon(struct machine *machine, struct game *game);
/* An account has got its first connection or lost its last one. */
void presence_changed(struct machine *machine, struct account *account);
