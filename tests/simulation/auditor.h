/* Asking the server something, and getting the answer at once. Private to the audit. */
#pragma once

#include <jansson.h>

#include "tests/simulation/run.h"

struct auditor {
    struct run *run;
    int connection;
    int64_t asked;
    bool still; /* no time passes while it asks: nothing ends between two questions */
};

/* Everything held goes on first, so that what is on disk is all there is. */
void auditor_open(struct auditor *auditor, struct run *run);
void auditor_close(struct auditor *auditor);
/* Comes back on another connection, which may ask 400 times before a limit is met. Called often
 * enough by who wants it still. */
void auditor_come_back(struct auditor *auditor);

/* `members` is what stands behind the id: "\"op\":…". The reply's `ok`, for json_decref; NULL where
 * it is an error, whose code is then in `code` ("" where there is no reply, which is complained
 * of). */
__attribute__((format(printf, 3, 4))) json_t *auditor_ask(struct auditor *auditor, char code[32],
                                                          const char *format, ...);
