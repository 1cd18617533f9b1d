/* What a bot tells of itself on standard output: one line for each thing that has happened, for
 * people or, with --json, one object a line. */
#pragma once

#include <jansson.h>

#include <stdbool.h>

struct bot_log {
    bool json;
};

/* `what` has happened; `details` is an object with more, which is taken over, or NULL. */
void bot_log(const struct bot_log *log, const char *what, json_t *details);
