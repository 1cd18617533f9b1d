#include "proto/client/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "proto/client/glyph.h"

/* Stands in the second column of a wide character. */
#define SECOND_HALF 0

static const char *const style_sgr[] = {
#define STYLES_SGR(name, sgr) [STYLE_##name] = sgr,
    STYLES(STYLES_SGR)
#undef STYLES_SGR
};

static void part(struct canvas *canvas, int x, int y);
static int put_cluster(struct canvas *canvas, int x, int y, int room, const char **text,
                       enum style style);
static int put_text(struct canvas *canvas, int x, int y, int width, const char **text,
                    const char *end, enum style style);
static int width_of(const char *text, const char *end);
static void write_character(uint32_t character, FILE *out);
static int used_width(const struct canvas *canvas, int y, bool colored);

void canvas_init(struct canvas *canvas, int width, int height)
{
    canvas->width = width > 0 ? width : 0;
    canvas->height = height > 0 ? height : 0;
    size_t count = (size_t)canvas->width * (size_t)canvas->height;
    canvas->cells = malloc((count > 0 ? count : 1) * sizeof *canvas->cells);
    if (canvas->cells == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = (struct canvas_cell){.character = ' ', .style = STYLE_PLAIN};
}

void canvas_deinit(struct canvas *canvas)
{
    free(canvas->cells);
    *canvas = (struct canvas){0};
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t character, enum style style)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    part(canvas, x, y);
    part(canvas, x + 1, y);
    canvas->cells[y * canvas->width + x] =
        (struct canvas_cell){.character = character, .style = (uint8_t)style};
}

int canvas_text(struct canvas *canvas, int x, int y, int width, const char *text, enum style style)
{
    return put_text(canvas, x, y, width, &text, text + strlen(text), style);
}

int canvas_paragraph(struct canvas *canvas, int x, int y, int width, int height, const char *text,
                     enum style style)
{
    int used = 0;
    int column = 0;
    /* A wide character must have room, or there would be no end. */
    if (width < 2)
        return 0;
    text += strspn(text, " ");
    while (*text != '\0' && used < height) {
        const char *end = text + strcspn(text, " ");
        int length = width_of(text, end);
        if (column > 0 && column + 1 + length > width && length <= width) {
            used++;
            column = 0;
            continue;
        }
        if (column > 0)
            column++;
        column += put_text(canvas, x + column, y + used, width - column, &text, end, style);
        /* A word that is longer than a line begins at once and goes on in the next. */
        if (text < end) {
            used++;
            column = 0;
        }
        text += strspn(text, " ");
    }
    return used < height && column > 0 ? used + 1 : used;
}

int canvas_paragraph_height(int width, int height, const char *text)
{
    struct canvas scratch;
    canvas_init(&scratch, width, height);
    int used = canvas_paragraph(&scratch, 0, 0, width, height, text, STYLE_PLAIN);
    canvas_deinit(&scratch);
    return used;
}

void canvas_write_line(const struct canvas *canvas, int y, bool colored, FILE *out)
{
    const struct canvas_cell *line = &canvas->cells[y * canvas->width];
    int width = used_width(canvas, y, colored);
    uint8_t style = STYLE_PLAIN;
    for (int x = 0; x < width; x++) {
        if (colored && line[x].style != style) {
            style = line[x].style;
            fprintf(out, style == STYLE_PLAIN ? "\033[0m" : "\033[0;%sm", style_sgr[style]);
        }
        if (line[x].character == SECOND_HALF)
            continue;
        write_character(line[x].character, out);
        for (int i = 0; i < CANVAS_MARKS && line[x].marks[i] != 0; i++)
            write_character(line[x].marks[i], out);
    }
    if (style != STYLE_PLAIN)
        fputs("\033[0m", out);
}

void canvas_write(const struct canvas *canvas, bool colored, FILE *out)
{
    for (int y = 0; y < canvas->height; y++) {
        canvas_write_line(canvas, y, colored, out);
        fputc('\n', out);
    }
}

