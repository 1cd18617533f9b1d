/* Whether the members of a record that a snapshot has, too, are what its stream has led to. */
#include "proto/verify/agreement.h"

#include <string.h>

#include "proto/verify/members.h"

static bool differs(struct finding *finding, const char *key)
{
    return finding_set(finding, 0, "%s of the record is not what its stream tells", key);
}

/* Whether `moves` is the line's turns joined by blanks. */
static bool is_line(const char *moves, const struct progress *progress)
{
    for (size_t i = 0; i < progress->count; i++) {
        size_t length = strlen(progress->turns[i].text);
        if (i > 0 && *moves++ != ' ')
            return false;
        if (strncmp(moves, progress->turns[i].text, length) != 0)
            return false;
        moves += length;
    }
    return *moves == '\0';
}

static bool check_line(struct members *members, const struct progress *progress)
{
    char position[POSITION_TEXT_MAX];
    position_format(&progress->position, position);
    int64_t v = members_count(members, "v");
    int64_t ply = members_count(members, "ply");
    const char *moves = members_text(members, "moves");
    const char *shown = members_text(members, "position");
    int to_move = members_color_or_null(members, "to_move");
    if (!members_end(members))
        return false;
    if (v != progress->v)
        return differs(members->finding, "v");
    if (ply != (int64_t)progress->count)
        return differs(members->finding, "ply");
    if (!is_line(moves, progress))
        return differs(members->finding, "moves");
    if (strcmp(shown, position) != 0)
        return differs(members->finding, "position");
    if (to_move != (progress->over ? -1 : (int)progress->position.to_move))
        return differs(members->finding, "to_move");
    return true;
}

static enum game_status status_of(const struct progress *progress)
{
    if (!progress->over)
        return GAME_PLAYING;
    return progress->result.winner >= 0 ? GAME_FINISHED : GAME_ABORTED;
}

static bool check_end(struct members *members, const struct progress *progress)
{
    static const char *const statuses[] = {
        [GAME_PLAYING] = "playing", [GAME_FINISHED] = "finished", [GAME_ABORTED] = "aborted"};
    struct result_view result;
    int status = members_choice(members, "status", statuses, 3);
    const json_t *ended_at = members_value(members, "ended_at");
    const json_t *shown = members_value(members, "result");
    if (!members_end(members) || !read_result(shown, 0, &result, members->finding))
        return false;
    if (status != (int)status_of(progress))
        return differs(members->finding, "status");
    if (result.winner != progress->result.winner || result.reason != progress->result.reason)
        return differs(members->finding, "result");
    bool ended_when_told =
        progress->over ? json_is_integer(ended_at) && json_integer_value(ended_at) == progress->at
                       : json_is_null(ended_at);
    return ended_when_told || differs(members->finding, "ended_at");
}

/* Whether `left` may be what `color` had at the end, or when the record was asked for: of whoever
 * was thinking some more is gone by then, and all of it where the flag fell. */
static bool may_be_left(const struct progress *progress, int color, int64_t left)
{
    int64_t before = progress->clock.left_ms[color];
    bool ran = game_clock_runs(&progress->clock) && progress->due != DUE_WIN;
    if (!ran || color != progress->position.to_move)
        return left == before;
    return progress->over && progress->result.reason == REASON_TIME ? left == 0 : left <= before;
}

static bool check_clock(const json_t *value, const struct progress *progress,
                        struct finding *finding)
{
    struct clock_view clock;
    bool clockless = progress->clock.control.kind == TIME_NONE;
    if (!read_clock(value, 0, &clock, finding))
        return false;
    if (clock.none || clockless)
        return clock.none == clockless || differs(finding, "clock");
    if (clock.running != progress_running(progress))
        return finding_set(finding, 0, "clock of the record: running is not what its stream tells");
    if (progress->over ? clock.at != progress->at : clock.at < progress->at)
        return finding_set(finding, 0, "clock of the record: at is not that of the end");
    for (int color = 0; color < 2; color++) {
        if (!may_be_left(progress, color, clock.left_ms[color]))
            return finding_set(finding, 0, "clock of the record: %s_ms cannot be %lld",
                               color_name((enum color)color), (long long)clock.left_ms[color]);
    }
    return true;
}

static bool check_offers(const json_t *value, const struct progress *progress,
                         struct finding *finding)
{
    bool offers[2][OFFER_COUNT] = {{false}};
    if (!json_is_array(value))
        return finding_set(finding, 0, "offers is missing or no array");
    for (size_t i = 0; i < json_array_size(value); i++) {
        struct members members;
        enum color by;
        enum offer offer;
        members_open(&members, json_array_get(value, i), "an entry of offers", 0, finding);
        read_offer(&members, &by, &offer);
        if (!members_end(&members))
            return false;
        if (offers[by][offer])
            return differs(finding, "offers");
        offers[by][offer] = true;
    }
    return memcmp(offers, progress->offers, sizeof offers) == 0 || differs(finding, "offers");
}

static bool check_ratings(const json_t *value, const struct progress *progress,
                          struct finding *finding)
{
    struct rating_change ratings[2];
    if (json_is_null(value) || !progress->ratings_changed)
        return json_is_null(value) == !progress->ratings_changed ||
               differs(finding, "rating_changes");
    return read_ratings(value, 0, ratings, finding) &&
           (memcmp(ratings, progress->ratings, sizeof ratings) == 0 ||
            differs(finding, "rating_changes"));
}

static bool check_presence(const json_t *value, struct finding *finding)
{
    struct members members;
    members_open(&members, value, "presence", 0, finding);
    members_flag(&members, "blue");
    members_flag(&members, "red");
    members_count(&members, "spectators");
    return members_end(&members);
}

static bool check_pool(const json_t *value, const struct game_view *game, struct finding *finding)
{
    const char *pool = pool_name(pool_of(game->size, game->time));
    bool same = pool == NULL ? json_is_null(value)
                             : json_is_string(value) && strcmp(json_string_value(value), pool) == 0;
    return same || finding_set(finding, 0, "pool of the record is not that of its terms");
}

bool agreement_snapshot(const json_t *record, const struct progress *progress,
                        struct finding *finding)
{
    struct members members;
    members_open(&members, record, "the record", 0, finding);
    return check_pool(json_object_get(record, "pool"), progress->game, finding) &&
           check_line(&members, progress) && check_end(&members, progress) &&
           check_clock(json_object_get(record, "clock"), progress, finding) &&
           check_offers(json_object_get(record, "offers"), progress, finding) &&
           check_ratings(json_object_get(record, "rating_changes"), progress, finding) &&
           check_presence(json_object_get(record, "presence"), finding);
}
