#include "tests/bench/server/bench.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(sqlite3 *database, const char *sql)
{
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK)
        return;
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(database));
    exit(1);
}

static void insert(sqlite3 *database, sqlite3_stmt *statement, uint64_t number, int games)
{
    static const unsigned char data[20] = {1};
    char game[16];
    snprintf(game, sizeof game, "game%08d", (int)(number % (uint64_t)games));
    sqlite3_bind_text(statement, 1, game, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)number);
    sqlite3_bind_blob(statement, 3, data, sizeof data, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_DONE) {
        fprintf(stderr, "insert: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
    sqlite3_reset(statement);
}

struct rate bench_inserts(const char *folder, int games)
{
    char path[256];
    sqlite3 *database;
    sqlite3_stmt *statement;
    snprintf(path, sizeof path, "%s/inserts-%d.db", folder, games);
    if (sqlite3_open(path, &database) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", path, sqlite3_errmsg(database));
        exit(1);
    }
    run(database, "PRAGMA journal_mode = WAL");
    run(database, "PRAGMA synchronous = FULL");
    run(database, "CREATE TABLE log (game TEXT, v INTEGER, data BLOB, PRIMARY KEY (game, v))"
                  " STRICT, WITHOUT ROWID");
    sqlite3_prepare_v2(database, "INSERT INTO log VALUES (?, ?, ?)", -1, &statement, NULL);

    struct rate rate = {0};
    int batch = games < 256 ? games : 256;
    uint64_t start = uv_hrtime(), now = start;
    while (now - start < (uint64_t)BENCH_MS * 1000000) {
        run(database, "BEGIN IMMEDIATE");
        for (int i = 0; i < batch; i++)
            insert(database, statement, rate.count++, games);
        run(database, "COMMIT");
        now = uv_hrtime();
    }
    rate.seconds = (double)(now - start) / 1e9;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return rate;
}
