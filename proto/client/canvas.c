#include "proto/client/canvas.h"

#include <stdlib.h>
#include <string.h>

static const char *const style_sgr[] = {
#define STYLES_SGR(name, sgr) [STYLE_##name] = sgr,
    STYLES(STYLES_SGR)
#undef STYLES_SGR
};

static uint32_t next_character(const char **text);
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
    canvas->cells[y * canvas->width + x] =
        (struct canvas_cell){.character = character, .style = (uint8_t)style};
}

int canvas_text(struct canvas *canvas, int x, int y, int width, const char *text, enum style style)
{
    int count = 0;
    while (*text != '\0' && count < width) {
        canvas_put(canvas, x + count, y, next_character(&text), style);
        count++;
    }
    return count;
}

int canvas_paragraph(struct canvas *canvas, int x, int y, int width, int height, const char *text,
                     enum style style)
{
    int used = 0;
    int column = 0;
    if (width <= 0)
        return 0;
    while (*text != '\0' && used < height) {
        size_t bytes = strcspn(text, " ");
        char word[128];
        if (bytes >= sizeof word)
            bytes = sizeof word - 1;
        memcpy(word, text, bytes);
        word[bytes] = '\0';
        int length = canvas_text_width(word);
        if (column > 0 && column + 1 + length > width) {
            used++;
            column = 0;
            continue;
        }
        if (column > 0)
            column++;
        column += canvas_text(canvas, x + column, y + used, width - column, word, style);
        text += bytes;
        text += strspn(text, " ");
    }
    return used < height && column > 0 ? used + 1 : used;
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
        write_character(line[x].character, out);
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
        if (left->character != right->character || left->style != right->style)
            return false;
    }
    return true;
}

int canvas_text_width(const char *text)
{
    int width = 0;
    while (*text != '\0') {
        next_character(&text);
        width++;
    }
    return width;
}

/* Decodes one character of valid UTF-8; a stray byte stands for itself as '?'. */
static uint32_t next_character(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int extra = at[0] < 0x80 ? 0 : at[0] < 0xC0 ? -1 : at[0] < 0xE0 ? 1 : at[0] < 0xF0 ? 2 : 3;
    uint32_t character = extra <= 0 ? at[0] : at[0] & (0x3Fu >> extra);
    int length = 1;
    for (; length <= extra; length++) {
        if ((at[length] & 0xC0) != 0x80)
            break;
        character = character << 6 | (at[length] & 0x3Fu);
    }
    *text += length;
    if (length <= extra || extra < 0 || character < 0x20 || (character >= 0x7F && character < 0xA0))
        return '?';
    return character;
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
