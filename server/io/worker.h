/* One thread beside the loop that does jobs in the order given, and hands them back to the loop in
 * the same order. The writer, the reader and the hasher are each one.
 * Owns the jobs between worker_give and `deliver`. All functions are called on the loop's thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/* First member of whatever a worker works on. */
struct job {
    struct job *next;
};

struct job_list {
    struct job *first, *last;
};

struct worker_rules {
    size_t batch; /* most jobs taken at a time */
    /* On the worker's thread: does the jobs first..NULL, 1..batch of them. */
    void (*work)(void *context, struct job *first);
    /* On the loop's thread: takes the jobs first..NULL, done. */
    void (*deliver)(void *context, struct job *first);
    /* Frees one job that nobody waits for any more. */
    void (*discard)(struct job *job);
};

struct worker {
    const struct worker_rules *rules;
    void *context;
    size_t owed; /* given and not yet delivered */
    uv_thread_t thread;
    uv_mutex_t mutex; /* for all below, save `woken` */
    uv_cond_t given;
    uv_async_t woken;
    struct job_list waiting, done;
    bool stopping;
};

/* Starts the thread. False where there is none to be had. */
bool worker_start(struct worker *worker, uv_loop_t *loop, const struct worker_rules *rules,
                  void *context);

void worker_give(struct worker *worker, struct job *job);

/* Lets the batch at hand be finished, ends the thread, discards the rest. The worker's memory must
 * stay until the loop has run its closing callbacks. */
void worker_stop(struct worker *worker);
