/* Taking up what was going on when the last process ended. */
#pragma once

#include "server/machine/state.h"

/* Once, before anything else. The time the server was down is charged to nobody. */
void restore(struct machine *machine, const struct restored *restored);
