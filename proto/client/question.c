#include "proto/client/question.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "proto/client/standard_input.h"

/* How the terminal was and how it is hushed; global because the handler of Ctrl-Z must find it. */
static struct termios found;
static struct termios silent;
static bool hushed;
static struct sigaction stop_before;
static struct sigaction continue_before;

static bool read_answer(char *answer, size_t room, bool *whole);
static void catch_stop(void);
static void release_stop(void);
static void stop(int number);
static void hush_again(int number);

bool question_ask(const char *question, char *answer, size_t room)
{
    bool whole;
    fputs(question, stderr);
    fflush(stderr);
    bool fits = read_answer(answer, room, &whole);
    /* Where Enter was not shown, or did not come, the line of the question is still to be ended. */
    if (hushed || !whole)
        fputc('\n', stderr);
    return whole && fits;
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
    hushed = tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    if (!hushed)
        release_stop();
}

void question_unhush(void)
{
    if (!hushed)
        return;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &found);
    release_stop();
    hushed = false;
}

/* *whole: whether the line was ended. False where it does not fit. */
static bool read_answer(char *answer, size_t room, bool *whole)
{
    size_t length = 0;
    bool fits = true;
    char byte = '\0';
    while (standard_input_await(&byte, 1) == 1 && byte != '\n') {
        if (length + 1 < room)
            answer[length++] = byte;
        else
            fits = false;
    }
    answer[length] = '\0';
    *whole = byte == '\n';
    return fits;
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
    tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
    sigaction(number, &plain, NULL);
    raise(number);
    catch_stop();
    /* No SIGCONT has come where there is no shell that could go on with it, so it did not stop. */
    tcsetattr(STDIN_FILENO, TCSADRAIN, &silent);
    errno = error;
}

/* Also after SIGSTOP, of which nothing tells before: meanwhile the shell had the terminal. */
static void hush_again(int number)
{
    int error = errno;
    (void)number;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &silent);
    errno = error;
}
