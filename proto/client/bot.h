/* `clamber bot`: plays the house at one level, under an account of kind bot, until it is stopped.
 */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status: 0 where a signal stopped it. */
int bot_run(const struct arguments *arguments);
