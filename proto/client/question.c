#include "proto/client/question.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "proto/client/signals.h"
#include "proto/client/standard_input.h"

/* How the terminal was and how it is hushed; global because the handler of Ctrl-Z must find it. */
static struct termios found;
static struct termios silent;
static bool hushed;
static struct sigaction stop_before;
static struct sigaction continue_before;

static bool read_answer(char *answer, size_t room);
static void catch_stop(void);
static void release_stop(void);
static void stop(int number);
static void hush_again(int number);
static void show_again(void);

bool question_ask(const char *question, char *answer, size_t room)
{
    fputs(question, stderr);
    fflush(stderr);
    bool whole = read_answer(answer, room);
    /* Where Enter was not shown, or did not come, the line of the question is still to be ended. */
    if (hushed || !whole)
        fputc('\n', stderr);
    return whole;
}

void question_hush(void)
{
    if (hushed || tcgetattr(STDIN_FILENO, &found) != 0)
        return;
    silent = found;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    sigaction(SIGTSTP, NULL, &stop_before);
    sigaction(SIGCONT, NULL, &continue_before);
    catch_stop();
    hushed = standard_input_set_modes(TCSAFLUSH, &silent);
    if (!hushed)
        release_stop();
    else
        signals_set_last_act(show_again);
}

void question_unhush(void)
{
    if (!hushed)
        return;
    standard_input_set_modes(TCSAFLUSH, &found);
    signals_set_last_act(NULL);
    release_stop();
    hushed = false;
}

/* Whether the line was ended. What does not fit is left out. */
static bool read_answer(char *answer, size_t room)
{
    size_t length = 0;
    char byte = '\0';
    while (standard_input_await(&byte, 1) == 1 && byte != '\n') {
        if (length + 1 < room)
            answer[length++] = byte;
    }
    answer[length] = '\0';
    return byte == '\n';
}

/* The signal may come again from its own handler, which is how that stops the process. */
static void catch_stop(void)
{
    struct sigaction stopping = {.sa_handler = stop, .sa_flags = SA_RESTART | SA_NODEFER};
    struct sigaction going_on = {.sa_handler = hush_again, .sa_flags = SA_RESTART};
    sigemptyset(&stopping.sa_mask);
    sigemptyset(&going_on.sa_mask);
    sigaction(SIGTSTP, &stopping, NULL);
    sigaction(SIGCONT, &going_on, NULL);
}

static void release_stop(void)
{
    sigaction(SIGTSTP, &stop_before, NULL);
    sigaction(SIGCONT, &continue_before, NULL);
}

/* Only calls that a signal handler may make. */
static void stop(int number)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    int error = errno;
    standard_input_set_modes(TCSADRAIN, &found);
    sigaction(number, &plain, NULL);
    raise(number);
    catch_stop();
    /* No SIGCONT has come where there is no shell that could go on with it, so it did not stop. */
    standard_input_set_modes(TCSADRAIN, &silent);
    errno = error;
}

/* Also after SIGSTOP, of which nothing tells before: meanwhile the shell had the terminal. */
static void hush_again(int number)
{
    int error = errno;
    (void)number;
    standard_input_set_modes(TCSADRAIN, &silent);
    errno = error;
}

static void show_again(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
}
