#include "proto/sha1.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64
#define LENGTH_SIZE 8

static uint32_t rotate(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static void write_big_endian(unsigned char *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (unsigned char)(number >> (8 * (bytes - 1 - i)));
}

/* FIPS 180-4, 6.1.2; a and so on are its letters. */
static void mix(uint32_t state[5], const unsigned char block[BLOCK])
{
    static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t words[80];
    for (int t = 0; t < 16; t++) {
        const unsigned char *at = block + 4 * t;
        words[t] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int t = 16; t < 80; t++)
        words[t] = rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);

    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int t = 0; t < 80; t++) {
        uint32_t choice = t < 20              ? (b & c) ^ (~b & d)
                          : t >= 40 && t < 60 ? (b & c) ^ (b & d) ^ (c & d)
                                              : b ^ c ^ d;
        uint32_t next = rotate(a, 5) + choice + e + constants[t / 20] + words[t];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void sha1(const void *bytes, size_t length, unsigned char out[SHA1_SIZE])
{
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const unsigned char *at = bytes;
    size_t left = length;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        mix(state, at);

    /* The rest, a one bit, zeros, and the length in bits: one more block, or two. */
    unsigned char last[2 * BLOCK] = {0};
    if (left > 0)
        memcpy(last, at, left);
    last[left] = 0x80;
    size_t size = left + 1 + LENGTH_SIZE <= BLOCK ? BLOCK : sizeof last;
    write_big_endian(last + size - LENGTH_SIZE, (uint64_t)length * 8, LENGTH_SIZE);
    for (size_t block = 0; block < size; block += BLOCK)
        mix(state, last + block);
    for (int i = 0; i < 5; i++)
        write_big_endian(out + 4 * i, state[i], 4);
}
