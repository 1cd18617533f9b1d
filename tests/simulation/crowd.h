/* The clients of a simulation, and what they have learnt: who they are, which games and seeks there
 * are. They learn only from what they are shown. */
#pragma once

#include <jansson.h>

#include "core/position.h"
#include "server/machine/effects.h"
#include "server/machine/storage.h"
#include "tests/support/random.h"

#define CROWD_CLIENTS 16
#define CROWD_CHARACTERS 12
#define CROWD_KEPT 48 /* of seeks, cursors and tokens: the latest */
#define TEXT_SIZE 160

/* What somebody has just asked of a client, and wants an answer to. */
enum asked { ASKED_NOTHING, ASKED_OFFER, ASKED_REMATCH, ASKED_CHALLENGE };

/* One end of a connection. */
struct client {
    int connection;       /* -1 where it has none */
    char name[NAME_SIZE]; /* as whom it is signed in; "" for nobody */
    bool behind;          /* has been told that a game has moved on from what is known of it */
    enum asked asked;
    char asked_id[ID_SIZE]; /* of the game, or the challenge */
    char asked_kind[16];    /* of the offer */
    int64_t next_id;
};

/* A game as somebody was last shown it. */
struct known_game {
    char id[ID_SIZE];
    char names[2][NAME_SIZE]; /* by enum color; "" where not known */
    struct position position;
    int64_t ply, v, turn_v;
    bool over;
};

/* Texts of which only the latest are kept. */
struct texts {
    char items[CROWD_KEPT][TEXT_SIZE];
    size_t added;
};

struct crowd {
    struct client clients[CROWD_CLIENTS];
    struct known_game *games;
    size_t game_count, game_room;
    struct texts seeks, challenges, cursors, tokens;
    char complaint[512]; /* "" for none */
};

void crowd_init(struct crowd *crowd);
void crowd_deinit(struct crowd *crowd);

/* The client of that connection; NULL for none. */
struct client *crowd_client(struct crowd *crowd, int connection);
/* A message shown to a client. */
void crowd_shown(struct crowd *crowd, int connection, const struct message *message);

/* One of those kept, "" where there is none. */
const char *texts_any(const struct texts *texts, struct random *random);
