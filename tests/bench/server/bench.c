/* Durable moves a second through the real server, beside the two floors it is to be judged by: what
 * a plain line echo carries, and what plain group-committed inserts reach. Absolute figures depend
 * on the machine and its disk; the ratios carry over. Usage: bench-server CLAMBERD */
#include "tests/bench/server/bench.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const int sizes[] = {1, 64, 512};
    char folder[] = "/tmp/clamber-bench-XXXXXX";
    if (argc != 2 || mkdtemp(folder) == NULL) {
        fprintf(stderr, "usage: %s CLAMBERD (and /tmp must be writable)\n", argv[0]);
        return 2;
    }
    printf("%8s %14s %14s %14s %10s %12s\n", "games", "moves/s", "echo lines/s", "inserts/s",
           "of echo", "of inserts");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double echo = per_second(bench_echo(sizes[i]));
        double inserts = per_second(bench_inserts(folder, sizes[i]));
        int port = daemon_start(argv[1], folder);
        double moves = per_second(bench_play(port, sizes[i]));
        daemon_stop();
        printf("%8d %14.0f %14.0f %14.0f %9.0f%% %11.0f%%\n", sizes[i], moves, echo, inserts,
               100 * moves / echo, 100 * moves / inserts);
        fflush(stdout);
        if (moves <= 0)
            return 1;
    }
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? 0 : 1;
}
