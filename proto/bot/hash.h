/* Sixty-four bits that stand for a position: equal positions have equal hashes, and others differ
 * but by accident. Called by the bot's search only; never stored and never sent. Zobrist's way, so
 * that a turn changes the hash by what it changes on the board; the numbers are computed rather
 * than looked up, because heights have no bound. */
#pragma once

#include "core/position.h"

/* What one stack adds: exclusive-or it in and out. */
uint64_t hash_stack(int cell, enum color owner, unsigned height);

/* Exclusive-or it for a change of the side to move. */
#define HASH_SIDE UINT64_C(0xd1b54a32d192ed03)

uint64_t hash_position(const struct position *position);

/* Mixes 64 bits so that each of them depends on all. */
static inline uint64_t hash_mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}
