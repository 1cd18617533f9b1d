#include "server/store/database.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Nobody else writes, so what a connection ever waits for is short: a reader that ends while the
 * WAL is emptied. Once it serves, the writer has more patience (store_be_patient). */
#define BUSY_TIMEOUT_MS 5000

static bool open_handle(struct database *database, const char *path, int flags)
{
    *database = (struct database){.path = path};
    int code = sqlite3_open_v2(path, &database->handle,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK)
        return database_fail(database, "open the database");
    sqlite3_busy_timeout(database->handle, BUSY_TIMEOUT_MS);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return true;
}

bool database_open_writer(struct database *database, const char *path)
{
    return open_handle(database, path, SQLITE_OPEN_READWRITE) &&
           /* No checkpoint by itself: SQLite does not tell when that fails. */
           database_execute(database, "PRAGMA wal_autocheckpoint = 0;"
                                      "PRAGMA synchronous = FULL;"
                                      "PRAGMA temp_store = MEMORY;"
                                      "PRAGMA cache_size = -65536;"
                                      "PRAGMA journal_size_limit = 67108864;");
}

bool database_open_reader(struct database *database, const char *path)
{
    return open_handle(database, path, SQLITE_OPEN_READONLY) &&
           database_execute(database, "PRAGMA query_only = ON;"
                                      "PRAGMA temp_store = MEMORY;"
                                      "PRAGMA cache_size = -16384;");
}

bool database_open_scratch(struct database *database)
{
    /* SQLite makes a temporary file for a name that is empty. */
    bool opened = open_handle(database, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    database->path = "a temporary file";
    return opened && database_execute(database, "PRAGMA synchronous = OFF;"
                                                "PRAGMA cache_size = -65536;");
}

void database_deinit(struct database *database)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(database->statements[i]);
    int code = sqlite3_close(database->handle);
    assert(code == SQLITE_OK);
    database->handle = NULL;
}

void database_abandon(struct database *database)
{
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    database_deinit(database);
}

bool database_checkpoint(struct database *database, bool truncate)
{
    int frames = 0, copied = 0;
    int code = sqlite3_wal_checkpoint_v2(
        database->handle, NULL, truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
        &frames, &copied);
    if (code == SQLITE_BUSY && !truncate)
        return true;
    if (code != SQLITE_OK)
        return database_fail(database, "bring the database up to date from its WAL");
    if (truncate && frames > 0)
        return database_refuse(database,
                               "%s: %d of %d pages could not be brought over from the WAL",
                               database->path, frames - copied, frames);
    return true;
}

bool database_fail(struct database *database, const char *what)
{
    int code = sqlite3_extended_errcode(database->handle);
    int primary = code & 0xff;
    if (primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT)
        return database_refuse(database, "%s is damaged, or is no database (%s): restore a backup",
                               database->path, sqlite3_errmsg(database->handle));
    return database_refuse(database, "cannot %s: %s: %s (SQLite code %d)", what, database->path,
                           sqlite3_errmsg(database->handle), code);
}

bool database_refuse(struct database *database, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(database->error, sizeof(database->error), format, arguments);
    va_end(arguments);
    /* SQLite tells of damage in several lines. */
    for (char *end = strchr(database->error, '\n'); end != NULL; end = strchr(end, '\n'))
        *end = ' ';
    return false;
}

bool database_execute(struct database *database, const char *sql)
{
    if (sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return database_fail(database, "set up the database");
}

sqlite3_stmt *database_prepare(struct database *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(database, "prepare a statement");
    return statement;
}

bool database_integer(struct database *database, const char *sql, int64_t *value)
{
    sqlite3_stmt *statement = database_prepare(database, sql);
    if (statement == NULL)
        return false;
    bool found = database_step(database, statement, "read the database") == STEP_ROW;
    if (found)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return found;
}

sqlite3_stmt *database_statement(struct database *database, enum statement statement)
{
    sqlite3_stmt **prepared = &database->statements[statement];
    if (*prepared != NULL) {
        /* Where the step before failed, it says so here once more. */
        (void)sqlite3_reset(*prepared);
        return *prepared;
    }
    if (sqlite3_prepare_v3(database->handle, statement_sql(statement), -1,
                           SQLITE_PREPARE_PERSISTENT, prepared, NULL) != SQLITE_OK)
        database_fail(database, "prepare a statement");
    return *prepared;
}

/* Binding borrowed memory to a position that exists cannot fail. */
void bind_text(sqlite3_stmt *statement, int position, const char *text)
{
    int code = sqlite3_bind_text(statement, position, text, -1, SQLITE_STATIC);
    assert(code == SQLITE_OK);
}

void bind_integer(sqlite3_stmt *statement, int position, int64_t value)
{
    int code = sqlite3_bind_int64(statement, position, value);
    assert(code == SQLITE_OK);
}

void bind_real(sqlite3_stmt *statement, int position, double value)
{
    int code = sqlite3_bind_double(statement, position, value);
    assert(code == SQLITE_OK);
}

void bind_bytes(sqlite3_stmt *statement, int position, const void *bytes, size_t length)
{
    int code = sqlite3_bind_blob64(statement, position, bytes, length, SQLITE_STATIC);
    assert(code == SQLITE_OK);
}

enum step database_step(struct database *database, sqlite3_stmt *statement, const char *what)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return STEP_ROW;
    if (code == SQLITE_DONE)
        return STEP_DONE;
    database_fail(database, what);
    return STEP_FAILED;
}

bool database_run(struct database *database, sqlite3_stmt *statement, const char *what,
                  int *changes)
{
    enum step step = database_step(database, statement, what);
    assert(step != STEP_ROW);
    sqlite3_reset(statement);
    if (changes != NULL)
        *changes = sqlite3_changes(database->handle);
    return step == STEP_DONE;
}
