/* The reader: one thread that answers reads from the store, one at a time, in order.
 * Owns requests until they are answered; called by the driver on the loop's thread, once what a
 * read rests on is on disk. */
#pragma once

#include "server/io/worker.h"
#include "server/store/reader.h"

struct reading_owner {
    /* The answer is borrowed. */
    void (*answered)(void *context, const struct read_answer *answer);
    void *context;
};

struct reading {
    struct worker worker;
    struct reading_owner owner;
    struct reader *reader;
};

/* The reader stays the caller's, who leaves it alone until reading_stop. */
bool reading_start(struct reading *reading, uv_loop_t *loop, struct reader *reader,
                   const struct reading_owner *owner);
/* Takes a malloc'ed request. */
void reading_add(struct reading *reading, struct read_request *request);
/* Reads given and not yet answered. */
size_t reading_owed(const struct reading *reading);
void reading_stop(struct reading *reading);
