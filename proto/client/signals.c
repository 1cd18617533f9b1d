#include "proto/client/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t quit_signal;
static volatile sig_atomic_t resized;
static volatile sig_atomic_t stopped;
static volatile sig_atomic_t continued;
static void (*volatile last_act)(void);
static int wake[2] = {-1, -1};

static void note(int number)
{
    int saved = errno;
    if (number == SIGTSTP)
        stopped = 1;
    else if (number == SIGCONT)
        continued = 1;
    else if (number == SIGWINCH)
        resized = 1;
    else if (quit_signal == 0) {
        quit_signal = number;
        alarm(SIGNALS_PATIENCE_S);
    }
    /* A full pipe wakes as well as one more byte in it. */
    ssize_t written = write(wake[1], "", 1);
    (void)written;
    errno = saved;
}

/* What was asked for is done by the system now, whatever the program waits in. */
static void give_up(int number)
{
    void (*act)(void) = last_act;
    struct sigaction plain = {.sa_handler = SIG_DFL};
    (void)number;
    if (act != NULL)
        act();
    sigaction(quit_signal, &plain, NULL);
    raise(quit_signal);
}

static void set_handler(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void signals_catch_quit(void)
{
    if (pipe2(wake, O_NONBLOCK | O_CLOEXEC) != 0)
        abort();
    struct sigaction found;
    set_handler(SIGALRM, give_up);
    set_handler(SIGINT, note);
    set_handler(SIGQUIT, note);
    set_handler(SIGTERM, note);
    /* nohup has it ignored, for what is to outlive its terminal. */
    if (sigaction(SIGHUP, NULL, &found) == 0 && found.sa_handler != SIG_IGN)
        set_handler(SIGHUP, note);
}

void signals_catch_screen(void)
{
    set_handler(SIGWINCH, note);
    set_handler(SIGTSTP, note);
    set_handler(SIGCONT, note);
}

void signals_release_screen(void)
{
    set_handler(SIGWINCH, SIG_DFL);
    set_handler(SIGTSTP, SIG_DFL);
    set_handler(SIGCONT, SIG_DFL);
}

int signals_descriptor(void)
{
    return wake[0];
}

void signals_drain(void)
{
    char bytes[64];
    while (read(wake[0], bytes, sizeof bytes) > 0)
        continue;
}

void signals_set_last_act(void (*act)(void))
{
    last_act = act;
}

int signals_quit(void)
{
    return quit_signal;
}

bool signals_wait(int descriptor)
{
    while (quit_signal == 0) {
        struct pollfd watched[] = {{.fd = descriptor, .events = POLLIN},
                                   {.fd = wake[0], .events = POLLIN}};
        int ready = poll(watched, 2, -1);
        if (ready > 0 && watched[1].revents != 0)
            signals_drain();
        else if (ready > 0)
            return true;
    }
    return false;
}

bool signals_take_resize(void)
{
    bool taken = resized != 0;
    resized = 0;
    return taken;
}

bool signals_take_stop(void)
{
    bool taken = stopped != 0;
    stopped = 0;
    return taken;
}

bool signals_take_continue(void)
{
    bool taken = continued != 0;
    continued = 0;
    return taken;
}
