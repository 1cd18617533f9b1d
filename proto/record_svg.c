#include "proto/record_svg.h"

#include <stdio.h>
#include <string.h>

/* Half a cell's width and the parts of its height; a cell stands on a corner. */
#define HALF_WIDTH 35
#define CORNER 40
#define SHOULDER 20
#define ROW_HEIGHT 60
/* Around the board, and for the lines of text above and below it. */
#define MARGIN 24
#define HEADER 78
#define FOOTER 44

#define BACKGROUND "#20242c"
#define INK "#f2f4f8"
#define CELL "#394150"
#define CELL_EDGE "#6b7689"
#define LABEL "#9aa5b8"
#define FONT "font-family=\"system-ui, sans-serif\""

static const char *const fills[] = {[COLOR_BLUE] = "#2f7fe0", [COLOR_RED] = "#d0392b"};

static int picture_width(int size)
{
    return board_rows(size) * 2 * HALF_WIDTH + 2 * MARGIN;
}

static int picture_height(int size)
{
    return HEADER + (board_rows(size) - 1) * ROW_HEIGHT + 2 * CORNER + FOOTER;
}

/* The middle of a cell. Row A is at the bottom. */
static int cell_x(int size, int row, int number)
{
    return MARGIN + HALF_WIDTH + HALF_WIDTH * (2 * (number - 1) - row + size - 1);
}

static int cell_y(int size, int row)
{
    return HEADER + CORNER + (board_rows(size) - 1 - row) * ROW_HEIGHT;
}

static void put_stack(struct writer *out, enum color owner, unsigned height, int x, int y)
{
    char digits[8];
    int count = snprintf(digits, sizeof digits, "%u", height);
    if (owner == COLOR_BLUE)
        record_put(out, "<circle cx=\"%d\" cy=\"%d\" r=\"27\"", x, y);
    else
        record_put(out, "<rect x=\"%d\" y=\"%d\" width=\"46\" height=\"46\" rx=\"5\"", x - 23,
                   y - 23);
    record_put(out, " fill=\"%s\" stroke=\"" INK "\" stroke-width=\"2\"/>", fills[owner]);
    record_put(out,
               "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"700\" fill=\"#fff\" "
               "text-anchor=\"middle\">%s</text>\n",
               x, y + (count > 3 ? 5 : 9), count > 3 ? 28 - 3 * count : 29 - 3 * count, digits);
}

static void put_cell(struct writer *out, const struct position *position, int cell)
{
    int row = board_cell_row(position->size, cell);
    int x = cell_x(position->size, row, board_cell_number(position->size, cell));
    int y = cell_y(position->size, row);
    record_put(out,
               "<path d=\"M%d %dl%d %dv%dl-%d %dl-%d -%dv-%dz\" fill=\"" CELL
               "\" stroke=\"" CELL_EDGE "\" stroke-width=\"2\"/>\n",
               x, y - CORNER, HALF_WIDTH, SHOULDER, CORNER, HALF_WIDTH, SHOULDER, HALF_WIDTH,
               SHOULDER, CORNER);
    if (position->height[cell] > 0) {
        bool blue = (position->stacks[COLOR_BLUE] & board_bit(cell)) != 0;
        put_stack(out, blue ? COLOR_BLUE : COLOR_RED, position->height[cell], x, y);
    } else {
        char name[BOARD_CELL_TEXT];
        board_cell_format(position->size, cell, name);
        record_put(out,
                   "<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"" LABEL
                   "\" text-anchor=\"middle\">%s</text>\n",
                   x, y + 4, name);
    }
}

/* "● ann (1500)" on the left and "bob (bot, 1500) ■" on the right. */
static void put_players(struct writer *out, const struct record_summary *summary, int width)
{
    char phrase[RECORD_PHRASE_SIZE];
    record_put(out,
               "<circle cx=\"%d\" cy=\"30\" r=\"10\" fill=\"%s\" stroke=\"" INK "\"/>"
               "<text x=\"%d\" y=\"36\" font-size=\"17\" fill=\"" INK "\">",
               MARGIN + 10, fills[COLOR_BLUE], MARGIN + 28);
    record_side_phrase(&summary->sides[COLOR_BLUE], phrase);
    record_put_escaped(out, phrase);
    record_put(out,
               "</text>\n<rect x=\"%d\" y=\"%d\" width=\"18\" height=\"18\" fill=\"%s\" "
               "stroke=\"" INK "\"/><text x=\"%d\" y=\"%d\" font-size=\"17\" fill=\"" INK
               "\" text-anchor=\"end\">",
               width - MARGIN - 18, 47, fills[COLOR_RED], width - MARGIN - 26, 62);
    record_side_phrase(&summary->sides[COLOR_RED], phrase);
    record_put_escaped(out, phrase);
    record_put(out, "</text>\n");
}

static void put_title(struct writer *out, const struct record_summary *summary, const char *result)
{
    record_put(out, "<title>");
    record_put_escaped(out, summary->sides[COLOR_BLUE].name);
    record_put(out, " (Blue) against ");
    record_put_escaped(out, summary->sides[COLOR_RED].name);
    record_put(out, " (Red): %s</title>\n", result);
}

void record_svg(struct writer *out, const struct record_summary *summary)
{
    int size = summary->position.size;
    int width = picture_width(size), height = picture_height(size);
    char result[RECORD_PHRASE_SIZE];
    record_result_phrase(summary, result);
    record_put(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" role=\"img\" " FONT ">\n",
               width, height, width, height);
    put_title(out, summary, result);
    record_put(out, "<rect width=\"%d\" height=\"%d\" fill=\"" BACKGROUND "\"/>\n", width, height);
    put_players(out, summary, width);
    for (int cell = 0; cell < board_cells(size); cell++)
        put_cell(out, &summary->position, cell);
    record_put(out,
               "<text x=\"%d\" y=\"%d\" font-size=\"17\" fill=\"" INK
               "\" text-anchor=\"middle\">%s</text>\n</svg>\n",
               width / 2, height - 18, result);
}
