/* How SQLite carries the statements out: along an index, never through a whole table. */
#include "server/store/database.h"
#include "server/store/history_sql.h"
#include "server/store/write.h"
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <string.h>

struct plans {
    struct fixture fixture;
    struct database database;
    char path[128];
};

static int set_up(void **state)
{
    static struct plans plans;
    fixture_init(&plans.fixture);
    snprintf(plans.path, sizeof(plans.path), "%s/clamber.db", plans.fixture.folder);
    assert_true(database_open_reader(&plans.database, plans.path));
    *state = &plans;
    return 0;
}

static int tear_down(void **state)
{
    struct plans *plans = *state;
    database_deinit(&plans->database);
    fixture_deinit(&plans->fixture);
    return 0;
}

/* The plan as its lines, each ended by LF. */
static void explain(struct plans *plans, const char *sql, char *plan, size_t size)
{
    char explained[HISTORY_SQL_SIZE + 32];
    snprintf(explained, sizeof(explained), "EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *statement = database_prepare(&plans->database, explained);
    if (statement == NULL)
        fail_msg("%s: %s", plans->database.error, sql);
    size_t length = 0;
    plan[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW && length < size)
        length += (size_t)snprintf(plan + length, size - length, "%s\n",
                                   (const char *)sqlite3_column_text(statement, 3));
    sqlite3_finalize(statement);
}

static void plan_has(struct plans *plans, const char *sql, const char *words)
{
    char plan[2048];
    explain(plans, sql, plan, sizeof(plan));
    if (strstr(plan, words) == NULL || strstr(plan, "SCAN") != NULL ||
        strstr(plan, "TEMP B-TREE") != NULL)
        fail_msg("not along \"%s\":\n%s\n%s", words, sql, plan);
}

/* One filter each, in the order in which they choose the index. */
#define FILTERS 6
static const char *const columns[FILTERS] = {"opponent", "pool", "reason",
                                             "result",   "size", "rated"};

static struct history_query make_query(bool of_account, unsigned filters)
{
    struct history_query query = {.pool = POOL_NONE, .rated = -1};
    if (of_account)
        strcpy(query.account, "a00000000001");
    if (filters & 1)
        strcpy(query.opponent, "a00000000002");
    if (filters & 2)
        query.pool = 3;
    if (filters & 4)
        query.reason = REASON_TIME;
    if (filters & 8)
        query.result = RESULT_LOSS;
    if (filters & 16)
        query.size = 4;
    if (filters & 32)
        query.rated = 1;
    return query;
}

static void every_history_of_a_user_is_along_an_index(void **state)
{
    for (unsigned filters = 0; filters < 1U << FILTERS; filters++) {
        struct history_query query = make_query(true, filters);
        char sql[HISTORY_SQL_SIZE], words[128];
        history_sql(&query, sql);
        snprintf(words, sizeof(words),
                 "SEARCH results USING PRIMARY KEY "
                 "(account=? AND sequence>? AND sequence<?)");
        for (int i = FILTERS - 1; i >= 0; i--) {
            if (filters & (1U << i))
                snprintf(words, sizeof(words),
                         "INDEX results_by_%s (account=? AND %s=? AND sequence>? AND sequence<?)",
                         columns[i], columns[i]);
        }
        plan_has(*state, sql, words);
    }
}

static void every_history_of_all_is_along_an_index(void **state)
{
    for (unsigned filters = 0; filters < 1U << FILTERS; filters++) {
        if (filters & (1 | 8))
            continue;
        struct history_query query = make_query(false, filters);
        char sql[HISTORY_SQL_SIZE], words[128];
        history_sql(&query, sql);
        snprintf(words, sizeof(words), "INDEX games_by_sequence (sequence>? AND sequence<?)");
        for (int i = FILTERS - 1; i >= 0; i--) {
            if (filters & (1U << i))
                snprintf(words, sizeof(words),
                         "INDEX games_by_%s (%s=? AND sequence>? AND sequence<?)", columns[i],
                         columns[i]);
        }
        plan_has(*state, sql, words);
    }
}

/* Walks along a whole index or table, because it wants all of what is there: one step of it, the
 * open guests, or what was going on. */
static bool wants_all(enum statement statement)
{
    return statement == STATEMENT_LAST_END || statement == STATEMENT_SWEEP_GUESTS ||
           statement == STATEMENT_LOAD_GAMES || statement == STATEMENT_LOAD_LOGS ||
           statement == STATEMENT_LOAD_SEEKS || statement == STATEMENT_LOAD_CHALLENGES ||
           statement == STATEMENT_LOAD_ACCEPTED || statement == STATEMENT_LOAD_ACCOUNTS;
}

static void no_other_statement_reads_a_whole_table(void **state)
{
    char plan[2048];
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const char *sql = statement_sql((enum statement)i);
        explain(*state, sql, plan, sizeof(plan));
        const char *scan = strstr(plan, "SCAN");
        if (scan != NULL && !wants_all((enum statement)i) &&
            strncmp(scan, "SCAN CONSTANT ROW", 17) != 0)
            fail_msg("%s\n%s", sql, plan);
    }
    plan_has(*state, statement_sql(STATEMENT_SEQUENCE_AT), "games_by_end (ended_at>?)");
    plan_has(*state, statement_sql(STATEMENT_RATING_POINTS),
             "PRIMARY KEY (account=? AND pool=? AND sequence>? AND sequence<?)");
    plan_has(*state, statement_sql(STATEMENT_LAST_END), "games_by_sequence");
    plan_has(*state, statement_sql(STATEMENT_CHAT_LINES), "(game=? AND room=? AND seq>?)");
    plan_has(*state, statement_sql(STATEMENT_ACCEPTED_DELETE_BEYOND), "(rowid<?)");
    plan_has(*state, statement_sql(STATEMENT_SWEEP_GUEST_ACCEPTED), "accepted_by_account");
    plan_has(*state, statement_sql(STATEMENT_OPENING_NEXT), "PRIMARY KEY (size=? AND line>?)");
    plan_has(*state, statement_sql(STATEMENT_RATING_THEN),
             "PRIMARY KEY (account=? AND pool=? AND sequence<?)");
    plan_has(*state, statement_sql(STATEMENT_ACCOUNT_TOTALS), "results_by_result (account=?)");
    plan_has(*state, statement_sql(STATEMENT_ACCOUNT_IGNORED), "PRIMARY KEY (account=?)");
    explain(*state, statement_sql(STATEMENT_LOAD_LAST_AT), plan, sizeof(plan));
    assert_non_null(strstr(plan, "accounts_by_creation"));
    assert_non_null(strstr(plan, "accounts_by_closing"));
    assert_non_null(strstr(plan, "seeks_by_age"));
    assert_non_null(strstr(plan, "games_by_sequence"));
    explain(*state, statement_sql(STATEMENT_LOAD_GAMES), plan, sizeof(plan));
    assert_null(strstr(plan, "TEMP B-TREE"));
    explain(*state, statement_sql(STATEMENT_LOAD_LOGS), plan, sizeof(plan));
    assert_null(strstr(plan, "TEMP B-TREE"));
    explain(*state, statement_sql(STATEMENT_LOAD_ACCOUNTS), plan, sizeof(plan));
    assert_non_null(strstr(plan, "SEARCH accounts USING PRIMARY KEY (id=?)"));
    assert_non_null(strstr(plan, "SEARCH ratings USING PRIMARY KEY (account=?)"));
}

