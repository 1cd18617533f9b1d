#include "server/store/load.h"

#include "server/store/row.h"
#include "server/store/signing.h"

#include <stdlib.h>
#include <string.h>

/* An array that grows. */
struct growing {
    void *items;
    size_t count, capacity;
};

struct loading {
    struct database *database;
    struct growing accounts, seeks, challenges, accepted, games;
    size_t place; /* in games: where the pass over the logs has come to */
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

static bool take_seek(struct loading *loading, sqlite3_stmt *row)
{
    struct seek_row *seek = grow(&loading->seeks, sizeof(*seek));
    if (seek == NULL)
        return out_of_memory(loading);
    return row_seek(row, 0, seek) || damaged(loading, "a seek");
}

static bool take_challenge(struct loading *loading, sqlite3_stmt *row)
{
    struct challenge_row *challenge = grow(&loading->challenges, sizeof(*challenge));
    if (challenge == NULL)
        return out_of_memory(loading);
    return row_challenge(row, 0, challenge) || damaged(loading, "a challenge");
}

static bool take_accepted(struct loading *loading, sqlite3_stmt *row)
{
    struct accepted_row *accepted = grow(&loading->accepted, sizeof(*accepted));
    if (accepted == NULL)
        return out_of_memory(loading);
    return row_accepted(row, 0, accepted) || damaged(loading, "an accept");
}

/* One row for each rating, or one without; those of an account come together. */
static bool take_account(struct loading *loading, sqlite3_stmt *row)
{
    struct account_row *accounts = loading->accounts.items;
    size_t count = loading->accounts.count;
    const char *id = (const char *)sqlite3_column_text(row, 0);
    struct account_row *account = count == 0 ? NULL : &accounts[count - 1];
    if (account == NULL || strcmp(account->id, id) != 0) {
        account = grow(&loading->accounts, sizeof(*account));
        if (account == NULL)
            return out_of_memory(loading);
        if (!row_account(row, 0, account))
            return damaged(loading, "an account");
    }
    bool rated = sqlite3_column_type(row, ACCOUNT_COLUMN_COUNT) != SQLITE_NULL;
    return !rated || row_rating(row, ACCOUNT_COLUMN_COUNT, account) || damaged(loading, "a rating");
}

static bool each_row(struct loading *loading, enum statement which,
                     bool (*take)(struct loading *loading, sqlite3_stmt *row))
{
    sqlite3_stmt *statement = database_statement(loading->database, which);
    if (statement == NULL)
        return false;
    /* By the time seeks and challenges are loaded, every time has been seen: which are over is
     * known. */
    if (sqlite3_bind_parameter_count(statement) == 1)
        bind_integer(statement, 1, loading->last_at - PAIRING_LIFE_MS);
    enum step step;
    bool taken = true;
    do {
        step = database_step(loading->database, statement, "load what was going on");
        if (step == STEP_ROW)
            taken = take(loading, statement);
    } while (step == STEP_ROW && taken);
    sqlite3_reset(statement);
    return taken && step == STEP_DONE;
}

bool load_restored(struct database *database, struct restored *restored)
{
    struct loading loading = {.database = database};
    bool loaded = each_row(&loading, STATEMENT_LOAD_LAST_AT, take_last_at) &&
                  each_row(&loading, STATEMENT_LOAD_GAMES, take_game) &&
                  each_row(&loading, STATEMENT_LOAD_LOGS, take_entry) &&
                  each_row(&loading, STATEMENT_LOAD_SEEKS, take_seek) &&
                  each_row(&loading, STATEMENT_LOAD_CHALLENGES, take_challenge) &&
                  each_row(&loading, STATEMENT_LOAD_ACCEPTED, take_accepted) &&
                  each_row(&loading, STATEMENT_LOAD_ACCOUNTS, take_account);
    *restored = (struct restored){
        .accounts = loading.accounts.items,
        .account_count = loading.accounts.count,
        .seeks = loading.seeks.items,
        .seek_count = loading.seeks.count,
        .challenges = loading.challenges.items,
        .challenge_count = loading.challenges.count,
        .accepted = loading.accepted.items,
        .accepted_count = loading.accepted.count,
        .games = loading.games.items,
        .game_count = loading.games.count,
        .last_at = loading.last_at,
    };
    loaded = loaded && signing_seed_read(database, restored->signing_seed);
    if (!loaded)
        restored_deinit(restored);
    return loaded;
}
