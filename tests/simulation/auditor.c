#include "tests/simulation/auditor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* An address that nobody else has. */
#define AUDITOR_HOST 200

void auditor_open(struct auditor *auditor, struct run *run)
{
    *auditor = (struct auditor){.run = run, .connection = -1};
    run_hold(run, false);
    /* Where all places are taken somebody makes room. */
    for (int i = 0; auditor->connection < 0 && i <= CROWD_CLIENTS; i++) {
        auditor->connection = world_connect(run->world, AUDITOR_HOST);
        struct client *client = &run->crowd.clients[i % CROWD_CLIENTS];
        if (auditor->connection >= 0 || client->connection < 0)
            continue;
        judge_cut(&run->judge, client->connection);
        world_disconnect(run->world, client->connection);
        client->connection = -1;
        client->name[0] = '\0';
    }
}

void auditor_close(struct auditor *auditor)
{
    struct run *run = auditor->run;
    judge_cut(&run->judge, auditor->connection);
    world_disconnect(run->world, auditor->connection);
    run_hold(run, true);
}

void auditor_come_back(struct auditor *auditor)
{
    struct run *run = auditor->run;
    judge_cut(&run->judge, auditor->connection);
    world_disconnect(run->world, auditor->connection);
    auditor->connection = world_connect(run->world, AUDITOR_HOST);
}

json_t *auditor_ask(struct auditor *auditor, char code[32], const char *format, ...)
{
    struct run *run = auditor->run;
    char line[512];
    int length = snprintf(line, sizeof line, "{\"id\":%" PRId64 ",", ++auditor->asked);
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
    va_end(arguments);
    length += snprintf(line + length, sizeof line - (size_t)length, "}");
    /* So slowly that no limit is met. */
    if (!auditor->still)
        world_stall(run->world, 20);
    world_say(run->world, auditor->connection, line, (size_t)length);

    json_t *ok = NULL;
    struct message *message;
    bool replied = false;
    code[0] = '\0';
    while ((message = world_hear(run->world, auditor->connection)) != NULL) {
        json_t *root = json_loadb(message->bytes, message->length, 0, NULL);
        if (json_integer_value(json_object_get(root, "re")) == auditor->asked) {
            replied = true;
            ok = json_incref(json_object_get(root, "ok"));
            const char *error =
                json_string_value(json_object_get(json_object_get(root, "error"), "code"));
            snprintf(code, 32, "%s", error == NULL ? "" : error);
        }
        json_decref(root);
        message_release(message);
    }
    if (!replied)
        run_complain(run, "no reply to the auditor: %s", line);
    return ok;
}
