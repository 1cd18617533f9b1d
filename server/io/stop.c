#include "server/io/stop.h"

#include "server/io/driver.h"
#include "server/io/log.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void stop_on_signal(uv_signal_t *handle, int number);
static void stop_begin(struct stop *stop);
static void stop_on_deadline(uv_timer_t *timer);

static void stop_move(struct stop *stop, enum stop_phase to)
{
    assert(to > stop->phase);
    stop->phase = to;
}

bool stop_init(struct stop *stop, struct driver *driver)
{
    *stop = (struct stop){.driver = driver};
    uv_loop_t *loop = driver->loop;
    if (uv_signal_init(loop, &stop->terminate) != 0 ||
        uv_signal_init(loop, &stop->interrupt) != 0 || uv_timer_init(loop, &stop->deadline) != 0)
        return false;
    stop->terminate.data = stop;
    stop->interrupt.data = stop;
    stop->deadline.data = stop;
    return uv_signal_start(&stop->terminate, stop_on_signal, SIGTERM) == 0 &&
           uv_signal_start(&stop->interrupt, stop_on_signal, SIGINT) == 0;
}

static void stop_on_signal(uv_signal_t *handle, int number)
{
    struct stop *stop = handle->data;
    if (stop->phase == STOP_NOT) {
        stop_begin(stop);
        return;
    }
    /* Whoever asks twice does not want to wait. What is on disk is safe. */
    log_line(LOG_LEVEL_WARNING, "stopped at once, by a second signal");
    signal(number, SIG_DFL);
    raise(number);
}

static void stop_begin(struct stop *stop)
{
    struct driver *driver = stop->driver;
    assert(stop->phase == STOP_NOT);
    log_line(LOG_LEVEL_INFO, "stopping: %u connections are told", driver->clients.count);
    driver_close_listeners(driver);
    driver_tell_shutdown(driver, STOP_RETRY_AFTER_MS);
    stop_move(stop, STOP_OWED);
    uv_update_time(driver->loop);
    uv_timer_start(&stop->deadline, stop_on_deadline, STOP_OWED_MS, 0);
}

static void stop_give_up_passwords(struct stop *stop)
{
    stop_move(stop, STOP_OVERDUE);
    driver_tell_overdue(stop->driver);
    uv_update_time(stop->driver->loop);
    uv_timer_start(&stop->deadline, stop_on_deadline, STOP_OVERDUE_MS - STOP_OWED_MS, 0);
}

static void stop_say_goodbye(struct stop *stop)
{
    stop_move(stop, STOP_LAST_WORDS);
    driver_close_clients(stop->driver, false);
    uv_update_time(stop->driver->loop);
    uv_timer_start(&stop->deadline, stop_on_deadline, STOP_LAST_WORDS_MS - STOP_OVERDUE_MS, 0);
}

static void stop_close(struct stop *stop)
{
    stop_move(stop, STOP_HANDLES);
    driver_close_clients(stop->driver, true);
    driver_close_handles(stop->driver);
    uv_close((uv_handle_t *)&stop->terminate, NULL);
    uv_close((uv_handle_t *)&stop->interrupt, NULL);
    uv_close((uv_handle_t *)&stop->deadline, NULL);
}

void stop_failed(struct stop *stop)
{
    if (stop->phase == STOP_HANDLES)
        return;
    stop->status = EXIT_FAILURE;
    stop_close(stop);
}

static void stop_on_deadline(uv_timer_t *timer)
{
    struct stop *stop = timer->data;
    if (stop->phase == STOP_OWED)
        stop_give_up_passwords(stop);
    else if (stop->phase == STOP_OVERDUE)
        stop_say_goodbye(stop);
    else
        stop_close(stop);
}

void stop_check(struct stop *stop)
{
    bool waits = stop->phase == STOP_OWED || stop->phase == STOP_OVERDUE;
    bool was_quiet = stop->quiet;
    stop->quiet = waits && !driver_owes(stop->driver);
    if (stop->quiet && was_quiet) {
        stop->quiet = false;
        stop_say_goodbye(stop);
    }
    if (stop->phase == STOP_LAST_WORDS && stop->driver->clients.count == 0)
        stop_close(stop);
}
