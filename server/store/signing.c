#include "server/store/signing.h"

#include <sodium.h>
#include <string.h>

bool signing_seed_make(struct database *database)
{
    unsigned char seed[SIGNING_SEED_SIZE];
    sqlite3_stmt *statement = database_statement(database, STATEMENT_SIGNING_SEED_SET);
    if (statement == NULL)
        return false;
    if (sodium_init() < 0)
        return database_refuse(database, "libsodium cannot be used on this system");
    randombytes_buf(seed, sizeof(seed));
    bind_bytes(statement, 1, seed, sizeof(seed));
    bool made = database_run(database, statement, "make the signing key", NULL);
    sqlite3_clear_bindings(statement);
    sodium_memzero(seed, sizeof(seed));
    return made;
}

bool signing_seed_read(struct database *database, unsigned char seed[SIGNING_SEED_SIZE])
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_SIGNING_SEED);
    if (statement == NULL)
        return false;
    enum step step = database_step(database, statement, "read the signing key");
    bool whole = step == STEP_ROW && sqlite3_column_bytes(statement, 0) == SIGNING_SEED_SIZE;
    if (whole)
        memcpy(seed, sqlite3_column_blob(statement, 0), SIGNING_SEED_SIZE);
    sqlite3_reset(statement);
    if (!whole && step != STEP_FAILED)
        database_refuse(database, "%s has no signing key: restore a backup", database->path);
    return whole;
}
