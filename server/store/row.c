#include "server/store/row.h"

#include <stdlib.h>
#include <string.h>

bool row_text(sqlite3_stmt *statement, int column, char *text, size_t size)
{
    const unsigned char *found = sqlite3_column_text(statement, column);
    size_t length = (size_t)sqlite3_column_bytes(statement, column);
    if (found == NULL || length >= size)
        return false;
    memcpy(text, found, length + 1);
    return true;
}

bool row_code(sqlite3_stmt *statement, int column, enum code_set set, int *value)
{
    return code_read(set, (const char *)sqlite3_column_text(statement, column), value);
}

void row_rating_values(sqlite3_stmt *statement, int column, struct rating *rating)
{
    *rating = (struct rating){
        .rating = sqlite3_column_double(statement, column),
        .deviation = sqlite3_column_double(statement, column + 1),
        .volatility = sqlite3_column_double(statement, column + 2),
        .at_ms = sqlite3_column_int64(statement, column + 3),
        .games = (uint32_t)sqlite3_column_int64(statement, column + 4),
    };
}

bool row_append(sqlite3_stmt *statement, int column, unsigned char **bytes, size_t *length)
{
    const void *more = sqlite3_column_blob(statement, column);
    size_t more_length = (size_t)sqlite3_column_bytes(statement, column);
    if (more_length == 0)
        return true;
    unsigned char *grown = realloc(*bytes, *length + more_length);
    if (grown == NULL)
        return false;
    memcpy(grown + *length, more, more_length);
    *bytes = grown;
    *length += more_length;
    return true;
}

static void read_time(sqlite3_stmt *statement, int column, struct time_control *time)
{
    *time = (struct time_control){.kind = TIME_NONE};
    if (sqlite3_column_type(statement, column) != SQLITE_NULL) {
        time->kind = TIME_FISCHER;
        time->initial_ms = sqlite3_column_int64(statement, column);
        time->increment_ms = sqlite3_column_int64(statement, column + 1);
    } else if (sqlite3_column_type(statement, column + 2) != SQLITE_NULL) {
        time->kind = TIME_PER_MOVE;
        time->per_move_ms = sqlite3_column_int64(statement, column + 2);
    }
}

void bind_time(sqlite3_stmt *statement, int position, const struct time_control *time)
{
    for (int i = 0; i < 3; i++)
        bind_text(statement, position + i, NULL);
    switch (time->kind) {
    case TIME_NONE:
        break;
    case TIME_FISCHER:
        bind_integer(statement, position, time->initial_ms);
        bind_integer(statement, position + 1, time->increment_ms);
        break;
    case TIME_PER_MOVE:
        bind_integer(statement, position + 2, time->per_move_ms);
        break;
    }
}

bool row_account(sqlite3_stmt *statement, int column, struct account_row *account)
{
    *account = (struct account_row){.created_at = sqlite3_column_int64(statement, column + 4)};
    for (int pool = 0; pool < POOL_COUNT; pool++)
        rating_init(&account->ratings[pool]);
    int kind = 0;
    bool read = row_text(statement, column, account->id, sizeof(account->id)) &&
                row_text(statement, column + 1, account->name, sizeof(account->name)) &&
                row_code(statement, column + 2, CODE_ACCOUNT_KIND, &kind) &&
                row_text(statement, column + 3, account->password, sizeof(account->password));
    account->kind = (enum account_kind)kind;
    return read;
}

bool row_rating(sqlite3_stmt *statement, int column, struct account_row *account)
{
    char name[32];
    int pool = row_text(statement, column, name, sizeof(name)) ? pool_parse(name) : POOL_NONE;
    if (pool == POOL_NONE)
        return false;
    row_rating_values(statement, column + 1, &account->ratings[pool]);
    account->rating_version[pool] = (uint32_t)sqlite3_column_int64(statement, column + 6);
    return true;
}

