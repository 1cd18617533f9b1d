/* A database that a server left is found to be sound, and whatever is then changed in it behind the
 * server's back is found. */
#include "server/check/check.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/machine/log.h"
#include "tests/unit/check/played.h"

#define TOLD_SIZE 16384

struct told {
    char text[TOLD_SIZE];
    size_t length;
};

static void tell(void *context, const char *line)
{
    struct told *told = context;
    assert_null(strchr(line, '\n'));
    told->length +=
        (size_t)snprintf(told->text + told->length, TOLD_SIZE - told->length, "%s\n", line);
    assert_true(told->length < TOLD_SIZE);
}

static int set_up(void **state)
{
    static struct played played;
    played_init(&played);
    *state = &played;
    return 0;
}

static int tear_down(void **state)
{
    played_deinit(*state);
    return 0;
}

static void run_sql(const char *folder, const char *sql)
{
    char path[128], *message = NULL;
    sqlite3 *handle;
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_exec(handle, sql, NULL, NULL, &message);
    if (message != NULL)
        fail_msg("%s: %s", message, sql);
    assert_true(sqlite3_total_changes(handle) > 0);
    assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

static void check(const char *folder, struct told *told, struct check_counts *counts)
{
    char error[STORE_ERROR_SIZE];
    *told = (struct told){0};
    bool read = check_folder(folder, tell, told, counts, error);
    assert_string_equal(error, "");
    assert_true(read);
}

static void what_a_server_left_is_sound(void **state)
{
    char folder[64];
    struct told told;
    struct check_counts counts;
    played_copy(*state, folder);
    check(folder, &told, &counts);
    assert_string_equal(told.text, "");
    assert_int_equal(counts.differences, 0);
    assert_int_equal(counts.ended, 8);
    assert_int_equal(counts.playing, 2);
    assert_int_equal(counts.ratings, 6);
    assert_true(counts.openings > 60);
    played_remove(folder);
}

/* ---- Faults ------------------------------------------------------------------------------- */

/* What is done to the database, and words that a line of the check must have. */
struct fault {
    const char *sql;
    const char *words;
    int differences; /* 0: any number */
};

#define GAME(sequence) "(SELECT id FROM games WHERE sequence = " #sequence ")"
#define ANN "(SELECT id FROM accounts WHERE name = 'ann')"

static const struct fault faults[] = {
    /* Results. */
    {"UPDATE games SET winner = iif(winner = 'blue', 'red', 'blue') WHERE sequence = 1",
     "its log says that", 3},
    {"UPDATE games SET reason = 'resign' WHERE sequence = 1", "won (resign)", 3},
    {"UPDATE results SET result = iif(result = 'win', 'loss', 'win') WHERE sequence = 2 "
     "AND account = " ANN,
     "the result of ann is not that of the game", 1},
    {"UPDATE results SET opponent = (SELECT id FROM accounts WHERE name = 'Cid') "
     "WHERE sequence = 3 AND account = " ANN,
     "the result of ann is not that of the game", 1},
    {"DELETE FROM results WHERE sequence = 4 AND account = " ANN, "the result of ann is missing",
     1},
    {"INSERT INTO results SELECT (SELECT id FROM accounts WHERE name = 'Cid'), sequence, opponent, "
     "size, pool, rated, result, reason FROM results WHERE sequence = 5 AND account = " ANN,
     "has a result of Cid, who did not play it", 1},
    {"UPDATE games SET status = 'aborted', winner = NULL, reason = 'aborted' WHERE sequence = 8",
     "that nobody won", 0},

    /* Ratings. */
    {"UPDATE ratings SET rating = rating + 0.01 WHERE account = " ANN " AND pool = '3-blitz'",
     "rating of ann in 3-blitz", 1},
    {"UPDATE ratings SET deviation = deviation - 1 WHERE account = " ANN " AND pool = '3-blitz'",
     "rating of ann in 3-blitz", 1},
    {"UPDATE ratings SET volatility = 0.07 WHERE account = " ANN " AND pool = '4-bullet'",
     "rating of ann in 4-bullet", 1},
    {"UPDATE ratings SET version = version + 1 WHERE account = " ANN " AND pool = '3-blitz'",
     "rating of ann in 3-blitz", 1},
    {"DELETE FROM ratings WHERE account = " ANN " AND pool = '3-blitz'",
     "rating of ann in 3-blitz: it is missing", 1},
    {"UPDATE ratings SET pool = '3-rapid' WHERE account = " ANN " AND pool = '3-blitz'",
     "there is no game that made it", 2},
    {"DELETE FROM rating_points WHERE account = " ANN " AND sequence = 4",
     "the rating point of ann is missing", 1},
    {"UPDATE rating_points SET rating = rating - 1 WHERE account = " ANN " AND sequence = 4",
     "the rating point of ann is", 1},
    {"UPDATE rating_points SET games = 9 WHERE account = " ANN " AND sequence = 4",
     "the rating point of ann is", 1},
    {"UPDATE rating_points SET volatility = 0.05 WHERE account = " ANN " AND sequence = 4",
     "the rating point of ann is", 1},
    {"INSERT INTO rating_points SELECT account, pool, 99, rating, deviation, volatility, games "
     "FROM rating_points WHERE account = " ANN " AND sequence = 4",
     "ending 99 has a rating point of ann in 3-blitz", 1},
    {"INSERT INTO results SELECT account, 99, opponent, size, pool, rated, result, reason "
     "FROM results WHERE account = " ANN " AND sequence = 4",
     "ending 99 has a result of ann", 1},
    {"UPDATE rating_points SET sequence = 7 WHERE account = " ANN " AND sequence = 4",
     "and was not rated for it", 2},

    /* The row of a game. */
    {"UPDATE games SET ply = ply + 1 WHERE sequence = 1", "ply is", 1},
    {"UPDATE games SET v = v - 1 WHERE sequence = 1", "v is", 1},
    {"UPDATE games SET started_at = started_at + 1 WHERE sequence = 2", "started_at is", 1},
    {"UPDATE games SET ended_at = ended_at + 1 WHERE sequence = 2", "ended_at is", 1},
    {"UPDATE games SET pool = '3-rapid' WHERE sequence = 6; UPDATE results SET pool = '3-rapid' "
     "WHERE sequence = 6",
     "its pool does not go with its size and time", 1},
    {"UPDATE games SET size = 4 WHERE sequence = 1; UPDATE results SET size = 4 WHERE sequence = 1",
     "is against the rules", 0},
    {"UPDATE games SET initial_ms = 200000 WHERE sequence = 1", "clock says", 0},
    {"UPDATE games SET sequence = 20 WHERE sequence = 8; "
     "UPDATE results SET sequence = 20 WHERE sequence = 8; "
     "UPDATE rating_points SET sequence = 20 WHERE sequence = 8",
     "is ending 20, and the one before it is 7", 1},

    /* Logs of games being played. */
    {"UPDATE log SET ply = ply + 2 WHERE v = (SELECT max(v) FROM log AS other "
     "WHERE other.game = log.game)",
     "ply is", 2},
    {"UPDATE log SET v = v + 1 WHERE v = (SELECT max(v) FROM log AS other "
     "WHERE other.game = log.game)",
     "where entry", 0},
    {"DELETE FROM log WHERE v = 3", "where entry 3 should be", 0},
    {"UPDATE log SET kind = 'skip' WHERE v = 2", "its columns are not what its data say", 2},
    {"UPDATE log SET at = at + 1 WHERE v = 2", "its columns are not what its data say", 2},
    {"INSERT INTO log SELECT " GAME(1) ", v, at, kind, ply, data FROM log WHERE game = "
                                       "(SELECT min(game) FROM log)",
     "has ended, and has still", 1},

    /* Openings. */
    {"UPDATE openings SET blue = blue + 1 WHERE size = 3 AND line = x''", "opening \"\" of size 3",
     1},
    {"UPDATE openings SET red = red + 1, blue = blue + 1 WHERE size = 4 AND length(line) = 1",
     "of size 4", 1},
    {"DELETE FROM openings WHERE size = 4 AND length(line) = 2", "and it should be", 1},
    {"INSERT INTO openings VALUES (3, x'0101', 1, 0)", "opening \"A1 A1\" of size 3", 1},
    {"INSERT INTO openings VALUES (4, x'ff', 1, 0)", "opening \"?\" of size 4", 1},

    /* The rest. */
    {"DELETE FROM chat WHERE room = 'players' AND seq = 2",
     "has 3 lines in the chat of its players, and the last is line 4", 1},
    {"UPDATE accepted SET account = (SELECT id FROM accounts WHERE name = 'Cid') "
     "WHERE game = " GAME(3),
     "account Cid accepted ", 1},
    {"UPDATE accepted SET game = 'g00000000000' WHERE game = " GAME(3),
     "a row of accepted refers to no row of games", 1},
    {"UPDATE server SET signing_seed = NULL", "the server has no signing key", 1},
    {"UPDATE games SET log = substr(log, 1, length(log) - 1) WHERE sequence = 1",
     "cannot be read beyond entry", 0},
    {"UPDATE games SET log = substr(log, 1, 20) WHERE sequence = 1", "", 0},
    {"DELETE FROM accounts WHERE name = 'Cid'", "refers to no row of accounts", 0},
};

static void plant(const struct played *played, const struct fault *fault)
{
    char folder[64];
    struct told told;
    struct check_counts counts;
    played_copy(played, folder);
    run_sql(folder, fault->sql);
    check(folder, &told, &counts);
    if (strstr(told.text, fault->words) == NULL)
        fail_msg("\"%s\" is not told after %s:\n%s", fault->words, fault->sql, told.text);
    if (fault->differences > 0 && counts.differences != fault->differences)
        fail_msg("%lld differences after %s:\n%s", (long long)counts.differences, fault->sql,
                 told.text);
    played_remove(folder);
}

static void every_fault_is_found(void **state)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        plant(*state, &faults[i]);
}

