/* How the server ends: on SIGTERM or SIGINT in good order and within 5 s, on a second one at once,
 * on a failed store with nothing more said.
 * A part of the driver; owns the signals and the deadline of a stop. */
#pragma once

#include <stdbool.h>
#include <uv.h>

/* The whole of a stop takes less than 5 s: what is owed is waited for, then passwords no longer,
 * then everybody's last words, then those who do not read them are dropped. */
#define STOP_OWED_MS 2500
#define STOP_OVERDUE_MS 3000
#define STOP_LAST_WORDS_MS 4000
/* When clients are told to come back. */
#define STOP_RETRY_AFTER_MS 3000

struct driver;

/* Moves on only. */
enum stop_phase {
    STOP_NOT,        /* the server serves */
    STOP_OWED,       /* clients are told; what they are owed is made durable and sent */
    STOP_OVERDUE,    /* the same, but passwords that are not hashed by now are given up */
    STOP_LAST_WORDS, /* every connection is closed once its queue is written */
    STOP_HANDLES,    /* everything is closed; the loop ends by itself */
};

struct stop {
    enum stop_phase phase;
    int status; /* of the process, in the end */
    /* Nothing was owed at the last wait of the loop. The next is not to be waited: what has arrived
     * and was not read while its connection was paused is read first. */
    bool quiet;
    uv_signal_t terminate, interrupt;
    uv_timer_t deadline;
    struct driver *driver;
};

/* From then on a signal ends the server. False where libuv cannot. */
bool stop_init(struct stop *stop, struct driver *driver);

/* Ends now, with exit status 1: what is held at the gate is lost. */
void stop_failed(struct stop *stop);

/* Moves on where the phase has come to its end. Called before each wait of the loop. */
void stop_check(struct stop *stop);
