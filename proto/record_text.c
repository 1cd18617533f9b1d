#include "proto/record_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "proto/http_response.h"

/* Blanks from a cell to the next in its row; a row up begins half of that further in. */
#define PITCH 6
/* Room for the first of two turns. */
#define TURN_COLUMN 24

static void put_field(struct writer *out, const char *name, const char *value)
{
    record_put(out, "%-9s%s\n", name, value);
}

static void put_at(struct writer *out, const char *name, int64_t at)
{
    char date[HTTP_DATE_SIZE];
    http_date(at, date);
    put_field(out, name, date);
}

static void put_head(struct writer *out, const struct record_summary *summary)
{
    char phrase[RECORD_PHRASE_SIZE];
    record_put(out, "Clamber game %s\n\n", summary->id);
    record_side_phrase(&summary->sides[COLOR_BLUE], phrase);
    put_field(out, "Blue", phrase);
    record_side_phrase(&summary->sides[COLOR_RED], phrase);
    put_field(out, "Red", phrase);
    record_terms_phrase(summary, phrase);
    put_field(out, "Terms", phrase);
    record_time_phrase(summary, phrase);
    put_field(out, "Time", phrase);
    put_at(out, "Started", summary->started_at);
    if (summary->reason != NULL)
        put_at(out, "Ended", summary->ended_at);
    record_result_phrase(summary, phrase);
    put_field(out, "Result", phrase);
}

/* Blue makes the first turn, and skips are turns: so each pair is Blue's and Red's. */
static void put_turns(struct writer *out, const json_t *turns)
{
    size_t count = json_array_size(turns);
    for (size_t i = 0; i < count; i++) {
        const char *move = json_string_value(json_object_get(json_array_get(turns, i), "move"));
        bool blue = i % 2 == 0;
        if (blue)
            record_put(out, "%4zu. ", i / 2 + 1);
        record_put(out, "%s", move);
        if (!blue || i + 1 == count)
            record_put(out, "\n");
        else
            record_put(out, "%*s", strlen(move) < TURN_COLUMN ? TURN_COLUMN - (int)strlen(move) : 1,
                       "");
    }
}

static int row_begin(int size, int row)
{
    int number = 1;
    while (board_cell_at(size, row, number) < 0)
        number++;
    return board_cell_at(size, row, number);
}

/* Row A at the bottom, each beginning with the name of its first cell; "b2" is a stack of Blue, two
 * high. */
static void put_row(struct writer *out, const struct position *position, int row)
{
    int size = position->size;
    int column = 0;
    char first[BOARD_CELL_TEXT];
    board_cell_format(size, row_begin(size, row), first);
    record_put(out, "  %s  ", first);
    for (int number = 1; number <= board_rows(size); number++) {
        int cell = board_cell_at(size, row, number);
        if (cell < 0)
            continue;
        int wanted = PITCH * (2 * (number - 1) - row + size - 1) / 2;
        char text[8] = ".";
        if (position->height[cell] > 0)
            snprintf(text, sizeof text, "%c%u",
                     (position->stacks[COLOR_BLUE] & board_bit(cell)) != 0 ? 'b' : 'r',
                     position->height[cell]);
        record_put(out, "%*s%s", wanted - column, "", text);
        column = wanted + (int)strlen(text);
    }
    record_put(out, "\n");
}

void record_text(struct writer *out, const struct record_summary *summary, const json_t *record)
{
    put_head(out, summary);
    if (summary->ply > 0)
        record_put(out, "\n");
    put_turns(out, json_object_get(record, "turns"));
    record_put(out, "\n");
    for (int row = board_rows(summary->position.size) - 1; row >= 0; row--)
        put_row(out, &summary->position, row);
    record_put(out, "\n  b: Blue's stack, r: Red's, and how high; .: an empty cell\n");
}
