#include "server/store/load.h"

#include "server/store/row.h"
#include "server/store/signing.h"
#include "server/store/write.h"

#include <stdlib.h>
#include <string.h>

/* Games and logs are both read in the order of the game's id, so one pass over each is enough. */
#define GAMES_SQL                                                                                  \
    "SELECT " GAME_COLUMNS ", " CHAT_SEQ_COLUMNS                                                   \
    " FROM games INDEXED BY games_playing" GAME_PLAYERS                                            \
    "WHERE games.sequence IS NULL ORDER BY games.id"
#define LOG_SQL "SELECT game, v, at, ply, data FROM log ORDER BY game, v"
#define SEEKS_SQL "SELECT " SEEK_COLUMNS " FROM seeks ORDER BY at, id"
#define CHALLENGES_SQL "SELECT " CHALLENGE_COLUMNS " FROM challenges ORDER BY at, id"

#define CONCERNED                                                                                  \
    "(SELECT blue FROM games INDEXED BY games_playing_blue WHERE sequence IS NULL "                \
    "UNION SELECT red FROM games INDEXED BY games_playing_red WHERE sequence IS NULL "             \
    "UNION SELECT account FROM seeks "                                                             \
    "UNION SELECT challenger FROM challenges UNION SELECT challenged FROM challenges)"
#define ACCOUNTS_SQL                                                                               \
    "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE id IN " CONCERNED " ORDER BY id"
#define RATINGS_SQL                                                                                \
    "SELECT account, pool, rating, deviation, volatility, at, games, version FROM ratings "        \
    "WHERE account IN " CONCERNED " ORDER BY account"

/* Apart from the logs that are loaded anyhow, each by an index. */
#define LAST_AT_SQL                                                                                \
    "SELECT max(coalesce((SELECT max(created_at) FROM accounts), 0), "                             \
    "coalesce((SELECT max(closed_at) FROM accounts), 0), "                                         \
    "coalesce((SELECT max(at) FROM seeks), 0), "                                                   \
    "coalesce((SELECT max(at) FROM challenges), 0), "                                              \
    "coalesce((SELECT max(at) FROM chat), 0), "                                                    \
    "coalesce((SELECT max(ended_at) FROM games), 0))"

/* An array that grows. */
struct growing {
    void *items;
    size_t count, capacity;
};

struct loading {
    struct database *database;
    struct growing accounts, seeks, challenges, games;
    size_t place; /* in accounts or games: where the pass over what belongs to them has come to */
    int64_t last_at;
};

static bool out_of_memory(struct loading *loading)
{
    return database_refuse(loading->database, "cannot load the database: memory is out");
}

static bool damaged(struct loading *loading, const char *what)
{
    return database_refuse(loading->database, "%s holds %s that cannot be read: restore a backup",
                           loading->database->path, what);
}

/* Room for one more; NULL where memory is out. */
static void *grow(struct growing *growing, size_t item_size)
{
    if (growing->count == growing->capacity) {
        size_t capacity = growing->capacity == 0 ? 64 : growing->capacity * 2;
        void *items = reallocarray(growing->items, capacity, item_size);
        if (items == NULL)
            return NULL;
        growing->items = items;
        growing->capacity = capacity;
    }
    return (char *)growing->items + growing->count++ * item_size;
}

static void see_time(struct loading *loading, int64_t at)
{
    if (at > loading->last_at)
        loading->last_at = at;
}

static bool take_last_at(struct loading *loading, sqlite3_stmt *row)
{
    see_time(loading, sqlite3_column_int64(row, 0));
    return true;
}

static bool take_game(struct loading *loading, sqlite3_stmt *row)
{
    struct game_row *game = grow(&loading->games, sizeof(*game));
    if (game == NULL)
        return out_of_memory(loading);
    if (!row_game(row, 0, game))
        return damaged(loading, "a game");
    row_chat_seqs(row, GAME_COLUMN_COUNT, game);
    see_time(loading, game->started_at);
    return true;
}

