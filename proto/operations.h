/* The table of operations: what a client may ask for, with which fields, and who may ask.
 * One row here, one handler in server/machine/dispatch.c and one line in proto/PROTOCOL.md make an
 * operation; `help` is answered from this table. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* X(enum suffix, name on the wire, type). A field means the same wherever it stands. */
#define FIELDS(X)                                                                                  \
    X(NAME, "name", STRING)                                                                        \
    X(PASSWORD, "password", STRING)                                                                \
    X(BOT, "bot", BOOLEAN)                                                                         \
    X(TOKEN, "token", STRING)                                                                      \
    X(EVERYWHERE, "everywhere", BOOLEAN)                                                           \
    X(OLD, "old", STRING)                                                                          \
    X(NEW, "new", STRING)                                                                          \
    X(SIZE, "size", SIZE)                                                                          \
    X(TIME, "time", TIME)                                                                          \
    X(RATED, "rated", BOOLEAN)                                                                     \
    X(COLOR, "color", COLOR)                                                                       \
    X(RATING_MIN, "rating_min", RATING)                                                            \
    X(RATING_MAX, "rating_max", RATING)                                                            \
    X(SEEK, "seek", STRING)                                                                        \
    X(GAME, "game", STRING)                                                                        \
    X(FROM, "from", COUNT)                                                                         \
    X(MOVE, "move", STRING)                                                                        \
    X(PLY, "ply", COUNT)                                                                           \
    X(V, "v", COUNT)                                                                               \
    X(PREFIX, "prefix", STRING)                                                                    \
    X(USER, "user", STRING)                                                                        \
    X(VERSUS, "versus", STRING)                                                                    \
    X(POOL, "pool", POOL)                                                                          \
    X(RESULT, "result", RESULT)                                                                    \
    X(REASON, "reason", REASON)                                                                    \
    X(SINCE, "since", COUNT)                                                                       \
    X(UNTIL, "until", COUNT)                                                                       \
    X(LIMIT, "limit", LIMIT)                                                                       \
    X(CURSOR, "cursor", STRING)                                                                    \
    X(BOTS, "bots", BOOLEAN)                                                                       \
    X(KIND, "kind", OFFER)                                                                         \
    X(ACCEPT, "accept", BOOLEAN)                                                                   \
    X(CHALLENGE, "challenge", STRING)                                                              \
    X(ROOM, "room", ROOM)                                                                          \
    X(TEXT, "text", TEXT)                                                                          \
    X(IGNORE, "ignore", BOOLEAN)                                                                   \
    X(MOVES, "moves", STRING)                                                                      \
    X(AT, "at", COUNT)

enum field_type {
    FIELD_STRING,  /* any string without NUL */
    FIELD_BOOLEAN, /* true or false */
    FIELD_COUNT,   /* integer 0..2^53-1 */
    FIELD_RATING,  /* integer 0..10000 */
    FIELD_LIMIT,   /* integer 1..100 */
    FIELD_SIZE,    /* 3 or 4 */
    FIELD_TIME,    /* a time control, or null for none */
    FIELD_COLOR,   /* "blue", "red", "random" */
    FIELD_POOL,    /* "3-blitz" and so on */
    FIELD_RESULT,  /* "win", "loss", "none" */
    FIELD_REASON,  /* how a game ended: "capture" and so on */
    FIELD_OFFER,   /* "takeback", "abort" */
    FIELD_ROOM,    /* "players", "spectators" */
    FIELD_TEXT,    /* 1..400 characters, none of them a control character */
};

enum field {
#define FIELDS_ENUM(name, text, type) FIELD_OF_##name,
    FIELDS(FIELDS_ENUM)
#undef FIELDS_ENUM
        FIELD_OF_COUNT,
};

#define FIELD_BIT(name) (UINT64_C(1) << FIELD_OF_##name)

/* Who may ask. */
enum identity {
    IDENTITY_ANY,  /* everybody */
    IDENTITY_NONE, /* only a connection without identity, else not_allowed_now */
    IDENTITY_SOME, /* a signed-in connection, else unauthenticated */
};

#define TERMS (FIELD_BIT(SIZE) | FIELD_BIT(TIME) | FIELD_BIT(RATED) | FIELD_BIT(COLOR))
#define PAGE (FIELD_BIT(LIMIT) | FIELD_BIT(CURSOR))
#define GAME_FILTERS                                                                               \
    (FIELD_BIT(USER) | FIELD_BIT(VERSUS) | FIELD_BIT(SIZE) | FIELD_BIT(POOL) | FIELD_BIT(RATED) |  \
     FIELD_BIT(RESULT) | FIELD_BIT(REASON) | FIELD_BIT(SINCE) | FIELD_BIT(UNTIL))

