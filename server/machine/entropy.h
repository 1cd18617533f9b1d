/* Chance, from the entropy that events bring. A ChaCha20 generator with fast key erasure: what it
 * gave cannot be told from its later state. */
#pragma once

#include "server/machine/event.h"

struct entropy {
    unsigned char key[ENTROPY_SIZE];
};

void entropy_init(struct entropy *entropy, const unsigned char seed[ENTROPY_SIZE]);
void entropy_mix(struct entropy *entropy, const unsigned char fresh[ENTROPY_SIZE]);

/* At most 256 bytes at once. */
void entropy_bytes(struct entropy *entropy, void *out, size_t size);
/* A fair coin: 0 or 1. */
int entropy_coin(struct entropy *entropy);
/* A new id: 12 characters of A-Z, a-z, 0-9. */
void entropy_id(struct entropy *entropy, char id[ID_SIZE]);
/* A name for a guest: "guest-" and 10 letters or digits. */
void entropy_guest_name(struct entropy *entropy, char name[NAME_SIZE]);
