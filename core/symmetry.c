#include "core/symmetry.h"

#include <assert.h>

/* Symmetries 0..5 turn by so many sixths of a full turn; 6..11 mirror first, and then turn. */
#define ROTATIONS 6

static bool mirrors(int symmetry)
{
    assert(symmetry >= 0 && symmetry < SYMMETRY_COUNT);
    return symmetry >= ROTATIONS;
}

/* With row and number counted from the middle of the board, cells touch along (0, 1), (1, 1) and
 * (1, 0): swapping the two mirrors, and (row, number) -> (number, number - row) turns each of the
 * six directions into the next. */
int symmetry_cell(int size, int symmetry, int cell)
{
    int middle = size - 1;
    int row = board_cell_row(size, cell) - middle;
    int number = board_cell_number(size, cell) - 1 - middle;
    if (mirrors(symmetry)) {
        int swapped = row;
        row = number;
        number = swapped;
    }
    for (int i = 0; i < symmetry % ROTATIONS; i++) {
        int turned = number - row;
        row = number;
        number = turned;
    }
    return board_cell_at(size, row + middle, number + middle + 1);
}

void symmetry_turn(int size, int symmetry, const struct turn *turn, struct turn *image)
{
    struct turn mapped = {.count = turn->count};
    for (int i = 0; i < turn->count; i++)
        mapped.cells[i] = (uint8_t)symmetry_cell(size, symmetry, turn->cells[i]);
    *image = mapped;
}

int symmetry_inverse(int symmetry)
{
    /* Whatever mirrors takes itself back. */
    return mirrors(symmetry) ? symmetry : (ROTATIONS - symmetry) % ROTATIONS;
}
