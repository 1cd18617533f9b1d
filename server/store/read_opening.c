/* What was played after some first turns, and how those games ended. */
#include "server/store/opening.h"
#include "server/store/read.h"

#include <stdlib.h>
#include <string.h>

/* A walk over the continuations of a line: those of one turn, each of which is followed by its own
 * continuations, which are passed over. So it takes one search for each. */
struct walk {
    struct database *database;
    const struct opening_line *line;
    int size;
    /* Behind what comes next: the line itself, or all that begins with the continuation before. */
    unsigned char after[OPENING_LINE_SIZE + 1];
    size_t after_length;
    int capacity; /* of answer->next */
};

/* The number of games that began with the line. */
static bool read_games(struct walk *walk, struct read_answer *answer)
{
    sqlite3_stmt *statement = database_statement(walk->database, STATEMENT_OPENING_GAMES);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, walk->size);
    bind_bytes(statement, 2, walk->line->bytes, walk->line->lengths[walk->line->count]);
    enum step step = database_step(walk->database, statement, "read an opening");
    if (step == STEP_ROW) {
        answer->opening_blue = sqlite3_column_int64(statement, 0);
        answer->opening_red = sqlite3_column_int64(statement, 1);
        answer->opening_games = answer->opening_blue + answer->opening_red;
    }
    sqlite3_reset(statement);
    return step != STEP_FAILED;
}

/* Room for one more; NULL where memory is out. */
static struct opening_next *add_next(struct walk *walk, struct read_answer *answer)
{
    if (answer->count == walk->capacity) {
        int capacity = walk->capacity == 0 ? 32 : walk->capacity * 2;
        struct opening_next *next =
            reallocarray(answer->next, (size_t)capacity, sizeof(*answer->next));
        if (next == NULL)
            return NULL;
        answer->next = next;
        walk->capacity = capacity;
    }
    return &answer->next[answer->count++];
}

/* Takes the continuation in the row; *belongs tells whether it is one of the line. */
static bool take_next(struct walk *walk, sqlite3_stmt *row, struct read_answer *answer,
                      bool *belongs)
{
    const unsigned char *bytes = sqlite3_column_blob(row, 0);
    size_t length = (size_t)sqlite3_column_bytes(row, 0);
    size_t line_length = walk->line->lengths[walk->line->count];
    *belongs = length > line_length && memcmp(bytes, walk->line->bytes, line_length) == 0;
    if (!*belongs)
        return true;
    struct turn turn;
    if (length > OPENING_LINE_SIZE ||
        !opening_turn_read(&turn, walk->size, bytes + line_length, length - line_length))
        return read_damaged(walk->database, "an opening");
    struct opening_next *next = add_next(walk, answer);
    if (next == NULL)
        return read_out_of_memory(walk->database);
    opening_line_turn_back(walk->line, walk->size, &turn, &next->turn);
    next->blue = sqlite3_column_int64(row, 1);
    next->red = sqlite3_column_int64(row, 2);
    next->games = next->blue + next->red;
    memcpy(walk->after, bytes, length);
    walk->after[length] = UINT8_MAX; /* greater than any byte of a turn */
    walk->after_length = length + 1;
    return true;
}

static bool read_next(struct walk *walk, struct read_answer *answer, bool *belongs)
{
    sqlite3_stmt *statement = database_statement(walk->database, STATEMENT_OPENING_NEXT);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, walk->size);
    bind_bytes(statement, 2, walk->after, walk->after_length);
    enum step step = database_step(walk->database, statement, "read an opening");
    *belongs = false;
    bool read = step == STEP_ROW ? take_next(walk, statement, answer, belongs) : step == STEP_DONE;
    sqlite3_reset(statement);
    return read;
}

static int most_played_first(const void *a, const void *b)
{
    const struct opening_next *first = a, *second = b;
    if (first->games != second->games)
        return first->games > second->games ? -1 : 1;
    return opening_turn_compare(&first->turn, &second->turn);
}

bool read_openings(struct database *database, const struct read_request *request,
                   struct read_answer *answer)
{
    struct opening_line line;
    struct walk walk = {.database = database, .line = &line, .size = request->as.openings.size};
    opening_line_make(&line, walk.size, &request->as.openings.line);
    walk.after_length = line.lengths[line.count];
    memcpy(walk.after, line.bytes, walk.after_length);
    answer->status = READ_FOUND;
    if (!read_games(&walk, answer))
        return false;
    bool belongs = answer->opening_games > 0;
    while (belongs) {
        if (!read_next(&walk, answer, &belongs))
            return false;
    }
    if (answer->count > 0)
        qsort(answer->next, (size_t)answer->count, sizeof(*answer->next), most_played_first);
    return true;
}
