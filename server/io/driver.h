/* The driver: runs the machine on libuv. Turns sockets, time and threads into events, gives them to
 * the machine one by one, and does the effects it asks for.
 * Owns the connections, the gate, the threads and the timers; borrows loop, machine, store,
 * reader and listener from main. Decides nothing about the game. Everything here is on the loop's
 * thread.
 *
 * A round of the loop: sockets, threads and timers call in, each call being one or more steps of
 * the machine whose messages are only queued; then, before the loop waits, every connection that
 * has something to do hands over lines and writes, with one system call for all that has
 * gathered. */
#pragma once

#include "server/io/chat_log.h"
#include "server/io/clients.h"
#include "server/io/gate.h"
#include "server/io/hashing.h"
#include "server/io/listener.h"
#include "server/io/reading.h"
#include "server/io/stop.h"
#include "server/io/stopwatch.h"
#include "server/io/writing.h"
#include "server/machine/machine.h"

struct driver {
    uv_loop_t *loop;
    struct machine *machine;
    struct effects effects;
    struct stopwatch stopwatch;
    int64_t wall_latest_ms; /* the latest wall time seen, what is stored included */
    bool wall_behind;       /* the system's clock is behind that, and it has been said */
    struct gate gate;
    struct client_host host;
    struct clients clients;
    struct listener *lines, *web;
    struct chat_log *chat_log;
    struct writing writing;
    struct reading reading;
    struct hashing hashing;
    struct stop stop;
    uv_prepare_t before_wait;
    uv_idle_t no_wait;   /* active where somebody can go on at once */
    uv_timer_t tick;     /* the machine's next deadline */
    uv_timer_t patience; /* while a connection is waited for */
    bool ticking;        /* the machine has a deadline */
};

struct driver_parts {
    uv_loop_t *loop;
    struct machine *machine;
    struct store *store;
    struct reader *reader;
    struct listener *lines;    /* listening already; may be closed */
    struct listener *web;      /* the same */
    struct site *site;         /* what is served there; NULL where that is closed */
    uint32_t max_connections;  /* as the machine's */
    struct chat_log *chat_log; /* may be NULL */
    bool open_limits;
};

/* Starts the threads. False where the system has no room for them: then the process can only end.
 */
bool driver_init(struct driver *driver, const struct driver_parts *parts);

/* The machine's first event. */
void driver_restore(struct driver *driver, const struct restored *restored);

/* Serves until it is told to stop (see stop.h). Returns the exit status; all threads have ended and
 * all handles are closed. */
int driver_run(struct driver *driver);
void driver_deinit(struct driver *driver);

/* ---- For stop.c --------------------------------------------------------------------------- */

/* Hands the machine EVENT_SHUTDOWN. */
void driver_tell_shutdown(struct driver *driver, int64_t retry_after_ms);
/* Hands it EVENT_OVERDUE. */
void driver_tell_overdue(struct driver *driver);
/* Anything is owed to a client: at the gate, at a thread, or in lines that can still go on. */
bool driver_owes(const struct driver *driver);
/* Ends every connection: once its queue is written, or now. */
void driver_close_clients(struct driver *driver, bool now);
void driver_close_listeners(struct driver *driver);
/* Ends the threads and closes all handles but those of the stop. */
void driver_close_handles(struct driver *driver);
