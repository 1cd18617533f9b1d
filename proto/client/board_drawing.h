/* Draws a board on a canvas: hexagons with the point up, row A at the bottom, as RULES shows it.
 * In every scale each sign says by itself what colour repeats: a stack is its owner's sign and its
 * height, the cells of the last turn have a '*', stacks it removed a '-', cells to choose from a
 * '+'. Pure. */
#pragma once

#include "core/position.h"
#include "proto/client/canvas.h"

enum board_scale {
    BOARD_TINY,  /* a line a row, no outlines */
    BOARD_SMALL, /* two lines a row; the owner's sign above the height */
    BOARD_LARGE, /* three lines a row; every cell with its name */
};

struct board_drawing {
    const struct position *position;
    uint64_t last;    /* cells of the last turn */
    uint64_t removed; /* cells emptied by it */
    uint64_t choices; /* cells to point out */
    bool ascii;       /* only ASCII characters */
};

int board_drawing_width(int size, enum board_scale scale);
int board_drawing_height(int size, enum board_scale scale);

/* Draws with the top left corner at x, y. */
void board_drawing_draw(const struct board_drawing *drawing, enum board_scale scale,
                        struct canvas *canvas, int x, int y);

/* The sign of a colour: b and r in ASCII, a diamond and a disc else. */
const char *board_drawing_sign(enum color color, bool ascii);
