/* What is wrong can often be said in SQL: each of these gives a line for every difference. */
#include "server/store/survey_parts.h"

/* clang-format off */
#define NAME_OF(account) "(SELECT name FROM accounts WHERE id = " account ")"

/* One side's result of every game, which must be there and be what the game says. */
#define WRONG_RESULTS(side, other) \
    "SELECT 'game ' || games.id || ': the result of ' || " NAME_OF("games." side) " || " \
    "iif(results.account IS NULL, ' is missing', ' is not that of the game') " \
    "FROM games LEFT JOIN results " \
    "ON results.account = games." side " AND results.sequence = games.sequence " \
    "WHERE games.sequence IS NOT NULL AND (results.account IS NULL " \
    "OR results.opponent IS NOT games." other " OR results.size IS NOT games.size " \
    "OR results.pool IS NOT games.pool OR results.rated IS NOT games.rated " \
    "OR results.reason IS NOT games.reason OR results.result IS NOT " \
    "CASE games.winner WHEN '" side "' THEN 'win' WHEN '" other "' THEN 'loss' ELSE 'none' END)"

static const char *const queries[] = {
    "SELECT 'the file: ' || integrity_check FROM pragma_integrity_check "
    "WHERE integrity_check <> 'ok'",

    "SELECT 'a row of ' || \"table\" || ' refers to no row of ' || parent "
    "FROM pragma_foreign_key_check",

    "SELECT 'the server has no signing key' "
    "WHERE NOT EXISTS (SELECT 1 FROM server WHERE signing_seed IS NOT NULL)",

    "SELECT 'game ' || id || ' is ending ' || sequence || ', and the one before it is ' || before "
    "FROM (SELECT id, sequence, lag(sequence, 1, 0) OVER (ORDER BY sequence) AS before "
    "FROM games WHERE sequence IS NOT NULL) WHERE sequence <> before + 1",

    WRONG_RESULTS("blue", "red"),
    WRONG_RESULTS("red", "blue"),

    "SELECT 'ending ' || results.sequence || ' has a result of ' || " NAME_OF("results.account")
    " || ', who did not play it' "
    "FROM results LEFT JOIN games ON games.sequence = results.sequence "
    "WHERE games.id IS NULL OR results.account NOT IN (games.blue, games.red)",

    "SELECT 'ending ' || points.sequence || ' has a rating point of ' || " NAME_OF("points.account")
    " || ' in ' || points.pool || ', and was not rated for it' "
    "FROM rating_points AS points LEFT JOIN games ON games.sequence = points.sequence "
    "WHERE games.id IS NULL OR points.account NOT IN (games.blue, games.red) "
    "OR points.pool IS NOT games.pool OR games.rated = 0 OR games.status <> 'finished'",

    "SELECT 'game ' || log.game || ' has ended, and has still ' || count(*) || "
    "' entries in the log' FROM log JOIN games ON games.id = log.game "
    "WHERE games.sequence IS NOT NULL GROUP BY log.game",

    "SELECT 'game ' || game || ' has ' || count(*) || ' lines in the chat of its ' || room || "
    "', and the last is line ' || max(seq) FROM chat GROUP BY game, room "
    "HAVING count(*) <> max(seq)",

    "SELECT 'account ' || " NAME_OF("accepted.account") " || ' accepted ' || accepted.id || "
    "', of which came game ' || games.id || ', which it does not play' "
    "FROM accepted JOIN games ON games.id = accepted.game "
    "WHERE accepted.account NOT IN (games.blue, games.red)",

    "SELECT 'account ' || name || ' is closed, and has a token' FROM accounts "
    "WHERE closed_at IS NOT NULL AND EXISTS (SELECT 1 FROM tokens WHERE account = accounts.id)",
};
/* clang-format on */

bool survey_rows(struct survey *survey, survey_tell *tell, void *context)
{
    struct database *database = &survey->database;
    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
        sqlite3_stmt *statement = database_prepare(database, queries[i]);
        if (statement == NULL)
            return false;
        enum step step;
        while ((step = database_step(database, statement, "check the database")) == STEP_ROW) {
            const char *line = (const char *)sqlite3_column_text(statement, 0);
            tell(context, line == NULL ? "a row with something that is NULL" : line);
        }
        sqlite3_finalize(statement);
        if (step != STEP_DONE)
            return false;
    }
    return true;
}
