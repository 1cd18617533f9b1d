/* The seed of the server's signing key: made once, kept in the database, told only to the machine.
 * Called by store_open and by what loads. */
#pragma once

#include "server/store/database.h"

/* Makes the seed where the database has none. False with a line in database->error. */
bool signing_seed_make(struct database *database);
bool signing_seed_read(struct database *database, unsigned char seed[SIGNING_SEED_SIZE]);
