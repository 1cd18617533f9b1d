/* Counting how games began. */
#include "server/store/opening.h"
#include "server/store/write.h"

#include <assert.h>

static bool read_size(struct database *database, const char *game, int *size)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_SIZE);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game);
    enum step step = database_step(database, statement, "find a game");
    *size = sqlite3_column_int(statement, 0);
    sqlite3_reset(statement);
    assert(step != STEP_DONE); /* it has just been ended */
    return step == STEP_ROW;
}

bool write_opening(struct database *database, const char *game, const struct opening *opening,
                   int winner)
{
    int size;
    if (!read_size(database, game, &size))
        return false;
    struct opening_line line;
    opening_line_make(&line, size, opening);
    for (int turns = 0; turns <= line.count; turns++) {
        sqlite3_stmt *statement = database_statement(database, STATEMENT_OPENING_COUNT);
        if (statement == NULL)
            return false;
        bind_integer(statement, 1, size);
        bind_bytes(statement, 2, line.bytes, line.lengths[turns]);
        bind_integer(statement, 3, winner == COLOR_BLUE);
        bind_integer(statement, 4, winner == COLOR_RED);
        if (!database_run(database, statement, "count an opening", NULL))
            return false;
    }
    return true;
}
