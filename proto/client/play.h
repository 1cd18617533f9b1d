/* `clamber play`: sign in, find a game, play it, and again as long as the person likes. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status. */
int play_run(const struct arguments *arguments);
