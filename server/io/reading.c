#include "server/io/reading.h"

#include "server/io/log.h"

#include <stdlib.h>

struct reading_job {
    struct job job;
    struct read_request *request;
    struct read_answer *answer; /* NULL until it is answered */
    char error[STORE_ERROR_SIZE];
};

static void reading_discard(struct job *job)
{
    struct reading_job *reading_job = (struct reading_job *)job;
    read_answer_destroy(reading_job->answer);
    free(reading_job->request);
    free(reading_job);
}

/* On the reader's thread. */
static void reading_work(void *context, struct job *first)
{
    struct reading *reading = context;
    struct reading_job *job = (struct reading_job *)first;
    job->answer = reader_answer(reading->reader, job->request, job->error);
}

/* On the loop's thread. */
static void reading_deliver(void *context, struct job *first)
{
    struct reading *reading = context;
    while (first != NULL) {
        struct reading_job *job = (struct reading_job *)first;
        first = first->next;
        if (job->error[0] != '\0')
            log_line(LOG_LEVEL_WARNING, "the store could not be read: %s", job->error);
        reading->owner.answered(reading->owner.context, job->answer);
        reading_discard(&job->job);
    }
}

static const struct worker_rules reading_rules = {
    .batch = 1,
    .work = reading_work,
    .deliver = reading_deliver,
    .discard = reading_discard,
};

bool reading_start(struct reading *reading, uv_loop_t *loop, struct reader *reader,
                   const struct reading_owner *owner)
{
    *reading = (struct reading){.owner = *owner, .reader = reader};
    return worker_start(&reading->worker, loop, &reading_rules, reading);
}

void reading_add(struct reading *reading, struct read_request *request)
{
    struct reading_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        abort();
    job->request = request;
    worker_give(&reading->worker, &job->job);
}

size_t reading_owed(const struct reading *reading)
{
    return reading->worker.owed;
}

void reading_stop(struct reading *reading)
{
    worker_stop(&reading->worker);
}
