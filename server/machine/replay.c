#include "server/machine/replay.h"

#include <string.h>

void replay_init(struct replay *replay, const char *game, int size, const struct time_control *time,
                 const struct log *log)
{
    memset(replay, 0, sizeof *replay);
    log_read(&replay->reader, log);
    replay->game = game;
    position_init(&replay->position, size);
    game_clock_init(&replay->clock, time);
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

static void play_move(struct replay *replay)
{
    enum color by = (enum color)replay->position.to_move;
    enum outcome outcome = OUTCOME_GOES_ON;
    bool allowed = !replay->won && !replay->skip_due &&
                   on_board(&replay->item.turn, replay->position.size) &&
                   referee_apply(&replay->position, &replay->item.turn, &outcome) == REFUSAL_NONE;
    if (!allowed) {
        replay->damaged = true;
        return;
    }
    replay->won = outcome == OUTCOME_WON;
    replay->skip_due = outcome == OUTCOME_SKIP;
    /* The log has what the clock showed afterwards, so that nothing is computed twice. */
    if (replay->clock.turns[by] < 2)
        replay->clock.turns[by]++;
    replay->clock.left_ms[by] = replay->item.left_ms;
}

static void play_skip(struct replay *replay)
{
    if (!replay->skip_due) {
        replay->damaged = true;
        return;
    }
    referee_skip(&replay->position);
    replay->skip_due = false;
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
    switch (replay->item.kind) {
    case STREAM_START:
        replay->turn_v = replay->item.v;
        break;
    case STREAM_MOVE:
        play_move(replay);
        break;
    case STREAM_SKIP:
        play_skip(replay);
        break;
    case STREAM_END:
        replay->clock.left_ms[0] = replay->item.clock_ms[0];
        replay->clock.left_ms[1] = replay->item.clock_ms[1];
        break;
    }
    if (replay->item.kind == STREAM_MOVE || replay->item.kind == STREAM_SKIP) {
        replay->ply++;
        replay->turn_v = replay->item.v;
    }
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
    struct log_reader reader;
    struct log_item item;
    bool first = true;
    log_read(&reader, log);
    while (log_next(&reader, &item)) {
        if (item.kind != STREAM_MOVE && item.kind != STREAM_SKIP)
            continue;
        char text[TURN_TEXT_MAX];
        size_t length = turn_format(&item.turn, size, text);
        if (!first)
            writer_raw(writer, " ", 1);
        writer_raw(writer, text, length);
        first = false;
    }
}
