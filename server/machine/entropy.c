#include "server/machine/entropy.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

void entropy_init(struct entropy *entropy, const unsigned char seed[ENTROPY_SIZE])
{
    memcpy(entropy->key, seed, ENTROPY_SIZE);
}

void entropy_mix(struct entropy *entropy, const unsigned char fresh[ENTROPY_SIZE])
{
    unsigned char both[2 * ENTROPY_SIZE];
    memcpy(both, entropy->key, ENTROPY_SIZE);
    memcpy(both + ENTROPY_SIZE, fresh, ENTROPY_SIZE);
    crypto_generichash(entropy->key, ENTROPY_SIZE, both, sizeof both, NULL, 0);
    sodium_memzero(both, sizeof both);
}

void entropy_bytes(struct entropy *entropy, void *out, size_t size)
{
    static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
    unsigned char block[ENTROPY_SIZE + 256];
    assert(size <= 256);
    crypto_stream_chacha20(block, ENTROPY_SIZE + size, nonce, entropy->key);
    memcpy(entropy->key, block, ENTROPY_SIZE);
    memcpy(out, block + ENTROPY_SIZE, size);
    sodium_memzero(block, sizeof block);
}

int entropy_coin(struct entropy *entropy)
{
    unsigned char byte;
    entropy_bytes(entropy, &byte, 1);
    return byte & 1;
}

/* `count` characters of the first `letters` of the alphabet, each as likely as the others: bytes
 * that would favour some are drawn again. */
static void draw(struct entropy *entropy, char *out, size_t count, unsigned first, unsigned letters)
{
    unsigned fair = 256 - 256 % letters;
    unsigned char bytes[64];
    size_t have = 0, used = 0;
    for (size_t i = 0; i < count;) {
        if (used == have) {
            entropy_bytes(entropy, bytes, sizeof bytes);
            have = sizeof bytes;
            used = 0;
        }
        unsigned byte = bytes[used++];
        if (byte < fair)
            out[i++] = alphabet[first + byte % letters];
    }
}

void entropy_id(struct entropy *entropy, char id[ID_SIZE])
{
    draw(entropy, id, ID_LENGTH, 0, 62);
    id[ID_LENGTH] = '\0';
}

void entropy_guest_name(struct entropy *entropy, char name[NAME_SIZE])
{
    /* Lower-case letters and digits only, since names are unique whatever their case. */
    memcpy(name, "guest-", 6);
    draw(entropy, name + 6, 10, 26, 36);
    name[16] = '\0';
}