/* ---- Faults within a folded log ----------------------------------------------------------- */

static void to_the_same_cell(struct log_item *item)
{
    item->turn = (struct turn){.count = 1, .cells = {0}};
}

static void off_the_board(struct log_item *item)
{
    item->turn = (struct turn){.count = 1, .cells = {30}};
}

static void one_more_left(struct log_item *item)
{
    item->left_ms++;
}

static void one_less_spent(struct log_item *item)
{
    item->spent_ms--;
}

static void more_lag_than_is_allowed(struct log_item *item)
{
    item->lag_ms = 60000;
}

static void later(struct log_item *item)
{
    item->at++;
}

static void won_by_the_other(struct log_item *item)
{
    item->winner = 1 - item->winner;
}

static void by_a_flag(struct log_item *item)
{
    item->reason = REASON_TIME;
}

static void more_on_both_clocks(struct log_item *item)
{
    item->clock_ms[COLOR_BLUE] += 5;
    item->clock_ms[COLOR_RED] += 5;
}

static void one_point_more(struct log_item *item)
{
    item->ratings[COLOR_RED].after++;
}

static void not_rated(struct log_item *item)
{
    item->rated = false;
}

/* Of the game that ended in this place, the first entry of the kind from v on is changed. */
static const struct {
    int sequence;
    enum stream_kind kind;
    int64_t from_v;
    void (*change)(struct log_item *item);
    const char *words;
} item_faults[] = {
    {8, STREAM_MOVE, 2, to_the_same_cell, "opening \"A1"},
    {2, STREAM_MOVE, 3, off_the_board, "entry 3: this move is against the rules"},
    {2, STREAM_MOVE, 6, one_more_left, "entry 6: "},
    {2, STREAM_MOVE, 6, one_less_spent, "entry 6: "},
    {2, STREAM_MOVE, 6, more_lag_than_is_allowed, "entry 6: this move is against the rules"},
    {2, STREAM_TAKEBACK, 1, more_on_both_clocks, "blue's clock says"},
    {1, STREAM_START, 1, later, "started_at is"},
    {1, STREAM_END, 1, later, "ended_at is"},
    {1, STREAM_END, 1, won_by_the_other, "the wrong side won by capture"},
    {1, STREAM_END, 1, by_a_flag, "it was won by capture, and ended otherwise"},
    {8, STREAM_END, 1, by_a_flag, "a flag that did not fall"},
    {4, STREAM_END, 1, more_on_both_clocks, "red's clock says"},
    {4, STREAM_END, 1, one_point_more, "another change of red's rating"},
    {4, STREAM_END, 1, not_rated, "its end does not say how"},
};

