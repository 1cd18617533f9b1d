/* BLAKE2b (RFC 7693) with a digest of 32 bytes and no key, for the browser, which has none of its
 * own; the server uses libsodium's. Pure, called by referee.c alone, and by the test that compares
 * the two. Must never need a library. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define BLAKE2B_SIZE 32
#define BLAKE2B_BLOCK 128

struct blake2b {
    uint64_t state[8];
    uint64_t count; /* bytes hashed so far */
    unsigned char block[BLAKE2B_BLOCK];
    size_t filled; /* of the block */
};

void blake2b_init(struct blake2b *hash);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size);
void blake2b_finish(struct blake2b *hash, unsigned char out[BLAKE2B_SIZE]);
