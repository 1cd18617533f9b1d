/* Whether the turns of a record are those of its stream, each with its times and clocks. */
#include "proto/verify/agreement.h"

#include <string.h>

#include "proto/verify/members.h"

/* What the clocks must show after a turn that took spent_ms. Where no clock ran, nothing can be
 * told from them. */
static bool check_spent(const struct progress *progress, size_t number, int64_t spent_ms,
                        struct finding *finding)
{
    const struct line_turn *turn = &progress->turns[number];
    struct game_clock clock = progress_clock_before(progress, number);
    if (turn->skip)
        return spent_ms == 0 ||
               finding_set(finding, turn->v, "turns: a skip takes no time, and spent_ms is %lld",
                           (long long)spent_ms);
    if (spent_ms < turn->lag_ms || !game_clock_turn(&clock, turn->by, spent_ms, turn->lag_ms) ||
        clock.left_ms[turn->by] != turn->clock.left_ms[turn->by])
        return finding_set(finding, turn->v,
                           "turns: spent_ms is %lld, which the clock of %s contradicts",
                           (long long)spent_ms, color_name(turn->by));
    return true;
}

static bool check_clock(struct members *members, const struct line_turn *turn)
{
    static const char *const keys[] = {"blue_ms", "red_ms"};
    bool clockless = turn->clock.control.kind == TIME_NONE;
    for (int color = 0; color < 2; color++) {
        if (clockless && json_object_get(members->object, keys[color]) != NULL)
            return finding_set(members->finding, turn->v, "turns: %s in a game without a clock",
                               keys[color]);
        if (!clockless && members_count(members, keys[color]) != turn->clock.left_ms[color])
            return members_end(members) &&
                   finding_set(members->finding, turn->v, "turns: %s is not that of the stream",
                               keys[color]);
    }
    return true;
}

static bool check_number(struct members *members, const char *key, int64_t expected)
{
    int64_t number = members_count(members, key);
    return members_end(members) &&
           (number == expected ||
            finding_set(members->finding, members->v, "turns: %s is %lld and should be %lld", key,
                        (long long)number, (long long)expected));
}

static bool check_turn(const json_t *value, const struct progress *progress, size_t number,
                       struct finding *finding)
{
    const struct line_turn *turn = &progress->turns[number];
    struct members members;
    members_open(&members, value, "an entry of turns", turn->v, finding);
    if (!check_number(&members, "v", turn->v) ||
        !check_number(&members, "ply", (int64_t)number + 1) ||
        !check_number(&members, "at", turn->at) ||
        !check_number(&members, "lag_ms", turn->lag_ms) ||
        !check_number(&members, "held_ms", turn->held_ms))
        return false;
    int by = members_color(&members, "by");
    const char *move = members_text(&members, "move");
    int64_t spent_ms = members_count(&members, "spent_ms");
    if (!members_end(&members))
        return false;
    if (by != (int)turn->by || strcmp(move, turn->text) != 0)
        return finding_set(finding, turn->v, "turns: %s played %.60s, by the stream %s %s",
                           color_name((enum color)by), move, color_name(turn->by), turn->text);
    return check_clock(&members, turn) && check_spent(progress, number, spent_ms, finding);
}

bool agreement_turns(const json_t *record, const struct progress *progress, struct finding *finding)
{
    const json_t *turns = json_object_get(record, "turns");
    if (!json_is_array(turns))
        return finding_set(finding, 0, "turns is missing or no array");
    if (json_array_size(turns) != progress->count)
        return finding_set(finding, 0, "turns has %zu entries, by the stream there are %zu",
                           json_array_size(turns), progress->count);
    for (size_t i = 0; i < progress->count; i++) {
        if (!check_turn(json_array_get(turns, i), progress, i, finding))
            return false;
    }
    return true;
}
