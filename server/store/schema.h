/* Brings the database to the schema that this program knows.
 * Called once, by store_open, before anything else is read. */
#pragma once

#include "migrations/migrations.h"
#include "server/store/database.h"

/* "Clmb", in the header of the file: whose database it is. */
#define SCHEMA_APPLICATION_ID 0x436c6d62

/* Refuses a database that is not Clamber's or is newer than the last of `steps`, before anything is
 * changed in it. *version is its schema, 0 where it is empty. */
bool schema_check(struct database *database, const struct migration *steps, size_t count,
                  int *version);

/* Applies the steps after `version`, each in a transaction of its own, so that a failure leaves
 * what the steps before it made. */
bool schema_upgrade(struct database *database, const struct migration *steps, size_t count,
                    int version);
