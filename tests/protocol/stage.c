#include "tests/protocol/stage.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stage_init(struct stage *stage)
{
    *stage = (struct stage){0};
    machine_config_init(&stage->config);
    stage->config.server = "clamberd/test";
    stage->config.max_connections = 64;
    stage->config.open_limits = true;
    judge_init(&stage->judge);
}

void stage_deinit(struct stage *stage)
{
    if (stage->world != NULL)
        world_destroy(stage->world);
    judge_deinit(&stage->judge);
    variables_forget(&stage->variables, 0);
}

void stage_fail(struct stage *stage, const char *format, ...)
{
    if (stage->failed)
        return;
    stage->failed = true;
    fprintf(stderr, "%s:%d: ", stage->file, stage->line);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

struct world *stage_world(struct stage *stage)
{
    if (stage->world == NULL) {
        struct world_watcher watcher = {.shown = judge_shown,
                                        .said = judge_said,
                                        .written = judge_written,
                                        .context = &stage->judge};
        stage->world = world_create(&stage->config, 1, &watcher);
        if (getenv("CLAMBER_TRACE") != NULL)
            stage->world->trace = stderr;
    }
    return stage->world;
}

/* ---- Clients ------------------------------------------------------------------------------ */

static struct client_name *find(struct stage *stage, const char *name)
{
    for (size_t i = 0; i < stage->client_count; i++) {
        if (strcmp(stage->clients[i].name, name) == 0)
            return &stage->clients[i];
    }
    return NULL;
}

struct client_name *stage_client(struct stage *stage, const char *name)
{
    struct client_name *client = find(stage, name);
    if (client == NULL)
        stage_fail(stage, "%s is not connected", name);
    return client;
}

void stage_connect(struct stage *stage, const char *name, uint8_t host, bool by_http)
{
    if (find(stage, name) != NULL) {
        stage_fail(stage, "%s is connected already", name);
        return;
    }
    struct client_name *client = &stage->clients[stage->client_count];
    struct world *world = stage_world(stage);
    int connection = by_http ? world_connect_by_http(world, host) : world_connect(world, host);
    if (connection < 0 || stage->client_count == STAGE_CLIENTS_MAX) {
        stage_fail(stage, "there is no room for %s", name);
        return;
    }
    stage->client_count++;
    snprintf(client->name, sizeof client->name, "%s", name);
    client->connection = connection;
}

char *stage_read(struct stage *stage, const struct client_name *client)
{
    struct message *message = world_hear(stage->world, client->connection);
    if (message == NULL)
        return NULL;
    char *text = strndup(message->bytes, message->length - 1);
    message_release(message);
    return text;
}

json_t *stage_read_json(struct stage *stage, const struct client_name *client)
{
    char *text = stage_read(stage, client);
    json_t *root = text == NULL ? NULL : json_loads(text, 0, NULL);
    if (root == NULL)
        stage_fail(stage, "%s is shown %s", client->name, text == NULL ? "nothing" : text);
    free(text);
    return root;
}

static void check_all_read(struct stage *stage, const struct client_name *client)
{
    char *unread = stage_read(stage, client);
    if (unread != NULL)
        stage_fail(stage, "%s was also shown:\n  got       %s", client->name, unread);
    free(unread);
}

void stage_leave(struct stage *stage, const char *name)
{
    struct client_name *client = stage_client(stage, name);
    if (client == NULL)
        return;
    check_all_read(stage, client);
    judge_cut(&stage->judge, client->connection);
    world_disconnect(stage->world, client->connection);
    *client = stage->clients[--stage->client_count];
}

void stage_all_gone(struct stage *stage)
{
    for (size_t i = 0; i < stage->client_count; i++) {
        check_all_read(stage, &stage->clients[i]);
        judge_cut(&stage->judge, stage->clients[i].connection);
    }
    stage->client_count = 0;
}

void stage_check_finished(struct stage *stage)
{
    for (size_t i = 0; i < stage->client_count; i++) {
        const struct client_name *client = &stage->clients[i];
        check_all_read(stage, client);
        if (judge_owed(&stage->judge, client->connection) > 0)
            stage_fail(stage, "%s is still owed a reply", client->name);
    }
}
