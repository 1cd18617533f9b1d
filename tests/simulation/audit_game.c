#include "tests/simulation/audit_game.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/referee.h"

/* A game being played from its events. */
struct playing {
    struct run *run;
    const struct ledger_game *game;
    struct position position;
    enum outcome outcome; /* of the last turn */
    int64_t ply, v, at;
    bool ended;
    size_t length; /* of `moves` */
    char moves[65536];
};

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

static int64_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *color_text(int color)
{
    return color == 0 ? "blue" : "red";
}

static void wrong(struct playing *playing, const char *what)
{
    run_complain(playing->run, "game %s, v %" PRId64 ": %s", playing->game->id, playing->v, what);
}

static void add_to_moves(struct playing *playing, const char *turn)
{
    size_t room = sizeof playing->moves - playing->length;
    int length = snprintf(playing->moves + playing->length, room, "%s%s",
                          playing->length == 0 ? "" : " ", turn);
    playing->length += (size_t)length < room ? (size_t)length : room - 1;
}

static void play_move(struct playing *playing, const json_t *event)
{
    struct turn turn;
    const char *text = text_of(event, "move");
    char canonical[TURN_TEXT_MAX];
    int by = playing->position.to_move;
    if (playing->outcome != OUTCOME_GOES_ON)
        wrong(playing, "a move where none could be");
    if (referee_read(&turn, playing->position.size, text, strlen(text)) != REFUSAL_NONE ||
        referee_apply(&playing->position, &turn, &playing->outcome) != REFUSAL_NONE) {
        wrong(playing, "an illegal move");
        return;
    }
    turn_format(&turn, playing->position.size, canonical);
    if (strcmp(canonical, text) != 0)
        wrong(playing, "a move that is not canonical");
    if (strcmp(text_of(event, "by"), color_text(by)) != 0)
        wrong(playing, "a move by the wrong side");
    if (integer_of(event, "held_ms") < 0 || integer_of(event, "lag_ms") < 0)
        wrong(playing, "a negative time");
    add_to_moves(playing, text);
    playing->ply++;
}

static void play_skip(struct playing *playing, const json_t *event)
{
    if (playing->outcome != OUTCOME_SKIP) {
        wrong(playing, "a skip where none is due");
        return;
    }
    if (strcmp(text_of(event, "by"), color_text(playing->position.to_move)) != 0)
        wrong(playing, "the wrong side is skipped");
    referee_skip(&playing->position);
    playing->outcome = OUTCOME_GOES_ON;
    add_to_moves(playing, "skip");
    playing->ply++;
}

static void check_clock(struct playing *playing, const json_t *event)
{
    const json_t *clock = json_object_get(event, "clock");
    if (json_is_null(clock) != (playing->game->time.kind == TIME_NONE))
        wrong(playing, "a clock where there is none, or none where there is one");
    if (integer_of(clock, "blue_ms") < 0 || integer_of(clock, "red_ms") < 0)
        wrong(playing, "a clock that is negative");
    bool runs = playing->ply >= 2 && playing->outcome != OUTCOME_WON;
    /* A skip costs no time: while it is due nobody's clock has begun. */
    const char *running = text_of(clock, "running");
    if (json_is_object(clock) && playing->outcome != OUTCOME_SKIP &&
        strcmp(running, runs ? color_text(playing->position.to_move) : "") != 0)
        wrong(playing, "the wrong clock runs");
}

static void check_position(struct playing *playing, const json_t *event)
{
    char text[POSITION_TEXT_MAX];
    position_format(&playing->position, text);
    if (strcmp(text, text_of(event, "position")) != 0)
        wrong(playing, "the position does not follow from the moves");
    if (integer_of(event, "ply") != playing->ply)
        wrong(playing, "the ply does not follow from the moves");
    if (strcmp(text_of(event, "to_move"), color_text(playing->position.to_move)) != 0)
        wrong(playing, "the wrong side is to move");
    check_clock(playing, event);
}

static bool shows_rating(const json_t *shown, const struct rating *rating, int64_t at)
{
    return integer_of(shown, "rating") == lround(rating->rating) &&
           integer_of(shown, "rd") == lround(rating_deviation_at(rating, at));
}

