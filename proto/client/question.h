/* Questions to a person at a terminal that is not a full screen: asked on standard error, answered
 * by a line of standard input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* False at the end of input and on a signal. A line is cut to the room there is, which must be for
 * more than the longest that is valid. */
bool question_ask(const char *question, char *answer, size_t room);

/* Nothing typed is shown until question_unhush, also not what is typed between two questions; what
 * was typed before (and so was seen) is thrown away. Nothing where it is so already, or standard
 * input is no terminal. Stopped by Ctrl-Z, the terminal is as it was. */
void question_hush(void);

/* Gives the terminal back as it was found, and throws away what was typed and not asked for: it may
 * be a password once more, which is no command to whoever reads next. Nothing where it is not
 * hushed. */
void question_unhush(void);
