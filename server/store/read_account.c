/* Accounts by name or token, and the leaderboard. */
#include "server/store/read.h"
#include "server/store/row.h"

#include <math.h>
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

/* The account in the first row of a statement that has its values, or not found. */
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
    if (step == STEP_ROW && read)
        return read_ratings(database, answer->account);
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

static bool read_totals(struct database *database, struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_TOTALS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, answer->account->id);
    enum step step;
    bool read = true;
    while (read && (step = database_step(database, statement, "count games")) == STEP_ROW)
        read = take_total(statement, answer) || read_damaged(database, "a result");
    sqlite3_reset(statement);
    return read && step == STEP_DONE;
}

bool read_account(struct database *database, const struct read_request *request,
                  struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_BY_NAME);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.account.name);
    if (!take_account(database, statement, answer))
        return false;
    return answer->status != READ_FOUND || read_totals(database, answer);
}

bool read_token(struct database *database, const struct read_request *request,
                struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_BY_TOKEN);
    if (statement == NULL)
        return false;
    bind_bytes(statement, 1, request->as.token.bytes, TOKEN_HASH_SIZE);
    bind_integer(statement, 2, request->now);
    return take_account(database, statement, answer);
}

static bool take_leader(sqlite3_stmt *statement, struct leader *leader)
{
    int kind = 0;
    bool read = row_text(statement, 0, leader->name, sizeof(leader->name)) &&
                row_code(statement, 1, CODE_ACCOUNT_KIND, &kind);
    leader->kind = (enum account_kind)kind;
    row_rating_values(statement, 2, &leader->rating);
    return read;
}

/* The database leaves out whose deviation was too large at their last game; who has been away so
 * long that it has become so since is left out here. */
static bool take_leaders(struct database *database, sqlite3_stmt *statement,
                         const struct read_request *request, struct read_answer *answer)
{
    while (!answer->more) {
        struct leader leader = {0};
        enum step step = database_step(database, statement, "read the leaderboard");
        if (step != STEP_ROW)
            return step == STEP_DONE;
        if (!take_leader(statement, &leader))
            return read_damaged(database, "a rating");
        if (rating_provisional(&leader.rating, request->now))
            continue;
        if (answer->count == request->as.leaderboard.limit)
            answer->more = true;
        else
            answer->leaders[answer->count++] = leader;
    }
    return true;
}

bool read_leaderboard(struct database *database, const struct read_request *request,
                      struct read_answer *answer)
{
    const char *after = request->as.leaderboard.after_name;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LEADERS);
    if (statement == NULL)
        return false;
    answer->leaders = calloc((size_t)request->as.leaderboard.limit, sizeof(*answer->leaders));
    if (answer->leaders == NULL)
        return read_out_of_memory(database);
    bind_text(statement, 1, pool_name(request->as.leaderboard.pool));
    bind_real(statement, 2, after[0] == '\0' ? INFINITY : request->as.leaderboard.after_rating);
    bind_real(statement, 3, RATING_PROVISIONAL_DEVIATION);
    bind_integer(statement, 4, request->as.leaderboard.bots);
    bind_text(statement, 5, after);
    bool read = take_leaders(database, statement, request, answer);
    sqlite3_reset(statement);
    answer->status = READ_FOUND;
    return read;
}
