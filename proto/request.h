/* One request line -> a checked request, or the error to answer with.
 * Everything that the contract calls the shape is checked here; what depends on the state of the
 * server (identity, which games there are) is the machine's. */
#pragma once

#include "core/board.h"
#include "core/clock.h"
#include "proto/error.h"
#include "proto/json.h"
#include "proto/operations.h"
#include "proto/writer.h"

#define REQUEST_ID_MAX 64

/* Range of the fields rating_min and rating_max, and what they are where not sent. */
#define RATING_LOWEST 0
#define RATING_HIGHEST 10000

/* The `id` of a request, to be given back as `re`. */
struct request_id {
    enum { REQUEST_ID_NULL, REQUEST_ID_INTEGER, REQUEST_ID_STRING } kind;
    int64_t integer;
    char string[REQUEST_ID_MAX + 1];
};

enum wanted_color { WANTED_RANDOM, WANTED_BLUE, WANTED_RED };
enum wanted_result { RESULT_ANY, RESULT_WIN, RESULT_LOSS, RESULT_NONE };

/* How a game ended. X(enum suffix, text on the wire) */
#define REASONS(X)                                                                                 \
    X(CAPTURE, "capture")                                                                          \
    X(RESIGN, "resign")                                                                            \
    X(TIME, "time")                                                                                \
    X(ABANDONED, "abandoned")                                                                      \
    X(ABORTED, "aborted")                                                                          \
    X(TURN_LIMIT, "turn_limit")

enum reason {
    REASON_NONE,
#define REASONS_ENUM(name, text) REASON_##name,
    REASONS(REASONS_ENUM)
#undef REASONS_ENUM
};

/* NULL for REASON_NONE. */
const char *reason_text(enum reason reason);

/* The two rooms of a game's chat. */
enum chat_room { CHAT_PLAYERS, CHAT_SPECTATORS };
#define CHAT_ROOM_COUNT 2
/* "players", "spectators" */
const char *chat_room_text(enum chat_room room);

#define CHAT_CHARACTERS_MAX 400

/* What a player may offer the other in a game, and how that ended. X(enum suffix, text) */
#define OFFERS(X)                                                                                  \
    X(TAKEBACK, "takeback")                                                                        \
    X(ABORT, "abort")
#define OFFER_ENDS(X)                                                                              \
    X(ACCEPTED, "accepted")                                                                        \
    X(DECLINED, "declined")                                                                        \
    X(WITHDRAWN, "withdrawn")                                                                      \
    X(LAPSED, "lapsed")

enum offer {
#define OFFERS_ENUM(name, text) OFFER_##name,
    OFFERS(OFFERS_ENUM)
#undef OFFERS_ENUM
        OFFER_COUNT,
};

enum offer_end {
#define OFFER_ENDS_ENUM(name, text) OFFER_##name,
    OFFER_ENDS(OFFER_ENDS_ENUM)
#undef OFFER_ENDS_ENUM
        OFFER_END_COUNT,
};

const char *offer_text(enum offer offer);
const char *offer_end_text(enum offer_end end);

/* A checked request. Fields not sent have the contract's defaults (size 3, 5 minutes + 3 seconds,
 * casual, any colour, limit 20), NULL, 0 or false; `has` tells which were sent. Strings are valid
 * UTF-8 without NUL, owned by the request. */
struct request {
    struct request_id id;
    enum operation operation;
    uint64_t has; /* FIELD_BIT of each field that was sent */
    json_t *root; /* keeps the strings alive */

    const char *name, *password, *token, *old_password, *new_password;
    const char *seek, *game, *move, *prefix, *user, *versus, *cursor;
    bool bot, everywhere, rated, bots;
    int size;
    struct time_control time;
    enum wanted_color color;
    int rating_min, rating_max; /* where not sent: RATING_LOWEST, RATING_HIGHEST */
    int64_t from, ply, v, since, until;
    int limit;
    int pool; /* POOL_NONE where not sent */
    enum wanted_result result;
    enum reason reason;
    enum offer offer;
    bool accept; /* true where not sent */
    const char *challenge, *text, *moves;
    enum chat_room room;
    bool ignore; /* true where not sent */
    int64_t at;
};

/* Why a line is not a request. */
struct request_error {
    enum error_code code; /* ERROR_BAD_JSON, ERROR_BAD_REQUEST or ERROR_UNKNOWN_OP */
    char field[32];       /* with ERROR_BAD_REQUEST: the field; "" where it is the whole */
    char message[128];    /* for people */
};

/* Reads one line (without its end). True: *request is checked, the caller calls request_deinit.
 * False: *error says why, request->id is what `re` is to be, and nothing needs freeing. */
bool request_read(struct request *request, const char *line, size_t length,
                  struct request_error *error);

void request_deinit(struct request *request);

/* Moves ownership; *from is left empty. For requests that wait for the store. */
void request_move(struct request *to, struct request *from);

static inline bool request_has(const struct request *request, uint64_t field_bit)
{
    return (request->has & field_bit) != 0;
}

/* Writes `"re":…` as a key and value. */
void request_id_write(struct writer *writer, const struct request_id *id);

/* Whether `name` may be registered: a letter, then 1..19 of letters, digits, '_', '-', and not
 * beginning with "guest-" in any case. */
bool request_name_valid(const char *name);

/* Whether it is 8..128 bytes. */
bool request_password_valid(const char *password);