static void check_rating_changes(struct playing *playing, const json_t *changes)
{
    const struct ledger_game *game = playing->game;
    if ((changes != NULL) != (game->rated && game->winner >= 0))
        wrong(playing, "ratings where there are none, or none where there are");
    for (int color = 0; changes != NULL && color < 2; color++) {
        const json_t *change = json_object_get(changes, color_text(color));
        if (!shows_rating(json_object_get(change, "before"), &game->before[color],
                          game->ended_at) ||
            !shows_rating(json_object_get(change, "after"), &game->after[color], game->ended_at))
            wrong(playing, "the ratings shown are not those stored");
    }
}

static void check_end(struct playing *playing, const json_t *event)
{
    const struct ledger_game *game = playing->game;
    const json_t *result = json_object_get(event, "result");
    const char *reason = text_of(result, "reason"), *winner = text_of(result, "winner");
    bool won = playing->outcome == OUTCOME_WON;
    playing->ended = true;
    if (playing->outcome == OUTCOME_SKIP)
        wrong(playing, "the game ends before a skip that is due");
    if (won != (strcmp(reason, "capture") == 0))
        wrong(playing, "the end does not follow from the moves");
    if (won && strcmp(winner, color_text(1 - playing->position.to_move)) != 0)
        wrong(playing, "the wrong side has won");
    if (strcmp(reason, "time") == 0 && strcmp(winner, color_text(playing->position.to_move)) == 0)
        wrong(playing, "whose flag fell has won");
    if (!game->ended || game->winner != (winner[0] == '\0' ? -1 : winner[0] == 'r') ||
        strcmp(reason, reason_text(game->reason)) != 0 || game->ended_at != integer_of(event, "at"))
        wrong(playing, "the end is not the one that was stored");
    check_rating_changes(playing, json_object_get(event, "ratings"));
}

static void play_event(struct playing *playing, const json_t *event)
{
    const char *kind = text_of(event, "ev");
    playing->v++;
    if (integer_of(event, "v") != playing->v || playing->ended)
        wrong(playing, "a gap, or more behind the end");
    if (integer_of(event, "at") < playing->at)
        wrong(playing, "time goes back");
    playing->at = integer_of(event, "at");
    if ((strcmp(kind, "start") == 0) != (playing->v == 1))
        wrong(playing, "the start is not the first");
    if (strcmp(kind, "move") == 0)
        play_move(playing, event);
    else if (strcmp(kind, "skip") == 0)
        play_skip(playing, event);
    if (strcmp(kind, "end") == 0)
        check_end(playing, event);
    else
        check_position(playing, event);
}

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
            wrong(playing, code);
        json_array_foreach(json_object_get(ok, "events"), index, event)
            play_event(playing, event);
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
        wrong(playing, "the snapshot is not where the stream leads to");
    for (int color = 0; color < 2; color++) {
        if (strcmp(text_of(json_object_get(snapshot, color_text(color)), "name"),
                   game->players[color]->name) != 0)
            wrong(playing, "the snapshot names other players");
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
        wrong(playing, "the record has not all turns");
    json_array_foreach(turns, index, turn) {
        enum color by = index % 2 == 0 ? COLOR_BLUE : COLOR_RED;
        bool skip = strcmp(text_of(turn, "move"), "skip") == 0;
        if (!skip &&
            !game_clock_turn(&clock, by, integer_of(turn, "spent_ms"), integer_of(turn, "lag_ms")))
            wrong(playing, "a turn was taken after the flag had fallen");
        if (clock.control.kind != TIME_NONE && (integer_of(turn, "blue_ms") != clock.left_ms[0] ||
                                                integer_of(turn, "red_ms") != clock.left_ms[1]))
            wrong(playing, "the clocks do not follow from what the turns took");
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
    memset(&playing, 0, offsetof(struct playing, moves));
    playing.moves[0] = '\0';
    playing.run = run;
    playing.game = game;
    position_init(&playing.position, game->size);
    play_all(auditor, &playing);
    if (playing.v != shown->written_v)
        wrong(&playing, "the stream has not as many events as are on disk");
    if (!playing.ended && playing.outcome != OUTCOME_GOES_ON)
        wrong(&playing, "a skip or an end is due, and does not come");
    if (playing.ended != game->ended)
        wrong(&playing, "the stream ends, and the game does not, or the other way round");

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
