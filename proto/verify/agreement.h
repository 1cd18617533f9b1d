/* Whether the rest of a record says the same as its stream. */
#pragma once

#include "proto/verify/progress.h"

/* `turns`: the line as it stands, and how long each turn took. */
bool agreement_turns(const json_t *record, const struct progress *progress,
                     struct finding *finding);

/* The members of a snapshot, and `rating_changes`. `presence` has no trace in a stream; only its
 * shape is looked at. */
bool agreement_snapshot(const json_t *record, const struct progress *progress,
                        struct finding *finding);
