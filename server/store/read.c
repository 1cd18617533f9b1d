#include "server/store/read.h"

#include "server/store/row.h"

bool read_account_id(struct database *database, const char *name, char id[ID_SIZE], bool *found)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_BY_NAME);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, name);
    enum step step = database_step(database, statement, "find an account");
    *found = step == STEP_ROW;
    bool read = step != STEP_FAILED;
    if (*found && !row_text(statement, 0, id, ID_SIZE))
        read = read_damaged(database, "an account");
    sqlite3_reset(statement);
    return read;
}

/* The first ending at `at` or later; the largest number where there is none. */
static bool sequence_at(struct database *database, int64_t at, int64_t *sequence)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_SEQUENCE_AT);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, at);
    enum step step = database_step(database, statement, "find the games of a time");
    *sequence = step == STEP_ROW ? sqlite3_column_int64(statement, 0) : INT64_MAX;
    sqlite3_reset(statement);
    return step != STEP_FAILED;
}

/* Endings are numbered in the order of their times, so a span of time is one of numbers. */
bool read_span(struct database *database, int64_t since, int64_t until, int64_t before,
               struct span *span)
{
    *span = (struct span){.first = 1, .end = INT64_MAX};
    if (since > 0 && !sequence_at(database, since, &span->first))
        return false;
    if (until > 0 && !sequence_at(database, until, &span->end))
        return false;
    if (before > 0 && before < span->end)
        span->end = before;
    return true;
}

bool read_out_of_memory(struct database *database)
{
    return database_refuse(database, "cannot read the database: memory is out");
}

bool read_damaged(struct database *database, const char *what)
{
    return database_refuse(database, "%s holds %s that cannot be read: restore a backup",
                           database->path, what);
}
