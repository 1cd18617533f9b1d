#include "proto/client/board_drawing.h"

#include <stdio.h>

/* How far apart cells stand, and where a board begins within its rectangle. */
struct scale {
    int pitch;       /* columns from cell to cell in a row; even */
    int row_lines;   /* lines from row to row */
    int left;        /* columns left of the outlines, for row letters */
    int outline;     /* lines of outline below the last row's body */
    int number_line; /* 1 where numbers stand below */
};

static const struct scale scales[] = {
    [BOARD_TINY] = {.pitch = 5, .row_lines = 1, .left = 2, .outline = 0, .number_line = 1},
    [BOARD_SMALL] = {.pitch = 4, .row_lines = 2, .left = 2, .outline = 1, .number_line = 1},
    [BOARD_LARGE] = {.pitch = 6, .row_lines = 3, .left = 0, .outline = 2, .number_line = 0},
};

static void draw_tiny(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                      int y);
static void draw_small(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                       int y);
static void draw_large(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                       int y);
static void draw_labels(const struct board_drawing *drawing, const struct scale *scale,
                        struct canvas *canvas, int x, int y);

/* Column of a cell's left wall, from the board's left edge. Row `size` is the widest and begins at
 * the edge; a row up or down begins half a cell further in. Also right for places just off the
 * board, where labels stand. `row` is 0 for A. */
static int column_of(const struct scale *scale, int size, int row, int number)
{
    return scale->left + (scale->pitch * (2 * (number - 1) - row + size - 1)) / 2;
}

/* Line of a row's first outline. */
static int line_of(const struct scale *scale, int size, int row)
{
    return (board_rows(size) - 1 - row) * scale->row_lines;
}

int board_drawing_width(int size, enum board_scale scale)
{
    return scales[scale].left + board_rows(size) * scales[scale].pitch + 1;
}

int board_drawing_height(int size, enum board_scale scale)
{
    const struct scale *chosen = &scales[scale];
    return board_rows(size) * chosen->row_lines + chosen->outline + chosen->number_line;
}

void board_drawing_draw(const struct board_drawing *drawing, enum board_scale scale,
                        struct canvas *canvas, int x, int y)
{
    int size = drawing->position->size;
    const struct scale *chosen = &scales[scale];
    for (int cell = 0; cell < board_cells(size); cell++) {
        int row = board_cell_row(size, cell);
        int left = x + column_of(chosen, size, row, board_cell_number(size, cell));
        int top = y + line_of(chosen, size, row);
        switch (scale) {
        case BOARD_TINY:
            draw_tiny(drawing, cell, canvas, left, top);
            break;
        case BOARD_SMALL:
            draw_small(drawing, cell, canvas, left, top);
            break;
        case BOARD_LARGE:
            draw_large(drawing, cell, canvas, left, top);
            break;
        }
    }
    if (chosen->number_line > 0)
        draw_labels(drawing, chosen, canvas, x, y);
}

const char *board_drawing_sign(enum color color, bool ascii)
{
    if (ascii)
        return color == COLOR_BLUE ? "b" : "r";
    return color == COLOR_BLUE ? "\u25C6" : "\u25CF";
}

/* What is special about a cell, with the sign that tells it. */
static char mark_of(const struct board_drawing *drawing, int cell)
{
    if (drawing->choices & board_bit(cell))
        return '+';
    if (drawing->removed & board_bit(cell))
        return '-';
    if (drawing->last & board_bit(cell))
        return '*';
    return ' ';
}

/* 0 on an empty cell, 1 on a blue stack, 2 on a red one. */
static int owner_of(const struct board_drawing *drawing, int cell)
{
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        if (drawing->position->stacks[color] & board_bit(cell))
            return color + 1;
    }
    return 0;
}

static enum style style_of(const struct board_drawing *drawing, int cell)
{
    static const enum style ordinary[] = {STYLE_FAINT, STYLE_ON_BLUE, STYLE_ON_RED};
    static const enum style last[] = {STYLE_LAST, STYLE_LAST_ON_BLUE, STYLE_LAST_ON_RED};
    static const enum style choice[] = {STYLE_CHOICE, STYLE_CHOICE_ON_BLUE, STYLE_CHOICE_ON_RED};
    int owner = owner_of(drawing, cell);
    char mark = mark_of(drawing, cell);
    if (mark == '+')
        return choice[owner];
    return mark == ' ' ? ordinary[owner] : last[owner];
}

/* "b12", or "" on an empty cell. */
static void stack_text(const struct board_drawing *drawing, int cell, char out[16])
{
    int owner = owner_of(drawing, cell);
    out[0] = '\0';
    if (owner > 0)
        snprintf(out, 16, "%s%u", board_drawing_sign((enum color)(owner - 1), drawing->ascii),
                 drawing->position->height[cell]);
}

