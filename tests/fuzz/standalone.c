/* Drives a fuzz target without libFuzzer: a bounded number of seeded mutations of its built-in
 * seeds, the same on every machine, so that it can run with every build.
 *
 *     request-fuzz [COUNT [SEED]]     COUNT inputs from SEED
 *
 * Each input has a seed of its own, SEED, SEED + 1 …; where one fails, the command that runs it
 * alone is printed. */
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/random.h"

#define DEFAULT_COUNT 100000
#define INPUT_MAX 16384

struct input {
    uint8_t bytes[INPUT_MAX];
    size_t size;
};

/* How to run the present input alone, for the signal handler. */
static char again[256];

static void tell_input(int number)
{
    ssize_t written = write(STDERR_FILENO, again, strlen(again));
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static const char *pick_seed(struct random *random)
{
    uint32_t count = 0;
    while (fuzz_seeds[count] != NULL)
        count++;
    return fuzz_seeds[random_below(random, count)];
}

/* Replaces `removed` bytes at `at` by others. */
static void splice(struct input *input, size_t at, size_t removed, const void *bytes, size_t added)
{
    if (input->size - removed + added > INPUT_MAX)
        return;
    memmove(input->bytes + at + added, input->bytes + at + removed, input->size - at - removed);
    memcpy(input->bytes + at, bytes, added);
    input->size = input->size - removed + added;
}

static void add_piece(struct random *random, struct input *input, size_t at)
{
    static const char *const pieces[] = {"\n",
                                         "\r\n",
                                         "\"",
                                         "\\",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         ":",
                                         "null",
                                         "true",
                                         "-1",
                                         "1e400",
                                         "9007199254740992",
                                         "99999999999999999999",
                                         "\\u0000",
                                         "\\ud800",
                                         "\xff",
                                         "\xc0\x80",
                                         "\"op\":",
                                         "\"id\":",
                                         "[[[[[[[[",
                                         "\xef\xbb\xbf",
                                         " "};
    const char *piece = pieces[random_below(random, sizeof pieces / sizeof pieces[0])];
    splice(input, at, 0, piece, strlen(piece));
}

/* A run long enough to go over the limit of a line now and then. */
static void add_run(struct random *random, struct input *input, size_t at)
{
    char run[3000];
    size_t length = random_below(random, sizeof run);
    memset(run, random_below(random, 2) == 0 ? 'a' : '[', length);
    splice(input, at, 0, run, length);
}

static void mutate(struct random *random, struct input *input)
{
    size_t at = random_below(random, (uint32_t)input->size + 1);
    size_t rest = input->size - at;
    uint8_t byte = (uint8_t)random_below(random, 256);
    switch (random_below(random, 12)) {
    case 0:
        add_run(random, input, at);
        return;
    case 1:
    case 2:
        splice(input, at, random_below(random, (uint32_t)rest + 1), "", 0);
        return;
    case 3:
    case 4: {
        const char *seed = pick_seed(random);
        splice(input, at, 0, seed, strlen(seed));
        return;
    }
    case 5:
    case 6:
        splice(input, at, rest > 0 ? 1 : 0, &byte, 1);
        return;
    case 7:
        splice(input, at, rest > 0 ? 1 : 0, "", 1); /* a NUL */
        return;
    default:
        add_piece(random, input, at);
    }
}

static void run(uint64_t seed)
{
    struct random random = {.state = seed};
    static struct input input;
    const char *text = pick_seed(&random);
    input.size = strlen(text);
    memcpy(input.bytes, text, input.size);
    for (uint32_t left = random_below(&random, 8); left > 0; left--)
        mutate(&random, &input);
    /* On the heap and exactly as long, so that a sanitizer sees a read beyond the end. */
    uint8_t *exact = malloc(input.size > 0 ? input.size : 1);
    if (exact == NULL)
        abort();
    memcpy(exact, input.bytes, input.size);
    LLVMFuzzerTestOneInput(exact, input.size);
    free(exact);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : DEFAULT_COUNT;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    signal(SIGABRT, tell_input);
    struct sigaction present;
    sigaction(SIGSEGV, NULL, &present);
    if (present.sa_handler == SIG_DFL) /* a sanitizer has its own, which tells more */
        signal(SIGSEGV, tell_input);
    for (uint64_t seed = first; seed < first + count; seed++) {
        snprintf(again, sizeof again, "to run this input alone: %s 1 %llu\n", argv[0],
                 (unsigned long long)seed);
        run(seed);
    }
    printf("%llu inputs from seed %llu\n", (unsigned long long)count, (unsigned long long)first);
    return 0;
}
