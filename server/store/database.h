/* One connection to the database and its prepared statements, for the store or for a reader.
 * Knows SQLite, none of the requests. Whatever fails leaves one plain line in `error`. */
#pragma once

#include "server/store/statements.h"
#include "server/store/store.h"

#include <sqlite3.h>

struct database {
    sqlite3 *handle;
    sqlite3_stmt *statements[STATEMENT_COUNT]; /* prepared when first used */
    const char *path;                          /* borrowed from the owner, for messages */
    char error[STORE_ERROR_SIZE];              /* of the last failure */
};

/* The one that writes: WAL, every commit synced, foreign keys on, and no checkpoint but by
 * database_checkpoint. database_deinit is called after a failure too. */
bool database_open_writer(struct database *database, const char *path);
/* Read-only and query_only. */
bool database_open_reader(struct database *database, const char *path);
/* A database of nobody else's, empty, and gone when it is closed. */
bool database_open_scratch(struct database *database);
void database_deinit(struct database *database);

/* Gives up without touching the file again, not even to tidy the WAL: after a failed sync nothing
 * may be tried again on the same data. */
void database_abandon(struct database *database);

/* Copies the WAL into the database and syncs it. False where that failed, and for `truncate`, which
 * leaves an empty WAL, also where something kept it from being complete. */
bool database_checkpoint(struct database *database, bool truncate);

/* Both give false, with the line: `what` names what could not be done; SQLite's own message and
 * code are added to the first. */
bool database_fail(struct database *database, const char *what);
bool database_refuse(struct database *database, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Runs SQL that gives no rows. */
bool database_execute(struct database *database, const char *sql);
/* The first column of the first row; 0 where it is NULL. False too where there is no row. */
bool database_integer(struct database *database, const char *sql, int64_t *value);

/* A statement for one use, to be ended with sqlite3_finalize; NULL where it failed. */
sqlite3_stmt *database_prepare(struct database *database, const char *sql);

/* A cached statement, ready for its values; NULL where it failed. */
sqlite3_stmt *database_statement(struct database *database, enum statement statement);

/* Values by position. Text and bytes are borrowed until the statement is reset. */
void bind_text(sqlite3_stmt *statement, int position, const char *text); /* NULL is NULL */
void bind_integer(sqlite3_stmt *statement, int position, int64_t value);
void bind_real(sqlite3_stmt *statement, int position, double value);
void bind_bytes(sqlite3_stmt *statement, int position, const void *bytes, size_t length);

/* One step. */
enum step { STEP_ROW, STEP_DONE, STEP_FAILED };
enum step database_step(struct database *database, sqlite3_stmt *statement, const char *what);

/* Runs a cached statement to its end and resets it; *changes, where not NULL, is the number of rows
 * that it changed. */
bool database_run(struct database *database, sqlite3_stmt *statement, const char *what,
                  int *changes);