/* X(enum suffix, name on the wire, who, required fields, optional fields) */
#define OPERATIONS(X)                                                                              \
    X(REGISTER, "register", NONE, FIELD_BIT(NAME) | FIELD_BIT(PASSWORD), FIELD_BIT(BOT))           \
    X(LOGIN, "login", NONE, FIELD_BIT(NAME) | FIELD_BIT(PASSWORD), 0)                              \
    X(GUEST, "guest", NONE, 0, 0)                                                                  \
    X(RESUME, "resume", NONE, FIELD_BIT(TOKEN), 0)                                                 \
    X(LOGOUT, "logout", SOME, 0, FIELD_BIT(EVERYWHERE))                                            \
    X(SET_PASSWORD, "set_password", SOME, FIELD_BIT(OLD) | FIELD_BIT(NEW), 0)                      \
    X(WHOAMI, "whoami", ANY, 0, 0)                                                                 \
    X(PING, "ping", ANY, 0, 0)                                                                     \
    X(KEY, "key", ANY, 0, 0)                                                                       \
    X(HELP, "help", ANY, 0, 0)                                                                     \
    X(LOBBY, "lobby", ANY, 0, 0)                                                                   \
    X(UNLOBBY, "unlobby", ANY, 0, 0)                                                               \
    X(SEEK, "seek", SOME, 0, TERMS | FIELD_BIT(RATING_MIN) | FIELD_BIT(RATING_MAX))                \
    X(UNSEEK, "unseek", SOME, FIELD_BIT(SEEK), 0)                                                  \
    X(ACCEPT, "accept", SOME, FIELD_BIT(SEEK), 0)                                                  \
    X(CHALLENGE, "challenge", SOME, FIELD_BIT(USER), TERMS)                                        \
    X(CHALLENGE_ANSWER, "challenge_answer", SOME, FIELD_BIT(CHALLENGE) | FIELD_BIT(ACCEPT), 0)     \
    X(CHALLENGE_CANCEL, "challenge_cancel", SOME, FIELD_BIT(CHALLENGE), 0)                         \
    X(CHALLENGES, "challenges", SOME, 0, 0)                                                        \
    X(WATCH, "watch", ANY, FIELD_BIT(GAME), FIELD_BIT(FROM))                                       \
    X(UNWATCH, "unwatch", ANY, FIELD_BIT(GAME), 0)                                                 \
    X(TV, "tv", ANY, 0, 0)                                                                         \
    X(UNTV, "untv", ANY, 0, 0)                                                                     \
    X(MOVE, "move", SOME, FIELD_BIT(GAME) | FIELD_BIT(MOVE), FIELD_BIT(PLY) | FIELD_BIT(V))        \
    X(LEGAL, "legal", ANY, FIELD_BIT(GAME), FIELD_BIT(PREFIX))                                     \
    X(RESIGN, "resign", SOME, FIELD_BIT(GAME), 0)                                                  \
    X(ABORT, "abort", SOME, FIELD_BIT(GAME), 0)                                                    \
    X(OFFER, "offer", SOME, FIELD_BIT(GAME) | FIELD_BIT(KIND), 0)                                  \
    X(ANSWER, "answer", SOME, FIELD_BIT(GAME) | FIELD_BIT(KIND) | FIELD_BIT(ACCEPT), 0)            \
    X(REMATCH, "rematch", SOME, FIELD_BIT(GAME), FIELD_BIT(ACCEPT))                                \
    X(CLAIM, "claim", SOME, FIELD_BIT(GAME), 0)                                                    \
    X(SAY, "say", SOME, FIELD_BIT(GAME) | FIELD_BIT(ROOM) | FIELD_BIT(TEXT), 0)                    \
    X(CHAT, "chat", ANY, FIELD_BIT(GAME) | FIELD_BIT(ROOM), FIELD_BIT(FROM))                       \
    X(IGNORE, "ignore", SOME, FIELD_BIT(USER), FIELD_BIT(IGNORE))                                  \
    X(GAMES, "games", ANY, 0,                                                                      \
      FIELD_BIT(SIZE) | FIELD_BIT(POOL) | FIELD_BIT(USER) | FIELD_BIT(LIMIT))                      \
    X(HISTORY, "history", ANY, 0, GAME_FILTERS | PAGE)                                             \
    X(EXPORT, "export", ANY, 0, GAME_FILTERS | PAGE)                                               \
    X(RECORD, "record", ANY, FIELD_BIT(GAME), 0)                                                   \
    X(SUMMARY, "summary", ANY, FIELD_BIT(GAME), 0)                                                 \
    X(USER, "user", ANY, FIELD_BIT(NAME), FIELD_BIT(AT))                                           \
    X(RATING_HISTORY, "rating_history", ANY, FIELD_BIT(USER) | FIELD_BIT(POOL),                    \
      FIELD_BIT(SINCE) | FIELD_BIT(UNTIL) | PAGE)                                                  \
    X(LEADERBOARD, "leaderboard", ANY, FIELD_BIT(POOL), FIELD_BIT(BOTS) | FIELD_BIT(AT) | PAGE)    \
    X(OPENINGS, "openings", ANY, FIELD_BIT(SIZE) | FIELD_BIT(MOVES), 0)

enum operation {
#define OPERATIONS_ENUM(name, text, who, required, optional) OPERATION_##name,
    OPERATIONS(OPERATIONS_ENUM)
#undef OPERATIONS_ENUM
        OPERATION_COUNT,
};

struct operation_row {
    const char *name;
    enum identity identity;
    uint64_t required; /* FIELD_BIT of each */
    uint64_t optional;
};

struct field_row {
    const char *name;
    enum field_type type;
};

const struct operation_row *operation_row(enum operation operation);
const struct field_row *field_row(enum field field);

/* What a field of that type must be, for people: "an integer from 1 to 100". */
const char *field_type_text(enum field_type type);

/* OPERATION_COUNT where there is none of that name. */
enum operation operation_find(const char *name);
