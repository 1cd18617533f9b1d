/* One game with its log, histories of games, and of a rating. */
#include "server/store/history_sql.h"
#include "server/store/read.h"
#include "server/store/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- One game ----------------------------------------------------------------------------- */

/* What an unfinished game has in its log. */
static bool read_open_log(struct database *database, struct game_row *game)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LOG_LAST);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game->id);
    enum step step = database_step(database, statement, "read a log");
    if (step == STEP_ROW) {
        game->v = sqlite3_column_int64(statement, 0);
        game->ply = sqlite3_column_int(statement, 1);
    }
    sqlite3_reset(statement);
    if (step != STEP_ROW)
        return step == STEP_DONE && read_damaged(database, "a game without a log");

    statement = database_statement(database, STATEMENT_LOG_DATA);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game->id);
    bool read = true;
    while (read && (step = database_step(database, statement, "read a log")) == STEP_ROW)
        read =
            row_append(statement, 0, &game->log, &game->log_length) || read_out_of_memory(database);
    sqlite3_reset(statement);
    return read && step == STEP_DONE;
}

static bool take_game(struct database *database, sqlite3_stmt *statement, bool bare,
                      struct read_answer *answer)
{
    answer->games = calloc(1, sizeof(*answer->games));
    if (answer->games == NULL)
        return read_out_of_memory(database);
    answer->status = READ_FOUND;
    answer->count = 1;
    struct game_row *game = &answer->games[0];
    if (!row_game(statement, 0, game))
        return read_damaged(database, "a game");
    row_chat_seqs(statement, GAME_COLUMN_COUNT + 1, game);
    return bare || row_append(statement, GAME_COLUMN_COUNT, &game->log, &game->log_length) ||
           read_out_of_memory(database);
}

bool read_game(struct database *database, const struct read_request *request,
               struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_BY_ID);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.game.id);
    enum step step = database_step(database, statement, "read a game");
    bool read = step != STEP_FAILED;
    if (step == STEP_ROW)
        read = take_game(database, statement, request->as.game.bare, answer);
    sqlite3_reset(statement);
    if (read && answer->status == READ_FOUND && answer->games[0].sequence == 0)
        return read_open_log(database, &answer->games[0]);
    return read;
}

/* ---- History of games --------------------------------------------------------------------- */

/* Without `user`, the games of `versus` are those that it played in. */
static bool resolve(struct database *database, const struct history_filter *filter,
                    struct history_query *query, bool *found)
{
    *query = (struct history_query){
        .size = filter->size,
        .pool = filter->pool,
        .rated = filter->rated,
        .result = filter->result,
        .reason = filter->reason,
    };
    bool of_user = filter->user[0] != '\0';
    *found = true;
    if (of_user && !read_account_id(database, filter->user, query->account, found))
        return false;
    if (!*found || filter->versus[0] == '\0')
        return true;
    return read_account_id(database, filter->versus, of_user ? query->opponent : query->account,
                           found);
}

static void bind_query(sqlite3_stmt *statement, const struct history_query *query,
                       const struct span *span, int limit)
{
    bind_integer(statement, HISTORY_FIRST, span->first);
    bind_integer(statement, HISTORY_END, span->end);
    bind_integer(statement, HISTORY_LIMIT, limit);
    if (query->account[0] != '\0')
        bind_text(statement, HISTORY_ACCOUNT, query->account);
    if (query->opponent[0] != '\0')
        bind_text(statement, HISTORY_OPPONENT, query->opponent);
    if (query->pool != POOL_NONE)
        bind_text(statement, HISTORY_POOL, pool_name(query->pool));
    if (query->reason != REASON_NONE)
        bind_text(statement, HISTORY_REASON, code_text(CODE_REASON, (int)query->reason));
    if (query->result != RESULT_ANY)
        bind_text(statement, HISTORY_RESULT, code_text(CODE_RESULT, (int)query->result));
    if (query->size != 0)
        bind_integer(statement, HISTORY_SIZE, query->size);
    if (query->rated != -1)
        bind_integer(statement, HISTORY_RATED, query->rated);
}

