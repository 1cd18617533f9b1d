#include "server/store/survey.h"

#include "server/store/row.h"
#include "server/store/schema.h"
#include "server/store/survey_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENDED_SQL                                                                                  \
    "SELECT " GAME_COLUMNS                                                                         \
    ", games.pool, games.log FROM games INDEXED BY games_by_sequence" GAME_PLAYERS                 \
    "WHERE games.sequence IS NOT NULL ORDER BY games.sequence"
#define PLAYING_SQL                                                                                \
    "SELECT " GAME_COLUMNS ", games.pool FROM games INDEXED BY games_playing" GAME_PLAYERS         \
    "WHERE games.sequence IS NULL ORDER BY games.id"
#define RATINGS_SQL                                                                                \
    "SELECT accounts.name, ratings.pool, rating, deviation, volatility, at, games, version, "      \
    "account FROM ratings JOIN accounts ON accounts.id = ratings.account "                         \
    "ORDER BY account, ratings.pool"

/* ---- Opening ------------------------------------------------------------------------------ */

static bool check_schema(struct database *database)
{
    int version = 0, newest = migrations[migration_count - 1].number;
    if (!schema_check(database, migrations, migration_count, &version))
        return false;
    return version == newest ||
           database_refuse(database,
                           "%s has schema %d, and this program checks schema %d: start clamberd "
                           "once, which upgrades it",
                           database->path, version, newest);
}

/* All is read in one transaction: of one moment. */
static bool prepare(struct survey *survey)
{
    struct database *database = &survey->database;
    return database_open_reader(database, survey->folder.database) && check_schema(database) &&
           database_execute(database, "BEGIN");
}

struct survey *survey_open(const char *folder, char error[STORE_ERROR_SIZE])
{
    char path[PATH_MAX];
    error[0] = '\0';
    /* Not made where there is none. */
    if (!folder_database_path(folder, path) || access(path, F_OK) != 0) {
        snprintf(error, STORE_ERROR_SIZE, "there is no database in %.400s", folder);
        return NULL;
    }
    struct survey *survey = calloc(1, sizeof(*survey));
    if (survey == NULL) {
        snprintf(error, STORE_ERROR_SIZE, "memory is out");
        return NULL;
    }
    if (!folder_open(&survey->folder, folder, error)) {
        free(survey);
        return NULL;
    }
    survey->error = survey->database.error;
    if (prepare(survey))
        return survey;
    strcpy(error, survey->database.error);
    survey_close(survey);
    return NULL;
}

void survey_close(struct survey *survey)
{
    if (survey == NULL)
        return;
    database_abandon(&survey->database);
    if (survey->scratch.handle != NULL)
        database_deinit(&survey->scratch);
    folder_close(&survey->folder);
    free(survey);
}

const char *survey_error(const struct survey *survey)
{
    return survey->error;
}

/* ---- Games -------------------------------------------------------------------------------- */

static bool out_of_memory(struct survey *survey)
{
    return database_refuse(&survey->database, "cannot check the database: memory is out");
}

static bool damaged(struct survey *survey, const char *what)
{
    return database_refuse(&survey->database, "%s holds %s that cannot be read: restore a backup",
                           survey->database.path, what);
}

static bool read_pool(sqlite3_stmt *row, int column, int *pool)
{
    const char *name = (const char *)sqlite3_column_text(row, column);
    *pool = name == NULL ? POOL_NONE : pool_parse(name);
    return name == NULL || *pool != POOL_NONE;
}

/* One entry of the log of a game that is being played. */
static bool add_entry(sqlite3_stmt *row, struct survey_game *game, struct survey_entry **entries)
{
    struct survey_entry *grown =
        reallocarray(*entries, game->entry_count + 1, sizeof(*game->entries));
    if (grown == NULL)
        return false;
    *entries = grown;
    game->entries = grown;
    struct survey_entry *entry = &grown[game->entry_count++];
    int kind = -1;
    *entry = (struct survey_entry){
        .v = sqlite3_column_int64(row, 0),
        .at = sqlite3_column_int64(row, 1),
        .ply = sqlite3_column_int(row, 3),
        .length = (size_t)sqlite3_column_bytes(row, 4),
    };
    row_code(row, 2, CODE_STREAM, &kind);
    entry->kind = (enum stream_kind)kind;
    game->row.v = entry->v;
    game->row.ply = entry->ply;
    return row_append(row, 4, &game->row.log, &game->row.log_length);
}

