#include "server/store/history_sql.h"

#include "server/store/statements.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A filter as a column of `results` or `games`. The first that is asked for names the index: those
 * that leave the fewest games come first. */
struct filter {
    bool asked;
    const char *column;
    enum history_parameter parameter;
};
#define FILTER_COUNT 6

struct text {
    char *bytes;
    size_t length;
};

static void add(struct text *text, const char *more)
{
    int length = snprintf(text->bytes + text->length, HISTORY_SQL_SIZE - text->length, "%s", more);
    text->length += (size_t)length;
    assert(text->length < HISTORY_SQL_SIZE);
}

/* "table INDEXED BY table_by_column " */
static void add_table(struct text *text, const char *table, const char *column)
{
    add(text, table);
    if (column != NULL) {
        add(text, " INDEXED BY ");
        add(text, table);
        add(text, "_by_");
        add(text, column);
    }
}

/* " AND table.column = ?N" */
static void add_condition(struct text *text, const char *table, const struct filter *filter)
{
    char condition[64];
    snprintf(condition, sizeof(condition), " AND %s.%s = ?%d", table, filter->column,
             (int)filter->parameter);
    add(text, condition);
}

void history_sql(const struct history_query *query, char sql[HISTORY_SQL_SIZE])
{
    const struct filter filters[FILTER_COUNT] = {
        {query->opponent[0] != '\0', "opponent", HISTORY_OPPONENT},
        {query->pool != POOL_NONE, "pool", HISTORY_POOL},
        {query->reason != REASON_NONE, "reason", HISTORY_REASON},
        {query->result != RESULT_ANY, "result", HISTORY_RESULT},
        {query->size != 0, "size", HISTORY_SIZE},
        {query->rated != -1, "rated", HISTORY_RATED},
    };
    bool of_account = query->account[0] != '\0';
    assert(of_account || (query->opponent[0] == '\0' && query->result == RESULT_ANY));
    const char *table = of_account ? "results" : "games";
    const char *index = of_account ? NULL : "sequence";
    for (int i = FILTER_COUNT - 1; i >= 0; i--) {
        if (filters[i].asked)
            index = filters[i].column;
    }

    struct text text = {.bytes = sql};
    add(&text, "SELECT " GAME_COLUMNS " FROM ");
    add_table(&text, table, index);
    if (of_account)
        add(&text, " CROSS JOIN games ON games.sequence = results.sequence");
    add(&text, GAME_PLAYERS "WHERE ");
    add(&text, of_account ? "results.account = ?1 AND results.sequence >= ?2 AND "
                            "results.sequence < ?3"
                          : "games.sequence >= ?2 AND games.sequence < ?3");
    for (int i = 0; i < FILTER_COUNT; i++) {
        if (filters[i].asked)
            add_condition(&text, table, &filters[i]);
    }
    add(&text, of_account ? " ORDER BY results.sequence DESC LIMIT ?4"
                          : " ORDER BY games.sequence DESC LIMIT ?4");
}
