/* Tokens: 32 random bytes shown as text, of which the server keeps only a hash. */
#pragma once

#include "server/machine/state.h"

void token_make(struct machine *machine, char text[64], struct token_hash *hash);
/* The hash of whatever a client sent as a token. */
void token_hash_of(const char *text, struct token_hash *hash);
bool token_equal(const struct token_hash *a, const struct token_hash *b);
