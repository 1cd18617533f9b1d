/* What a client of the simulation says next: mostly something sensible, sometimes not at all. */
#pragma once

#include "tests/simulation/crowd.h"

#define SAYING_MAX 6000

/* Writes a request line of `client` and gives its length; 0 where it has nothing to say. */
size_t saying_any(struct crowd *crowd, struct client *client, struct random *random,
                  char out[SAYING_MAX]);
