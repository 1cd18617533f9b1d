/* How fast the referee is on one core: leaves of perft, and single turns applied. Prints a line for
 * each figure; the best of several rounds, since noise only ever adds. Perft counts the placements
 * and lower-stack captures of its last ply by the number of their cells, so its figure is turns
 * told apart, not turns played; listing plays them all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/perft.h"
#include "core/referee.h"
#include "tests/support/random_play.h"

#define ROUNDS 7
#define SAMPLES 4096

struct sample {
    struct position position;
    struct turn turn;
};

struct samples {
    struct sample all[SAMPLES];
    int count;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void bench_perft(const char *name, const struct position *position, int depth)
{
    double best = 1e9;
    uint64_t leaves = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = seconds_now();
        leaves = perft_count(position, depth);
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    printf("perft %s depth %d: %llu turns, %.1f million a second\n", name, depth,
           (unsigned long long)leaves, (double)leaves / best * 1e-6);
}

static void count_one(const struct turn *turn, void *context)
{
    (void)turn;
    ++*(uint64_t *)context;
}

/* Every turn put together cell by cell, nothing merely counted. */
static void bench_listing(const char *name, const struct position *position)
{
    double best = 1e9;
    uint64_t turns = 0;
    for (int round = 0; round < ROUNDS; round++) {
        turns = 0;
        double begun = seconds_now();
        perft_turns(position, count_one, &turns);
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    printf("listing %s: %llu turns, %.1f million a second\n", name, (unsigned long long)turns,
           (double)turns / best * 1e-6);
}

static void bench_apply(const char *name, const struct samples *samples)
{
    double best = 1e9;
    volatile enum outcome kept; /* so that no turn is left out as without effect */
    for (int round = 0; round < ROUNDS * 10; round++) {
        double begun = seconds_now();
        for (int i = 0; i < samples->count; i++) {
            struct position position = samples->all[i].position;
            enum outcome outcome = OUTCOME_GOES_ON;
            if (referee_apply(&position, &samples->all[i].turn, &outcome) != REFUSAL_NONE)
                abort();
            kept = outcome;
        }
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    (void)kept;
    printf("%s: %.1f ns a turn, over %d turns\n", name, best / samples->count * 1e9,
           samples->count);
}

static void keep(struct samples *samples, const struct position *position, const struct turn *turn)
{
    if (samples->count < SAMPLES)
        samples->all[samples->count++] = (struct sample){.position = *position, .turn = *turn};
}

/* Sorts the turns of random games by kind until there are enough of each. */
static void gather(int size, struct samples *placements, struct samples *singles,
                   struct samples *chains)
{
    placements->count = singles->count = chains->count = 0;
    for (uint64_t seed = 1; chains->count < SAMPLES || placements->count < SAMPLES; seed++) {
        struct random random;
        struct position position;
        enum outcome outcome = OUTCOME_GOES_ON;
        random.state = seed;
        position_init(&position, size);
        for (int ply = 0; ply < 300 && outcome != OUTCOME_WON; ply++) {
            if (outcome == OUTCOME_SKIP) {
                referee_skip(&position);
                outcome = OUTCOME_GOES_ON;
                continue;
            }
            struct turn turn = random_turn(&random, &position);
            struct samples *kind = turn.count == 1   ? placements
                                   : turn.count == 2 ? singles
                                                     : chains;
            keep(kind, &position, &turn);
            if (referee_apply(&position, &turn, &outcome) != REFUSAL_NONE)
                abort();
        }
    }
}

static struct position position_of(const char *text)
{
    struct position position;
    if (!position_parse(&position, text, strlen(text)))
        abort();
    return position;
}

int main(void)
{
    static struct samples placements, singles, chains;
    struct position position;
    position_init(&position, 3);
    bench_perft("size 3", &position, 5);
    position_init(&position, 4);
    bench_perft("size 4", &position, 4);
    /* From perft.ndjson, rich in chains, of which nothing can be counted without playing them. */
    position = position_of("b6r6b1/r5r3r2b1/r4r1r2b4r1/b4b1r1b1/b3r3r2 r");
    bench_perft("full board", &position, 3);
    position = position_of("r4r5r1/b7r7r1r6/b6r6r8r2r2/r1b6r7b1/r4b7r3 b");
    bench_perft("tall stacks", &position, 3);
    position = position_of("r5r1r1r1/r1r2r6r5r5/.r3b6r2b7r2/b1b1b3r8.b1./r4r7r6r9r5b1/r4r7r8r4b1/"
                           "r2b7r1r3 b");
    bench_listing("long chains", &position);

    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++) {
        gather(size, &placements, &singles, &chains);
        printf("size %d\n", size);
        bench_apply("  placement", &placements);
        bench_apply("  one capture", &singles);
        bench_apply("  chain", &chains);
    }
    return 0;
}
