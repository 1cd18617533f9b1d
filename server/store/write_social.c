/* Challenges, chat, and who ignores whom. */
#include "server/store/row.h"
#include "server/store/write.h"

#include <assert.h>

bool write_challenge_add(struct database *database, const struct store_request *request)
{
    const struct challenge_row *challenge = &request->as.challenge_add;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_CHALLENGE_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, challenge->id);
    bind_text(statement, 2, challenge->from);
    bind_text(statement, 3, challenge->to);
    bind_integer(statement, 4, challenge->size);
    bind_time(statement, 5, &challenge->time);
    bind_integer(statement, 8, challenge->rated);
    bind_text(statement, 9, code_text(CODE_WANTED_COLOR, (int)challenge->color));
    bind_integer(statement, 10, challenge->at);
    return database_run(database, statement, "add a challenge", NULL);
}

/* A challenge may be gone by now: the sweep was stored between. */
bool write_challenge_drop(struct database *database, const struct store_request *request)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_CHALLENGE_DELETE);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.challenge_drop.id);
    return database_run(database, statement, "drop a challenge", NULL);
}

/* The line must be the next of its room as it stands. */
bool write_chat_add(struct database *database, const struct store_request *request)
{
    const struct chat_line *line = request->as.chat_add.line;
    assert(line != NULL);
    sqlite3_stmt *statement = database_statement(database, STATEMENT_CHAT_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.chat_add.game);
    bind_text(statement, 2, code_text(CODE_CHAT_ROOM, (int)request->as.chat_add.room));
    bind_integer(statement, 3, line->seq);
    bind_integer(statement, 4, line->at);
    bind_text(statement, 5, line->account);
    bind_text(statement, 6, line->text);
    int added = 0;
    if (!database_run(database, statement, "add a line of chat", &added))
        return false;
    if (added == 1)
        return true;
    return database_refuse(database, "cannot add to the chat of game %s: %lld is not its next line",
                           request->as.chat_add.game, (long long)line->seq);
}

/* What is so already is let be. */
bool write_ignore_set(struct database *database, const struct store_request *request)
{
    enum statement which =
        request->as.ignore_set.on ? STATEMENT_IGNORE_INSERT : STATEMENT_IGNORE_DELETE;
    sqlite3_stmt *statement = database_statement(database, which);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.ignore_set.account);
    bind_text(statement, 2, request->as.ignore_set.other);
    return database_run(database, statement, "set who is ignored", NULL);
}