/* Entries come in the order of the games. */
static bool take_entry(struct loading *loading, sqlite3_stmt *row)
{
    const char *id = (const char *)sqlite3_column_text(row, 0);
    struct game_row *games = loading->games.items;
    while (loading->place < loading->games.count && strcmp(games[loading->place].id, id) < 0)
        loading->place++;
    if (loading->place == loading->games.count || strcmp(games[loading->place].id, id) != 0)
        return damaged(loading, "a log without its game");
    struct game_row *game = &games[loading->place];
    if (sqlite3_column_int64(row, 1) != game->v + 1)
        return damaged(loading, "a log with a gap");
    game->v++;
    game->ply = sqlite3_column_int(row, 3);
    see_time(loading, sqlite3_column_int64(row, 2));
    return row_append(row, 4, &game->log, &game->log_length) || out_of_memory(loading);
}

/* By now all times have been seen, so what is too old is known. */
static bool take_seek(struct loading *loading, sqlite3_stmt *row)
{
    struct seek_row seek;
    if (!row_seek(row, 0, &seek))
        return damaged(loading, "a seek");
    if (seek.at <= loading->last_at - PAIRING_LIFE_MS)
        return true;
    struct seek_row *place = grow(&loading->seeks, sizeof(*place));
    if (place == NULL)
        return out_of_memory(loading);
    *place = seek;
    return true;
}

static bool take_challenge(struct loading *loading, sqlite3_stmt *row)
{
    struct challenge_row challenge;
    if (!row_challenge(row, 0, &challenge))
        return damaged(loading, "a challenge");
    if (challenge.at <= loading->last_at - PAIRING_LIFE_MS)
        return true;
    struct challenge_row *place = grow(&loading->challenges, sizeof(*place));
    if (place == NULL)
        return out_of_memory(loading);
    *place = challenge;
    return true;
}

static bool take_account(struct loading *loading, sqlite3_stmt *row)
{
    struct account_row *account = grow(&loading->accounts, sizeof(*account));
    if (account == NULL)
        return out_of_memory(loading);
    return row_account(row, 0, account) || damaged(loading, "an account");
}

/* Ratings come in the order of the accounts. */
static bool take_rating(struct loading *loading, sqlite3_stmt *row)
{
    const char *id = (const char *)sqlite3_column_text(row, 0);
    struct account_row *accounts = loading->accounts.items;
    while (loading->place < loading->accounts.count && strcmp(accounts[loading->place].id, id) < 0)
        loading->place++;
    if (loading->place == loading->accounts.count || strcmp(accounts[loading->place].id, id) != 0 ||
        !row_rating(row, 1, &accounts[loading->place]))
        return damaged(loading, "a rating");
    return true;
}

static bool each_row(struct loading *loading, const char *sql,
                     bool (*take)(struct loading *loading, sqlite3_stmt *row))
{
    sqlite3_stmt *statement = database_prepare(loading->database, sql);
    if (statement == NULL)
        return false;
    loading->place = 0;
    enum step step;
    bool taken = true;
    do {
        step = database_step(loading->database, statement, "load what was going on");
        if (step == STEP_ROW)
            taken = take(loading, statement);
    } while (step == STEP_ROW && taken);
    sqlite3_finalize(statement);
    return taken && step == STEP_DONE;
}

bool load_restored(struct database *database, struct restored *restored)
{
    struct loading loading = {.database = database};
    bool loaded =
        each_row(&loading, LAST_AT_SQL, take_last_at) && each_row(&loading, GAMES_SQL, take_game) &&
        each_row(&loading, LOG_SQL, take_entry) && each_row(&loading, SEEKS_SQL, take_seek) &&
        each_row(&loading, CHALLENGES_SQL, take_challenge) &&
        each_row(&loading, ACCOUNTS_SQL, take_account) &&
        each_row(&loading, RATINGS_SQL, take_rating);
    *restored = (struct restored){
        .accounts = loading.accounts.items,
        .account_count = loading.accounts.count,
        .seeks = loading.seeks.items,
        .seek_count = loading.seeks.count,
        .challenges = loading.challenges.items,
        .challenge_count = loading.challenges.count,
        .games = loading.games.items,
        .game_count = loading.games.count,
        .last_at = loading.last_at,
    };
    loaded = loaded && signing_seed_read(database, restored->signing_seed);
    if (!loaded)
        restored_deinit(restored);
    return loaded;
}
