/* Two whole games, for the tests of verify. */
#pragma once

#include "tests/unit/verify/scribe.h"

#define BLITZ                                                                                      \
    (struct time_control)                                                                          \
    {                                                                                              \
        .kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000                           \
    }

/* A rated game with everything in it, lost by Blue on time. Its stream by v: 1 start, 2 C1, 3 D3,
 * 4 C4, 5 A1, 6 Red asks for a takeback, 7 declined, 8 Blue asks, 9 Red offers to abort,
 * 10 Blue's is accepted, 11 Red's lapses, 12 the takeback to ply 2, 13 C4, 14 A1 (with lag),
 * 15 Blue offers to abort, 16 withdrawn, 17 Red asks for a takeback, 18 it lapses, 19 B4, 20 B1 …,
 * then the line of RULES that leads to a skip of Blue, a last turn of Red, and the end. */
void game_on_time(struct scribe *scribe);
#define GAME_ON_TIME_SKIP_V 53
#define GAME_ON_TIME_END_V 55

/* A casual game won by the second capture of a chain, at v 6; the end is v 7. */
void game_by_chain(struct scribe *scribe);
