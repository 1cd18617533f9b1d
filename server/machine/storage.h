/* What the machine and the store know of each other: typed requests and typed results.
 * The machine makes requests, the driver carries them, the store answers; nothing here is SQL, and
 * nothing but the store knows what a database is. Every object is self-contained heap memory that
 * crosses threads by changing owner. */
#pragma once

#include "core/clock.h"
#include "core/rating.h"
#include "core/turn.h"
#include "proto/pool.h"
#include "proto/view.h"

#include <stddef.h>
#include <stdint.h>

#define ID_LENGTH 12
#define ID_SIZE (ID_LENGTH + 1)
#define NAME_LENGTH 20
#define NAME_SIZE (NAME_LENGTH + 1)
/* libsodium's crypto_pwhash_STRBYTES. */
#define PASSWORD_HASH_SIZE 128
#define TOKEN_HASH_SIZE 32
#define TOKENS_PER_ACCOUNT 20

struct token_hash {
    unsigned char bytes[TOKEN_HASH_SIZE];
};

/* An account as the store has it. `version` of a rating counts its changes. */
struct account_row {
    char id[ID_SIZE];
    char name[NAME_SIZE];
    enum account_kind kind;
    char password[PASSWORD_HASH_SIZE]; /* "" for guests */
    int64_t created_at;
    struct rating ratings[POOL_COUNT]; /* as rating_init where not played */
    uint32_t rating_version[POOL_COUNT];
};

struct seek_row {
    char id[ID_SIZE];
    char account[ID_SIZE];
    int size;
    struct time_control time;
    bool rated;
    enum wanted_color color;
    int rating_min, rating_max; /* 0 and 10000 where not limited */
    int64_t at;
};

struct challenge_row {
    char id[ID_SIZE];
    char from[ID_SIZE]; /* account of the challenger */
    char to[ID_SIZE];   /* account of the challenged */
    int size;
    struct time_control time;
    bool rated;
    enum wanted_color color; /* what the challenger wants */
    int64_t at;
};

/* A seek or challenge that was accepted. So many are remembered, so that an accept whose reply was
 * lost can be repeated. */
#define ACCEPTED_MAX 4096
struct accepted_row {
    char id[ID_SIZE];      /* of the seek or challenge */
    char account[ID_SIZE]; /* who accepted it */
    char game[ID_SIZE];    /* that came of it */
};

/* Longest line of chat: 400 characters of at most 4 bytes. */
#define CHAT_TEXT_MAX 1600

struct chat_line {
    int64_t seq; /* 1, 2, 3 … in its game and room */
    int64_t at;
    char account[ID_SIZE];
    char name[NAME_SIZE];
    char text[CHAT_TEXT_MAX + 1];
};

/* The first turns of a game, for the opening statistics. */
#define OPENING_TURNS 20
struct opening {
    int count; /* 1..OPENING_TURNS */
    struct turn turns[OPENING_TURNS];
};

/* Most accounts that one account may ignore. */
#define IGNORED_MAX 200

/* Ed25519: the seed of the server's signing key. */
#define SIGNING_SEED_SIZE 32

/* One side of a game, as it was at the start. */
struct game_player {
    char account[ID_SIZE];
    char name[NAME_SIZE];
    enum account_kind kind;
    int rating; /* PLAYER_UNRATED where null */
};

struct game_row {
    char id[ID_SIZE];
    int size;
    struct time_control time;
    bool rated;
    enum game_status status;
    struct game_player players[2]; /* by enum color */
    int winner;                    /* enum color, or -1 */
    enum reason reason;            /* REASON_NONE while playing */
    int ply;
    int64_t started_at;
    int64_t ended_at; /* 0 while playing */
    int64_t sequence; /* counts ended games in the order they ended; 0 while playing */
    int64_t v;        /* entries in the log */
    int64_t chat_seq[CHAT_ROOM_COUNT]; /* last seq of each room; 0 where it is empty */
    /* The whole log: the data of all its entries one behind the other. Only where asked for. */
    unsigned char *log;
    size_t log_length;
};

/* ---- Writing ------------------------------------------------------------------------------ */

