/* A whole server in this process: opens the parts in order, serves, closes them again.
 * Called once by main. Decides nothing but the order. */
#pragma once

#include "server/io/options.h"
#include "server/machine/machine.h"

/* Listens and opens the store, says on standard output that it is ready, serves until it is told
 * to stop. Returns the exit status. Where it could not start, one plain line says why on standard
 * error. */
int server_run(const struct options *options, const struct machine_config *config);
