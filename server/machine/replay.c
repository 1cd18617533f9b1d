#include "server/machine/replay.h"

#include "server/machine/mainline.h"

#include <string.h>

void replay_init(struct replay *replay, const char *game, int size, const struct time_control *time,
                 const struct log *log)
{
    memset(replay, 0, sizeof *replay);
    log_read(&replay->reader, log);
    replay->game = game;
    position_init(&replay->position, size);
    game_clock_init(&replay->clock, time);
    lag_quota_init(&replay->quotas[COLOR_BLUE], time);
    lag_quota_init(&replay->quotas[COLOR_RED], time);
}

/* The log does not know the board, and the referee takes only cells that it has. */
static bool on_board(const struct turn *turn, int size)
{
    if (turn->count > board_cells(size))
        return false;
    for (int i = 0; i < turn->count; i++) {
        if (turn->cells[i] >= board_cells(size))
            return false;
    }
    return true;
}

/* One move of the line on the position; false where the rules forbid it. */
static bool apply_move(struct replay *replay, const struct turn *turn)
{
    enum color by = (enum color)replay->position.to_move;
    enum outcome outcome = OUTCOME_GOES_ON;
    if (replay->won || replay->skip_due || !on_board(turn, replay->position.size) ||
        referee_apply(&replay->position, turn, &outcome) != REFUSAL_NONE)
        return false;
    replay->won = outcome == OUTCOME_WON;
    replay->skip_due = outcome == OUTCOME_SKIP;
    if (replay->clock.turns[by] < 2)
        replay->clock.turns[by]++;
    return true;
}

static bool apply_skip(struct replay *replay)
{
    if (!replay->skip_due)
        return false;
    referee_skip(&replay->position);
    replay->skip_due = false;
    return true;
}

static bool play_move(struct replay *replay)
{
    enum color by = (enum color)replay->position.to_move;
    if (!apply_move(replay, &replay->item.turn) || replay->item.lag_ms > replay->quotas[by].left_ms)
        return false;
    lag_quota_use(&replay->quotas[by], &replay->clock.control, replay->item.lag_ms);
    /* The log has what the clock showed afterwards, so that nothing is computed twice. */
    replay->clock.left_ms[by] = replay->item.left_ms;
    return true;
}

/* Plays the first `count` turns of a line from the start. */
static bool play_line(struct replay *replay, const struct mainline *line, size_t count)
{
    struct log_reader reader = {.bytes = replay->reader.bytes, .length = replay->reader.length};
    struct log_item item;
    position_init(&replay->position, replay->position.size);
    replay->clock.turns[0] = replay->clock.turns[1] = 0;
    replay->won = replay->skip_due = false;
    for (size_t ply = 0; ply < count;) {
        if (!log_next(&reader, &item))
            return false;
        if (item.v != line->v[ply])
            continue;
        if (!(item.kind == STREAM_MOVE ? apply_move(replay, &item.turn) : apply_skip(replay)))
            return false;
        ply++;
    }
    return true;
}

/* Turns cannot be undone one by one, since a capture removes stacks: the line is played anew. */
static bool play_takeback(struct replay *replay)
{
    struct mainline line;
    mainline_init(&line);
    bool sound =
        mainline_read(&line, replay->reader.bytes, replay->reader.length, replay->item.v) &&
        replay->item.ply < (int64_t)line.count &&
        play_line(replay, &line, (size_t)replay->item.ply);
    mainline_deinit(&line);
    replay->ply = replay->item.ply;
    replay->clock.left_ms[0] = replay->item.clock_ms[0];
    replay->clock.left_ms[1] = replay->item.clock_ms[1];
    return sound;
}

static bool play_offer(struct replay *replay, bool open)
{
    bool *offer = &replay->offers[replay->item.by][replay->item.offer];
    if (*offer == open)
        return false;
    *offer = open;
    return true;
}

static bool play(struct replay *replay)
{
    bool sound = true;
    switch (replay->item.kind) {
    case STREAM_START:
        replay->turn_v = replay->item.v;
        return true;
    case STREAM_END:
        replay->clock.left_ms[0] = replay->item.clock_ms[0];
        replay->clock.left_ms[1] = replay->item.clock_ms[1];
        return true;
    case STREAM_OFFER:
    case STREAM_OFFER_CLOSED:
        return play_offer(replay, replay->item.kind == STREAM_OFFER);
    case STREAM_TAKEBACK:
        replay->turn_v = replay->item.v;
        return play_takeback(replay);
    case STREAM_MOVE:
        sound = play_move(replay);
        break;
    case STREAM_SKIP:
        sound = apply_skip(replay);
        break;
    }
    replay->ply++;
    replay->turn_v = replay->item.v;
    return sound;
}

bool replay_next(struct replay *replay)
{
    bool ended = replay->item.kind == STREAM_END;
    if (replay->damaged || !log_next(&replay->reader, &replay->item)) {
        replay->damaged = replay->damaged || replay->reader.damaged;
        return false;
    }
    /* The start comes first and only there, and nothing after the end. */
    if (ended || (replay->item.kind == STREAM_START) != (replay->item.v == 1)) {
        replay->damaged = true;
        return false;
    }
    replay->damaged = !play(replay);
    return !replay->damaged;
}

void replay_clock(const struct replay *replay, struct clock_view *view)
{
    bool over = replay->won || replay->item.kind == STREAM_END;
    view->none = replay->clock.control.kind == TIME_NONE;
    view->left_ms[0] = replay->clock.left_ms[0];
    view->left_ms[1] = replay->clock.left_ms[1];
    view->running = game_clock_runs(&replay->clock) && !over ? replay->position.to_move : -1;
    view->at = replay->item.at;
}

void replay_view(struct replay *replay, struct stream_view *view)
{
    const struct log_item *item = &replay->item;
    *view = (struct stream_view){.kind = item->kind,
                                 .game = replay->game,
                                 .v = item->v,
                                 .at = item->at,
                                 .ply = replay->ply,
                                 .to_move = (enum color)replay->position.to_move,
                                 .by = color_other((enum color)replay->position.to_move),
                                 .lag_ms = item->lag_ms,
                                 .held_ms = item->held_ms,
                                 .result = {.winner = item->winner, .reason = item->reason}};
    replay_clock(replay, &view->clock);
    if (item->kind == STREAM_OFFER || item->kind == STREAM_OFFER_CLOSED) {
        view->by = item->by;
        view->offer = item->offer;
        view->how = item->how;
        return;
    }
    if (item->kind == STREAM_END) {
        view->ratings = item->rated ? item->ratings : NULL;
        return;
    }
    position_format(&replay->position, replay->position_text);
    view->position = replay->position_text;
    if (item->kind == STREAM_MOVE) {
        turn_format(&item->turn, replay->position.size, replay->turn_text);
        view->move = replay->turn_text;
    }
}

void replay_moves(struct writer *writer, int size, const struct log *log)
{
    struct mainline line;
    struct log_reader reader;
    struct log_item item;
    size_t ply = 0;
    mainline_init(&line);
    mainline_read(&line, log->bytes, log->length, INT64_MAX);
    log_read(&reader, log);
    while (ply < line.count && log_next(&reader, &item)) {
        if (item.v != line.v[ply])
            continue;
        char text[TURN_TEXT_MAX];
        size_t length = turn_format(&item.turn, size, text);
        if (ply++ > 0)
            writer_raw(writer, " ", 1);
        writer_raw(writer, text, length);
    }
    mainline_deinit(&line);
}
