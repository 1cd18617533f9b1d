#include "proto/client/game_state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/member.h"

static bool wrong(struct game_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool read_terms(struct game_state *state, const json_t *snapshot);
static void read_player(struct game_player *player, const json_t *value);
static void read_presence(struct game_state *state, const json_t *presence);
static void read_clock(struct game_state *state, const json_t *clock);
static void read_result(struct game_state *state, const json_t *result);
static void read_ratings(struct game_state *state, const json_t *ratings);
static void read_offers(struct game_state *state, const json_t *offers);
static void set_offer(struct game_state *state, const json_t *offer, bool open);
static bool play_line(struct game_state *state, const char *moves);
static bool play_text(struct game_state *state, const char *text, size_t length);
static bool take_back_to(struct game_state *state, int64_t ply);
static bool agrees(struct game_state *state, const json_t *message);
static bool stream_event(struct game_state *state, const json_t *event);

void game_state_init(struct game_state *state)
{
    *state = (struct game_state){.size = BOARD_MIN_SIZE, .running = -1, .winner = -1};
    position_init(&state->position, state->size);
    state->before = state->position;
}

void game_state_deinit(struct game_state *state)
{
    free(state->turns);
    state->turns = NULL;
}

bool game_state_snapshot(struct game_state *state, const json_t *snapshot)
{
    game_state_deinit(state);
    game_state_init(state);
    if (!read_terms(state, snapshot))
        return false;
    if (!play_line(state, member_text(snapshot, "moves", "")) || !agrees(state, snapshot))
        return false;
    state->v = member_integer(snapshot, "v", 1);
    /* Where every event so far was the start or a turn, the last one was of that kind too. */
    state->turn_v = state->v == state->ply + 1 ? state->v : 0;
    read_clock(state, json_object_get(snapshot, "clock"));
    read_presence(state, json_object_get(snapshot, "presence"));
    read_offers(state, json_object_get(snapshot, "offers"));
    const char *status = member_text(snapshot, "status", "playing");
    if (strcmp(status, game_status_text(GAME_FINISHED)) == 0)
        state->status = GAME_FINISHED;
    else if (strcmp(status, game_status_text(GAME_ABORTED)) == 0)
        state->status = GAME_ABORTED;
    read_result(state, json_object_get(snapshot, "result"));
    state->started_at = member_integer(snapshot, "started_at", 0);
    state->ended_at = member_integer(snapshot, "ended_at", 0);
    return true;
}

enum game_step game_state_event(struct game_state *state, const json_t *event)
{
    int64_t v = member_integer(event, "v", 0);
    if (v == 0) {
        if (strcmp(member_text(event, "ev", ""), "presence") == 0)
            read_presence(state, event);
        return GAME_STEP_NEW;
    }
    if (v <= state->v)
        return GAME_STEP_OLD;
    if (v > state->v + 1)
        return GAME_STEP_GAP;
    if (!stream_event(state, event))
        return GAME_STEP_WRONG;
    state->v = v;
    return GAME_STEP_NEW;
}

void game_state_refresh(struct game_state *state, const json_t *caught_up)
{
    if (member_integer(caught_up, "v", 0) != state->v)
        return;
    if (json_object_get(caught_up, "clock") != NULL)
        read_clock(state, json_object_get(caught_up, "clock"));
    if (json_object_get(caught_up, "presence") != NULL)
        read_presence(state, json_object_get(caught_up, "presence"));
}

int64_t game_state_left_ms(const struct game_state *state, enum color color, int64_t server_now_ms)
{
    int64_t left_ms = state->left_ms[color];
    if (state->running == (int)color && !game_state_over(state) && server_now_ms > state->clock_at)
        left_ms -= server_now_ms - state->clock_at;
    return left_ms > 0 ? left_ms : 0;
}

uint64_t game_state_last_cells(const struct game_state *state)
{
    uint64_t cells = 0;
    if (state->ply == 0)
        return 0;
    const struct turn *turn = &state->turns[state->ply - 1];
    for (int i = 0; i < turn->count; i++)
        cells |= board_bit(turn->cells[i]);
    return cells;
}

uint64_t game_state_removed_cells(const struct game_state *state)
{
    return position_empty(&state->position) & ~position_empty(&state->before);
}

int game_state_color_of(const struct game_state *state, const char *name)
{
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        if (strcasecmp(state->players[color].name, name) == 0)
            return color;
    }
    return -1;
}

