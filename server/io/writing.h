/* The writer: one thread that commits store requests, all that have gathered since the last commit
 * in one transaction, without a timer.
 * The only one that uses the store while the server runs. Owns requests until they are committed;
 * called by the driver on the loop's thread. */
#pragma once

#include "server/io/worker.h"
#include "server/store/store.h"

#include <stdatomic.h>

struct writing_owner {
    /* Each request that is on disk, in the order of their numbers. */
    void (*stored)(void *context, const struct store_result *result);
    /* After the last of those that came back at once. */
    void (*settled)(void *context);
    /* Storage has failed: this request and all after it are not on disk and never will be. Told
     * once. */
    void (*failed)(void *context, const char *error);
    void *context;
};

struct writing {
    struct worker worker;
    struct writing_owner owner;
    struct store *store;
    bool broken; /* on the writer's thread: a commit has failed, none is tried again */
    bool told;   /* on the loop's thread: the owner knows */
    /* Another process may lock the database, for a copy or by mistake. Then all waits: nothing that
     * was asked for is lost, and no clock runs. */
    bool waits;         /* on the writer's thread: it has waited for long, and the loop knows */
    bool said;          /* on the loop's thread: the log says so */
    uv_async_t locked;  /* for the loop to hear of it */
    atomic_bool leaves; /* the process stops: nobody is waited for */
    char error[STORE_ERROR_SIZE];
};

/* The store stays the caller's, who leaves it alone until writing_stop. */
bool writing_start(struct writing *writing, uv_loop_t *loop, struct store *store,
                   const struct writing_owner *owner);
/* Takes a malloc'ed request. */
void writing_add(struct writing *writing, struct store_request *request);
/* Requests given and not yet told as stored. */
size_t writing_owed(const struct writing *writing);
void writing_stop(struct writing *writing);
