/* Standard input, read so that no signal is slept through. At a terminal Ctrl-C, Ctrl-\ and Ctrl-Z
 * also throw away what was typed before: a read that a poll has promised bytes to can find none
 * left, and would wait, with the signal behind it, until somebody types again. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* As read(2), after a poll of STDIN_FILENO: the count of bytes, 0 at the end, or -1 with errno;
 * EAGAIN where a terminal has nothing any more. */
ssize_t standard_input_read(void *bytes, size_t room);

/* Waits for bytes and reads them: their count; 0 at the end of input, where it cannot be read, and
 * once a signal asks the program to end. */
size_t standard_input_await(void *bytes, size_t room);

/* As tcsetattr(3) on standard input, but a signal does not leave it undone. Handlers of signals may
 * call it. */
bool standard_input_set_modes(int when, const struct termios *modes);
