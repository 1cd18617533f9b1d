/* Rows of the database as the structures that the machine knows, and back.
 * Each row_… reads the columns that statements.h names for it, beginning at `column`; false where
 * the row holds what this program cannot have written. */
#pragma once

#include "server/store/codes.h"
#include "server/store/database.h"

/* Without the ratings, which are set to those of someone who has not played. */
bool row_account(sqlite3_stmt *statement, int column, struct account_row *account);
#define ACCOUNT_COLUMN_COUNT 5
/* pool, rating, deviation, volatility, at, games, version: one rating, into its place. */
bool row_rating(sqlite3_stmt *statement, int column, struct account_row *account);
bool row_seek(sqlite3_stmt *statement, int column, struct seek_row *seek);
bool row_challenge(sqlite3_stmt *statement, int column, struct challenge_row *challenge);
bool row_accepted(sqlite3_stmt *statement, int column, struct accepted_row *accepted);
/* All but the log and the chat. What an unfinished game has in its log table, ply and v, is 0. */
bool row_game(sqlite3_stmt *statement, int column, struct game_row *game);
#define GAME_COLUMN_COUNT 22
void row_chat_seqs(sqlite3_stmt *statement, int column, struct game_row *game);

/* Text that fits into `size` bytes with its end. */
bool row_text(sqlite3_stmt *statement, int column, char *text, size_t size);
/* The word of an enum. */
bool row_code(sqlite3_stmt *statement, int column, enum code_set set, int *value);
/* rating, deviation, volatility, at, games */
void row_rating_values(sqlite3_stmt *statement, int column, struct rating *rating);

/* Appends the bytes of a column to a buffer from malloc. False where memory is out. */
bool row_append(sqlite3_stmt *statement, int column, unsigned char **bytes, size_t *length);

/* initial_ms, increment_ms, per_move_ms at three positions from `position`. */
void bind_time(sqlite3_stmt *statement, int position, const struct time_control *time);
