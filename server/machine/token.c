#include "server/machine/token.h"

#include <sodium.h>
#include <string.h>

void token_make(struct machine *machine, char text[64], struct token_hash *hash)
{
    unsigned char bytes[32];
    entropy_bytes(&machine->entropy, bytes, sizeof bytes);
    sodium_bin2base64(text, 64, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    token_hash_of(text, hash);
}

void token_hash_of(const char *text, struct token_hash *hash)
{
    crypto_generichash(hash->bytes, sizeof hash->bytes, (const unsigned char *)text, strlen(text),
                       NULL, 0);
}

bool token_equal(const struct token_hash *a, const struct token_hash *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}
