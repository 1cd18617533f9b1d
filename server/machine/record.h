/* RECORD: all there is to know of one game, as `record` and `export` give it. */
#pragma once

#include "server/machine/state.h"

/* Writes it as one value. */
void record_write(struct machine *machine, struct writer *writer, struct game *game);
