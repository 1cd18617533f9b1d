/* The writing half of the store: the one connection that writes and checkpoints.
 * Owned by whoever opened it; called from one thread at a time (server/io/writing.c in the server).
 * Knows SQL and the typed requests, never a connection, a socket or a rule of the game. */
#pragma once

#include "server/machine/storage.h"

/* Most requests that one transaction takes. */
#define STORE_BATCH_MAX 256
/* Room for the one line that says what is wrong and what to do. */
#define STORE_ERROR_SIZE 512

struct store;

/* Called now and then while another process has the database locked, with how long that has been.
 * False gives up. */
typedef bool store_patience(void *context, int64_t waited_ms);

/* Opens the database in `folder`, which is made where it is missing; upgrades an older one (said on
 * *notice, else ""), checkpoints what a crash left behind and checks that it is synced. NULL with
 * one plain line in `error` where the folder cannot be written, or the database is locked by
 * another process, newer than this program, or corrupt. */
struct store *store_open(const char *folder, char notice[STORE_ERROR_SIZE],
                         char error[STORE_ERROR_SIZE]);
void store_close(struct store *store);

/* What was going on before. False with `error` where it cannot be read. */
bool store_load(struct store *store, struct restored *restored, char error[STORE_ERROR_SIZE]);

/* From now on a commit waits as long as `patience` says for another process that has the database
 * locked: nothing of it has been written by then. Before, it fails after 5 s. */
void store_be_patient(struct store *store, store_patience *patience, void *context);

/* Commits `count` (1..STORE_BATCH_MAX) requests in one durable transaction, those that may be
 * refused within a savepoint of their own, and fills in results[0..count-1]. False with `error`
 * where nothing of it may count as stored: the caller must stop using this store. */
bool store_commit(struct store *store, struct store_request *const *requests, size_t count,
                  struct store_result *results, char error[STORE_ERROR_SIZE]);