bool row_seek(sqlite3_stmt *statement, int column, struct seek_row *seek)
{
    *seek = (struct seek_row){
        .size = sqlite3_column_int(statement, column + 2),
        .rated = sqlite3_column_int(statement, column + 6) != 0,
        .rating_min = sqlite3_column_int(statement, column + 8),
        .rating_max = sqlite3_column_int(statement, column + 9),
        .at = sqlite3_column_int64(statement, column + 10),
    };
    read_time(statement, column + 3, &seek->time);
    int color = 0;
    bool read = row_text(statement, column, seek->id, sizeof(seek->id)) &&
                row_text(statement, column + 1, seek->account, sizeof(seek->account)) &&
                row_code(statement, column + 7, CODE_WANTED_COLOR, &color);
    seek->color = (enum wanted_color)color;
    return read;
}

bool row_challenge(sqlite3_stmt *statement, int column, struct challenge_row *challenge)
{
    *challenge = (struct challenge_row){
        .size = sqlite3_column_int(statement, column + 3),
        .rated = sqlite3_column_int(statement, column + 7) != 0,
        .at = sqlite3_column_int64(statement, column + 9),
    };
    read_time(statement, column + 4, &challenge->time);
    int color = 0;
    bool read = row_text(statement, column, challenge->id, sizeof(challenge->id)) &&
                row_text(statement, column + 1, challenge->from, sizeof(challenge->from)) &&
                row_text(statement, column + 2, challenge->to, sizeof(challenge->to)) &&
                row_code(statement, column + 8, CODE_WANTED_COLOR, &color);
    challenge->color = (enum wanted_color)color;
    return read;
}

bool row_accepted(sqlite3_stmt *statement, int column, struct accepted_row *accepted)
{
    return row_text(statement, column, accepted->id, sizeof(accepted->id)) &&
           row_text(statement, column + 1, accepted->account, sizeof(accepted->account)) &&
           row_text(statement, column + 2, accepted->game, sizeof(accepted->game));
}

static bool read_player(sqlite3_stmt *statement, int column, struct game_player *player)
{
    int kind = 0;
    bool read = row_text(statement, column, player->account, sizeof(player->account)) &&
                row_text(statement, column + 1, player->name, sizeof(player->name)) &&
                row_code(statement, column + 2, CODE_ACCOUNT_KIND, &kind);
    player->kind = (enum account_kind)kind;
    player->rating = sqlite3_column_type(statement, column + 3) == SQLITE_NULL
                         ? PLAYER_UNRATED
                         : sqlite3_column_int(statement, column + 3);
    return read;
}

bool row_game(sqlite3_stmt *statement, int column, struct game_row *game)
{
    *game = (struct game_row){
        .size = sqlite3_column_int(statement, column + 1),
        .rated = sqlite3_column_int(statement, column + 5) != 0,
        .ply = sqlite3_column_int(statement, column + 9),
        .started_at = sqlite3_column_int64(statement, column + 10),
        .ended_at = sqlite3_column_int64(statement, column + 11),
        .sequence = sqlite3_column_int64(statement, column + 12),
        .v = sqlite3_column_int64(statement, column + 13),
    };
    read_time(statement, column + 2, &game->time);
    int status = 0, reason = 0;
    bool read = row_text(statement, column, game->id, sizeof(game->id)) &&
                row_code(statement, column + 6, CODE_STATUS, &status) &&
                row_code(statement, column + 7, CODE_COLOR, &game->winner) &&
                row_code(statement, column + 8, CODE_REASON, &reason) &&
                read_player(statement, column + 14, &game->players[COLOR_BLUE]) &&
                read_player(statement, column + 18, &game->players[COLOR_RED]);
    game->status = (enum game_status)status;
    game->reason = (enum reason)reason;
    return read;
}

void row_chat_seqs(sqlite3_stmt *statement, int column, struct game_row *game)
{
    game->chat_seq[CHAT_PLAYERS] = sqlite3_column_int64(statement, column);
    game->chat_seq[CHAT_SPECTATORS] = sqlite3_column_int64(statement, column + 1);
}
