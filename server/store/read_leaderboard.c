/* The best of a pool, as it is or was. */
#include "server/store/read.h"
#include "server/store/row.h"

#include <math.h>
#include <stdlib.h>

static bool take_leader(sqlite3_stmt *statement, struct leader *leader)
{
    int kind = 0;
    bool read = row_text(statement, 0, leader->name, sizeof(leader->name)) &&
                row_code(statement, 1, CODE_ACCOUNT_KIND, &kind);
    leader->kind = (enum account_kind)kind;
    row_rating_values(statement, 2, &leader->rating);
    return read;
}

/* The database leaves out whose deviation was too large at their last game; who had been away so
 * long by `now` that it had become so since is left out here. */
static bool take_leaders(struct database *database, sqlite3_stmt *statement, int64_t now, int limit,
                         struct read_answer *answer)
{
    while (!answer->more) {
        struct leader leader = {0};
        enum step step = database_step(database, statement, "read the leaderboard");
        if (step != STEP_ROW)
            return step == STEP_DONE;
        if (!take_leader(statement, &leader))
            return read_damaged(database, "a rating");
        if (rating_provisional(&leader.rating, now))
            continue;
        if (answer->count == limit)
            answer->more = true;
        else
            answer->leaders[answer->count++] = leader;
    }
    return true;
}

/* The values that both statements take. */
static void bind_board(sqlite3_stmt *statement, const struct read_request *request)
{
    const char *after = request->as.leaderboard.after_name;
    bind_text(statement, 1, pool_name(request->as.leaderboard.pool));
    bind_real(statement, 2, after[0] == '\0' ? INFINITY : request->as.leaderboard.after_rating);
    bind_real(statement, 3, RATING_PROVISIONAL_DEVIATION);
    bind_integer(statement, 4, request->as.leaderboard.bots);
    bind_text(statement, 5, after);
}

bool read_leaderboard(struct database *database, const struct read_request *request,
                      struct read_answer *answer)
{
    int64_t at = request->as.leaderboard.at;
    bool is_past = at != INT64_MAX;
    int limit = request->as.leaderboard.limit;
    struct span span;
    if (is_past && !read_span(database, 0, at + 1, 0, &span))
        return false;
    sqlite3_stmt *statement =
        database_statement(database, is_past ? STATEMENT_LEADERS_THEN : STATEMENT_LEADERS);
    if (statement == NULL)
        return false;
    answer->leaders = calloc((size_t)limit, sizeof(*answer->leaders));
    if (answer->leaders == NULL)
        return read_out_of_memory(database);
    bind_board(statement, request);
    if (is_past)
        bind_integer(statement, 6, span.end);
    bool read = take_leaders(database, statement, is_past ? at : request->now, limit, answer);
    sqlite3_reset(statement);
    answer->status = READ_FOUND;
    return read;
}
