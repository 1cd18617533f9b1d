#include "server/io/writing.h"

#include "server/io/log.h"

#include <stdlib.h>

/* A shorter wait for another process is not worth a line in the log. */
#define LOCKED_TOLD_MS 1000

struct writing_job {
    struct job job;
    struct store_request *request;
    struct store_result result;
    bool failed;
};

static void writing_discard(struct job *job)
{
    struct writing_job *writing_job = (struct writing_job *)job;
    store_request_destroy(writing_job->request);
    free(writing_job);
}

/* On the writer's thread. */
static bool writing_patience(void *context, int64_t waited_ms)
{
    struct writing *writing = context;
    if (waited_ms >= LOCKED_TOLD_MS && !writing->waits) {
        writing->waits = true;
        uv_async_send(&writing->locked);
    }
    return !atomic_load(&writing->leaves);
}

static void writing_on_locked(uv_async_t *async)
{
    struct writing *writing = async->data;
    /* Unless it has let go meanwhile. */
    writing->said = writing_owed(writing) > 0;
    if (writing->said)
        log_line(LOG_LEVEL_WARNING, "another process has the database locked: until it lets go, "
                                    "nothing can be stored and nobody is answered");
}

/* On the writer's thread. */
static void writing_work(void *context, struct job *first)
{
    struct writing *writing = context;
    struct store_request *requests[STORE_BATCH_MAX] = {0};
    struct store_result results[STORE_BATCH_MAX];
    size_t count = 0;
    for (struct job *job = first; job != NULL; job = job->next)
        requests[count++] = ((struct writing_job *)job)->request;
    /* A failed commit is never retried: what the disk holds after a failed fsync is anyone's
     * guess, and the requests behind it build on what was lost. */
    if (!writing->broken && !store_commit(writing->store, requests, count, results, writing->error))
        writing->broken = true;
    writing->waits = false;
    count = 0;
    for (struct job *job = first; job != NULL; job = job->next) {
        struct writing_job *writing_job = (struct writing_job *)job;
        writing_job->failed = writing->broken;
        if (!writing->broken)
            writing_job->result = results[count++];
    }
}

/* On the loop's thread. */
static void writing_deliver(void *context, struct job *first)
{
    struct writing *writing = context;
    if (writing->said)
        log_line(LOG_LEVEL_INFO, "the database is no longer locked");
    writing->said = false;
    while (first != NULL) {
        struct writing_job *job = (struct writing_job *)first;
        first = first->next;
        if (!job->failed) {
            writing->owner.stored(writing->owner.context, &job->result);
        } else if (!writing->told) {
            writing->told = true;
            writing->owner.failed(writing->owner.context, writing->error);
        }
        writing_discard(&job->job);
    }
    if (!writing->told)
        writing->owner.settled(writing->owner.context);
}

static const struct worker_rules writing_rules = {
    .batch = STORE_BATCH_MAX,
    .work = writing_work,
    .deliver = writing_deliver,
    .discard = writing_discard,
};

bool writing_start(struct writing *writing, uv_loop_t *loop, struct store *store,
                   const struct writing_owner *owner)
{
    *writing = (struct writing){.owner = *owner, .store = store};
    if (uv_async_init(loop, &writing->locked, writing_on_locked) != 0)
        return false;
    writing->locked.data = writing;
    store_be_patient(store, writing_patience, writing);
    return worker_start(&writing->worker, loop, &writing_rules, writing);
}

void writing_add(struct writing *writing, struct store_request *request)
{
    struct writing_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        abort();
    job->request = request;
    worker_give(&writing->worker, &job->job);
}

size_t writing_owed(const struct writing *writing)
{
    return writing->worker.owed;
}

void writing_stop(struct writing *writing)
{
    atomic_store(&writing->leaves, true);
    worker_stop(&writing->worker);
    uv_close((uv_handle_t *)&writing->locked, NULL);
}
