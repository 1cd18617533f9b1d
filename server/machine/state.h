/* The data of the machine: everything it knows, and how it hangs together.
 * Read this first. Private to server/machine; the functions on it are in the files named beside
 * each struct. All memory is reached from struct machine; nothing else is kept anywhere. */
#pragma once

#include "proto/proof.h"
#include "proto/request.h"
#include "server/machine/deadlines.h"
#include "server/machine/entropy.h"
#include "server/machine/limits.h"
#include "server/machine/machine.h"
#include "server/machine/replay.h"
#include "server/machine/table.h"

/* Limits of the contract. */
#define GAMES_PER_ACCOUNT 200
#define SEEKS_PER_ACCOUNT 20
#define CHALLENGES_MADE_MAX 20
#define CHALLENGES_RECEIVED_MAX 100
#define WATCHES_PER_CONNECTION 1000
#define TOKEN_LIFE_MS INT64_C(2592000000) /* 30 days */
#define TOKEN_TOUCH_MS 86400000           /* its use on an open connection is noted so often */
#define FIRST_MOVE_MS 60000               /* clocked games: then they are aborted */
#define ABSENCE_MS 5000                   /* then the seeks that live in memory go */
#define FINISHED_STAY_MS 300000           /* a finished game stays in memory, a rematch open */
#define PRESENCE_PAUSE_MS 1000            /* spectator counts are told at most once in this */
#define SWEEP_EVERY_MS 600000
#define HASHES_MAX 128 /* passwords being hashed at once, queue included */
#define EVENTS_PER_REPLY 500

struct account;
struct challenge;
struct connection;
struct game;
struct seek;
struct machine;

/* A connection that watches a game; in a list of each. watch.c */
struct watch {
    struct connection *connection;
    struct game *game;
    bool player; /* in the game's list of players, who are told first */
    struct watch *next_of_connection, *previous_of_connection;
    struct watch *next_of_game, *previous_of_game;
};

/* What a connection does that is waiting for the store or for a hash. One of the three is set. */
struct continuation {
    void (*answered)(struct machine *, struct connection *, struct request *,
                     const struct read_answer *);
    void (*hashed)(struct machine *, struct connection *, struct request *, bool ok,
                   const char *hash);
    void (*stored)(struct machine *, struct connection *, struct request *,
                   const struct store_result *);
};

/* What `with_game` in game.c calls; the game may be one from the store, for this call only. */
typedef void game_handler(struct machine *, struct connection *, struct request *, struct game *);

/* A client's connection. connection.c */
struct connection {
    struct conn_id id; /* generation 0: the slot is free */
    unsigned char address[16];
    bool by_http; /* its requests count with those of all others of the address, too */
    struct bucket requests;
    int64_t lag_ms;           /* round trip, as the driver measured it; 0 where it could not */
    struct account *account;  /* NULL: without identity */
    struct token_hash token;  /* that it signed in with */
    int64_t token_expires_at; /* as stored */
    int64_t token_used_at;    /* the last request here */
    struct connection *next_of_account, *previous_of_account;
    bool in_lobby;
    struct connection *next_in_lobby, *previous_in_lobby;
    bool in_tv;
    bool tv_watches; /* it watches the game on tv only because that is on */
    struct connection *next_in_tv, *previous_in_tv;
    struct watch *watches;
    uint32_t watch_count;

    /* A request that waits; the connection is paused meanwhile. */
    bool waiting;
    struct continuation then;
    uint64_t ticket;
    uint64_t read_after; /* store requests that the answer to the read has seen */
    struct request request;
    game_handler *game_handler;
    struct account_row *row; /* the account that is being made, or as its password was checked */
    char token_text[64];     /* its token, to be told in the reply */
};

/* Somebody the machine has to do with at the moment: connected, playing or seeking. account.c */
struct account {
    struct account_row row;
    char key[NAME_SIZE];            /* the name in lower case */
    struct connection *connections; /* signed in as it */
    uint32_t connection_count;
    struct game *games; /* unfinished */
    uint32_t game_count;
    struct seek *seeks;
    uint32_t seek_count;
    struct challenge *challenges[2]; /* by enum challenge_side: those it made, those made to it */
    uint32_t challenge_count[2];
    char (*ignored)[ID_SIZE]; /* accounts it ignores; known while it is connected */
    int ignored_count;
    struct bucket chat;
    uint32_t rematch_count;  /* rematches that it has asked for and that are open */
    int64_t absent_since_ms; /* monotonic; while it has no connection */
    struct deadline absence;
    /* With none of these, it goes when every read that was under way has been answered: such an
     * answer may bear older ratings than this has. */
    bool idle;
    uint64_t idle_since_ticket;
    struct account *next_idle;
};

