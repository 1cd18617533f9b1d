#include "proto/client/standard_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "tests/support/cmocka_test.h"

static int keyboard; /* The other side of the terminal. */

/* The terminal stays the same one: it is opened anew once in a process. */
static int setup(void **state)
{
    (void)state;
    int terminal;
    if (openpty(&keyboard, &terminal, NULL, NULL, NULL) != 0)
        return -1;
    return dup2(terminal, STDIN_FILENO) < 0 || close(terminal) != 0;
}

static void type(const char *text)
{
    struct pollfd watched = {.fd = STDIN_FILENO, .events = POLLIN};
    assert_int_equal(write(keyboard, text, strlen(text)), strlen(text));
    assert_int_equal(poll(&watched, 1, -1), 1);
}

static void lines_are_read_one_by_one(void **state)
{
    (void)state;
    char bytes[16];
    type("one\ntwo\n");
    assert_int_equal(standard_input_read(bytes, sizeof bytes), 4);
    assert_memory_equal(bytes, "one\n", 4);
    assert_int_equal(standard_input_await(bytes, 2), 2);
    assert_memory_equal(bytes, "tw", 2);
    assert_int_equal(standard_input_await(bytes, sizeof bytes), 2);
    assert_memory_equal(bytes, "o\n", 2);
}

static void what_was_thrown_away_is_not_waited_for(void **state)
{
    (void)state;
    char byte;
    type("typed before Ctrl-C\n");
    assert_int_equal(tcflush(STDIN_FILENO, TCIFLUSH), 0);
    assert_int_equal(standard_input_read(&byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
}

static void the_end_is_told(void **state)
{
    (void)state;
    char byte;
    type("\x04");
    assert_int_equal(standard_input_read(&byte, 1), 0);
    type("\x04");
    assert_int_equal(standard_input_await(&byte, 1), 0);
}

static void the_shell_still_waits_when_it_reads(void **state)
{
    (void)state;
    assert_int_equal(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read_one_by_one),
        cmocka_unit_test(what_was_thrown_away_is_not_waited_for),
        cmocka_unit_test(the_end_is_told),
        cmocka_unit_test(the_shell_still_waits_when_it_reads),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
