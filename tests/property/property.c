#include "tests/property/property.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
    const char *program;
    int size;
    unsigned long long seed;
} running;

void property_holds(bool condition, const char *text, const char *file, int line)
{
    if (condition)
        return;
    fprintf(stderr, "%s:%d: does not hold: %s\nrun again: %s %d %llu\n", file, line, text,
            running.program, running.size, running.seed);
    exit(1);
}

static void run_one(int size, unsigned long long seed,
                    void (*check)(struct random *random, int size))
{
    struct random random;
    running.size = size;
    running.seed = seed;
    random.state = seed;
    check(&random, size);
}

int property_main(int argc, char **argv, int seeds, void (*check)(struct random *random, int size))
{
    running.program = argv[0];
    if (argc == 3) {
        int size = atoi(argv[1]);
        if (!board_size_valid(size)) {
            fprintf(stderr, "usage: %s [3|4 SEED]\n", argv[0]);
            return 2;
        }
        run_one(size, strtoull(argv[2], NULL, 10), check);
        return 0;
    }
    for (int seed = 1; seed <= seeds; seed++)
        for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++)
            run_one(size, (unsigned long long)seed, check);
    return 0;
}

bool property_play_on(struct random *random, struct position *position)
{
    struct turn turn = random_turn(random, position);
    enum outcome outcome = OUTCOME_GOES_ON;
    HOLDS(referee_apply(position, &turn, &outcome) == REFUSAL_NONE);
    if (outcome == OUTCOME_SKIP)
        referee_skip(position);
    return outcome != OUTCOME_WON;
}