/* An open seek. seek.c */
struct seek {
    struct seek_row row;
    struct account *account;
    bool stored; /* on disk; else it lives and dies with the process and its owner's presence */
    struct seek *next_of_account, *previous_of_account;
    struct seek *next, *previous; /* in machine->seeks, the oldest first */
};

/* An open challenge, always on disk. challenge.c */
enum challenge_side { CHALLENGE_FROM, CHALLENGE_TO };
struct challenge {
    struct challenge_row row;
    struct account *accounts[2]; /* by enum challenge_side */
    struct challenge *next_of_account[2], *previous_of_account[2];
    struct challenge *next, *previous; /* in machine->challenges, the oldest first */
};

/* A game, unfinished or lately finished, or one that was read from the store. game.c */
struct game {
    char id[ID_SIZE];
    bool rated;
    int pool;
    struct time_control time;
    struct game_player players[2]; /* by enum color; as at the start */
    struct account *accounts[2];   /* NULL once finished */
    enum game_status status;
    int winner; /* enum color, or -1 */
    enum reason reason;
    int64_t started_at, ended_at;
    struct log log;
    struct replay replay; /* the log, played to its end: position, clock, ply */

    uint64_t turn_number; /* store request of the last turn */
    bool turn_stored;     /* it is on disk: the clock of the side to move counts */
    int64_t applied_ms;   /* monotonic time at which the last turn was applied */
    int64_t counted_ms;   /* monotonic time from which the side to move is charged */
    int64_t credit_ms;    /* what of that it will be forgiven, for the network */

    int64_t chat_seq[CHAT_ROOM_COUNT]; /* last seq of each room */
    bool rematch_asked[2];             /* once over; by enum color */
    char rematch_game[ID_SIZE];        /* that came of it, or "" */

    bool archived; /* from the store, for one call: nothing can be subscribed to */
    struct deadline deadline;
    struct deadline presence;
    struct watch *player_watches, *spectator_watches;
    uint32_t spectator_count;
    struct game *next_of_account[2], *previous_of_account[2];
    struct game *next, *previous; /* in machine->games, the newest first */
};

/* What is to be done when a store request is on disk; in the order of their numbers. */
struct outstanding {
    uint64_t number;
    char game[ID_SIZE];    /* a turn of this game, or "" */
    struct conn_id conn;   /* its continuation waits for this; generation 0 for none */
    char account[ID_SIZE]; /* a token was added to this account, or "" */
};

struct machine {
    struct machine_config config;
    int64_t now_ms, wall_ms;
    int64_t pairing_at;     /* of the last seek or challenge: see pairing_moment.h */
    bool stopping, overdue; /* EVENT_SHUTDOWN, EVENT_OVERDUE */
    struct entropy entropy;
    unsigned char public_key[PROOF_PUBLIC_KEY_SIZE]; /* with which records are signed */
    unsigned char secret_key[PROOF_SECRET_KEY_SIZE];
    struct limits limits, name_limits;
    struct deadlines deadlines;
    struct deadline sweep;
    struct effects *effects; /* of the step under way */

    struct connection *connections; /* config.max_connections, by slot */
    uint32_t connection_count;
    struct connection *lobby;
    struct connection *tv; /* who follows */
    struct game *tv_game;  /* what they are shown; NULL where nothing is on, or nobody follows */

    struct table accounts;        /* by id */
    struct table accounts_by_key; /* by name in lower case */
    struct account *idle_first, *idle_last;
    struct table games_by_id;
    struct game *games, *oldest_game; /* by age, the newest first */
    uint32_t game_count;
    uint32_t unfinished_count;
    struct table seeks_by_id;
    struct seek *seeks, *last_seek;
    struct challenge *challenges, *last_challenge;
    struct table challenges_by_id;
    struct accepted_row *accepted; /* a ring of ACCEPTED_MAX */
    uint32_t accepted_next;

    uint64_t issued, stored;         /* store requests: the last number issued, and on disk */
    struct outstanding *outstanding; /* a ring of those between */
    size_t outstanding_capacity;
    uint64_t tickets;          /* the last ticket given out */
    uint64_t answered_ticket;  /* of the last read answered; reads are answered in order */
    uint32_t reading, hashing; /* how many are under way */
    uint64_t revoked;          /* the last store request that killed tokens or guests */

    struct writer writer; /* the message being made */
    struct writer moves;  /* a list of turns for it */
    struct conn_id *recipients;
    size_t recipient_capacity;
};

#define CONTAINER_OF(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))
