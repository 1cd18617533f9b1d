/* Wrong passwords for one name, whoever tries them: a few at once, then one a minute, so that many
 * addresses together guess no better than one. Right ones cost nothing. Called by identity.c. */
#pragma once

#include "server/machine/state.h"

/* 0 where a password may be tried; otherwise milliseconds until one may. */
int64_t guesses_wait(struct machine *machine, const char *name);
/* One was wrong. */
void guesses_wrong(struct machine *machine, const char *name);
