/* One seeded run of the simulation: a world with a crowd in it, a judge who sees everything, a
 * ledger, and an auditor who asks the server itself. The seed decides all that happens. */
#pragma once

#include "tests/simulation/crowd.h"
#include "tests/simulation/ledger.h"
#include "tests/support/judge.h"
#include "tests/support/world.h"

struct run {
    uint64_t seed;
    struct random random;
    struct world *world;
    struct judge judge;
    struct ledger ledger;
    struct crowd crowd;
    bool prompt; /* nothing is ever held */
    int crashes;
    char complaint[1200]; /* the first thing that was not as it must be; "" for none */
};

void run_init(struct run *run, uint64_t seed, FILE *trace);
void run_deinit(struct run *run);

/* Lets so much happen, and then brings it to an end and looks at everything. Stops at the first
 * complaint; gives how many steps were made. */
int run_steps(struct run *run, int steps);

/* For the auditor: holds nothing, or goes back to what the run does. */
void run_hold(struct run *run, bool hold);
__attribute__((format(printf, 2, 3))) void run_complain(struct run *run, const char *format, ...);