/* One more than `limit` is asked for, to know whether there are more. */
static bool take_games(struct database *database, sqlite3_stmt *statement, int limit,
                       struct read_answer *answer)
{
    answer->games = calloc((size_t)limit, sizeof(*answer->games));
    if (answer->games == NULL)
        return read_out_of_memory(database);
    enum step step;
    while ((step = database_step(database, statement, "read the history")) == STEP_ROW) {
        if (answer->count == limit) {
            answer->more = true;
            continue;
        }
        if (!row_game(statement, 0, &answer->games[answer->count]))
            return read_damaged(database, "a game");
        answer->count++;
    }
    return step == STEP_DONE;
}

static bool take_logs(struct database *database, struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_LOG);
    if (statement == NULL)
        return false;
    for (int i = 0; i < answer->count; i++) {
        struct game_row *game = &answer->games[i];
        bind_integer(statement, 1, game->sequence);
        enum step step = database_step(database, statement, "read a log");
        bool kept = step == STEP_ROW && row_append(statement, 0, &game->log, &game->log_length);
        sqlite3_reset(statement);
        if (step == STEP_DONE)
            return read_damaged(database, "a game without a log");
        if (!kept)
            return step == STEP_ROW && read_out_of_memory(database);
    }
    return true;
}

bool read_history(struct database *database, const struct read_request *request,
                  struct read_answer *answer)
{
    const struct history_filter *filter = &request->as.history.filter;
    int limit = request->as.history.limit;
    struct history_query query;
    struct span span;
    bool found;
    if (!resolve(database, filter, &query, &found))
        return false;
    if (!found)
        return true;
    if (!read_span(database, filter->since, filter->until, request->as.history.before, &span))
        return false;
    char sql[HISTORY_SQL_SIZE];
    history_sql(&query, sql);
    sqlite3_stmt *statement = database_prepare(database, sql);
    if (statement == NULL)
        return false;
    bind_query(statement, &query, &span, limit + 1);
    bool read = take_games(database, statement, limit, answer);
    sqlite3_finalize(statement);
    answer->status = READ_FOUND;
    return read && (!request->as.history.logs || take_logs(database, answer));
}

/* ---- History of a rating ------------------------------------------------------------------ */

static bool take_points(struct database *database, sqlite3_stmt *statement, int limit,
                        struct read_answer *answer)
{
    answer->points = calloc((size_t)limit, sizeof(*answer->points));
    if (answer->points == NULL)
        return read_out_of_memory(database);
    enum step step;
    while ((step = database_step(database, statement, "read a rating's history")) == STEP_ROW) {
        if (answer->count == limit) {
            answer->more = true;
            continue;
        }
        struct rating_point *point = &answer->points[answer->count++];
        point->sequence = sqlite3_column_int64(statement, 0);
        point->at = sqlite3_column_int64(statement, 1);
        point->rating = sqlite3_column_double(statement, 2);
        point->deviation = sqlite3_column_double(statement, 3);
        if (!row_text(statement, 4, point->game, sizeof(point->game)))
            return read_damaged(database, "a rating");
    }
    return step == STEP_DONE;
}

bool read_rating_history(struct database *database, const struct read_request *request,
                         struct read_answer *answer)
{
    int limit = request->as.rating_history.limit;
    char account[ID_SIZE];
    struct span span;
    bool found;
    if (!read_account_id(database, request->as.rating_history.user, account, &found))
        return false;
    if (!found)
        return true;
    if (!read_span(database, request->as.rating_history.since, request->as.rating_history.until,
                   request->as.rating_history.before, &span))
        return false;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_RATING_POINTS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_text(statement, 2, pool_name(request->as.rating_history.pool));
    bind_integer(statement, 3, span.first);
    bind_integer(statement, 4, span.end);
    bind_integer(statement, 5, limit + 1);
    bool read = take_points(database, statement, limit, answer);
    sqlite3_reset(statement);
    answer->status = READ_FOUND;
    return read;
}
