/* What must be true of everything a server shows, whoever asks for what: checked on every message.
 *
 * - Each message is one JSON text on one line. Each request gets exactly one reply, in order.
 * - Nothing is shown before it is on disk: no event with a `v`, no snapshot, no token.
 * - The stream of a game is gapless for everybody who follows it, the same bytes for all, at any
 *   time, before and after a crash; its `end` is its last.
 * - Whoever follows the lobby is told of every seek once, and of its going once.
 *
 * Fed by the world, for transcripts and simulation alike. Knows the contract, not the machine. */
#pragma once

#include "proto/json.h"
#include "server/machine/effects.h"
#include "server/machine/storage.h"
#include "server/machine/table.h"
#include "tests/support/fifo.h"
#include "tests/support/lobby_view.h"

/* A game as it was shown: the bytes of each event, by v - 1; NULL for those nobody has seen. */
struct judge_game {
    char id[ID_SIZE];
    char **events;
    int64_t room;
    int64_t shown_v;   /* the highest v shown */
    int64_t end_v;     /* v of the `end` shown; 0 where none was */
    int64_t written_v; /* entries on disk */
};

/* A connection follows a game: its next event is `next_v`. */
struct judge_follow {
    struct judge_game *game;
    int64_t next_v;
};

struct judge_connection {
    struct fifo asked; /* struct judge_request: the requests without a reply, the oldest first */
    struct judge_follow *follows;
    int follow_count, follow_room;
    struct lobby_view *lobby; /* NULL until it asks for it */
};

struct judge {
    struct table games;  /* struct judge_game */
    struct table tokens; /* those that were ever on disk */
    struct judge_connection *connections;
    int connection_count;
    char complaint[1024]; /* the first thing that was not true; "" for none */
};

void judge_init(struct judge *judge);
void judge_deinit(struct judge *judge);

/* As struct world_watcher has them; `context` is the judge. */
void judge_said(void *context, int connection, const char *bytes, size_t length);
void judge_shown(void *context, int connection, const struct message *message);
void judge_written(void *context, const struct store_request *request,
                   const struct store_result *result);
/* The connection is gone, and with it what it is owed. */
void judge_cut(struct judge *judge, int connection);

/* Requests without a reply. */
size_t judge_owed(const struct judge *judge, int connection);
/* NULL where nothing of it was ever shown or written. */
const struct judge_game *judge_game_of(const struct judge *judge, const char *id);
