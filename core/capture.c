#include "core/capture.h"

#include <assert.h>

static uint64_t enemies(const struct position *position)
{
    return position->stacks[color_other(position->to_move)];
}

/* The cells among `cells` whose height is `height`. */
static uint64_t of_height(const struct position *position, uint64_t cells, unsigned height)
{
    uint64_t found = 0;
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        found |= (uint64_t)(position->height[cell] == height) << cell;
    }
    return found;
}

uint64_t capture_lower(const struct position *position, int cell)
{
    uint64_t lower = 0;
    uint64_t next_to = board_neighbors(position->size, cell) & enemies(position);
    for (uint64_t rest = next_to; rest != 0; rest &= rest - 1) {
        int other = board_lowest(rest);
        lower |= (uint64_t)(position->height[other] < position->height[cell]) << other;
    }
    return lower;
}

uint64_t capture_equal(const struct position *position, int cell)
{
    uint64_t touching = board_neighbors(position->size, cell) & enemies(position);
    if (touching == 0 || position->height[cell] == UINT16_MAX)
        return 0;
    /* Looked for before the groups are filled, because mostly there is none. */
    uint64_t equal = capture_enemies_of_height(position, position->height[cell]);
    if (equal == 0)
        return 0;
    return equal & board_connected(position->size, touching, enemies(position));
}

uint64_t capture_enemies_of_height(const struct position *position, unsigned height)
{
    return of_height(position, enemies(position), height);
}

/* The subgroup of the enemy stack on `cell`. Most are small, so it is grown stack by stack rather
 * than by first finding all stacks of its height. */
static uint64_t subgroup(const struct position *position, int cell)
{
    uint64_t found = board_bit(cell);
    uint64_t frontier = found;
    while (frontier != 0) {
        int from = board_lowest(frontier);
        uint64_t near = board_neighbors(position->size, from) & enemies(position) & ~found;
        uint64_t fresh = of_height(position, near, position->height[cell]);
        found |= fresh;
        frontier = (frontier & (frontier - 1)) | fresh;
    }
    return found;
}

bool capture_take(struct position *position, int cell)
{
    assert((enemies(position) & board_bit(cell)) != 0);
    assert(position->height[cell] < UINT16_MAX);
    enum color mover = position->to_move;
    uint64_t taken = subgroup(position, cell);
    uint16_t grown = (uint16_t)(position->height[cell] + 1);

    for (uint64_t rest = taken; rest != 0; rest &= rest - 1)
        position->height[board_lowest(rest)] = 0;
    position->stacks[color_other(mover)] &= ~taken;
    position->stacks[mover] |= board_bit(cell);
    position->height[cell] = grown;
    return position->stacks[color_other(mover)] == 0;
}
