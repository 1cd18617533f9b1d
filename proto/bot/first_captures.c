#include "proto/bot/first_captures.h"

#include "core/capture.h"

static bool may_win(const struct position *position, unsigned *lowest);
static bool find_win(const struct position *position, uint64_t targets, struct turn *turn);

void first_captures_find(struct first_captures *captures, const struct position *position)
{
    captures->equal = captures->lower = 0;
    for (uint64_t own = position->stacks[position->to_move]; own != 0; own &= own - 1) {
        int cell = board_lowest(own);
        uint64_t equal = capture_equal(position, cell) & ~captures->equal;
        captures->equal |= equal;
        uint64_t lower = capture_lower(position, cell) & ~captures->lower & ~captures->equal;
        captures->lower |= lower;
        for (uint64_t rest = equal | lower; rest != 0; rest &= rest - 1)
            captures->by[board_lowest(rest)] = (uint8_t)cell;
    }
    captures->lower &= ~captures->equal;
}

bool first_captures_win(const struct first_captures *captures, const struct position *position,
                        struct turn *turn)
{
    unsigned lowest = 0;
    if (!may_win(position, &lowest))
        return false;
    for (uint64_t rest = captures->equal | captures->lower; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        if (position->height[cell] != lowest)
            continue;
        struct position after = *position;
        bool won = capture_take(&after, cell);
        turn->cells[0] = captures->by[cell];
        turn->cells[1] = (uint8_t)cell;
        turn->count = 2;
        bool goes_on = (captures->equal & board_bit(cell)) != 0;
        if (won || (goes_on && find_win(&after, capture_equal(&after, cell), turn)))
            return true;
    }
    return false;
}

/* A chain takes one subgroup at each of its heights, and these follow one another. So only an enemy
 * with one subgroup at each height, and no height left out in between, can lose everything in one
 * turn, which begins at the lowest. Mostly that is not so, and then nothing need be tried. */
static bool may_win(const struct position *position, unsigned *lowest)
{
    uint64_t left = position->stacks[color_other(position->to_move)];
    unsigned low = UINT16_MAX + 1u, high = 0, kinds = 0;
    if (left == 0)
        return false;
    while (left != 0) {
        unsigned height = position->height[board_lowest(left)];
        uint64_t same = 0;
        for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
            int cell = board_lowest(rest);
            same |= (uint64_t)(position->height[cell] == height) << cell;
        }
        if (board_connected(position->size, board_bit(board_lowest(same)), same) != same)
            return false;
        left &= ~same;
        kinds++;
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    *lowest = low;
    return high - low + 1 == kinds;
}

/* Goes on with `targets` up to a win. As deep as the enemy has heights; at each there is one
 * subgroup to choose from. */
static bool find_win(const struct position *position, uint64_t targets, struct turn *turn)
{
    for (uint64_t rest = targets; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        bool won = capture_take(&after, cell);
        turn->cells[turn->count++] = (uint8_t)cell;
        if (won || find_win(&after, capture_equal(&after, cell), turn))
            return true;
        turn->count--;
    }
    return false;
}
