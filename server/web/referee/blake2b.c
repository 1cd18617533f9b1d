#include "server/web/referee/blake2b.h"

#include <stdbool.h>
#include <string.h>

#define ROUNDS 12

static const uint64_t initial[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* Which words of the block a round mixes in; rounds 10 and 11 are 0 and 1 again. */
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t word, int bits)
{
    return word >> bits | word << (64 - bits);
}

static uint64_t read_word(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

/* The G of the RFC, on column or diagonal a, b, c, d. */
static void mix(uint64_t work[16], int a, int b, int c, int d, const uint64_t words[2])
{
    work[a] += work[b] + words[0];
    work[d] = rotate(work[d] ^ work[a], 32);
    work[c] += work[d];
    work[b] = rotate(work[b] ^ work[c], 24);
    work[a] += work[b] + words[1];
    work[d] = rotate(work[d] ^ work[a], 16);
    work[c] += work[d];
    work[b] = rotate(work[b] ^ work[c], 63);
}

/* The F of the RFC: the block into the state. */
static void compress(struct blake2b *hash, bool last)
{
    uint64_t work[16];
    for (int i = 0; i < 8; i++) {
        work[i] = hash->state[i];
        work[i + 8] = initial[i];
    }
    work[12] ^= hash->count;
    if (last)
        work[14] = ~work[14];
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t words[16];
        for (int i = 0; i < 16; i++)
            words[i] = read_word(hash->block + 8 * (size_t)order[round % 10][i]);
        for (int i = 0; i < 4; i++)
            mix(work, i, 4 + i, 8 + i, 12 + i, words + 2 * i);
        for (int i = 0; i < 4; i++)
            mix(work, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, words + 8 + 2 * i);
    }
    for (int i = 0; i < 8; i++)
        hash->state[i] ^= work[i] ^ work[i + 8];
}

void blake2b_init(struct blake2b *hash)
{
    *hash = (struct blake2b){.count = 0, .filled = 0};
    memcpy(hash->state, initial, sizeof initial);
    /* The parameter block: digest length, no key, fanout and depth 1. */
    hash->state[0] ^= UINT64_C(0x01010000) ^ BLAKE2B_SIZE;
}

void blake2b_add(struct blake2b *hash, const void *bytes, size_t size)
{
    const unsigned char *rest = bytes;
    while (size > 0) {
        /* A full block waits until more comes: the last one is compressed otherwise. */
        if (hash->filled == BLAKE2B_BLOCK) {
            hash->count += BLAKE2B_BLOCK;
            compress(hash, false);
            hash->filled = 0;
        }
        size_t part = BLAKE2B_BLOCK - hash->filled;
        if (part > size)
            part = size;
        memcpy(hash->block + hash->filled, rest, part);
        hash->filled += part;
        rest += part;
        size -= part;
    }
}

void blake2b_finish(struct blake2b *hash, unsigned char out[BLAKE2B_SIZE])
{
    hash->count += hash->filled;
    memset(hash->block + hash->filled, 0, BLAKE2B_BLOCK - hash->filled);
    compress(hash, true);
    for (int i = 0; i < BLAKE2B_SIZE; i++)
        out[i] = (unsigned char)(hash->state[i / 8] >> (8 * (i % 8)));
}
