/* What changes the board: moves and skips by the referee, takebacks; and the clocks they leave. */
#include "proto/verify/progress.h"

#include <stdlib.h>
#include <string.h>

static long long shown(int64_t number)
{
    return (long long)number;
}

/* Whether the event tells the game as it stands here. */
static bool agrees(const struct progress *progress, const struct stream_view *event,
                   struct finding *finding)
{
    const struct clock_view *clock = &event->clock;
    bool clockless = progress->clock.control.kind == TIME_NONE;
    char position[POSITION_TEXT_MAX];
    position_format(&progress->position, position);
    if (event->ply != (int64_t)progress->count)
        return finding_set(finding, event->v, "ply is %lld and should be %zu", shown(event->ply),
                           progress->count);
    if (strcmp(event->position, position) != 0)
        return finding_set(finding, event->v, "position should be %s", position);
    if (event->to_move != (enum color)progress->position.to_move)
        return finding_set(finding, event->v, "to_move is the wrong colour");
    if (clock->none != clockless)
        return finding_set(finding, event->v, "clock is null, or not, against the terms");
    if (clockless)
        return true;
    for (int color = 0; color < 2; color++) {
        if (clock->left_ms[color] != progress->clock.left_ms[color])
            return finding_set(finding, event->v, "clock: %s_ms is %lld and should be %lld",
                               color_name((enum color)color), shown(clock->left_ms[color]),
                               shown(progress->clock.left_ms[color]));
    }
    if (clock->running != progress_running(progress))
        return finding_set(finding, event->v, "clock: running is the wrong colour");
    if (clock->at != event->at)
        return finding_set(finding, event->v, "clock: at is not that of the event");
    return true;
}

bool progress_start(struct progress *progress, const struct stream_view *event,
                    struct finding *finding)
{
    progress->due = DUE_ANYTHING;
    if (event->at != progress->game->started_at)
        return finding_set(finding, event->v, "at is not when the game started");
    return agrees(progress, event, finding);
}

/* A turn of the line, made of the state after it. */
static void append(struct progress *progress, const struct stream_view *event, const char *text)
{
    if (progress->count == progress->room) {
        progress->room = progress->room == 0 ? 128 : progress->room * 2;
        progress->turns = realloc(progress->turns, progress->room * sizeof *progress->turns);
        if (progress->turns == NULL)
            abort();
    }
    struct line_turn *turn = &progress->turns[progress->count++];
    *turn = (struct line_turn){.v = event->v,
                               .at = event->at,
                               .lag_ms = event->lag_ms,
                               .held_ms = event->held_ms,
                               .by = event->by,
                               .skip = event->kind == STREAM_SKIP,
                               .position = progress->position,
                               .clock = progress->clock};
    strcpy(turn->text, text);
}

static enum due due_after(const struct progress *progress, enum outcome outcome)
{
    bool limit = progress->count >= REFEREE_TURN_LIMIT;
    switch (outcome) {
    case OUTCOME_WON:
        return DUE_WIN;
    case OUTCOME_SKIP:
        return limit ? DUE_LIMIT : DUE_SKIP;
    case OUTCOME_GOES_ON:
        break;
    }
    return limit ? DUE_LIMIT : DUE_ANYTHING;
}

/* ---- move --------------------------------------------------------------------------------- */

/* The time that the mover was charged, which the stream tells only by what was left. */
static int64_t charged_ms(const struct game_clock *clock, const struct stream_view *event)
{
    if (!game_clock_runs(clock) || clock->control.kind != TIME_FISCHER)
        return 0;
    return clock->left_ms[event->by] + clock->control.increment_ms -
           event->clock.left_ms[event->by];
}

static bool charge(struct progress *progress, const struct stream_view *event,
                   struct finding *finding)
{
    struct game_clock *clock = &progress->clock;
    struct lag_quota *quota = &progress->quotas[event->by];
    int64_t charged = charged_ms(clock, event);
    int64_t allowed = game_clock_runs(clock) ? quota->left_ms : 0;
    if (event->lag_ms > allowed)
        return finding_set(finding, event->v, "lag_ms is %lld, and %lld may be credited",
                           shown(event->lag_ms), shown(allowed));
    if (charged < 0)
        return finding_set(finding, event->v, "clock: %s has gained more than the increment",
                           color_name(event->by));
    if (!game_clock_turn(clock, event->by, charged, 0))
        return finding_set(finding, event->v, "clock: %s had no time left for this turn",
                           color_name(event->by));
    lag_quota_use(quota, &clock->control, event->lag_ms);
    return true;
}

/* The turn in the event, as it is to be written. */
static bool read_turn(const struct progress *progress, const struct stream_view *event,
                      struct turn *turn, char text[TURN_TEXT_MAX], struct finding *finding)
{
    enum refusal refusal =
        referee_read(turn, progress->position.size, event->move, strlen(event->move));
    if (refusal != REFUSAL_NONE)
        return finding_set(finding, event->v, "%.60s: %s", event->move, refusal_text(refusal));
    turn_format(turn, progress->position.size, text);
    if (strcmp(event->move, text) != 0)
        return finding_set(finding, event->v, "%.60s should be written %s", event->move, text);
    return true;
}

bool progress_move(struct progress *progress, const struct stream_view *event,
                   struct finding *finding)
{
    char text[TURN_TEXT_MAX];
    struct turn turn;
    enum outcome outcome = OUTCOME_GOES_ON;
    if (event->by != (enum color)progress->position.to_move)
        return finding_set(finding, event->v, "it is not the turn of %s", color_name(event->by));
    if (!read_turn(progress, event, &turn, text, finding))
        return false;
    enum refusal refusal = referee_apply(&progress->position, &turn, &outcome);
    if (refusal != REFUSAL_NONE)
        return finding_set(finding, event->v, "%s: %s", text, refusal_text(refusal));
    if (event->clock.none != (progress->clock.control.kind == TIME_NONE))
        return finding_set(finding, event->v, "clock is null, or not, against the terms");
    if (!charge(progress, event, finding))
        return false;
    append(progress, event, text);
    progress->due = due_after(progress, outcome);
    progress->due_color = event->by;
    return agrees(progress, event, finding);
}

/* ---- skip, takeback ----------------------------------------------------------------------- */

bool progress_skip(struct progress *progress, const struct stream_view *event,
                   struct finding *finding)
{
    if (event->by != (enum color)progress->position.to_move)
        return finding_set(finding, event->v, "it is not %s who is to be skipped",
                           color_name(event->by));
    referee_skip(&progress->position);
    append(progress, event, "skip");
    progress->due = due_after(progress, OUTCOME_GOES_ON);
    return agrees(progress, event, finding);
}

bool progress_takeback(struct progress *progress, const struct stream_view *event,
                       struct finding *finding)
{
    size_t count = progress->count;
    while (count > 0 && (progress->turns[count - 1].skip ||
                         progress->turns[count - 1].by != progress->due_color))
        count--;
    if (count == 0)
        return finding_set(finding, event->v, "there is no turn to take back");
    progress->count = count - 1;
    progress->clock = progress_clock_before(progress, progress->count);
    if (progress->count > 0)
        progress->position = progress->turns[progress->count - 1].position;
    else
        position_init(&progress->position, progress->game->size);
    progress->due = DUE_ANYTHING;
    return agrees(progress, event, finding);
}