static void put_stroke(const struct board_drawing *drawing, struct canvas *canvas, int x, int y,
                       char stroke)
{
    uint32_t drawn = (unsigned char)stroke;
    if (!drawing->ascii)
        drawn = stroke == '/' ? 0x2571 : stroke == '\\' ? 0x2572 : 0x2502;
    canvas_put(canvas, x, y, drawn, STYLE_PLAIN);
}

static void draw_tiny(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                      int y)
{
    char text[16];
    stack_text(drawing, cell, text);
    if (text[0] == '\0')
        snprintf(text, sizeof text, ".");
    enum style style = style_of(drawing, cell);
    int width = canvas_text(canvas, x, y, 4, text, style);
    char mark = mark_of(drawing, cell);
    if (mark != ' ')
        canvas_put(canvas, x + width, y, (unsigned char)mark, style);
}

/*   x+1..x+3     / b \      owner at the top
 *   x..x+4      | 12  |     height, or the name of an empty cell
 *                \ * /      mark at the bottom */
static void draw_small(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                       int y)
{
    put_stroke(drawing, canvas, x + 1, y, '/');
    put_stroke(drawing, canvas, x + 3, y, '\\');
    put_stroke(drawing, canvas, x, y + 1, '|');
    put_stroke(drawing, canvas, x + 4, y + 1, '|');
    put_stroke(drawing, canvas, x + 1, y + 2, '\\');
    put_stroke(drawing, canvas, x + 3, y + 2, '/');

    enum style style = style_of(drawing, cell);
    char text[16];
    int owner = owner_of(drawing, cell);
    if (owner > 0) {
        const char *sign = board_drawing_sign((enum color)(owner - 1), drawing->ascii);
        canvas_text(canvas, x + 2, y, 1, sign, style);
        snprintf(text, sizeof text, "%2u ", drawing->position->height[cell]);
    } else {
        board_cell_format(drawing->position->size, cell, text);
        text[BOARD_CELL_TEXT - 1] = ' ';
        text[BOARD_CELL_TEXT] = '\0';
    }
    canvas_text(canvas, x + 1, y + 1, 3, text, style);
    char mark = mark_of(drawing, cell);
    if (mark != ' ')
        canvas_put(canvas, x + 2, y + 2, (unsigned char)mark, style);
}

/*   x+2, x+4       / \
 *   x+1..x+5      /C3*\      name and mark
 *   x..x+6       | b12 |     the stack
 *                 \   /
 *                  \ /  */
static void draw_large(const struct board_drawing *drawing, int cell, struct canvas *canvas, int x,
                       int y)
{
    static const int slope[] = {2, 1, 0, 1, 2};
    enum style style = style_of(drawing, cell);
    bool filled = owner_of(drawing, cell) > 0;
    for (int line = 0; line < 5; line++) {
        int left = x + slope[line];
        int right = x + 6 - slope[line];
        put_stroke(drawing, canvas, left, y + line, line < 2 ? '/' : line == 2 ? '|' : '\\');
        put_stroke(drawing, canvas, right, y + line, line < 2 ? '\\' : line == 2 ? '|' : '/');
        for (int column = left + 1; filled && column < right; column++)
            canvas_put(canvas, column, y + line, ' ', style);
    }
    char text[16];
    board_cell_format(drawing->position->size, cell, text);
    text[BOARD_CELL_TEXT - 1] = mark_of(drawing, cell);
    text[BOARD_CELL_TEXT] = '\0';
    canvas_text(canvas, x + 2, y + 1, 3, text, style);
    stack_text(drawing, cell, text);
    int indent = canvas_text_width(text) < 4 ? 2 : 1;
    canvas_text(canvas, x + indent, y + 2, 6 - indent, text, style);
}

/* Letters stand left of their rows; each number at the lower end of the line of cells that bears
 * it, which runs up and to the left. */
static void draw_labels(const struct board_drawing *drawing, const struct scale *scale,
                        struct canvas *canvas, int x, int y)
{
    int size = drawing->position->size;
    int body = scale->outline; /* the line of a row that holds its cells */
    for (int row = 0; row < board_rows(size); row++) {
        int first = row < size ? 1 : row - size + 2;
        int column = x + column_of(scale, size, row, first) - 2;
        canvas_put(canvas, column, y + line_of(scale, size, row) + body, (uint32_t)('A' + row),
                   STYLE_FAINT);
    }
    for (int number = 1; number <= board_rows(size); number++) {
        int row = number <= size ? -1 : number - size - 1;
        int column = x + column_of(scale, size, row, number) + (scale->outline > 0 ? 2 : 0);
        int line = y + line_of(scale, size, row) + body;
        canvas_put(canvas, column, line, (uint32_t)('0' + number), STYLE_FAINT);
    }
}
