/* A game as a text for people: `/api/games/ID.txt`. Pure. */
#pragma once

#include "proto/record_summary.h"

/* Appends players, terms, result, the turns in numbered pairs, and the final board. `record` is the
 * RECORD that `summary` was read from. */
void record_text(struct writer *out, const struct record_summary *summary, const json_t *record);
