/* A position: who owns which cells, how high, and who is to move. RULES: "Position text".
 * Owner and height are the whole state of a cell. Plain memory, copied by assignment. */
#pragma once

#include "core/board.h"

/* Room for the longest text (37 cells of "b65535", 6 slashes, " b") and the NUL. */
#define POSITION_TEXT_MAX 256

struct position {
    uint64_t stacks[2];               /* cells owned, by enum color */
    uint16_t height[BOARD_MAX_CELLS]; /* 0 on an empty cell */
    uint8_t size;                     /* 3 or 4 */
    uint8_t to_move;                  /* enum color */
};

/* The empty board of `size`, Blue to move. */
void position_init(struct position *position, int size);

/* Reads a position text of either size (told from its number of rows). False, and *position
 * untouched, where it is not exactly one. Heights 1..65535. */
bool position_parse(struct position *position, const char *text, size_t length);

/* Writes the text and a NUL; gives its length. */
size_t position_format(const struct position *position, char out[POSITION_TEXT_MAX]);

bool position_equal(const struct position *a, const struct position *b);

/* Asserts that the representation is sound: sets disjoint and on the board, a height exactly where
 * a stack is. Called after every apply in debug builds. */
void position_check(const struct position *position);

/* Cells without a stack. */
uint64_t position_empty(const struct position *position);
