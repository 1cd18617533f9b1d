/* A position as a picture: `/api/games/ID.svg`. Pure. */
#pragma once

#include "proto/record_summary.h"

/* Appends a whole SVG document: players, result and board. Blue's stacks are round and Red's
 * square, so that colour is not the only sign. */
void record_svg(struct writer *out, const struct record_summary *summary);
