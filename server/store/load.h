/* What was going on before, read at start on the connection that writes. */
#pragma once

#include "server/store/database.h"

/* False with a line in database->error; *restored is then empty. */
bool load_restored(struct database *database, struct restored *restored);
