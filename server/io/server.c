#include "server/io/server.h"

#include "server/io/driver.h"
#include "server/io/log.h"
#include "server/io/site.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

/* What the driver borrows. */
struct server {
    uv_loop_t loop;
    struct listener lines, web;
    struct site site;
    struct chat_log *chat_log;
    struct store *store;
    struct reader *reader;
    struct restored restored;
    struct machine *machine;
    struct driver driver;
};

static bool server_open_store(struct server *server, const char *folder,
                              char error[STORE_ERROR_SIZE])
{
    char notice[STORE_ERROR_SIZE] = "";
    server->store = store_open(folder, notice, error);
    if (server->store == NULL)
        return false;
    if (notice[0] != '\0')
        log_line(LOG_LEVEL_INFO, "%s", notice);
    server->reader = reader_open(folder, error);
    return server->reader != NULL && store_load(server->store, &server->restored, error);
}

/* Everything that can be refused, the cheapest first: a port in use is told before a database is
 * made. */
static bool server_open(struct server *server, const struct options *options,
                        const struct machine_config *config, char error[OPTIONS_ERROR_SIZE])
{
    if (!options->listen.off &&
        !listener_open(&server->lines, &server->loop, &options->listen, error))
        return false;
    if (!options->web.off && !listener_open(&server->web, &server->loop, &options->web, error))
        return false;
    site_init(&server->site, options);
    if (options->chat_log[0] != '\0') {
        server->chat_log = chat_log_create(&server->loop, options->chat_log, error);
        if (server->chat_log == NULL)
            return false;
    }
    if (!server_open_store(server, options->data, error))
        return false;
    unsigned char seed[ENTROPY_SIZE];
    randombytes_buf(seed, sizeof seed);
    server->machine = machine_create(config, seed);
    if (server->machine == NULL)
        snprintf(error, OPTIONS_ERROR_SIZE, "not enough memory");
    return server->machine != NULL;
}

static void server_close(struct server *server)
{
    machine_destroy(server->machine);
    restored_deinit(&server->restored);
    if (server->reader != NULL)
        reader_close(server->reader);
    if (server->store != NULL)
        store_close(server->store);
    chat_log_destroy(server->chat_log);
    listener_close(&server->lines);
    listener_close(&server->web);
    site_deinit(&server->site);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    int status = uv_loop_close(&server->loop);
    assert(status == 0);
    (void)status;
}

/* The address of a listener as a member of the ready line. */
static void server_print_address(const char *name, const struct listener *listener)
{
    char text[ADDRESS_TEXT_SIZE];
    if (!listener->open) {
        printf(",\"%s\":null", name);
        return;
    }
    listener_address(listener, text);
    printf(",\"%s\":\"%s\"", name, text);
}

static void server_say_ready(const struct server *server)
{
    printf("{\"ready\":true");
    server_print_address("lines", &server->lines);
    server_print_address("web", &server->web);
    printf("}\n");
    fflush(stdout);
}

static int server_serve(struct server *server, const struct machine_config *config)
{
    struct driver_parts parts = {.loop = &server->loop,
                                 .machine = server->machine,
                                 .store = server->store,
                                 .reader = server->reader,
                                 .lines = &server->lines,
                                 .web = &server->web,
                                 .site = &server->site,
                                 .chat_log = server->chat_log,
                                 .max_connections = config->max_connections,
                                 .open_limits = config->open_limits};
    if (!driver_init(&server->driver, &parts)) {
        /* Half of the threads may run by now. */
        fprintf(stderr, "clamberd: the system has no room for another thread\n");
        _Exit(EXIT_FAILURE);
    }
    driver_restore(&server->driver, &server->restored);
    restored_deinit(&server->restored);
    server_say_ready(server);
    int status = driver_run(&server->driver);
    driver_deinit(&server->driver);
    return status;
}

int server_run(const struct options *options, const struct machine_config *config)
{
    char error[OPTIONS_ERROR_SIZE] = "";
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL || uv_loop_init(&server->loop) != 0) {
        fprintf(stderr, "clamberd: the system has no room for an event loop\n");
        free(server);
        return EXIT_FAILURE;
    }
    int status = EXIT_FAILURE;
    if (server_open(server, options, config, error))
        status = server_serve(server, config);
    else
        fprintf(stderr, "clamberd: %s\n", error);
    server_close(server);
    free(server);
    return status;
}
