/* A game as this client knows it: begun from a snapshot, carried on by the stream's events, and
 * checked at every turn with the project's own referee. The one place that reads snapshots and
 * stream events. Used by play and watch; makes no requests. */
#pragma once

#include <jansson.h>

#include "core/clock.h"
#include "core/referee.h"
#include "proto/view.h"

#define GAME_ID_MAX 16
#define PLAYER_NAME_MAX 32

struct game_player {
    char name[PLAYER_NAME_MAX];
    char kind[8];
    int rating; /* at the start; PLAYER_UNRATED */
    bool connected;
};

struct game_state {
    char id[GAME_ID_MAX];
    int size;
    bool rated;
    char pool[24]; /* "" without a clock */
    struct time_control time;
    struct game_player players[2]; /* by enum color */
    int spectators;

    /* The line as it stands. */
    struct turn *turns;
    int64_t ply, room;
    struct position position;
    struct position before; /* the last turn; the same as `position` where there was none */
    enum outcome outcome;   /* of the last turn: whether a skip or the end is still to be told */

    int64_t v;      /* of the last event of the stream */
    int64_t turn_v; /* of the last start, move, skip or takeback; 0 where a snapshot hides it */

    bool offers[2][OFFER_COUNT]; /* open ones, by enum color of who made them */

    /* The clocks as last told; `clocked` false where there are none. */
    bool clocked;
    int64_t left_ms[2];
    int running; /* enum color, or -1 */
    int64_t clock_at;

    enum game_status status;
    int winner; /* enum color, or -1 */
    char reason[24];
    bool rating_changed;
    struct rating_change ratings[2];
    int64_t started_at, ended_at;

    char why[200]; /* what was wrong, after GAME_STEP_WRONG */
};

void game_state_init(struct game_state *state);
void game_state_deinit(struct game_state *state);

/* Begins anew from a snapshot. False with `why` where it is not one or contradicts the rules. */
bool game_state_snapshot(struct game_state *state, const json_t *snapshot);

enum game_step {
    GAME_STEP_NEW,   /* the state has moved on */
    GAME_STEP_OLD,   /* seen before: nothing has changed */
    GAME_STEP_GAP,   /* events before this one are missing: watch again from state->v */
    GAME_STEP_WRONG, /* it contradicts the rules or what went before; see `why` */
};

/* Takes one event of this game, of the stream (with `v`) or beside it. Kinds it does not know only
 * count. */
enum game_step game_state_event(struct game_state *state, const json_t *event);

/* Takes the `clock` and `presence` that come with caught-up events: they tell what has changed
 * since the last event of the stream, such as a clock that stood still while the server was away.
 */
void game_state_refresh(struct game_state *state, const json_t *caught_up);

static inline bool game_state_over(const struct game_state *state)
{
    return state->status != GAME_PLAYING;
}

/* Whose turn it is, by the rules. Meaningless once the game is over. */
static inline enum color game_state_to_move(const struct game_state *state)
{
    return (enum color)state->position.to_move;
}

/* What `color` has left at the server's time server_now_ms; never negative. */
int64_t game_state_left_ms(const struct game_state *state, enum color color, int64_t server_now_ms);

/* Cells of the last turn (the one placed on, or the capturing stack and all it captured) and those
 * whose stacks left the board by it. Both empty where there was none or a skip. */
uint64_t game_state_last_cells(const struct game_state *state);
uint64_t game_state_removed_cells(const struct game_state *state);

/* The colour that plays under this name, whatever its case; -1 for neither. */
int game_state_color_of(const struct game_state *state, const char *name);

/* Reads a `time` member: a time control, or TIME_NONE for null and for what it does not know. */
struct time_control game_state_read_time(const json_t *time);