bool canvas_line_equal(const struct canvas *a, const struct canvas *b, int y)
{
    if (a->width != b->width || y >= a->height || y >= b->height)
        return false;
    for (int x = 0; x < a->width; x++) {
        const struct canvas_cell *left = &a->cells[y * a->width + x];
        const struct canvas_cell *right = &b->cells[y * b->width + x];
        if (left->character != right->character || left->style != right->style ||
            memcmp(left->marks, right->marks, sizeof left->marks) != 0)
            return false;
    }
    return true;
}

int canvas_text_width(const char *text)
{
    return width_of(text, text + strlen(text));
}

/* Where x is the second column of a wide character, nothing is left of it but blanks. */
static void part(struct canvas *canvas, int x, int y)
{
    if (x < 1 || x >= canvas->width)
        return;
    struct canvas_cell *cell = &canvas->cells[y * canvas->width + x];
    if (cell->character != SECOND_HALF)
        return;
    cell[-1] = (struct canvas_cell){.character = ' ', .style = cell->style};
    cell[0] = cell[-1];
}

/* Draws the next character of the text with its marks. Gives how many columns it took; -1, the text
 * left where it is, for a wide one that has not so much room. */
static int put_cluster(struct canvas *canvas, int x, int y, int room, const char **text,
                       enum style style)
{
    const char *end = *text;
    const char *at = *text;
    uint32_t character = glyph_next(&at);
    int columns = glyph_cluster(&end);
    if (columns > room)
        return -1;
    *text = end;
    /* Marks that have nothing to stand on are not drawn. */
    if (columns == 0)
        return 0;
    bool inside = x >= 0 && y >= 0 && x + columns <= canvas->width && y < canvas->height;
    for (int i = 0; i < columns; i++)
        canvas_put(canvas, x + i, y, ' ', style);
    if (!inside)
        return columns;
    struct canvas_cell *cell = &canvas->cells[y * canvas->width + x];
    cell->character = glyph_columns(character) > 0 ? character : '?';
    if (columns == 2)
        cell[1].character = SECOND_HALF;
    for (int count = 0; at < end && count < CANVAS_MARKS;) {
        uint32_t mark = glyph_next(&at);
        if (glyph_is_mark(mark))
            cell->marks[count++] = mark;
    }
    return columns;
}

/* Draws as much of the text up to `end` as there is room for, and moves the text on. */
static int put_text(struct canvas *canvas, int x, int y, int width, const char **text,
                    const char *end, enum style style)
{
    int used = 0;
    while (*text < end && used < width) {
        int columns = put_cluster(canvas, x + used, y, width - used, text, style);
        if (columns < 0)
            break;
        used += columns;
    }
    return used;
}

static int width_of(const char *text, const char *end)
{
    int width = 0;
    while (text < end)
        width += glyph_cluster(&text);
    return width;
}

static void write_character(uint32_t character, FILE *out)
{
    if (character < 0x80) {
        fputc((int)character, out);
    } else if (character < 0x800) {
        fputc((int)(0xC0 | character >> 6), out);
        fputc((int)(0x80 | (character & 0x3F)), out);
    } else if (character < 0x10000) {
        fputc((int)(0xE0 | character >> 12), out);
        fputc((int)(0x80 | (character >> 6 & 0x3F)), out);
        fputc((int)(0x80 | (character & 0x3F)), out);
    } else {
        fputc((int)(0xF0 | character >> 18), out);
        fputc((int)(0x80 | (character >> 12 & 0x3F)), out);
        fputc((int)(0x80 | (character >> 6 & 0x3F)), out);
        fputc((int)(0x80 | (character & 0x3F)), out);
    }
}

/* Blanks are left out at the end, but not those whose background is seen. */
static int used_width(const struct canvas *canvas, int y, bool colored)
{
    const struct canvas_cell *line = &canvas->cells[y * canvas->width];
    int width = canvas->width;
    while (width > 0 && line[width - 1].character == ' ' &&
           (!colored || line[width - 1].style == STYLE_PLAIN))
        width--;
    return width;
}
