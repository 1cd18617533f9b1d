/* clamberd --check: whether a stopped server's database says what its games say.
 * The logs are the truth: every one is played through by the referee, and clocks, results, ratings,
 * rating points, histories and openings are computed from them anew and compared with what is
 * stored. Called by main, and by tests at their end. Changes nothing. */
#pragma once

#include "server/store/survey.h"

struct check_counts {
    int64_t ended, playing, ratings, openings;
    int64_t differences;
};

/* Tells each difference in one line. False with a line in `error` where the database cannot be read
 * or is in use. */
bool check_folder(const char *folder, survey_tell *tell, void *context, struct check_counts *counts,
                  char error[STORE_ERROR_SIZE]);

/* Prints the differences and a summary to standard output. The status for the process to end with:
 * EXIT_SUCCESS where there is no difference. */
int check_run(const char *folder);
