/* The reading half of the store: its own read-only connection (query_only), short transactions.
 * Called from one thread at a time (server/io/reading.c in the server), never from the writer's. */
#pragma once

#include "server/store/store.h"

struct reader;

/* The database must have been opened by store_open before. NULL with a line in `error`. */
struct reader *reader_open(const char *folder, char error[STORE_ERROR_SIZE]);
void reader_close(struct reader *reader);

/* Never NULL: what cannot be read is an answer with READ_FAILED, and a line in `error` (else "").
 * The caller frees it with read_answer_destroy. */
struct read_answer *reader_answer(struct reader *reader, const struct read_request *request,
                                  char error[STORE_ERROR_SIZE]);