struct time_control game_state_read_time(const json_t *time)
{
    struct time_control control = {.kind = TIME_NONE};
    if (json_object_get(time, "per_move_ms") != NULL) {
        control.kind = TIME_PER_MOVE;
        control.per_move_ms = member_integer(time, "per_move_ms", 0);
    } else if (json_object_get(time, "initial_ms") != NULL) {
        control.kind = TIME_FISCHER;
        control.initial_ms = member_integer(time, "initial_ms", 0);
        control.increment_ms = member_integer(time, "increment_ms", 0);
    }
    return control;
}

static bool wrong(struct game_state *state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(state->why, sizeof state->why, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_terms(struct game_state *state, const json_t *snapshot)
{
    member_copy(snapshot, "id", state->id, sizeof state->id);
    int64_t size = member_integer(snapshot, "size", 0);
    if (state->id[0] == '\0' || (size != BOARD_MIN_SIZE && size != BOARD_MAX_SIZE))
        return wrong(state, "the server sent a game that this program cannot show");
    state->size = (int)size;
    state->rated = member_flag(snapshot, "rated", false);
    member_copy(snapshot, "pool", state->pool, sizeof state->pool);
    state->time = game_state_read_time(json_object_get(snapshot, "time"));
    read_player(&state->players[COLOR_BLUE], json_object_get(snapshot, "blue"));
    read_player(&state->players[COLOR_RED], json_object_get(snapshot, "red"));
    return true;
}

static void read_player(struct game_player *player, const json_t *value)
{
    member_copy(value, "name", player->name, sizeof player->name);
    member_copy(value, "kind", player->kind, sizeof player->kind);
    player->rating = (int)member_integer(value, "rating", PLAYER_UNRATED);
}

static void read_presence(struct game_state *state, const json_t *presence)
{
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++)
        state->players[color].connected =
            member_flag(presence, color_name((enum color)color), false);
    state->spectators = (int)member_integer(presence, "spectators", 0);
}

static void read_clock(struct game_state *state, const json_t *clock)
{
    state->clocked = json_is_object(clock);
    state->left_ms[COLOR_BLUE] = member_integer(clock, "blue_ms", 0);
    state->left_ms[COLOR_RED] = member_integer(clock, "red_ms", 0);
    state->clock_at = member_integer(clock, "at", 0);
    const char *running = member_text(clock, "running", "");
    state->running = -1;
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        if (strcmp(running, color_name((enum color)color)) == 0)
            state->running = color;
    }
}

static void read_result(struct game_state *state, const json_t *result)
{
    const char *winner = member_text(result, "winner", "");
    state->winner = -1;
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        if (strcmp(winner, color_name((enum color)color)) == 0)
            state->winner = color;
    }
    member_copy(result, "reason", state->reason, sizeof state->reason);
}

static void read_ratings(struct game_state *state, const json_t *ratings)
{
    state->rating_changed = json_is_object(ratings);
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        const json_t *change = json_object_get(ratings, color_name((enum color)color));
        const json_t *before = json_object_get(change, "before");
        const json_t *after = json_object_get(change, "after");
        state->ratings[color] = (struct rating_change){
            .before = (int)member_integer(before, "rating", 0),
            .before_rd = (int)member_integer(before, "rd", 0),
            .after = (int)member_integer(after, "rating", 0),
            .after_rd = (int)member_integer(after, "rd", 0),
        };
    }
}

static void read_offers(struct game_state *state, const json_t *offers)
{
    for (size_t i = 0; i < json_array_size(offers); i++)
        set_offer(state, json_array_get(offers, i), true);
}

/* An offer is open or closed, as an object with `by` and `kind` tells. */
static void set_offer(struct game_state *state, const json_t *offer, bool open)
{
    const char *by = member_text(offer, "by", "");
    const char *kind = member_text(offer, "kind", "");
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        for (int i = 0; i < OFFER_COUNT; i++) {
            if (strcmp(by, color_name((enum color)color)) == 0 &&
                strcmp(kind, offer_text((enum offer)i)) == 0)
                state->offers[color][i] = open;
        }
    }
}

