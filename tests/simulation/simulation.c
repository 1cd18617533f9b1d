/* Runs the simulation for some seeds: simulation [--seed N] [--count N] [--steps N] [--trace].
 * The first seeds are run twice, which must give the same bytes. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/simulation/audit_database.h"

#define SEEDS_RUN_TWICE 2

struct options {
    uint64_t seed, count;
    int steps;
    bool trace;
};

/* Told when something gives up in the middle of a run. */
static char how_to_rerun[256];

static void on_death(int signal_number)
{
    ssize_t written = write(STDERR_FILENO, how_to_rerun, strlen(how_to_rerun));
    (void)written;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s [--seed N] [--count N] [--steps N] [--trace]\n", program);
    return 2;
}

static bool read_options(struct options *options, int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(arguments[i], "--trace") == 0) {
            options->trace = true;
            continue;
        }
        if (value == NULL)
            return false;
        if (strcmp(arguments[i], "--seed") == 0)
            options->seed = strtoull(value, NULL, 10);
        else if (strcmp(arguments[i], "--count") == 0)
            options->count = strtoull(value, NULL, 10);
        else if (strcmp(arguments[i], "--steps") == 0)
            options->steps = (int)strtol(value, NULL, 10);
        else
            return false;
        i++;
    }
    return true;
}

static bool run_seed(const struct options *options, uint64_t seed, unsigned char digest[32])
{
    static struct run run;
    run_init(&run, seed, options->trace ? stdout : NULL);
    int done = run_steps(&run, options->steps);
    world_digest(run.world, digest);
    audit_database(&run);
    bool well = run.complaint[0] == '\0';
    printf("seed %" PRIu64 ": %d steps, %zu accounts, %zu games, %zu ended, %d crashes: %s\n", seed,
           done, run.ledger.accounts.count, run.ledger.games.count, run.ledger.ended_count,
           run.crashes, well ? "ok" : "FAILED");
    if (!well)
        fprintf(stderr, "%s\n%s", run.complaint, how_to_rerun);
    run_deinit(&run);
    fflush(stdout);
    return well;
}

int main(int count, char **arguments)
{
    struct options options = {.seed = 1, .count = 20, .steps = 10000};
    if (!read_options(&options, count, arguments))
        return usage(arguments[0]);
    signal(SIGABRT, on_death);
    signal(SIGSEGV, on_death);
    for (uint64_t i = 0; i < options.count; i++) {
        uint64_t seed = options.seed + i;
        unsigned char first[32], second[32];
        snprintf(how_to_rerun, sizeof how_to_rerun,
                 "seed %" PRIu64 " failed; again, with all that happens: %s --seed %" PRIu64
                 " --count 1 --steps %d --trace\n",
                 seed, arguments[0], seed, options.steps);
        if (!run_seed(&options, seed, first))
            return 1;
        if (i >= SEEDS_RUN_TWICE || options.trace)
            continue;
        if (!run_seed(&options, seed, second))
            return 1;
        if (memcmp(first, second, sizeof first) != 0) {
            fprintf(stderr, "seed %" PRIu64 " gives other bytes the second time\n", seed);
            return 1;
        }
    }
    return 0;
}
