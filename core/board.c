#include "core/board.h"

#include <assert.h>

struct shape {
    int cells;
    int rows;
    uint8_t row_start[2 * BOARD_MAX_SIZE]; /* first cell of each row, and one past the last cell */
    uint8_t row_number[2 * BOARD_MAX_SIZE - 1]; /* the number in the name of that first cell */
    uint64_t neighbors[BOARD_MAX_CELLS];        /* symmetric; 42 and 90 edges */
};

/* Written out rather than computed: constant tables need no moment at which they are filled. The
 * unit test derives them again from the rule of adjacency. A line of masks is a row of the board.
 */
/* clang-format off */
static const struct shape shapes[] = {
    {
        .cells = 19,
        .rows = 5,
        .row_start = {0, 3, 7, 12, 16, 19},
        .row_number = {1, 1, 1, 2, 3},
        .neighbors = {
            0x0001a, 0x00035, 0x00062,
            0x00191, 0x0032b, 0x00656, 0x00c24,
            0x01108, 0x03298, 0x06530, 0x0ca60, 0x08440,
            0x12180, 0x35300, 0x6a600, 0x44c00,
            0x23000, 0x56000, 0x2c000,
        },
    },
    {
        .cells = 37,
        .rows = 7,
        .row_start = {0, 4, 9, 15, 22, 28, 33, 37},
        .row_number = {1, 1, 1, 1, 2, 3, 4},
        .neighbors = {
            0x0000000032, 0x0000000065, 0x00000000ca, 0x0000000184,
            0x0000000621, 0x0000000c53, 0x00000018a6, 0x000000314c, 0x0000006088,
            0x0000018410, 0x0000030a30, 0x0000061460, 0x00000c28c0, 0x0000185180, 0x0000302100,
            0x0000410200, 0x0000c28600, 0x0001850c00, 0x00030a1800, 0x0006143000, 0x000c286000,
            0x0008104000,
            0x0010818000, 0x0031430000, 0x0062860000, 0x00c50c0000, 0x018a180000, 0x0104300000,
            0x0220c00000, 0x0651800000, 0x0ca3000000, 0x1946000000, 0x108c000000,
            0x0430000000, 0x0a60000000, 0x14c0000000, 0x0980000000,
        },
    },
};
/* clang-format on */

static const struct shape *shape_of(int size)
{
    assert(board_size_valid(size));
    return &shapes[size - BOARD_MIN_SIZE];
}

static char upper_case(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

const char *color_name(enum color color)
{
    return color == COLOR_BLUE ? "blue" : "red";
}

bool board_size_valid(int size)
{
    return size == 3 || size == 4;
}

int board_cells(int size)
{
    return shape_of(size)->cells;
}

int board_rows(int size)
{
    return shape_of(size)->rows;
}

int board_cell_at(int size, int row, int number)
{
    const struct shape *shape = shape_of(size);
    if (row < 0 || row >= shape->rows)
        return -1;
    int first = shape->row_number[row];
    int length = shape->row_start[row + 1] - shape->row_start[row];
    if (number < first || number - first >= length)
        return -1;
    return shape->row_start[row] + (number - first);
}

int board_cell_row(int size, int cell)
{
    const struct shape *shape = shape_of(size);
    assert(cell >= 0 && cell < shape->cells);
    int row = 0;
    while (cell >= shape->row_start[row + 1])
        row++;
    return row;
}

int board_cell_number(int size, int cell)
{
    const struct shape *shape = shape_of(size);
    int row = board_cell_row(size, cell);
    return cell - shape->row_start[row] + shape->row_number[row];
}

int board_cell_parse(int size, const char *text)
{
    char letter = upper_case(text[0]);
    if (letter < 'A' || letter > 'Z' || text[1] < '1' || text[1] > '9')
        return -1;
    return board_cell_at(size, letter - 'A', text[1] - '0');
}

void board_cell_format(int size, int cell, char out[BOARD_CELL_TEXT])
{
    out[0] = (char)('A' + board_cell_row(size, cell));
    out[1] = (char)('0' + board_cell_number(size, cell));
    out[2] = '\0';
}

uint64_t board_neighbors(int size, int cell)
{
    const struct shape *shape = shape_of(size);
    assert(cell >= 0 && cell < shape->cells);
    return shape->neighbors[cell];
}

uint64_t board_neighbors_of(int size, uint64_t cells)
{
    const uint64_t *neighbors = shape_of(size)->neighbors;
    assert((cells & ~board_all(size)) == 0);
    uint64_t found = 0;
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1)
        found |= neighbors[board_lowest(rest)];
    return found;
}

uint64_t board_all(int size)
{
    return board_bit(board_cells(size)) - 1;
}

uint64_t board_connected(int size, uint64_t seed, uint64_t within)
{
    const uint64_t *neighbors = shape_of(size)->neighbors;
    assert((within & ~board_all(size)) == 0);
    uint64_t found = seed & within;
    uint64_t frontier = found; /* found, but its neighbours not yet looked at */
    while (frontier != 0) {
        int cell = board_lowest(frontier);
        uint64_t fresh = neighbors[cell] & within & ~found;
        found |= fresh;
        frontier = (frontier & (frontier - 1)) | fresh;
    }
    return found;
}
