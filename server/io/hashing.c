#include "server/io/hashing.h"

#include "server/io/log.h"
#include "server/machine/effects.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* OWASP's floor for argon2id with one lane. */
#define ARGON2_PASSES 2u
#define ARGON2_BYTES (19u * 1024 * 1024)

static_assert(PASSWORD_HASH_SIZE == crypto_pwhash_STRBYTES, "the hash is libsodium's string");

struct hashing_job {
    struct job job;
    struct hash_request *request;
    bool ok;
    char hash[PASSWORD_HASH_SIZE];
};

static void hashing_discard(struct job *job)
{
    struct hashing_job *hashing_job = (struct hashing_job *)job;
    sodium_memzero(hashing_job->request->password, sizeof hashing_job->request->password);
    hash_request_destroy(hashing_job->request);
    free(hashing_job);
}

static bool hashing_make(const struct hashing *hashing, const char *password,
                         char hash[PASSWORD_HASH_SIZE])
{
    return crypto_pwhash_str(hash, password, strlen(password), hashing->operations,
                             hashing->memory) == 0;
}

/* A hash of random bytes that are forgotten at once. */
static const char *hashing_decoy(struct hashing *hashing)
{
    if (hashing->decoy[0] == '\0') {
        char nobody[32];
        randombytes_buf(nobody, sizeof nobody);
        if (crypto_pwhash_str(hashing->decoy, nobody, sizeof nobody, hashing->operations,
                              hashing->memory) != 0)
            hashing->decoy[0] = '\0';
        sodium_memzero(nobody, sizeof nobody);
    }
    return hashing->decoy;
}

/* On the hasher's thread. */
static void hashing_work(void *context, struct job *first)
{
    struct hashing *hashing = context;
    struct hashing_job *job = (struct hashing_job *)first;
    struct hash_request *request = job->request;
    if (request->check) {
        bool real = request->hash[0] != '\0';
        const char *against = real ? request->hash : hashing_decoy(hashing);
        bool fits =
            crypto_pwhash_str_verify(against, request->password, strlen(request->password)) == 0;
        job->ok = real && fits;
    } else {
        job->ok = hashing_make(hashing, request->password, job->hash);
    }
    sodium_memzero(request->password, sizeof request->password);
}

/* On the loop's thread. */
static void hashing_deliver(void *context, struct job *first)
{
    struct hashing *hashing = context;
    while (first != NULL) {
        struct hashing_job *job = (struct hashing_job *)first;
        first = first->next;
        const struct hash_request *request = job->request;
        if (!request->check && !job->ok)
            log_line(LOG_LEVEL_WARNING, "a password could not be hashed: out of memory");
        hashing->owner.hashed(hashing->owner.context, request->ticket, job->ok, job->hash);
        hashing_discard(&job->job);
    }
}

static const struct worker_rules hashing_rules = {
    .batch = 1,
    .work = hashing_work,
    .deliver = hashing_deliver,
    .discard = hashing_discard,
};

bool hashing_start(struct hashing *hashing, uv_loop_t *loop, bool cheap,
                   const struct hashing_owner *owner)
{
    *hashing = (struct hashing){
        .owner = *owner,
        .operations = cheap ? crypto_pwhash_argon2id_OPSLIMIT_MIN : ARGON2_PASSES,
        .memory = cheap ? crypto_pwhash_argon2id_MEMLIMIT_MIN : ARGON2_BYTES,
    };
    return worker_start(&hashing->worker, loop, &hashing_rules, hashing);
}

void hashing_add(struct hashing *hashing, struct hash_request *request)
{
    struct hashing_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        abort();
    job->request = request;
    worker_give(&hashing->worker, &job->job);
}

void hashing_stop(struct hashing *hashing)
{
    worker_stop(&hashing->worker);
}
