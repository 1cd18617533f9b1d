/* The order of a stream: what may follow what; offers; the end. */
#include "proto/verify/progress.h"

#include <stdlib.h>
#include <string.h>

void progress_init(struct progress *progress, const struct game_view *game)
{
    memset(progress, 0, sizeof *progress);
    progress->game = game;
    position_init(&progress->position, game->size);
    game_clock_init(&progress->clock, game->time);
    lag_quota_init(&progress->quotas[COLOR_BLUE], game->time);
    lag_quota_init(&progress->quotas[COLOR_RED], game->time);
    progress->due = DUE_START;
    progress->result.winner = -1;
}

void progress_deinit(struct progress *progress)
{
    free(progress->turns);
    progress->turns = NULL;
}

struct game_clock progress_clock_before(const struct progress *progress, size_t number)
{
    struct game_clock clock;
    if (number > 0)
        return progress->turns[number - 1].clock;
    game_clock_init(&clock, progress->game->time);
    return clock;
}

int progress_running(const struct progress *progress)
{
    bool ended = progress->over || progress->due == DUE_WIN;
    return game_clock_runs(&progress->clock) && !ended ? progress->position.to_move : -1;
}

/* ---- Order -------------------------------------------------------------------------------- */

static bool is_lapse(const struct stream_view *event)
{
    return event->kind == STREAM_OFFER_CLOSED && event->how == OFFER_LAPSED;
}

/* Why the event cannot stand here, or NULL. */
static const char *out_of_order(const struct progress *progress, const struct stream_view *event)
{
    enum stream_kind kind = event->kind;
    switch (progress->due) {
    case DUE_START:
        return kind == STREAM_START ? NULL : "the stream does not begin with its start";
    case DUE_SKIP:
        return kind == STREAM_SKIP ? NULL : "a skip is missing before this";
    case DUE_WIN:
        return kind == STREAM_END ? NULL : "the turn before this has won: the end is missing";
    case DUE_LIMIT:
        return kind == STREAM_END ? NULL : "the turn limit is reached: the end is missing";
    case DUE_TAKEBACK:
        return kind == STREAM_TAKEBACK || is_lapse(event)
                   ? NULL
                   : "a takeback was accepted before this, and is missing";
    case DUE_ABORT:
        return kind == STREAM_END || is_lapse(event)
                   ? NULL
                   : "it was agreed to abort the game before this, and the end is missing";
    case DUE_LAPSED:
        return kind == STREAM_MOVE || kind == STREAM_END || is_lapse(event)
                   ? NULL
                   : "an offer lapsed before this, with neither a turn nor the end";
    case DUE_ANYTHING:
        break;
    }
    if (kind == STREAM_START)
        return "the game starts a second time";
    if (kind == STREAM_SKIP)
        return "the player skipped could move";
    return kind == STREAM_TAKEBACK ? "no takeback was accepted" : NULL;
}

static bool offers_open(const struct progress *progress)
{
    static const bool none[2][OFFER_COUNT];
    return memcmp(progress->offers, none, sizeof none) != 0;
}

static bool in_order(const struct progress *progress, const struct stream_view *event,
                     struct finding *finding)
{
    /* Where the events are counted, which is what a finding names. */
    int64_t v = progress->v + 1;
    if (event->v != v)
        return finding_set(finding, v, "v is %lld: the numbers have a gap", (long long)event->v);
    if (strcmp(event->game, progress->game->id) != 0)
        return finding_set(finding, v, "it is of another game, %.20s", event->game);
    if (progress->over)
        return finding_set(finding, v, "it comes after the end");
    if (event->at < progress->at)
        return finding_set(finding, v, "at is earlier than that of the event before");
    const char *why = out_of_order(progress, event);
    if (why != NULL)
        return finding_set(finding, v, "%s", why);
    bool closes = event->kind != STREAM_OFFER && event->kind != STREAM_OFFER_CLOSED;
    if (closes && offers_open(progress))
        return finding_set(finding, v, "an offer is still open that should have lapsed");
    return true;
}

/* ---- Offers ------------------------------------------------------------------------------- */

static bool has_moved(const struct progress *progress, enum color color)
{
    for (size_t i = 0; i < progress->count; i++) {
        if (progress->turns[i].by == color && !progress->turns[i].skip)
            return true;
    }
    return false;
}

