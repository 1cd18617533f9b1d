#include "server/io/worker.h"

#include <assert.h>

static void worker_run(void *argument);
static void worker_woken(uv_async_t *async);

static void job_list_append(struct job_list *list, struct job *first, struct job *last)
{
    if (list->last == NULL)
        list->first = first;
    else
        list->last->next = first;
    list->last = last;
}

/* Takes up to `most` jobs off the front as a list of its own. Returns the first and sets *last. */
static struct job *job_list_take(struct job_list *list, size_t most, struct job **last)
{
    struct job *first = list->first;
    struct job *end = first;
    for (size_t i = 1; i < most && end->next != NULL; i++)
        end = end->next;
    list->first = end->next;
    if (list->first == NULL)
        list->last = NULL;
    end->next = NULL;
    *last = end;
    return first;
}

bool worker_start(struct worker *worker, uv_loop_t *loop, const struct worker_rules *rules,
                  void *context)
{
    *worker = (struct worker){.rules = rules, .context = context};
    if (uv_async_init(loop, &worker->woken, worker_woken) != 0)
        return false;
    worker->woken.data = worker;
    if (uv_mutex_init(&worker->mutex) != 0 || uv_cond_init(&worker->given) != 0)
        return false;
    return uv_thread_create(&worker->thread, worker_run, worker) == 0;
}

void worker_give(struct worker *worker, struct job *job)
{
    job->next = NULL;
    worker->owed++;
    uv_mutex_lock(&worker->mutex);
    assert(!worker->stopping);
    job_list_append(&worker->waiting, job, job);
    uv_cond_signal(&worker->given);
    uv_mutex_unlock(&worker->mutex);
}

/* The thread: waits, takes all there is up to a batch, works, hands back. */
static void worker_run(void *argument)
{
    struct worker *worker = argument;
    uv_mutex_lock(&worker->mutex);
    for (;;) {
        while (worker->waiting.first == NULL && !worker->stopping)
            uv_cond_wait(&worker->given, &worker->mutex);
        if (worker->stopping)
            break;
        struct job *last;
        struct job *first = job_list_take(&worker->waiting, worker->rules->batch, &last);
        uv_mutex_unlock(&worker->mutex);
        worker->rules->work(worker->context, first);
        uv_mutex_lock(&worker->mutex);
        job_list_append(&worker->done, first, last);
        uv_async_send(&worker->woken);
    }
    uv_mutex_unlock(&worker->mutex);
}

static void worker_woken(uv_async_t *async)
{
    struct worker *worker = async->data;
    uv_mutex_lock(&worker->mutex);
    struct job *first = worker->done.first;
    worker->done = (struct job_list){0};
    uv_mutex_unlock(&worker->mutex);
    if (first == NULL)
        return;
    for (const struct job *job = first; job != NULL; job = job->next)
        worker->owed--;
    worker->rules->deliver(worker->context, first);
}

static void worker_discard(struct worker *worker, struct job_list *list)
{
    while (list->first != NULL) {
        struct job *job = list->first;
        list->first = job->next;
        worker->owed--;
        worker->rules->discard(job);
    }
}

void worker_stop(struct worker *worker)
{
    uv_mutex_lock(&worker->mutex);
    worker->stopping = true;
    uv_cond_signal(&worker->given);
    uv_mutex_unlock(&worker->mutex);
    uv_thread_join(&worker->thread);
    worker_discard(worker, &worker->done);
    worker_discard(worker, &worker->waiting);
    uv_close((uv_handle_t *)&worker->woken, NULL);
    uv_cond_destroy(&worker->given);
    uv_mutex_destroy(&worker->mutex);
}
