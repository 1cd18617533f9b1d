/* Games: their start, their log, and what follows from their end. */
#include "server/store/row.h"
#include "server/store/write.h"

#include <assert.h>
#include <stdlib.h>

/* What the end of a game fixes. */
struct ending {
    int64_t sequence;
    int64_t ended_at;
    unsigned char *log; /* folded */
    size_t log_length;
};

static void bind_rating(sqlite3_stmt *statement, int position, int rating)
{
    if (rating == PLAYER_UNRATED)
        bind_text(statement, position, NULL);
    else
        bind_integer(statement, position, rating);
}

static bool insert_game(struct database *database, const struct game_row *game)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game->id);
    bind_integer(statement, 2, game->size);
    bind_time(statement, 3, &game->time);
    bind_text(statement, 6, pool_name(pool_of(game->size, &game->time)));
    bind_integer(statement, 7, game->rated);
    bind_text(statement, 8, game->players[COLOR_BLUE].account);
    bind_text(statement, 9, game->players[COLOR_RED].account);
    bind_rating(statement, 10, game->players[COLOR_BLUE].rating);
    bind_rating(statement, 11, game->players[COLOR_RED].rating);
    bind_integer(statement, 12, game->started_at);
    return database_run(database, statement, "start a game", NULL);
}

/* The entry must be the next of the log as it stands. */
static bool insert_entry(struct database *database, const char *game, int ply,
                         const struct log_entry *entry)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LOG_INSERT);
    if (statement == NULL)
        return false;
    assert(entry->length <= LOG_ENTRY_MAX);
    bind_text(statement, 1, game);
    bind_integer(statement, 2, entry->v);
    bind_integer(statement, 3, entry->at);
    bind_text(statement, 4, code_text(CODE_STREAM, (int)entry->kind));
    bind_integer(statement, 5, ply);
    bind_bytes(statement, 6, entry->data, entry->length);
    int added = 0;
    if (!database_run(database, statement, "append to a game", &added))
        return false;
    if (added == 1)
        return true;
    return database_refuse(database, "cannot append to game %s: %lld is not its next entry", game,
                           (long long)entry->v);
}

/* A seek or challenge that has become the game. A seek that lived in memory is not there. */
static bool drop_taken(struct database *database, enum statement which, const char *id)
{
    if (id[0] == '\0')
        return true;
    sqlite3_stmt *statement = database_statement(database, which);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, id);
    return database_run(database, statement, "drop what was taken", NULL);
}

/* Who accepted what the game came of; the oldest of those kept gives way. */
static bool keep_accepted(struct database *database, const struct store_request *request)
{
    const char *accepter = request->as.game_start.accepter;
    const char *seek = request->as.game_start.seek;
    const char *challenge = request->as.game_start.challenge;
    assert((accepter[0] == '\0') == (seek[0] == '\0' && challenge[0] == '\0'));
    if (accepter[0] == '\0')
        return true;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCEPTED_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, seek[0] != '\0' ? seek : challenge);
    bind_text(statement, 2, accepter);
    bind_text(statement, 3, request->as.game_start.game.id);
    if (!database_run(database, statement, "keep what was accepted", NULL))
        return false;
    statement = database_statement(database, STATEMENT_ACCEPTED_DELETE_BEYOND);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, ACCEPTED_MAX);
    return database_run(database, statement, "drop what was accepted long ago", NULL);
}

bool write_game_start(struct database *database, const struct store_request *request)
{
    const struct game_row *game = &request->as.game_start.game;
    return insert_game(database, game) &&
           insert_entry(database, game->id, game->ply, &request->as.game_start.entry) &&
           drop_taken(database, STATEMENT_SEEK_DELETE, request->as.game_start.seek) &&
           drop_taken(database, STATEMENT_CHALLENGE_DELETE, request->as.game_start.challenge) &&
           keep_accepted(database, request);
}

/* Its place in the order of endings, and its time, which does not go back along that order even
 * where an entry carries a time that passed before another game's end was stored. */
static bool place_ending(struct database *database, int64_t at, struct ending *ending)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LAST_END);
    if (statement == NULL)
        return false;
    enum step step = database_step(database, statement, "find the last game that ended");
    int64_t last_sequence = 0, last_end = at;
    if (step == STEP_ROW) {
        last_sequence = sqlite3_column_int64(statement, 0);
        last_end = sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    ending->sequence = last_sequence + 1;
    ending->ended_at = at > last_end ? at : last_end;
    return step != STEP_FAILED;
}

/* Takes the log out of its table into one piece of memory. */
static bool fold_log(struct database *database, const char *game, struct ending *ending)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_LOG_DATA);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game);
    enum step step;
    bool read = true;
    while (read && (step = database_step(database, statement, "read a log")) == STEP_ROW)
        read = row_append(statement, 0, &ending->log, &ending->log_length) ||
               database_refuse(database, "cannot fold a log: memory is out");
    sqlite3_reset(statement);
    if (!read || step != STEP_DONE)
        return false;
    statement = database_statement(database, STATEMENT_LOG_DELETE);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, game);
    return database_run(database, statement, "drop a folded log", NULL);
}

