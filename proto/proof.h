/* What proves a finished game: its stream as a hash chain (BLAKE2b), signed (Ed25519) by the
 * server. Made by server/machine/record.c, checked by `clamber verify`; both go through here.
 *
 *   chain(0) = H("clamber-game-1" LF header)       header: view_proof_header, without a line end
 *   chain(v) = H(chain(v-1) event)                 event: as sent, without its line end
 *   signature over "clamber-record-1" LF chain(last)
 *
 * Pure: the key comes from the caller. */
#pragma once

#include "proto/view.h"

#define PROOF_HASH_SIZE 32
#define PROOF_PUBLIC_KEY_SIZE 32
#define PROOF_SECRET_KEY_SIZE 64
#define PROOF_SIGNATURE_SIZE 64
/* Room for each of them as text: hex or base64 (RFC 4648, with padding), and the NUL. */
#define PROOF_TEXT_SIZE 136

struct proof_chain {
    unsigned char hash[PROOF_HASH_SIZE];
};

void proof_begin(struct proof_chain *chain, const char *header, size_t length);
void proof_add(struct proof_chain *chain, const char *event, size_t length);

void proof_sign(const struct proof_chain *chain, const unsigned char key[PROOF_SECRET_KEY_SIZE],
                unsigned char signature[PROOF_SIGNATURE_SIZE]);
bool proof_check(const struct proof_chain *chain, const unsigned char key[PROOF_PUBLIC_KEY_SIZE],
                 const unsigned char signature[PROOF_SIGNATURE_SIZE]);

/* {"id","size","rated","time","blue","red","started_at"}: what the stream does not say. */
void view_proof_header(struct writer *writer, const struct game_view *game);

/* {"chain":HEX,"key":BASE64,"signature":BASE64} */
void view_proof(struct writer *writer, const struct proof_chain *chain,
                const unsigned char key[PROOF_PUBLIC_KEY_SIZE],
                const unsigned char signature[PROOF_SIGNATURE_SIZE]);

/* The chain as it is shown: hex. */
void proof_chain_text(const struct proof_chain *chain, char out[PROOF_TEXT_SIZE]);

/* Base64 of `size` bytes, or exactly `size` bytes out of it; false where it is not that. */
void proof_base64(const unsigned char *bytes, size_t size, char out[PROOF_TEXT_SIZE]);
bool proof_from_base64(const char *text, unsigned char *bytes, size_t size);
