#include "server/store/schema.h"

#include <stdio.h>

static bool read_identity(struct database *database, int64_t *application, int64_t *version,
                          int64_t *objects)
{
    return database_integer(database, "PRAGMA application_id", application) &&
           database_integer(database, "PRAGMA user_version", version) &&
           database_integer(database, "SELECT count(*) FROM sqlite_schema", objects);
}

bool schema_check(struct database *database, const struct migration *steps, size_t count,
                  int *version)
{
    int64_t application = 0, found = 0, objects = 0;
    if (!read_identity(database, &application, &found, &objects))
        return false;
    bool empty = application == 0 && found == 0 && objects == 0;
    if (!empty && (application != SCHEMA_APPLICATION_ID || found < 1))
        return database_refuse(database,
                               "%s is the database of another program: move it away, or choose "
                               "another folder with --data",
                               database->path);
    int newest = steps[count - 1].number;
    if (found > newest)
        return database_refuse(database,
                               "%s was made by a newer clamberd (schema %d, this one knows up to "
                               "%d): install the newer version, or restore a backup",
                               database->path, (int)found, newest);
    *version = (int)found;
    return true;
}

/* Foreign keys are not enforced while a migration rebuilds tables, so they are checked after it. */
static bool check_references(struct database *database, const struct migration *step)
{
    sqlite3_stmt *statement = database_prepare(database, "PRAGMA foreign_key_check");
    if (statement == NULL)
        return false;
    enum step found = database_step(database, statement, "check references");
    bool passed = found == STEP_DONE;
    if (found == STEP_ROW)
        database_refuse(database, "%s: after migration %s a row of %s refers to nothing",
                        database->path, step->name, sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return passed;
}

static bool apply(struct database *database, const struct migration *step)
{
    char marks[128];
    snprintf(marks, sizeof(marks), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             SCHEMA_APPLICATION_ID, step->number);
    if (database_execute(database, "BEGIN IMMEDIATE") && database_execute(database, step->sql) &&
        check_references(database, step) && database_execute(database, marks) &&
        database_execute(database, "COMMIT"))
        return true;
    /* What went wrong is in `error` already; SQLite may have rolled back by itself. */
    sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool schema_upgrade(struct database *database, const struct migration *steps, size_t count,
                    int version)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].number > version && !apply(database, &steps[i]))
            return false;
    }
    return true;
}
