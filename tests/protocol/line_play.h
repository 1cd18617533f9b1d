/* "A, B play …": many turns of a game in one statement of a transcript.
 * A is Blue, B is Red; whoever else is named watches. What all of them are shown by the turns is
 * read, and must be moves, skips, the end and presence; the judge looks at the rest. */
#pragma once

#include "tests/protocol/stage.h"

/* `game` is the id; `turns` are separated by blanks, each skip where it is due. */
void line_play_turns(struct stage *stage, struct client_name **clients, size_t count,
                     const char *game, const char *turns);
/* Random turns until the game has that ply, which it must reach. */
void line_play_random(struct stage *stage, struct client_name **clients, size_t count,
                      const char *game, int64_t ply);
