/* What each kind of request does to the database, within the transaction that store_commit began.
 * Each gives false, with a line in database->error, where nothing of the transaction may stay: the
 * disk failed, or the machine asked for what cannot be. What may be refused sets result->status and
 * must be undone at the savepoint by the caller. */
#pragma once

#include "server/store/database.h"

bool write_account_add(struct database *database, const struct store_request *request,
                       struct store_result *result);
bool write_token_add(struct database *database, const struct store_request *request,
                     struct store_result *result);
bool write_token_touch(struct database *database, const struct store_request *request);
bool write_token_drop(struct database *database, const struct store_request *request);
bool write_password_set(struct database *database, const struct store_request *request);
bool write_seek_add(struct database *database, const struct store_request *request);
bool write_seek_drop(struct database *database, const struct store_request *request);
bool write_challenge_add(struct database *database, const struct store_request *request);
bool write_challenge_drop(struct database *database, const struct store_request *request);
bool write_chat_add(struct database *database, const struct store_request *request);
bool write_ignore_set(struct database *database, const struct store_request *request);
bool write_guest_close(struct database *database, const struct store_request *request);
bool write_sweep(struct database *database, const struct store_request *request);

bool write_game_start(struct database *database, const struct store_request *request);
bool write_game_log(struct database *database, const struct store_request *request,
                    struct store_result *result);

/* Counts the beginning of a finished rated game, within the request that ends it; also used where
 * they are counted anew, on another database that has the table. */
bool write_opening(struct database *database, int size, const struct opening *opening, int winner);
