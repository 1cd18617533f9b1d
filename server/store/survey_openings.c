/* Openings, counted anew beside the database and compared with it. They may be far more than memory
 * should hold, so they go to a file that SQLite removes by itself. */
#include "server/store/opening.h"
#include "server/store/survey_parts.h"
#include "server/store/write.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define TABLE_SQL "SELECT sql FROM sqlite_schema WHERE name = 'openings'"
#define OPENINGS_SQL "SELECT size, line, blue, red FROM openings ORDER BY size, line"
/* A difference tells the line's turns, and what is counted how often. */
#define LINE_TEXT_SIZE (OPENING_TURNS * TURN_TEXT_MAX + 1)
#define TOLD_SIZE (LINE_TEXT_SIZE + 128)

/* Rows of one of the two tables, in order. */
struct side {
    struct database *database;
    sqlite3_stmt *statement;
    enum step step;
};

static bool fails(struct survey *survey, const struct database *database)
{
    survey->error = database->error;
    return false;
}

static bool begin_scratch(struct survey *survey)
{
    sqlite3_stmt *statement = database_prepare(&survey->database, TABLE_SQL);
    if (statement == NULL)
        return fails(survey, &survey->database);
    bool begun = false;
    if (database_step(&survey->database, statement, "read the schema") != STEP_ROW)
        fails(survey, &survey->database);
    else if (!database_open_scratch(&survey->scratch) ||
             !database_execute(&survey->scratch, "BEGIN") ||
             !database_execute(&survey->scratch, (const char *)sqlite3_column_text(statement, 0)))
        fails(survey, &survey->scratch);
    else
        begun = true;
    sqlite3_finalize(statement);
    return begun;
}

bool survey_count_opening(struct survey *survey, int size, const struct opening *opening,
                          int winner)
{
    if (survey->scratch.handle == NULL && !begin_scratch(survey))
        return false;
    return write_opening(&survey->scratch, size, opening, winner) ||
           fails(survey, &survey->scratch);
}

static bool side_next(struct side *side)
{
    side->step = database_step(side->database, side->statement, "read openings");
    return side->step != STEP_FAILED;
}

static bool side_begin(struct side *side, struct database *database)
{
    side->database = database;
    side->statement = database_prepare(database, OPENINGS_SQL);
    return side->statement != NULL && side_next(side);
}

/* As both tables are ordered; a side that has ended comes last. */
static int compare(const struct side *a, const struct side *b)
{
    if (a->step != STEP_ROW || b->step != STEP_ROW)
        return a->step == STEP_ROW ? -1 : 1;
    int sizes = sqlite3_column_int(a->statement, 0) - sqlite3_column_int(b->statement, 0);
    if (sizes != 0)
        return sizes;
    int a_length = sqlite3_column_bytes(a->statement, 1);
    int b_length = sqlite3_column_bytes(b->statement, 1);
    int shorter = a_length < b_length ? a_length : b_length;
    int order = shorter == 0 ? 0
                             : memcmp(sqlite3_column_blob(a->statement, 1),
                                      sqlite3_column_blob(b->statement, 1), (size_t)shorter);
    return order != 0 ? order : a_length - b_length;
}

/* The turns joined by blanks; "?" for bytes that are none. */
static void line_text(sqlite3_stmt *row, char text[LINE_TEXT_SIZE])
{
    int size = sqlite3_column_int(row, 0);
    const unsigned char *bytes = sqlite3_column_blob(row, 1);
    size_t length = (size_t)sqlite3_column_bytes(row, 1), at = 0;
    char *end = text;
    *end = '\0';
    for (int ply = 0; ply < OPENING_TURNS && at < length; ply++) {
        struct turn turn;
        size_t turn_length = opening_turn_length(bytes[at]);
        if (at + turn_length > length || !opening_turn_read(&turn, size, bytes + at, turn_length)) {
            strcpy(end, "?");
            return;
        }
        if (ply > 0)
            *end++ = ' ';
        end += turn_format(&turn, size, end);
        at += turn_length;
    }
}

static void tell_difference(sqlite3_stmt *row, const int64_t stored[2], const int64_t counted[2],
                            survey_tell *tell, void *context)
{
    char text[LINE_TEXT_SIZE], told[TOLD_SIZE];
    line_text(row, text);
    snprintf(told, sizeof(told),
             "opening \"%s\" of size %d: won by blue %lld times and by red %lld, and it should be "
             "%lld and %lld",
             text, sqlite3_column_int(row, 0), (long long)stored[0], (long long)stored[1],
             (long long)counted[0], (long long)counted[1]);
    tell(context, told);
}

/* Reads both sides along each other. */
static bool merge(struct side *stored, struct side *counted, survey_tell *tell, void *context,
                  int64_t *count)
{
    bool read = true;
    while (read && (stored->step == STEP_ROW || counted->step == STEP_ROW)) {
        int order = compare(stored, counted);
        int64_t stored_games[2] = {0}, counted_games[2] = {0};
        for (int color = 0; color < 2; color++) {
            if (order <= 0)
                stored_games[color] = sqlite3_column_int64(stored->statement, 2 + color);
            if (order >= 0)
                counted_games[color] = sqlite3_column_int64(counted->statement, 2 + color);
        }
        if (memcmp(stored_games, counted_games, sizeof(stored_games)) != 0)
            tell_difference(order <= 0 ? stored->statement : counted->statement, stored_games,
                            counted_games, tell, context);
        *count += order <= 0;
        if (order <= 0)
            read = side_next(stored);
        if (read && order >= 0)
            read = side_next(counted);
    }
    return read;
}

bool survey_openings(struct survey *survey, survey_tell *tell, void *context, int64_t *count)
{
    *count = 0;
    if (survey->scratch.handle == NULL && !begin_scratch(survey))
        return false;
    struct side stored = {0}, counted = {0};
    bool read = side_begin(&stored, &survey->database) && side_begin(&counted, &survey->scratch) &&
                merge(&stored, &counted, tell, context, count);
    if (!read)
        fails(survey, stored.step == STEP_FAILED || stored.statement == NULL ? &survey->database
                                                                             : &survey->scratch);
    sqlite3_finalize(stored.statement);
    sqlite3_finalize(counted.statement);
    return read;
}