/* The log with one item changed. */
static void change_log(struct log *after, const struct log *before, enum stream_kind kind,
                       int64_t from_v, void (*change)(struct log_item *item))
{
    struct log_reader reader;
    struct log_item item;
    bool changed = false;
    log_init(after);
    log_read(&reader, before);
    while (log_next(&reader, &item)) {
        struct log_entry entry;
        if (!changed && item.kind == kind && item.v >= from_v) {
            change(&item);
            changed = true;
        }
        log_encode(&item, after->at, &entry);
        log_append(after, &entry);
    }
    assert_false(reader.damaged);
    assert_true(changed);
}

static sqlite3_stmt *prepare(sqlite3 *handle, const char *sql, int sequence)
{
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_bind_int(statement, 1, sequence), SQLITE_OK);
    return statement;
}

static void plant_in_log(const char *folder, int sequence, enum stream_kind kind, int64_t from_v,
                         void (*change)(struct log_item *item))
{
    char path[128];
    sqlite3 *handle;
    struct log before, after;
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_stmt *statement =
        prepare(handle, "SELECT log FROM games WHERE sequence = ?1", sequence);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_true(log_load(&before, sqlite3_column_blob(statement, 0),
                         (size_t)sqlite3_column_bytes(statement, 0)));
    sqlite3_finalize(statement);
    change_log(&after, &before, kind, from_v, change);
    statement = prepare(handle, "UPDATE games SET log = ?2 WHERE sequence = ?1", sequence);
    assert_int_equal(sqlite3_bind_blob64(statement, 2, after.bytes, after.length, SQLITE_STATIC),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
    assert_int_equal(sqlite3_close(handle), SQLITE_OK);
    log_deinit(&before);
    log_deinit(&after);
}

static void every_fault_within_a_log_is_found(void **state)
{
    for (size_t i = 0; i < sizeof item_faults / sizeof *item_faults; i++) {
        char folder[64];
        struct told told;
        struct check_counts counts;
        played_copy(*state, folder);
        plant_in_log(folder, item_faults[i].sequence, item_faults[i].kind, item_faults[i].from_v,
                     item_faults[i].change);
        check(folder, &told, &counts);
        if (strstr(told.text, item_faults[i].words) == NULL)
            fail_msg("\"%s\" is not told:\n%s", item_faults[i].words, told.text);
        played_remove(folder);
    }
}

/* ---- When it cannot be checked ------------------------------------------------------------ */

static void cannot_check(const char *folder, const char *words)
{
    char error[STORE_ERROR_SIZE];
    struct told told = {0};
    struct check_counts counts;
    assert_false(check_folder(folder, tell, &told, &counts, error));
    if (strstr(error, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, error);
    assert_string_equal(told.text, "");
}

static void a_database_in_use_is_not_checked(void **state)
{
    char folder[64], notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    played_copy(*state, folder);
    struct store *store = store_open(folder, notice, error);
    assert_non_null(store);
    cannot_check(folder, "another clamberd");
    store_close(store);
    struct told told;
    struct check_counts counts;
    check(folder, &told, &counts);
    assert_int_equal(counts.differences, 0);
    played_remove(folder);
}

static void nothing_is_made_where_there_is_no_database(void **state)
{
    char folder[64];
    cannot_check("/nonexistent/clamber", "there is no database in");
    played_copy(*state, folder);
    char path[128];
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    assert_int_equal(unlink(path), 0);
    cannot_check(folder, "there is no database in");
    assert_int_equal(rmdir(folder), 0);
}

static void another_schema_is_not_checked(void **state)
{
    char folder[64];
    played_copy(*state, folder);
    run_sql(folder, "UPDATE server SET id = 1; PRAGMA user_version = 1");
    cannot_check(folder, "start clamberd once, which upgrades it");
    run_sql(folder, "UPDATE server SET id = 1; PRAGMA user_version = 99");
    cannot_check(folder, "newer clamberd");
    played_remove(folder);
}

/* A process that was killed leaves what it wrote last in the WAL, which counts. */
static void what_is_in_the_wal_is_checked(void **state)
{
    char folder[64], path[128];
    struct told told;
    struct check_counts counts;
    sqlite3 *handle;
    played_copy(*state, folder);
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    assert_int_equal(
        sqlite3_exec(handle, "UPDATE games SET ply = 1 WHERE sequence = 1", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(handle);
    strcat(path, "-wal");
    assert_int_equal(access(path, F_OK), 0);
    check(folder, &told, &counts);
    assert_int_equal(counts.differences, 1);
    played_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_server_left_is_sound),
        cmocka_unit_test(every_fault_is_found),
        cmocka_unit_test(every_fault_within_a_log_is_found),
        cmocka_unit_test(a_database_in_use_is_not_checked),
        cmocka_unit_test(nothing_is_made_where_there_is_no_database),
        cmocka_unit_test(another_schema_is_not_checked),
        cmocka_unit_test(what_is_in_the_wal_is_checked),
    };
    return cmocka_run_group_tests_name("check", tests, set_up, tear_down);
}
