/* The shape of the board: which cells there are, their names and their neighbours.
 * Owns the constant tables of sizes 3 and 4. Called by everything that knows cells.
 * Never allocates, never does I/O. RULES: "Cells". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cells of the largest board (size 4). A set of cells is a uint64_t, bit n for cell n. */
#define BOARD_MAX_CELLS 37
#define BOARD_MIN_SIZE 3
#define BOARD_MAX_SIZE 4
/* Room for a cell's name and the NUL: "C3". */
#define BOARD_CELL_TEXT 3

enum color { COLOR_BLUE = 0, COLOR_RED = 1 };

/* The other colour. */
static inline enum color color_other(enum color color)
{
    return color == COLOR_BLUE ? COLOR_RED : COLOR_BLUE;
}

/* "blue" or "red", as on the wire. */
const char *color_name(enum color color);

/* Whether `size` is one this server plays: 3 or 4. */
bool board_size_valid(int size);

/* Number of cells: 19 or 37. `size` must be valid, here and below. */
int board_cells(int size);

/* Number of rows: 2 * size - 1. */
int board_rows(int size);

/* Cells are numbered 0.. in the order of the position text: row A first, each row by number.
 * Gives the cell at `row` (0 = A) and `number` (1-based, as in the name), or -1 off the board. */
int board_cell_at(int size, int row, int number);

/* Row (0 = A) and number (1-based) of a cell. */
int board_cell_row(int size, int cell);
int board_cell_number(int size, int cell);

/* Reads exactly two characters ("C3", "c3") as a cell; -1 where that is no cell of this board. */
int board_cell_parse(int size, const char *text);

/* Writes the canonical name and a NUL. */
void board_cell_format(int size, int cell, char out[BOARD_CELL_TEXT]);

/* The cells next to `cell`, and next to any cell of `cells` (which may itself be in the result). */
uint64_t board_neighbors(int size, int cell);
uint64_t board_neighbors_of(int size, uint64_t cells);

/* All cells of the board. */
uint64_t board_all(int size);

/* The cells of `within` that are in `seed` or connected with such a cell inside `within`. */
uint64_t board_connected(int size, uint64_t seed, uint64_t within);

/* The cell with the lowest number in a set, which must not be empty. To walk a set:
 * for (uint64_t rest = set; rest != 0; rest &= rest - 1) { int cell = board_lowest(rest); … } */
static inline int board_lowest(uint64_t cells)
{
    return __builtin_ctzll(cells);
}

/* Number of cells in a set. */
static inline int board_count(uint64_t cells)
{
    return __builtin_popcountll(cells);
}

/* The set of one cell. */
static inline uint64_t board_bit(int cell)
{
    return UINT64_C(1) << cell;
}
