/* A database as a server leaves it: games of every kind between two players, played on the whole
 * server in virtual time. For tests of what checks one. */
#pragma once

#include "tests/support/cmocka_test.h"

#include <stddef.h>

struct played {
    unsigned char *bytes; /* of the database file; malloc'ed */
    size_t length;
};

/* Plays; a failure ends the test. The games, in the order in which they end:
 * 1. rated, blitz, won by capture          5. rated, correspondence, resigned
 * 2. rated, blitz, resigned, a takeback    6. aborted
 * 3. rated, blitz on size 4, by a flag     7. casual, without a clock, won by capture
 * 4. rated, blitz, won by capture          8. rated, blitz, resigned in the first turns
 * Two are being played, one with an open offer. The first has lines of chat in both rooms. */
void played_init(struct played *played);
void played_deinit(struct played *played);

/* Writes the database into a new folder, made in `folder`. */
void played_copy(const struct played *played, char folder[64]);
void played_remove(const char *folder);
