/* The hasher: one thread that makes and checks password hashes (argon2id, 40-70 ms each), one at a
 * time, in order. The machine bounds how many wait.
 * Owns requests until they are done and wipes every password; called by the driver on the loop's
 * thread. */
#pragma once

#include "server/io/worker.h"
#include "server/machine/event.h"

struct hash_request;

struct hashing_owner {
    /* `hash` is "" where a password was checked. */
    void (*hashed)(void *context, uint64_t ticket, bool ok, const char hash[PASSWORD_HASH_SIZE]);
    void *context;
};

struct hashing {
    struct worker worker;
    struct hashing_owner owner;
    unsigned long long operations; /* argon2id's passes */
    size_t memory;                 /* and bytes */
    /* On the hasher's thread: a hash that nobody's password fits, "" until it is needed. Checking
     * against it costs what checking a real one costs. */
    char decoy[PASSWORD_HASH_SIZE];
};

/* `cheap`: for tests and benchmarks, as little work as argon2id allows. */
bool hashing_start(struct hashing *hashing, uv_loop_t *loop, bool cheap,
                   const struct hashing_owner *owner);
/* Takes the request. */
void hashing_add(struct hashing *hashing, struct hash_request *request);
/* What is not done by now is dropped. */
void hashing_stop(struct hashing *hashing);
