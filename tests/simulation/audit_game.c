#include "tests/simulation/audit_game.h"

#include <inttypes.h>
#include <string.h>

#include "tests/simulation/json_members.h"
#include "tests/simulation/playing.h"

/* Page by page from the beginning. */
static void play_all(struct auditor *auditor, struct playing *playing)
{
    bool more = true;
    while (more && playing->run->complaint[0] == '\0') {
        char code[32];
        size_t index;
        const json_t *event;
        json_t *ok =
            auditor_ask(auditor, code, "\"op\":\"watch\",\"game\":\"%s\",\"from\":%" PRId64,
                        playing->game->id, playing->v);
        if (ok == NULL)
            playing_wrong(playing, code);
        json_array_foreach(json_object_get(ok, "events"), index, event)
            playing_event(playing, event);
        more = json_is_true(json_object_get(ok, "more"));
        json_decref(ok);
    }
}

static void check_snapshot(struct playing *playing, const json_t *snapshot)
{
    char position[POSITION_TEXT_MAX];
    const struct ledger_game *game = playing->game;
    position_format(&playing->position, position);
    const char *status = !game->ended ? "playing" : game->winner >= 0 ? "finished" : "aborted";
    if (integer_of(snapshot, "v") != playing->v || integer_of(snapshot, "ply") != playing->ply ||
        strcmp(text_of(snapshot, "position"), position) != 0 ||
        strcmp(text_of(snapshot, "moves"), playing->moves) != 0 ||
        strcmp(text_of(snapshot, "status"), status) != 0)
        playing_wrong(playing, "the snapshot is not where the stream leads to");
    for (int color = 0; color < 2; color++) {
        if (strcmp(text_of(json_object_get(snapshot, color_text(color)), "name"),
                   game->players[color]->name) != 0)
            playing_wrong(playing, "the snapshot names other players");
    }
}

/* The clocks follow from what each turn took. */
static void check_turns(struct playing *playing, const json_t *turns)
{
    struct game_clock clock;
    size_t index;
    const json_t *turn;
    game_clock_init(&clock, &playing->game->time);
    if ((int64_t)json_array_size(turns) != playing->ply)
        playing_wrong(playing, "the record has not all turns");
    json_array_foreach(turns, index, turn) {
        enum color by = index % 2 == 0 ? COLOR_BLUE : COLOR_RED;
        bool skip = strcmp(text_of(turn, "move"), "skip") == 0;
        if (!skip &&
            !game_clock_turn(&clock, by, integer_of(turn, "spent_ms"), integer_of(turn, "lag_ms")))
            playing_wrong(playing, "a turn was taken after the flag had fallen");
        if (clock.control.kind != TIME_NONE && (integer_of(turn, "blue_ms") != clock.left_ms[0] ||
                                                integer_of(turn, "red_ms") != clock.left_ms[1]))
            playing_wrong(playing, "the clocks do not follow from what the turns took");
    }
}

void audit_game(struct auditor *auditor, const struct judge_game *shown)
{
    static struct playing playing;
    struct run *run = auditor->run;
    char code[32];
    const struct ledger_game *game = table_find(&run->ledger.games, shown->id);
    if (game == NULL) {
        if (shown->shown_v > 0)
            run_complain(run, "game %s was shown, but is not on disk", shown->id);
        return;
    }
    playing_begin(&playing, run, game);
    play_all(auditor, &playing);
    if (playing.v != shown->written_v)
        playing_wrong(&playing, "the stream has not as many events as are on disk");
    if (!playing.ended && playing.outcome != OUTCOME_GOES_ON)
        playing_wrong(&playing, "a skip or an end is due, and does not come");
    if (playing.ended != game->ended)
        playing_wrong(&playing, "the stream ends, and the game does not, or the other way round");

    json_t *watched = auditor_ask(auditor, code, "\"op\":\"watch\",\"game\":\"%s\"", game->id);
    check_snapshot(&playing, json_object_get(watched, "game"));
    json_decref(watched);
    json_t *recorded = auditor_ask(auditor, code, "\"op\":\"record\",\"game\":\"%s\"", game->id);
    const json_t *record = json_object_get(recorded, "record");
    check_snapshot(&playing, record);
    check_turns(&playing, json_object_get(record, "turns"));
    json_decref(recorded);
    json_decref(auditor_ask(auditor, code, "\"op\":\"unwatch\",\"game\":\"%s\"", game->id));
}
