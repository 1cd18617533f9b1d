/* Where a transcript is played: a world, the judge who watches it, and the clients by name.
 * Owned by the runner of one transcript. What goes wrong is told once, with the place in the
 * transcript, and ends it. */
#pragma once

#include "tests/protocol/pattern.h"
#include "tests/support/judge.h"
#include "tests/support/world.h"

#define STAGE_CLIENTS_MAX 64

struct client_name {
    char name[16];
    int connection;
};

struct stage {
    struct machine_config config;
    struct world *world; /* NULL until something happens */
    struct judge judge;
    struct variables variables;
    struct client_name clients[STAGE_CLIENTS_MAX];
    size_t client_count;
    const char *file; /* of the statement being carried out */
    int line;
    bool failed;
};

void stage_init(struct stage *stage);
void stage_deinit(struct stage *stage);

/* The world, which begins now if it has not. */
struct world *stage_world(struct stage *stage);

/* The client of that name; NULL, and told, where it is not connected. */
struct client_name *stage_client(struct stage *stage, const char *name);
void stage_connect(struct stage *stage, const char *name, uint8_t host, bool by_http);
/* Everything shown to it must have been read. */
void stage_leave(struct stage *stage, const char *name);
/* The process has died: nobody is connected any more. */
void stage_all_gone(struct stage *stage);

/* The next message shown to the client, as text without its end (malloc'ed); NULL where there is
 * none. */
char *stage_read(struct stage *stage, const struct client_name *client);
/* The same, which must be there and be JSON; NULL, and told, where it is not. */
json_t *stage_read_json(struct stage *stage, const struct client_name *client);

/* Nobody has anything left to read, nor is owed a reply. */
void stage_check_finished(struct stage *stage);

__attribute__((format(printf, 2, 3))) void stage_fail(struct stage *stage, const char *format, ...);