enum store_kind {
    STORE_ACCOUNT_ADD,  /* refusable: the name is taken */
    STORE_TOKEN_ADD,    /* login; beyond TOKENS_PER_ACCOUNT the one that expires first goes */
    STORE_TOKEN_TOUCH,  /* resume: a new expiry */
    STORE_TOKEN_DROP,   /* logout: one token, or all of the account */
    STORE_PASSWORD_SET, /* a new password; every other token of the account goes */
    STORE_SEEK_ADD,
    STORE_SEEK_DROP,
    STORE_GAME_START,  /* a game and its first entry, and that what it came of was accepted */
    STORE_GAME_LOG,    /* entries, and where the last is the end what follows from it */
    STORE_SWEEP,       /* expired tokens, guests that have left, what is past 7 days */
    STORE_GUEST_CLOSE, /* a guest, where it has no token, unfinished game or challenge left */
    STORE_CHALLENGE_ADD,
    STORE_CHALLENGE_DROP,
    STORE_CHAT_ADD,   /* a line of chat; kept for ever, for moderators too */
    STORE_IGNORE_SET, /* one account ignores another, or no longer does */
};

/* An entry of a game's log. `data` is the machine's own encoding, opaque to the store, such that
 * the data of all entries one behind the other are the folded log. */
#define LOG_ENTRY_MAX 96
struct log_entry {
    int64_t v;
    int64_t at;
    enum stream_kind kind;
    uint8_t length;
    unsigned char data[LOG_ENTRY_MAX];
};

/* A rating changed by the end of a game. */
struct rating_write {
    char account[ID_SIZE];
    int pool;
    uint32_t version; /* that it was computed from; the store's must equal it, then goes up by 1 */
    struct rating after;
};

/* At most: two offers of each player that lapse, a move, the skip it forces, the end. */
#define STORE_LOG_ENTRIES_MAX 7

/* Stored seeks and challenges go after so long: 7 days. In memory by the machine, on disk by the
 * store, in its sweep. */
#define PAIRING_LIFE_MS INT64_C(604800000)

struct store_request {
    enum store_kind kind;
    uint64_t number; /* 1, 2, 3 …, in the order issued */
    int64_t at;      /* wall time */
    union {
        struct {
            struct account_row account;
            struct token_hash token;
            int64_t expires_at;
        } account_add;
        struct {
            char account[ID_SIZE];
            struct token_hash token;
            int64_t expires_at;
        } token; /* _ADD, _TOUCH */
        struct {
            char account[ID_SIZE];
            bool all;
            struct token_hash token; /* where not all */
        } token_drop;
        struct {
            char account[ID_SIZE];
            char password[PASSWORD_HASH_SIZE];
            struct token_hash keep;
        } password_set;
        struct {
            char account[ID_SIZE];
        } guest_close;
        struct seek_row seek_add;
        struct {
            char id[ID_SIZE];
        } seek_drop;
        struct {
            struct game_row game; /* its log is not set */
            struct log_entry entry;
            /* What it came of, which goes with it: a seek, stored or not, or a challenge, and the
             * account that accepted it. "" for none. */
            char seek[ID_SIZE];
            char challenge[ID_SIZE];
            char accepter[ID_SIZE];
        } game_start;
        struct challenge_row challenge_add;
        struct {
            char id[ID_SIZE];
        } challenge_drop;
        struct {
            char game[ID_SIZE];
            enum chat_room room;
            struct chat_line *line; /* malloc'ed, the request's own */
        } chat_add;
        struct {
            char account[ID_SIZE];
            char other[ID_SIZE];
            bool on;
        } ignore_set;
        struct {
            char game[ID_SIZE];
            int ply; /* after the entries */
            int count;
            struct log_entry entries[STORE_LOG_ENTRIES_MAX];
            /* Where ended: the last entry is STREAM_END. */
            bool ended;
            enum game_status status;
            int winner; /* enum color, or -1 */
            enum reason reason;
            int rating_count;               /* 0 or 2 */
            struct rating_write ratings[2]; /* by enum color */
            /* Of a finished rated game: its beginning, malloc'ed, the request's own; else NULL. */
            struct opening *opening;
        } game_log;
    } as;
};

/* Frees a request with all it owns; NULL is let pass. */
void store_request_destroy(struct store_request *request);

enum store_status {
    STORE_DONE,
    STORE_NAME_TAKEN, /* STORE_ACCOUNT_ADD */
    STORE_CONFLICT,   /* STORE_GAME_LOG: a rating's version has moved on */
};

struct store_result {
    uint64_t number;
    enum store_status status;
    bool token_dropped; /* STORE_TOKEN_ADD: an older token had to go */
    struct token_hash dropped;
};

/* ---- Reading ------------------------------------------------------------------------------ */

enum read_kind {
    READ_ACCOUNT, /* by name, any case: login, user, and filters that name a user */
    READ_TOKEN,   /* the account of a live token */
    READ_GAME,    /* one game by id, with its log but where that is not wanted */
    READ_HISTORY,
    READ_RATING_HISTORY,
    READ_LEADERBOARD,
    READ_CHAT,
    READ_OPENINGS,
};

