#include "proto/bot/hash.h"

uint64_t hash_stack(int cell, enum color owner, unsigned height)
{
    uint64_t stack = (uint64_t)height << 8 | (uint64_t)cell << 1 | (uint64_t)owner;
    return hash_mix((stack + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

uint64_t hash_position(const struct position *position)
{
    uint64_t hash = hash_mix(position->size);
    if (position->to_move == COLOR_RED)
        hash ^= HASH_SIDE;
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++)
        for (uint64_t rest = position->stacks[color]; rest != 0; rest &= rest - 1) {
            int cell = board_lowest(rest);
            hash ^= hash_stack(cell, (enum color)color, position->height[cell]);
        }
    return hash;
}
