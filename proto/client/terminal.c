#include "proto/client/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "proto/client/signals.h"
#include "proto/client/standard_input.h"

/* Alternate screen, cleared; what is pasted comes between marks. And back: plain style, cursor
 * shown, the screen as before. */
#define ENTER "\033[?1049h\033[?2004h\033[0m\033[2J\033[H"
#define LEAVE "\033[0m\033[?25h\033[?2004l\033[?1049l"

/* How the terminal was; global because a handler of a fatal signal must find it. */
static struct termios saved;
static struct termios keys; /* and how a full screen needs it */
static volatile sig_atomic_t taken_over;

static void write_all(const char *bytes, size_t length);
static void restore(void);
static void restore_at_once(void);
static void restore_and_die(int number);

void terminal_init(struct terminal *terminal, bool colored)
{
    *terminal = (struct terminal){.colored = colored};
}

bool terminal_open(struct terminal *terminal)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    if (tcgetattr(STDIN_FILENO, &saved) != 0)
        return false;
    keys = saved;
    keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    /* The handlers first: from here on there is something to restore. */
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        sigaction(fatal[i], &action, NULL);
    }
    signals_catch_screen();
    taken_over = 1;
    signals_set_last_act(restore_at_once);
    if (!standard_input_set_modes(TCSADRAIN, &keys)) {
        taken_over = 0;
        signals_set_last_act(NULL);
        return false;
    }
    write_all(ENTER, strlen(ENTER));
    terminal->open = true;
    terminal_forget(terminal);
    return true;
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal->open)
        return;
    restore();
    signals_set_last_act(NULL);
    signals_release_screen();
    terminal->open = false;
    canvas_deinit(&terminal->shown);
}

void terminal_suspend(struct terminal *terminal)
{
    terminal_close(terminal);
    raise(SIGTSTP);
    terminal_open(terminal);
}

void terminal_retake(struct terminal *terminal)
{
    if (!terminal->open)
        return;
    standard_input_set_modes(TCSADRAIN, &keys);
    write_all(ENTER, strlen(ENTER));
    terminal_forget(terminal);
}

void terminal_size(int *width, int *height)
{
    struct winsize size;
    *width = 80;
    *height = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *width = size.ws_col;
        *height = size.ws_row;
    }
}

void terminal_show(struct terminal *terminal, const struct canvas *canvas, int x, int y)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (out == NULL)
        abort();
    bool fresh = terminal->shown.width != canvas->width || terminal->shown.height != canvas->height;
    /* The cursor is hidden meanwhile, or it would be seen to run about. */
    fputs(fresh ? "\033[?25l\033[2J" : "\033[?25l", out);
    for (int line = 0; line < canvas->height; line++) {
        if (!fresh && canvas_line_equal(&terminal->shown, canvas, line))
            continue;
        fprintf(out, "\033[%d;1H", line + 1);
        canvas_write_line(canvas, line, terminal->colored, out);
        fputs("\033[K", out);
    }
    fprintf(out, "\033[%d;%dH\033[?25h", y + 1, x + 1);
    fclose(out);
    write_all(bytes, length);
    free(bytes);

    canvas_deinit(&terminal->shown);
    canvas_init(&terminal->shown, canvas->width, canvas->height);
    memcpy(terminal->shown.cells, canvas->cells,
           (size_t)canvas->width * (size_t)canvas->height * sizeof *canvas->cells);
}

void terminal_forget(struct terminal *terminal)
{
    canvas_deinit(&terminal->shown);
}

static void write_all(const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

/* Only calls that a signal handler may make. */
static void restore(void)
{
    if (!taken_over)
        return;
    taken_over = 0;
    write_all(LEAVE, strlen(LEAVE));
    standard_input_set_modes(TCSADRAIN, &saved);
}

/* The same without waiting for a terminal that takes no output. */
static void restore_at_once(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&output, 1, 0) == 1 && (output.revents & POLLOUT))
        write_all(LEAVE, strlen(LEAVE));
    tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

static void restore_and_die(int number)
{
    restore();
    raise(number);
}