struct history_filter {
    char user[NAME_SIZE];   /* "" any; any case */
    char versus[NAME_SIZE]; /* "" any; without user: games this one played in too */
    int size;               /* 0 any */
    int pool;               /* POOL_NONE any */
    int rated;              /* -1 any, 0, 1 */
    enum wanted_result result;
    enum reason reason;
    int64_t since; /* 0 from the beginning */
    int64_t until; /* half-open; INT64_MAX without end */
};

struct read_request {
    enum read_kind kind;
    uint64_t ticket; /* by which the machine knows the answer */
    int64_t now;     /* wall time: what is expired or provisional is judged by it */
    union {
        struct {
            char name[NAME_SIZE];
            int64_t at; /* ratings and totals as of then; INT64_MAX as of now */
        } account;
        struct token_hash token;
        struct {
            char id[ID_SIZE];
            bool bare; /* without its log */
        } game;
        struct {
            struct history_filter filter;
            int limit;
            bool logs;      /* with the log of each */
            int64_t before; /* games whose sequence is smaller; 0 from the newest */
        } history;
        struct {
            char user[NAME_SIZE];
            int pool;
            int64_t since, until; /* as above */
            int limit;
            int64_t before; /* points whose sequence is smaller; 0 from the newest */
        } rating_history;
        struct {
            int pool;
            bool bots; /* bots too */
            int limit;
            /* Those after this place in the order rating (not rounded) descending, name ascending
             * in lower case; name "" from the top. */
            double after_rating;
            char after_name[NAME_SIZE];
            int64_t at; /* ratings, and who was provisional, as of then; INT64_MAX as of now */
        } leaderboard;
        struct {
            char game[ID_SIZE];
            enum chat_room room;
            char reader[ID_SIZE]; /* lines of accounts that this one ignores are left out; or "" */
            int64_t from;         /* lines whose seq is greater */
            int limit;
        } chat;
        struct {
            int size;
            struct opening line; /* count 0..OPENING_TURNS */
        } openings;
    } as;
};

struct rating_point {
    int64_t sequence;
    int64_t at;
    double rating, deviation;
    char game[ID_SIZE];
};

/* How often a turn was played next, and how those games ended. Turns are in the asker's frame: of
 * symmetric ones only one is listed, with all of them counted. */
struct opening_next {
    struct turn turn;
    int64_t games, blue, red; /* played, won by Blue, won by Red */
};

struct leader {
    char name[NAME_SIZE];
    enum account_kind kind;
    struct rating rating;
};

enum read_status {
    READ_FOUND,
    READ_NOT_FOUND, /* no such account, token, game, or user named in a filter */
    READ_FAILED,    /* the store could not read; answered storage_unavailable */
};

/* Freed with read_answer_destroy. */
struct read_answer {
    enum read_kind kind;
    uint64_t ticket;
    enum read_status status;
    bool more;                   /* there are more than `limit` */
    int count;                   /* of the array in use */
    struct account_row *account; /* _ACCOUNT, _TOKEN */
    struct {
        int64_t won, lost, none; /* READ_ACCOUNT: games ended */
    } totals;
    struct game_row *games; /* _GAME (one), _HISTORY; with logs if asked */
    struct rating_point *points;
    struct leader *leaders;
    /* READ_ACCOUNT (as of now), READ_TOKEN: accounts that this one ignores. */
    char (*ignored)[ID_SIZE];
    int ignored_count;
    bool left;                 /* READ_ACCOUNT (as of now): a guest without a live token */
    struct chat_line *lines;   /* READ_CHAT, the oldest first */
    struct opening_next *next; /* READ_OPENINGS, the most played first */
    int64_t opening_games, opening_blue, opening_red;
};

/* NULL is let pass. */
void read_answer_destroy(struct read_answer *answer);

/* ---- At start ----------------------------------------------------------------------------- */

/* All that was going on when the last process ended. Freed with restored_deinit. */
struct restored {
    struct account_row *accounts; /* of all players and seekers below, each once */
    size_t account_count;
    struct seek_row *seeks;
    size_t seek_count;
    struct game_row *games; /* unfinished, with their logs */
    size_t game_count;
    struct challenge_row *challenges; /* their accounts on both sides are among `accounts` */
    size_t challenge_count;
    struct accepted_row *accepted; /* at most ACCEPTED_MAX, the oldest first */
    size_t accepted_count;
    unsigned char signing_seed[SIGNING_SEED_SIZE]; /* made when the database was */
    int64_t last_at; /* the latest wall time that anything stored carries; 0 where nothing is */
};

void restored_deinit(struct restored *restored);
