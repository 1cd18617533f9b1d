/* The user whom a request names, who may be somebody else and away. Used by the operations that
 * look at, challenge or ignore somebody. */
#pragma once

#include "server/machine/connection.h"

void user_not_found(struct machine *machine, struct connection *connection,
                    const struct request *request);

/* Reads the account of that name, as of wall time `at` (INT64_MAX: now), and waits for it: whether
 * a user exists is the store's to say. A name of no possible length is answered at once. `answered`
 * gets READ_NOT_FOUND where there is none. */
void user_read(struct machine *machine, struct connection *connection, struct request *request,
               const char *name, int64_t at,
               void (*answered)(struct machine *, struct connection *, struct request *,
                                const struct read_answer *));
