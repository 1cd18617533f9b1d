#include "proto/client/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "proto/client/signals.h"

static int descriptor(void);
static int open_terminal(void);

ssize_t standard_input_read(void *bytes, size_t room)
{
    return read(descriptor(), bytes, room);
}

size_t standard_input_await(void *bytes, size_t room)
{
    while (signals_wait(STDIN_FILENO)) {
        ssize_t taken = standard_input_read(bytes, room);
        if (taken >= 0)
            return (size_t)taken;
        if (errno != EINTR && errno != EAGAIN)
            return 0;
    }
    return 0;
}

bool standard_input_set_modes(int when, const struct termios *modes)
{
    int status;
    do
        status = tcsetattr(STDIN_FILENO, when, modes);
    while (status != 0 && errno == EINTR);
    return status == 0;
}

static int descriptor(void)
{
    static int opened = -1;
    if (opened < 0)
        opened = isatty(STDIN_FILENO) ? open_terminal() : STDIN_FILENO;
    return opened;
}

/* The terminal once more: O_NONBLOCK set on standard input itself would hold for the shell, too,
 * which has it open by the same description. A terminal that may not be opened is read as it is. */
static int open_terminal(void)
{
    bool controlling = tcgetsid(STDIN_FILENO) == getsid(0);
    /* By this name it may be opened by whoever the shell's user has become. */
    const char *name = controlling ? "/dev/tty" : ttyname(STDIN_FILENO);
    int opened = name != NULL ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return opened >= 0 ? opened : STDIN_FILENO;
}
