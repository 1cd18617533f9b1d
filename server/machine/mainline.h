/* The line of a game as it stands: which entries of its log are turns that were not taken back. */
#pragma once

#include "server/machine/log.h"

struct mainline {
    int64_t *v; /* of the entry of each turn, by ply from 0 */
    size_t count, capacity;
};

void mainline_init(struct mainline *line);
void mainline_deinit(struct mainline *line);

/* Reads the log up to the entry before `before_v`. False where it is damaged. */
bool mainline_read(struct mainline *line, const unsigned char *bytes, size_t length,
                   int64_t before_v);
