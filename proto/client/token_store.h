/* Where sign-ins are kept between runs: one small file a server and name, readable by its owner
 * only, under $XDG_STATE_HOME/clamber or ~/.local/state/clamber. */
#pragma once

#include "proto/client/address.h"
#include "proto/client/game_state.h"
#include "proto/client/session.h"

struct token_store {
    char folder[1024]; /* of this server; "" where there is no home to keep anything in */
};

void token_store_init(struct token_store *store, const struct address *address);

/* Finds the sign-in kept under `name` (whatever its case), or with NULL the one used last. False
 * where there is none. */
bool token_store_find(const struct token_store *store, const char *name,
                      char found[PLAYER_NAME_MAX], char token[TOKEN_TEXT_MAX]);

/* Keeps a sign-in, in place of an earlier one of that name, as the one used last. False with errno
 * where it could not be written. */
bool token_store_keep(const struct token_store *store, const char *name, const char *token);

/* Forgets a sign-in, unless another one has been kept under that name meanwhile; none being there
 * is fine. */
void token_store_forget(const struct token_store *store, const char *name, const char *token);
