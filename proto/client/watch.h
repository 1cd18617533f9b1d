/* `clamber watch`: follow a game to its end. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status. */
int watch_run(const struct arguments *arguments);
