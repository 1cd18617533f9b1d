/* tv: following the best game that is being played, and the next best when it ends. */
#pragma once

#include "server/machine/state.h"

/* A game has started or ended: whoever follows is shown another one where that is due. */
void tv_update(struct machine *machine);
/* No longer follows; also where it did not. The game it was shown is no longer watched for that. */
void tv_leave(struct machine *machine, struct connection *connection);
