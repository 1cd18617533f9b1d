/* Cursors: the place where a page of history ended, bound to the filters it was given out for. */
#pragma once

#include "server/machine/state.h"

#define CURSOR_SIZE 96

struct cursor {
    int64_t place;        /* a sequence, or the bits of a rating */
    char name[NAME_SIZE]; /* leaderboard */
};

/* `filters` is any text that differs where the filters do. */
void cursor_write(const struct cursor *cursor, const char *filters, char out[CURSOR_SIZE]);
/* False where it was not given out for these filters. */
bool cursor_read(struct cursor *cursor, const char *filters, const char *text);
