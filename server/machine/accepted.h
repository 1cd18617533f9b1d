/* Seeks and challenges accepted lately, so that an accept whose reply was lost can be repeated. */
#pragma once

#include "server/machine/state.h"

void accepted_remember(struct machine *machine, const char *id, const struct account *by,
                       const struct game *game);
/* The game that came of it, where this very account accepted it; else NULL. */
const char *accepted_before(const struct machine *machine, const char *id,
                            const struct account *by);
