/* Counting how games began. */
#include "server/store/opening.h"
#include "server/store/write.h"

bool write_opening(struct database *database, int size, const struct opening *opening, int winner)
{
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
