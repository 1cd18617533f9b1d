/* Accounts by name or token, as they are or were. */
#include "server/store/read.h"
#include "server/store/row.h"

#include <stdlib.h>

static bool read_ratings(struct database *database, struct account_row *account)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_RATINGS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account->id);
    enum step step;
    bool read = true;
    while (read && (step = database_step(database, statement, "read ratings")) == STEP_ROW)
        read = row_rating(statement, 0, account) || read_damaged(database, "a rating");
    sqlite3_reset(statement);
    return read && step == STEP_DONE;
}

/* As the last of the games before the ending `end` left it. */
static bool read_rating_then(struct database *database, struct account_row *account, int pool,
                             int64_t end)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_RATING_THEN);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account->id);
    bind_text(statement, 2, pool_name(pool));
    bind_integer(statement, 3, end);
    enum step step = database_step(database, statement, "read a rating's history");
    bool read = step != STEP_FAILED;
    if (step == STEP_ROW && !row_rating(statement, 0, account))
        read = read_damaged(database, "a rating");
    sqlite3_reset(statement);
    return read;
}

static bool read_ratings_then(struct database *database, struct account_row *account, int64_t end)
{
    bool read = true;
    for (int pool = 0; read && pool < POOL_COUNT; pool++)
        read = read_rating_then(database, account, pool, end);
    return read;
}

/* The account in the first row of a statement that has its values, without ratings, or not found.
 */
static bool take_account(struct database *database, sqlite3_stmt *statement,
                         struct read_answer *answer)
{
    enum step step = database_step(database, statement, "read an account");
    bool read = step != STEP_FAILED;
    if (step == STEP_ROW) {
        answer->account = malloc(sizeof(*answer->account));
        if (answer->account == NULL)
            read = read_out_of_memory(database);
        else if (!row_account(statement, 0, answer->account))
            read = read_damaged(database, "an account");
        answer->status = READ_FOUND;
        answer->count = 1;
    }
    sqlite3_reset(statement);
    return read;
}

static bool read_ignored(struct database *database, struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_IGNORED);
    if (statement == NULL)
        return false;
    answer->ignored = calloc(IGNORED_MAX, sizeof(*answer->ignored));
    if (answer->ignored == NULL)
        return read_out_of_memory(database);
    bind_text(statement, 1, answer->account->id);
    bind_integer(statement, 2, IGNORED_MAX);
    enum step step;
    bool read = true;
    while (read &&
           (step = database_step(database, statement, "read who is ignored")) != STEP_DONE) {
        if (step == STEP_FAILED)
            read = false;
        else if (!row_text(statement, 0, answer->ignored[answer->ignored_count++], ID_SIZE))
            read = read_damaged(database, "who is ignored");
    }
    sqlite3_reset(statement);
    return read;
}

static bool take_total(sqlite3_stmt *statement, struct read_answer *answer)
{
    int result = RESULT_ANY;
    if (!row_code(statement, 0, CODE_RESULT, &result))
        return false;
    int64_t count = sqlite3_column_int64(statement, 1);
    if (result == RESULT_WIN)
        answer->totals.won = count;
    else if (result == RESULT_LOSS)
        answer->totals.lost = count;
    else
        answer->totals.none = count;
    return true;
}

/* Of the games before the ending `end`. */
static bool read_totals(struct database *database, struct read_answer *answer, int64_t end)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_TOTALS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, answer->account->id);
    bind_integer(statement, 2, end);
    enum step step;
    bool read = true;
    while (read && (step = database_step(database, statement, "count games")) == STEP_ROW)
        read = take_total(statement, answer) || read_damaged(database, "a result");
    sqlite3_reset(statement);
    return read && step == STEP_DONE;
}

/* What an account is now: all that goes with it but the totals. */
static bool read_as_of_now(struct database *database, struct read_answer *answer)
{
    return answer->status != READ_FOUND ||
           (read_ratings(database, answer->account) && read_ignored(database, answer));
}

static bool read_as_of(struct database *database, int64_t at, struct read_answer *answer)
{
    if (answer->status == READ_FOUND && answer->account->created_at > at) {
        free(answer->account);
        answer->account = NULL;
        answer->count = 0;
        answer->status = READ_NOT_FOUND;
    }
    if (answer->status != READ_FOUND)
        return true;
    struct span span;
    return read_span(database, 0, at + 1, 0, &span) &&
           read_ratings_then(database, answer->account, span.end) &&
           read_totals(database, answer, span.end);
}

/* A guest has no other way back than its token. */
static bool read_left(struct database *database, int64_t now, struct read_answer *answer)
{
    if (answer->status != READ_FOUND || answer->account->kind != ACCOUNT_GUEST)
        return true;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_HAS_TOKEN);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, answer->account->id);
    bind_integer(statement, 2, now);
    enum step step = database_step(database, statement, "read a guest's token");
    sqlite3_reset(statement);
    answer->left = step == STEP_DONE;
    return step != STEP_FAILED;
}

bool read_account(struct database *database, const struct read_request *request,
                  struct read_answer *answer)
{
    int64_t at = request->as.account.at;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_BY_NAME);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.account.name);
    if (!take_account(database, statement, answer))
        return false;
    if (at != INT64_MAX)
        return read_as_of(database, at, answer);
    return read_as_of_now(database, answer) && read_left(database, request->now, answer) &&
           (answer->status != READ_FOUND || read_totals(database, answer, INT64_MAX));
}

bool read_token(struct database *database, const struct read_request *request,
                struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_BY_TOKEN);
    if (statement == NULL)
        return false;
    bind_bytes(statement, 1, request->as.token.bytes, TOKEN_HASH_SIZE);
    bind_integer(statement, 2, request->now);
    return take_account(database, statement, answer) && read_as_of_now(database, answer);
}
