/* Tokens: 32 random bytes shown as text, of which the server keeps only a hash. They live for
 * TOKEN_LIFE_MS from their last use, and are used by every request of whoever signed in with them.
 */
#pragma once

#include "server/machine/state.h"

void token_make(struct machine *machine, char text[64], struct token_hash *hash);
/* The hash of whatever a client sent as a token. */
void token_hash_of(const char *text, struct token_hash *hash);
bool token_equal(const struct token_hash *a, const struct token_hash *b);

/* What is stored of a connection's token: all that signed in with the same one share it. */
void token_expires(struct connection *connection, int64_t expires_at);
/* Part of the sweep: notes the use of tokens on open connections, and signs out those whose token
 * has expired. */
void token_sweep(struct machine *machine);