static bool read_entries(struct survey *survey, struct survey_game *game,
                         struct survey_entry **entries)
{
    struct database *database = &survey->database;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LOG_ENTRIES);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game->row.id);
    enum step step;
    bool read = true;
    while (read && (step = database_step(database, statement, "read a log")) != STEP_DONE) {
        if (step == STEP_FAILED)
            read = false;
        else if (!add_entry(statement, game, entries))
            read = out_of_memory(survey);
    }
    sqlite3_reset(statement);
    return read;
}

static bool take_game(struct survey *survey, sqlite3_stmt *row, bool ended,
                      void (*take)(void *context, const struct survey_game *game), void *context)
{
    struct survey_game game = {0};
    struct survey_entry *entries = NULL;
    bool read = true;
    if (!row_game(row, 0, &game.row) || !read_pool(row, GAME_COLUMN_COUNT, &game.pool))
        read = damaged(survey, "a game");
    else if (!ended)
        read = read_entries(survey, &game, &entries);
    else if (!row_append(row, GAME_COLUMN_COUNT + 1, &game.row.log, &game.row.log_length))
        read = out_of_memory(survey);
    if (read)
        take(context, &game);
    free(entries);
    free(game.row.log);
    return read;
}

static bool each_game(struct survey *survey, const char *sql, bool ended,
                      void (*take)(void *context, const struct survey_game *game), void *context)
{
    sqlite3_stmt *statement = database_prepare(&survey->database, sql);
    if (statement == NULL)
        return false;
    enum step step;
    bool read = true;
    while (read && (step = database_step(&survey->database, statement, "read games")) != STEP_DONE)
        read = step == STEP_ROW && take_game(survey, statement, ended, take, context);
    sqlite3_finalize(statement);
    return read;
}

bool survey_games(struct survey *survey,
                  void (*take)(void *context, const struct survey_game *game), void *context)
{
    return each_game(survey, ENDED_SQL, true, take, context) &&
           each_game(survey, PLAYING_SQL, false, take, context);
}

/* ---- Ratings ------------------------------------------------------------------------------ */

bool survey_point(struct survey *survey, const char *account, int pool, int64_t sequence,
                  struct rating *point, bool *found)
{
    sqlite3_stmt *statement = database_statement(&survey->database, STATEMENT_RATING_POINT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_text(statement, 2, pool_name(pool));
    bind_integer(statement, 3, sequence);
    enum step step = database_step(&survey->database, statement, "read a rating's history");
    *found = step == STEP_ROW;
    if (*found)
        row_rating_values(statement, 0, point);
    sqlite3_reset(statement);
    return step != STEP_FAILED;
}

bool survey_ratings(struct survey *survey,
                    void (*take)(void *context, const char *name, const char *account, int pool,
                                 const struct rating *rating, uint32_t version),
                    void *context)
{
    sqlite3_stmt *statement = database_prepare(&survey->database, RATINGS_SQL);
    if (statement == NULL)
        return false;
    enum step step;
    bool read = true;
    while (read &&
           (step = database_step(&survey->database, statement, "read ratings")) != STEP_DONE) {
        char name[NAME_SIZE], account[ID_SIZE];
        struct rating rating;
        int pool;
        if (step == STEP_FAILED) {
            read = false;
        } else if (!row_text(statement, 0, name, sizeof(name)) ||
                   !row_text(statement, 8, account, sizeof(account)) ||
                   !read_pool(statement, 1, &pool)) {
            read = damaged(survey, "a rating");
        } else {
            row_rating_values(statement, 2, &rating);
            take(context, name, account, pool, &rating,
                 (uint32_t)sqlite3_column_int64(statement, 7));
        }
    }
    sqlite3_finalize(statement);
    return read;
}

bool survey_complete_from(struct survey *survey, int64_t *sequence)
{
    return database_integer(&survey->database, "SELECT complete_from FROM server", sequence);
}
