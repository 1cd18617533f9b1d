/* Lines of chat. */
#include "server/store/read.h"
#include "server/store/row.h"

#include <stdlib.h>

static bool game_exists(struct database *database, const char *game, bool *exists)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_EXISTS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game);
    enum step step = database_step(database, statement, "find a game");
    sqlite3_reset(statement);
    *exists = step == STEP_ROW;
    return step != STEP_FAILED;
}

/* One more than `limit` is asked for, to know whether there are more. */
static bool take_lines(struct database *database, sqlite3_stmt *statement, int limit,
                       struct read_answer *answer)
{
    answer->lines = calloc((size_t)limit, sizeof(*answer->lines));
    if (answer->lines == NULL)
        return read_out_of_memory(database);
    enum step step;
    while ((step = database_step(database, statement, "read the chat")) == STEP_ROW) {
        if (answer->count == limit) {
            answer->more = true;
            continue;
        }
        struct chat_line *line = &answer->lines[answer->count++];
        line->seq = sqlite3_column_int64(statement, 0);
        line->at = sqlite3_column_int64(statement, 1);
        if (!row_text(statement, 2, line->account, sizeof(line->account)) ||
            !row_text(statement, 3, line->name, sizeof(line->name)) ||
            !row_text(statement, 4, line->text, sizeof(line->text)))
            return read_damaged(database, "a line of chat");
    }
    return step == STEP_DONE;
}

bool read_chat(struct database *database, const struct read_request *request,
               struct read_answer *answer)
{
    bool exists;
    if (!game_exists(database, request->as.chat.game, &exists))
        return false;
    if (!exists)
        return true;
    int limit = request->as.chat.limit;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_CHAT_LINES);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.chat.game);
    bind_text(statement, 2, code_text(CODE_CHAT_ROOM, (int)request->as.chat.room));
    bind_integer(statement, 3, request->as.chat.from);
    bind_text(statement, 4, request->as.chat.reader);
    bind_integer(statement, 5, limit + 1);
    bool read = take_lines(database, statement, limit, answer);
    sqlite3_reset(statement);
    answer->status = READ_FOUND;
    return read;
}