static bool take_offer(struct progress *progress, const struct stream_view *event,
                       struct finding *finding)
{
    bool *open = &progress->offers[event->by][event->offer];
    if (*open)
        return finding_set(finding, event->v, "the same offer is open already");
    if (event->offer == OFFER_TAKEBACK && !has_moved(progress, event->by))
        return finding_set(finding, event->v, "there is no turn to take back");
    if (event->offer == OFFER_ABORT && progress->offers[color_other(event->by)][OFFER_ABORT])
        return finding_set(finding, event->v, "two offers to abort are an agreement");
    *open = true;
    return true;
}

static bool take_closing(struct progress *progress, const struct stream_view *event,
                         struct finding *finding)
{
    bool *open = &progress->offers[event->by][event->offer];
    if (!*open)
        return finding_set(finding, event->v, "there is no such offer open");
    *open = false;
    if (event->how == OFFER_ACCEPTED) {
        progress->due = event->offer == OFFER_ABORT ? DUE_ABORT : DUE_TAKEBACK;
        progress->due_color = event->by;
    } else if (event->how == OFFER_LAPSED && progress->due == DUE_ANYTHING) {
        progress->due = DUE_LAPSED;
    }
    return true;
}

/* ---- The end ------------------------------------------------------------------------------ */

/* Whether the game as it stands could end so. */
static bool can_end(const struct progress *progress, const struct result_view *result)
{
    bool both_moved = progress->count >= 2;
    bool open = progress->due == DUE_ANYTHING || progress->due == DUE_LAPSED;
    int to_move = progress->position.to_move;
    switch (result->reason) {
    case REASON_CAPTURE:
        return progress->due == DUE_WIN && result->winner == (int)progress->due_color;
    case REASON_RESIGN:
        return open && both_moved && result->winner >= 0;
    case REASON_TIME:
        return open && both_moved && game_clock_runs(&progress->clock) &&
               result->winner == (int)color_other((enum color)to_move);
    case REASON_ABANDONED:
        return open && both_moved && result->winner >= 0 &&
               progress->game->time->kind != TIME_PER_MOVE;
    case REASON_ABORTED:
        return (progress->due == DUE_ABORT || (open && !both_moved)) && result->winner < 0;
    case REASON_TURN_LIMIT:
        return progress->due == DUE_LIMIT && result->winner < 0;
    case REASON_NONE:
        break;
    }
    return false;
}

/* The winner's rating does not fall, and the loser's does not rise. */
static bool ratings_sound(const struct rating_change ratings[2], int winner)
{
    const struct rating_change *won = &ratings[winner];
    const struct rating_change *lost = &ratings[color_other((enum color)winner)];
    return won->after >= won->before && lost->after <= lost->before;
}

static bool take_end(struct progress *progress, const struct stream_view *event,
                     struct finding *finding)
{
    const struct result_view *result = &event->result;
    bool counts = progress->game->rated && result->winner >= 0;
    if (!can_end(progress, result))
        return finding_set(finding, event->v, "the game could not end here by %s, %s%s",
                           reason_text(result->reason),
                           result->winner < 0 ? "without a winner" : "won by ",
                           result->winner < 0 ? "" : color_name((enum color)result->winner));
    if (counts != (event->ratings != NULL))
        return finding_set(finding, event->v,
                           counts ? "the ratings of a rated game are missing"
                                  : "ratings, in a game that does not count");
    if (counts && !ratings_sound(event->ratings, result->winner))
        return finding_set(finding, event->v, "a rating went the wrong way");
    progress->over = true;
    progress->result = *result;
    progress->ratings_changed = counts;
    if (counts)
        memcpy(progress->ratings, event->ratings, sizeof progress->ratings);
    return true;
}

/* ------------------------------------------------------------------------------------------- */

static bool take(struct progress *progress, const struct stream_view *event,
                 struct finding *finding)
{
    switch (event->kind) {
    case STREAM_START:
        return progress_start(progress, event, finding);
    case STREAM_MOVE:
        return progress_move(progress, event, finding);
    case STREAM_SKIP:
        return progress_skip(progress, event, finding);
    case STREAM_TAKEBACK:
        return progress_takeback(progress, event, finding);
    case STREAM_OFFER:
        return take_offer(progress, event, finding);
    case STREAM_OFFER_CLOSED:
        return take_closing(progress, event, finding);
    case STREAM_END:
        return take_end(progress, event, finding);
    }
    return false;
}

bool progress_event(struct progress *progress, const struct stream_view *event,
                    struct finding *finding)
{
    if (!in_order(progress, event, finding) || !take(progress, event, finding))
        return false;
    progress->v = event->v;
    progress->at = event->at;
    return true;
}
