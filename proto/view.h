/* What replies and events show: plain views of users, seeks and games, and their JSON.
 * A view borrows all it points to; the functions only write. Key order is fixed, so that the same
 * view gives the same bytes. */
#pragma once

#include "core/board.h"
#include "core/clock.h"
#include "proto/pool.h"
#include "proto/request.h"
#include "proto/writer.h"

enum account_kind { ACCOUNT_HUMAN, ACCOUNT_BOT, ACCOUNT_GUEST };
/* "human", "bot", "guest" */
const char *account_kind_text(enum account_kind kind);

enum game_status { GAME_PLAYING, GAME_FINISHED, GAME_ABORTED };
/* "playing", "finished", "aborted" */
const char *game_status_text(enum game_status status);

/* A rating for show. */
struct rating_view {
    int rating; /* rounded */
    int rd;     /* rounded */
    uint32_t games;
    bool provisional;
};

struct user_view {
    const char *name;
    enum account_kind kind;
    struct rating_view ratings[POOL_COUNT]; /* only pools with games > 0 are written */
};

/* {"name","kind","ratings":{POOL:{"rating","rd","games","provisional"}}} */
void view_user(struct writer *writer, const struct user_view *user);

#define PLAYER_UNRATED (-1)
struct player_view {
    const char *name;
    enum account_kind kind;
    int rating; /* at the start, rounded; PLAYER_UNRATED is null */
};

/* {"name","kind","rating"} */
void view_player(struct writer *writer, const struct player_view *player);

/* {"initial_ms","increment_ms"}, {"per_move_ms"} or null */
void view_time(struct writer *writer, const struct time_control *control);

/* The pool's name, or null for POOL_NONE. */
void view_pool(struct writer *writer, int pool);

/* "blue" or "red" by enum color, or null for -1. */
void view_color(struct writer *writer, int color);

struct seek_view {
    const char *id;
    struct player_view user;
    int size;
    const struct time_control *time;
    bool rated;
    enum wanted_color color;
    int rating_min, rating_max; /* written null where RATING_LOWEST and RATING_HIGHEST */
    int64_t at;
    const struct player_view *to; /* of a challenge; NULL of a seek */
};

/* {"id","user","size","time","rated","pool","color","rating_min","rating_max","at"}, and
 * "to" of a challenge. */
void view_seek(struct writer *writer, const struct seek_view *seek);

struct clock_view {
    bool none;          /* written null: a game without a clock */
    int64_t left_ms[2]; /* by enum color */
    int running;        /* enum color, or -1 */
    int64_t at;         /* wall time at which they were so */
};

/* {"blue_ms","red_ms","running","at"} */
void view_clock(struct writer *writer, const struct clock_view *clock);

/* {"winner","reason"}, or null for REASON_NONE */
struct result_view {
    int winner; /* enum color, or -1 */
    enum reason reason;
};
void view_result(struct writer *writer, const struct result_view *result);

struct presence_view {
    bool connected[2]; /* by enum color */
    int spectators;
};
/* {"blue","red","spectators"} */
void view_presence(struct writer *writer, const struct presence_view *presence);

/* One player's rating before and after a rated game, rounded. */
struct rating_change {
    int before, before_rd;
    int after, after_rd;
};
/* "ratings":{"blue":{"before":{"rating","rd"},"after":{"rating","rd"}},"red":…} as a value */
void view_rating_changes(struct writer *writer, const struct rating_change changes[2]);

struct game_view {
    const char *id;
    int size;
    bool rated;
    const struct time_control *time;
    enum game_status status;
    struct player_view players[2]; /* by enum color */
    int ply;
    struct result_view result;
    int64_t started_at;
    int64_t ended_at; /* 0 is null */

    /* Only in a snapshot. */
    int64_t v;
    const char *moves; /* turns joined by blanks */
    const char *position;
    int to_move;                 /* enum color, or -1 (null) once the game is over */
    bool offers[2][OFFER_COUNT]; /* open ones, by enum color of who made them */
    struct clock_view clock;
    struct presence_view presence;
};

/* The members of SUMMARY and SNAPSHOT; each writes a whole object. */
void view_summary(struct writer *writer, const struct game_view *game);
void view_snapshot(struct writer *writer, const struct game_view *game);
/* The members of a snapshot without the braces, for RECORD, which adds its own. */
void view_snapshot_members(struct writer *writer, const struct game_view *game);

/* One event of a game's stream. Which members are written depends on the kind. The numbers stand in
 * logs on disk: new kinds come last. */
enum stream_kind {
    STREAM_START,
    STREAM_MOVE,
    STREAM_SKIP,
    STREAM_END,
    STREAM_OFFER,
    STREAM_OFFER_CLOSED,
    STREAM_TAKEBACK,
};
/* "start", "move" and so on. */
const char *stream_kind_text(enum stream_kind kind);

struct stream_view {
    enum stream_kind kind;
    const char *game;
    int64_t v;
    int64_t at;
    /* start, move, skip, takeback */
    int64_t ply;
    const char *position;
    enum color to_move;
    struct clock_view clock;
    /* move, skip, offer, offer_closed */
    enum color by;
    /* move */
    const char *move;
    int64_t lag_ms, held_ms;
    /* offer, offer_closed */
    enum offer offer;
    enum offer_end how;
    /* end */
    struct result_view result;
    const struct rating_change *ratings; /* of both, by enum color; NULL where casual */
};

/* {"ev","game","v","at",…} */
void view_stream(struct writer *writer, const struct stream_view *event);

/* {"re":…,"error":{"code","message",…}} begun and left open inside the error object, for members
 * such as "field" or "retry_after_ms"; then view_error_end. */
void view_error(struct writer *writer, const struct request_id *id, enum error_code code,
                const char *message);
void view_error_end(struct writer *writer);

/* {"re":…,"ok": begun; the caller writes one value and then view_ok_end. */
void view_ok(struct writer *writer, const struct request_id *id);
void view_ok_end(struct writer *writer);

/* {"ev":NAME, begun; the caller writes members and then view_event_end. */
void view_event(struct writer *writer, const char *name);
void view_event_end(struct writer *writer);

/* The answer to `help`, made from the table of operations: an object of operation ->
 * {"needs":…,"fields":{name:{"type","required"}}}. */
void view_help(struct writer *writer);