static bool finish_row(struct database *database, const struct store_request *request,
                       const struct ending *ending)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_END);
    if (statement == NULL)
        return false;
    const struct log_entry *last = &request->as.game_log.entries[request->as.game_log.count - 1];
    bind_text(statement, 1, request->as.game_log.game);
    bind_text(statement, 2, code_text(CODE_STATUS, (int)request->as.game_log.status));
    bind_integer(statement, 3, ending->sequence);
    bind_text(statement, 4, code_text(CODE_COLOR, request->as.game_log.winner));
    bind_text(statement, 5, code_text(CODE_REASON, (int)request->as.game_log.reason));
    bind_integer(statement, 6, ending->ended_at);
    bind_integer(statement, 7, request->as.game_log.ply);
    bind_integer(statement, 8, last->v);
    bind_bytes(statement, 9, ending->log, ending->log_length);
    int changed = 0;
    if (!database_run(database, statement, "end a game", &changed))
        return false;
    if (changed != 1)
        return database_refuse(database, "cannot end game %s: it is not being played",
                               request->as.game_log.game);
    statement = database_statement(database, STATEMENT_RESULTS_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.game_log.game);
    return database_run(database, statement, "record a result", NULL);
}

/* One rating and the point on its curve; a version that has moved on refuses the request. */
static bool write_rating(struct database *database, const struct rating_write *rating,
                         int64_t sequence, struct store_result *result)
{
    enum statement which = rating->version == 0 ? STATEMENT_RATING_INSERT : STATEMENT_RATING_UPDATE;
    sqlite3_stmt *statement = database_statement(database, which);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, rating->account);
    bind_text(statement, 2, pool_name(rating->pool));
    bind_real(statement, 3, rating->after.rating);
    bind_real(statement, 4, rating->after.deviation);
    bind_real(statement, 5, rating->after.volatility);
    bind_integer(statement, 6, rating->after.at_ms);
    bind_integer(statement, 7, rating->after.games);
    if (which == STATEMENT_RATING_UPDATE)
        bind_integer(statement, 8, rating->version);
    int changed = 0;
    if (!database_run(database, statement, "change a rating", &changed))
        return false;
    if (changed == 0) {
        result->status = STORE_CONFLICT;
        return true;
    }
    statement = database_statement(database, STATEMENT_RATING_POINT_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, rating->account);
    bind_text(statement, 2, pool_name(rating->pool));
    bind_integer(statement, 3, sequence);
    bind_real(statement, 4, rating->after.rating);
    bind_real(statement, 5, rating->after.deviation);
    bind_real(statement, 6, rating->after.volatility);
    bind_integer(statement, 7, rating->after.games);
    return database_run(database, statement, "add to a rating's history", NULL);
}

static bool count_opening(struct database *database, const struct store_request *request)
{
    if (request->as.game_log.opening == NULL)
        return true;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GAME_SIZE);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.game_log.game);
    enum step step = database_step(database, statement, "find a game");
    int size = sqlite3_column_int(statement, 0);
    sqlite3_reset(statement);
    assert(step != STEP_DONE); /* it has just been ended */
    return step == STEP_ROW &&
           write_opening(database, size, request->as.game_log.opening, request->as.game_log.winner);
}

static bool write_end(struct database *database, const struct store_request *request,
                      struct store_result *result)
{
    const struct log_entry *last = &request->as.game_log.entries[request->as.game_log.count - 1];
    assert(last->kind == STREAM_END);
    struct ending ending = {0};
    bool written = place_ending(database, last->at, &ending) &&
                   fold_log(database, request->as.game_log.game, &ending) &&
                   finish_row(database, request, &ending);
    free(ending.log);
    for (int i = 0; written && i < request->as.game_log.rating_count; i++)
        written = write_rating(database, &request->as.game_log.ratings[i], ending.sequence, result);
    return written && count_opening(database, request);
}

bool write_game_log(struct database *database, const struct store_request *request,
                    struct store_result *result)
{
    assert(request->as.game_log.count >= 1 && request->as.game_log.count <= STORE_LOG_ENTRIES_MAX);
    for (int i = 0; i < request->as.game_log.count; i++) {
        const struct log_entry *entry = &request->as.game_log.entries[i];
        /* A first entry comes with its game; a game that has ended has no entry here either. */
        if (entry->v <= 1)
            return database_refuse(database, "cannot append to game %s: entry %lld is its start",
                                   request->as.game_log.game, (long long)entry->v);
        if (!insert_entry(database, request->as.game_log.game, request->as.game_log.ply, entry))
            return false;
    }
    return !request->as.game_log.ended || write_end(database, request, result);
}