/* Plays turns separated by blanks from the empty board. */
static bool play_line(struct game_state *state, const char *moves)
{
    state->ply = 0;
    position_init(&state->position, state->size);
    state->before = state->position;
    state->outcome = OUTCOME_GOES_ON;
    while (*moves != '\0') {
        size_t length = strcspn(moves, " ");
        if (length > 0 && !play_text(state, moves, length))
            return false;
        moves += length;
        moves += strspn(moves, " ");
    }
    return true;
}

static bool play_text(struct game_state *state, const char *text, size_t length)
{
    struct turn turn;
    struct position after = state->position;
    enum outcome outcome = OUTCOME_GOES_ON;
    enum refusal refusal = referee_read(&turn, state->size, text, length);
    if (refusal == REFUSAL_NONE && turn_is_skip(&turn)) {
        if (referee_can_move(&after))
            return wrong(state, "the server skipped a player who could move");
        referee_skip(&after);
    } else if (refusal == REFUSAL_NONE) {
        refusal = referee_apply(&after, &turn, &outcome);
    }
    if (refusal != REFUSAL_NONE)
        return wrong(state, "the server played %.*s, which the rules forbid: %s", (int)length, text,
                     refusal_text(refusal));
    if (state->ply == state->room) {
        state->room = state->room * 2 + 32;
        state->turns = realloc(state->turns, (size_t)state->room * sizeof *state->turns);
        if (state->turns == NULL)
            abort();
    }
    state->turns[state->ply++] = turn;
    state->before = state->position;
    state->position = after;
    state->outcome = outcome;
    return true;
}

/* Plays the first `ply` turns again. */
static bool take_back_to(struct game_state *state, int64_t ply)
{
    if (ply < 0 || ply > state->ply)
        return wrong(state, "the server took back to a turn that was not played");
    position_init(&state->position, state->size);
    state->before = state->position;
    state->outcome = OUTCOME_GOES_ON;
    for (int64_t i = 0; i < ply; i++) {
        state->before = state->position;
        enum refusal refusal = REFUSAL_NONE;
        if (turn_is_skip(&state->turns[i]))
            referee_skip(&state->position);
        else
            refusal = referee_apply(&state->position, &state->turns[i], &state->outcome);
        assert(refusal == REFUSAL_NONE);
    }
    state->ply = ply;
    return true;
}

/* Whether the position and the number of turns that a message tells are those reached here. */
static bool agrees(struct game_state *state, const json_t *message)
{
    char text[POSITION_TEXT_MAX];
    position_format(&state->position, text);
    if (strcmp(member_text(message, "position", text), text) != 0 ||
        member_integer(message, "ply", state->ply) != state->ply)
        return wrong(state, "the server and this program disagree about the position of game %s",
                     state->id);
    return true;
}

static bool stream_event(struct game_state *state, const json_t *event)
{
    const char *kind = member_text(event, "ev", "");
    if (strcmp(kind, "end") == 0) {
        read_result(state, json_object_get(event, "result"));
        read_ratings(state, json_object_get(event, "ratings"));
        state->status = state->winner >= 0 ? GAME_FINISHED : GAME_ABORTED;
        state->ended_at = member_integer(event, "at", 0);
        if (json_object_get(event, "clock") != NULL)
            read_clock(state, json_object_get(event, "clock"));
        state->running = -1;
        return true;
    }
    if (strcmp(kind, "move") == 0) {
        const char *move = member_text(event, "move", "");
        if (!play_text(state, move, strlen(move)))
            return false;
    } else if (strcmp(kind, "skip") == 0) {
        if (!play_text(state, "skip", strlen("skip")))
            return false;
    } else if (strcmp(kind, "takeback") == 0) {
        if (!take_back_to(state, member_integer(event, "ply", -1)))
            return false;
    } else if (strcmp(kind, "start") != 0) {
        if (strcmp(kind, "offer") == 0 || strcmp(kind, "offer_closed") == 0)
            set_offer(state, event, strcmp(kind, "offer") == 0);
        return true;
    }
    state->turn_v = member_integer(event, "v", 0);
    read_clock(state, json_object_get(event, "clock"));
    return agrees(state, event);
}
