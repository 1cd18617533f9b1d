/* A rectangle of characters with styles, on which boards and pages are drawn before they go to a
 * terminal or a test. Drawing outside of it is allowed and leaves no trace. Wide characters take
 * two of its columns, marks join the character before them (see glyph.h); what the locale cannot
 * show is '?'. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* X(enum suffix, SGR parameters). Every style but the plain one only repeats what the characters
 * say. */
#define STYLES(X)                                                                                  \
    X(PLAIN, "")                                                                                   \
    X(FAINT, "2")                                                                                  \
    X(STRONG, "1")                                                                                 \
    X(BLUE, "1;94")                                                                                \
    X(RED, "1;91")                                                                                 \
    X(ON_BLUE, "97;44")                                                                            \
    X(ON_RED, "97;41")                                                                             \
    X(LAST, "1;93")                                                                                \
    X(LAST_ON_BLUE, "1;93;44")                                                                     \
    X(LAST_ON_RED, "1;93;41")                                                                      \
    X(CHOICE, "1;92")                                                                              \
    X(CHOICE_ON_BLUE, "1;92;44")                                                                   \
    X(CHOICE_ON_RED, "1;92;41")                                                                    \
    X(WARNING, "1;33")

enum style {
#define STYLES_ENUM(name, sgr) STYLE_##name,
    STYLES(STYLES_ENUM)
#undef STYLES_ENUM
};

/* Marks on one character that are drawn; it could have any number. */
#define CANVAS_MARKS 2

struct canvas_cell {
    uint32_t character;
    uint32_t marks[CANVAS_MARKS]; /* 0 after the last */
    uint8_t style;
};

struct canvas {
    int width, height;
    struct canvas_cell *cells;
};

/* All blank. Aborts where memory is out. */
void canvas_init(struct canvas *canvas, int width, int height);
void canvas_deinit(struct canvas *canvas);

/* A character of one column. Of a wide one that it cuts in two nothing stays. */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t character, enum style style);

/* Writes UTF-8 from x on, cut after `width` columns; gives how many were used. */
int canvas_text(struct canvas *canvas, int x, int y, int width, const char *text, enum style style);

/* Writes a text broken at blanks, and in words longer than a line, into lines of `width`, at most
 * `height` of them; gives how many were used. */
int canvas_paragraph(struct canvas *canvas, int x, int y, int width, int height, const char *text,
                     enum style style);

/* How many lines it would use. */
int canvas_paragraph_height(int width, int height, const char *text);

/* Writes line y without its trailing blanks and without a line end. */
void canvas_write_line(const struct canvas *canvas, int y, bool colored, FILE *out);

/* Writes all lines, each with a line end. */
void canvas_write(const struct canvas *canvas, bool colored, FILE *out);

bool canvas_line_equal(const struct canvas *a, const struct canvas *b, int y);

/* How many columns the text takes. */
int canvas_text_width(const char *text);
