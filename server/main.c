/* clamberd: from the command line to a running server. */
#include "server/check/check.h"
#include "server/io/options.h"
#include "server/io/process.h"
#include "server/io/server.h"

#include <sodium.h>
#include <stdlib.h>

/* Wrong usage; EXIT_FAILURE is for what the system refuses. */
#define EXIT_USAGE 2

static int serve(const struct options *options, struct machine_config *config)
{
    if (sodium_init() < 0) {
        fprintf(stderr, "clamberd: libsodium cannot be used on this system\n");
        return EXIT_FAILURE;
    }
    config->server = "clamberd/" CLAMBER_VERSION;
    config->max_connections = process_prepare(options->max_connections);
    config->max_games = options->max_games;
    config->open_limits = options->open_limits;
    return server_run(options, config);
}

int main(int argc, char *argv[])
{
    struct machine_config config;
    struct options options;
    char error[OPTIONS_ERROR_SIZE];
    machine_config_init(&config);
    options_init(&options, config.max_connections, config.max_games);
    switch (options_parse(&options, argc, argv, error)) {
    case OPTIONS_HELP:
        options_help(stdout);
        return EXIT_SUCCESS;
    case OPTIONS_VERSION:
        puts("clamberd " CLAMBER_VERSION);
        return EXIT_SUCCESS;
    case OPTIONS_WRONG:
        fprintf(stderr, "clamberd: %s\n", error);
        return EXIT_USAGE;
    case OPTIONS_CHECK:
        return check_run(options.data);
    case OPTIONS_RUN:
        return serve(&options, &config);
    }
    return EXIT_USAGE;
}
