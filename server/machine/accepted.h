/* Seeks and challenges accepted lately, so that an accept whose reply was lost can be repeated:
 * what the store has of them, in memory. Filled at start by restore.c, then as games start. */
#pragma once

#include "server/machine/state.h"

/* The one remembered longest gives way. */
void accepted_remember(struct machine *machine, const struct accepted_row *row);
/* The game that came of it, where this very account accepted it; else NULL. */
const char *accepted_before(const struct machine *machine, const char *id,
                            const struct account *by);
