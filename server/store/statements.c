#include "server/store/statements.h"

static const char *const texts[STATEMENT_COUNT] = {
#define STATEMENT_TEXT(name, sql) [STATEMENT_##name] = sql,
    STATEMENTS(STATEMENT_TEXT)
#undef STATEMENT_TEXT
};

const char *statement_sql(enum statement statement)
{
    return texts[statement];
}
