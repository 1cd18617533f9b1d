/* When seeks and challenges were made. The oldest fitting seek is taken, also after a restart, and
 * what is stored tells only these times: so no two of them may have the same.
 * Used by whoever makes one. */
#pragma once

#include "server/machine/state.h"

/* Wall time, or a little later where others were made within the same millisecond. */
int64_t pairing_moment(struct machine *machine);
