#include "proto/proof.h"

#include <sodium.h>
#include <string.h>

static const char game_domain[] = "clamber-game-1\n";
static const char record_domain[] = "clamber-record-1\n";

static void hash_two(struct proof_chain *chain, const void *first, size_t first_size,
                     const char *second, size_t second_size)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, PROOF_HASH_SIZE);
    crypto_generichash_update(&state, first, first_size);
    crypto_generichash_update(&state, (const unsigned char *)second, second_size);
    crypto_generichash_final(&state, chain->hash, PROOF_HASH_SIZE);
}

void proof_begin(struct proof_chain *chain, const char *header, size_t length)
{
    hash_two(chain, game_domain, sizeof game_domain - 1, header, length);
}

void proof_add(struct proof_chain *chain, const char *event, size_t length)
{
    unsigned char before[PROOF_HASH_SIZE];
    memcpy(before, chain->hash, sizeof before);
    hash_two(chain, before, sizeof before, event, length);
}

#define SIGNED_SIZE (sizeof record_domain - 1 + PROOF_HASH_SIZE)

static void signed_text(const struct proof_chain *chain, unsigned char out[SIGNED_SIZE])
{
    memcpy(out, record_domain, sizeof record_domain - 1);
    memcpy(out + sizeof record_domain - 1, chain->hash, PROOF_HASH_SIZE);
}

void proof_sign(const struct proof_chain *chain, const unsigned char key[PROOF_SECRET_KEY_SIZE],
                unsigned char signature[PROOF_SIGNATURE_SIZE])
{
    unsigned char text[SIGNED_SIZE];
    signed_text(chain, text);
    crypto_sign_detached(signature, NULL, text, sizeof text, key);
}

bool proof_check(const struct proof_chain *chain, const unsigned char key[PROOF_PUBLIC_KEY_SIZE],
                 const unsigned char signature[PROOF_SIGNATURE_SIZE])
{
    unsigned char text[SIGNED_SIZE];
    signed_text(chain, text);
    return crypto_sign_verify_detached(signature, text, sizeof text, key) == 0;
}

void view_proof_header(struct writer *writer, const struct game_view *game)
{
    writer_object(writer);
    writer_key_string(writer, "id", game->id);
    writer_key_integer(writer, "size", game->size);
    writer_key_boolean(writer, "rated", game->rated);
    writer_key(writer, "time");
    view_time(writer, game->time);
    writer_key(writer, "blue");
    view_player(writer, &game->players[COLOR_BLUE]);
    writer_key(writer, "red");
    view_player(writer, &game->players[COLOR_RED]);
    writer_key_integer(writer, "started_at", game->started_at);
    writer_object_end(writer);
}

void view_proof(struct writer *writer, const struct proof_chain *chain,
                const unsigned char key[PROOF_PUBLIC_KEY_SIZE],
                const unsigned char signature[PROOF_SIGNATURE_SIZE])
{
    char text[PROOF_TEXT_SIZE];
    writer_object(writer);
    proof_chain_text(chain, text);
    writer_key_string(writer, "chain", text);
    proof_base64(key, PROOF_PUBLIC_KEY_SIZE, text);
    writer_key_string(writer, "key", text);
    proof_base64(signature, PROOF_SIGNATURE_SIZE, text);
    writer_key_string(writer, "signature", text);
    writer_object_end(writer);
}

void proof_chain_text(const struct proof_chain *chain, char out[PROOF_TEXT_SIZE])
{
    sodium_bin2hex(out, PROOF_TEXT_SIZE, chain->hash, PROOF_HASH_SIZE);
}

void proof_base64(const unsigned char *bytes, size_t size, char out[PROOF_TEXT_SIZE])
{
    sodium_bin2base64(out, PROOF_TEXT_SIZE, bytes, size, sodium_base64_VARIANT_ORIGINAL);
}

bool proof_from_base64(const char *text, unsigned char *bytes, size_t size)
{
    size_t length;
    const char *end;
    return sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == size && *end == '\0';
}