/* Nothing keeps them in order, so they are sorted; but each is found by one search. */
static void leaders_of_a_time_past_are_found_one_by_one(void **state)
{
    char plan[2048];
    explain(*state, statement_sql(STATEMENT_LEADERS_THEN), plan, sizeof(plan));
    assert_non_null(strstr(plan, "ratings_by_rating (pool=?)"));
    assert_non_null(strstr(plan, "points USING PRIMARY KEY (account=? AND pool=? AND sequence=?)"));
    assert_non_null(
        strstr(plan, "rating_points USING PRIMARY KEY (account=? AND pool=? AND sequence<?)"));
    assert_null(strstr(plan, "SCAN"));
}

/* Foreign keys are looked up too, and no plan tells of it. */
static void nothing_written_reads_a_whole_table(void **state)
{
    struct plans *plans = *state;
    struct fixture *fixture = &plans->fixture;
    struct database database;
    struct store_result result = {0};
    struct opening opening = {.count = 2, .turns = {{1, {4}}, {1, {7}}}};
    struct chat_line line;
    store_close(fixture->store);
    fixture->store = NULL;
    assert_true(database_open_writer(&database, plans->path));
    assert_true(database_execute(&database, "PRAGMA foreign_keys = ON; BEGIN"));
    for (int i = 1; i <= 4; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "name-%d", i);
        struct store_request add = account_add(fixture, i, name, ACCOUNT_HUMAN);
        struct store_request token = token_add(fixture, i, 100 + i, fixture->now + 1000);
        assert_true(write_account_add(&database, &add, &result));
        assert_true(write_token_add(&database, &token, &result));
    }
    for (int i = 1; i <= 3; i++) {
        struct store_request seek = seek_add(fixture, i, i);
        struct store_request start = game_start(fixture, i, i, i + 1);
        struct store_request end = game_end(fixture, i, 2, COLOR_RED, REASON_TIME);
        add_rating(&end, i, 1, i == 1 ? 0 : 1, 1500, 200);
        add_rating(&end, i + 1, 1, 0, 1500, 200);
        struct store_request challenge = challenge_add(fixture, i, i, i + 1);
        struct store_request ignore = ignore_set(fixture, i, i + 1, true);
        struct store_request chat = chat_add(fixture, i, CHAT_PLAYERS, 1, i, "hello", &line);
        end.as.game_log.opening = &opening;
        add_accept(&start, 's', i, i + 1);
        assert_true(write_seek_add(&database, &seek));
        assert_true(write_challenge_add(&database, &challenge));
        assert_true(write_ignore_set(&database, &ignore));
        assert_true(write_game_start(&database, &start));
        assert_true(write_chat_add(&database, &chat));
        assert_true(write_game_log(&database, &end, &result));
    }
    assert_int_equal(result.status, STORE_DONE);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        int steps =
            database.statements[i] == NULL
                ? 0
                : sqlite3_stmt_status(database.statements[i], SQLITE_STMTSTATUS_FULLSCAN_STEP, 0);
        if (steps > 0)
            fail_msg("%d rows looked through: %s", steps, statement_sql((enum statement)i));
    }
    assert_true(database_execute(&database, "COMMIT"));
    database_deinit(&database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_history_of_a_user_is_along_an_index),
        cmocka_unit_test(every_history_of_all_is_along_an_index),
        cmocka_unit_test(leaders_of_a_time_past_are_found_one_by_one),
        cmocka_unit_test(no_other_statement_reads_a_whole_table),
        cmocka_unit_test(nothing_written_reads_a_whole_table),
    };
    return cmocka_run_group_tests_name("plan", tests, set_up, tear_down);
}
