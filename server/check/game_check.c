#include "server/check/game_check.h"

#include "server/check/clock_check.h"
#include "server/machine/mainline.h"
#include "server/machine/replay.h"

#include <assert.h>
#include <string.h>

static const char *winner_text(int winner)
{
    return winner < 0 ? "nobody" : color_name((enum color)winner);
}

/* The columns of the log's entries say the same as their data. */
static void check_entries(struct findings *findings, const struct survey_game *game,
                          const struct log *log)
{
    struct log_reader reader;
    struct log_item item;
    size_t length = 0;
    log_read(&reader, log);
    for (size_t i = 0; i < game->entry_count; i++) {
        const struct survey_entry *entry = &game->entries[i];
        length += entry->length;
        if (entry->v != (int64_t)i + 1) {
            findings_add(findings, "game %s: its log has entry %lld where entry %zu should be",
                         game->row.id, (long long)entry->v, i + 1);
            return;
        }
        if (!log_next(&reader, &item) || reader.at_byte != length || item.kind != entry->kind ||
            item.at != entry->at) {
            findings_add(findings, "game %s, entry %zu: its columns are not what its data say",
                         game->row.id, i + 1);
            return;
        }
    }
}

/* What is wrong with an end, given the position in which it came; NULL for nothing. */
static const char *fault_of_end(const struct replay *replay)
{
    const struct log_item *item = &replay->item;
    int to_move = replay->position.to_move;
    bool without_winner = item->reason == REASON_ABORTED || item->reason == REASON_TURN_LIMIT;
    if ((item->winner < 0) != without_winner)
        return "its reason does not go with its winner";
    if ((item->reason == REASON_CAPTURE) != replay->won)
        return replay->won ? "it was won by capture, and ended otherwise"
                           : "it ended by a capture that did not win";
    if (item->reason == REASON_CAPTURE && item->winner == to_move)
        return "the wrong side won by capture";
    if (item->reason == REASON_TIME &&
        (item->winner == to_move || !game_clock_runs(&replay->clock) ||
         item->clock_ms[to_move] != 0))
        return "it ended by a flag that did not fall";
    if (item->winner >= 0 && replay->ply < 2)
        return "it was won before both had moved";
    if (replay->skip_due && item->reason != REASON_TURN_LIMIT)
        return "it ended where a skip was due";
    return NULL;
}

static void check_end(struct findings *findings, const struct game_row *row,
                      const struct replay *replay)
{
    const struct log_item *item = &replay->item;
    const char *fault = fault_of_end(replay);
    if (fault != NULL)
        findings_add(findings, "game %s: %s", row->id, fault);
    if (item->winner != row->winner || item->reason != row->reason)
        findings_add(findings,
                     "game %s: its log says that %s won (%s), and its row that %s won (%s)",
                     row->id, winner_text(item->winner), reason_text(item->reason),
                     winner_text(row->winner), reason_text(row->reason));
    if ((row->status == GAME_FINISHED) != (item->winner >= 0))
        findings_add(findings, "game %s: its status does not go with its winner", row->id);
}

/* What both kinds of games have: the number of entries and of turns, the start, the pool. */
static void check_row(struct findings *findings, const struct survey_game *game,
                      const struct replay *replay, int64_t start_at)
{
    const struct game_row *row = &game->row;
    if (row->v != replay->item.v)
        findings_add(findings, "game %s: v is %lld, and its log has %lld entries", row->id,
                     (long long)row->v, (long long)replay->item.v);
    if (row->ply != replay->ply)
        findings_add(findings, "game %s: ply is %d, and its log has %lld turns", row->id, row->ply,
                     (long long)replay->ply);
    if (row->started_at != start_at)
        findings_add(findings, "game %s: started_at is %lld, and its log says %lld", row->id,
                     (long long)row->started_at, (long long)start_at);
    if (game->pool != pool_of(row->size, &row->time))
        findings_add(findings, "game %s: its pool does not go with its size and time", row->id);
    if (row->rated && game->pool == POOL_NONE)
        findings_add(findings, "game %s: it is rated, and has no clock", row->id);
}

/* The first turns of the line as it stands. */
static void take_opening(const struct log *log, struct opening *opening)
{
    struct mainline line;
    struct log_reader reader;
    struct log_item item;
    opening->count = 0;
    mainline_init(&line);
    mainline_read(&line, log->bytes, log->length, INT64_MAX);
    log_read(&reader, log);
    while (opening->count < OPENING_TURNS && opening->count < (int)line.count &&
           log_next(&reader, &item)) {
        if (item.v == line.v[opening->count])
            opening->turns[opening->count++] = item.turn;
    }
    mainline_deinit(&line);
}

/* Plays the whole log. False, and told, where it does not follow the rules. */
static bool play(struct findings *findings, struct replay *replay, int64_t *start_at)
{
    struct clock_check clocks;
    clock_check_init(&clocks, findings, replay);
    for (;;) {
        struct game_clock before = replay->clock;
        enum color to_move = (enum color)replay->position.to_move;
        if (!replay_next(replay))
            break;
        if (replay->item.kind == STREAM_START)
            *start_at = replay->item.at;
        clock_check_entry(&clocks, replay, &before, to_move);
    }
    clock_check_deinit(&clocks);
    if (replay->damaged)
        findings_add(findings, "game %s, entry %lld: this %s is against the rules", replay->game,
                     (long long)replay->item.v, stream_kind_text(replay->item.kind));
    return !replay->damaged;
}

static void check_log(struct findings *findings, const struct survey_game *game,
                      const struct log *log, struct game_checked *checked)
{
    const struct game_row *row = &game->row;
    struct replay replay;
    int64_t start_at = 0;
    replay_init(&replay, row->id, row->size, &row->time, log);
    if (!play(findings, &replay, &start_at))
        return;
    bool ended = replay.item.kind == STREAM_END, should_have = row->status != GAME_PLAYING;
    check_row(findings, game, &replay, start_at);
    if (ended != should_have || (!ended && replay.won)) {
        findings_add(findings, "game %s: its log says that it %s, and its row that it %s", row->id,
                     ended || replay.won ? "is over" : "goes on",
                     should_have ? "is over" : "goes on");
        return;
    }
    if (!ended)
        return;
    check_end(findings, row, &replay);
    checked->sound = true;
    checked->at = replay.item.at;
    checked->winner = replay.item.winner;
    checked->rated = replay.item.rated;
    memcpy(checked->ratings, replay.item.ratings, sizeof checked->ratings);
    take_opening(log, &checked->opening);
}

void game_check(struct findings *findings, const struct survey_game *game,
                struct game_checked *checked)
{
    struct log log;
    memset(checked, 0, sizeof *checked);
    bool loaded = log_load(&log, game->row.log, game->row.log_length);
    check_entries(findings, game, &log);
    if (loaded)
        check_log(findings, game, &log, checked);
    else
        findings_add(findings, "game %s: its log cannot be read beyond entry %lld", game->row.id,
                     (long long)log.v);
    log_deinit(&log);
}
