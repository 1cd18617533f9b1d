#include "tests/simulation/playing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/simulation/json_members.h"

void playing_begin(struct playing *playing, struct run *run, const struct ledger_game *game)
{
    memset(playing, 0, offsetof(struct playing, moves));
    playing->moves[0] = '\0';
    playing->run = run;
    playing->game = game;
    position_init(&playing->position, game->size);
}

void playing_wrong(struct playing *playing, const char *what)
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

/* Keeps what a takeback may go back to. */
static void remember(struct playing *playing, bool skip)
{
    if (playing->ply == PLAYING_PLIES_MAX)
        return;
    playing->before[playing->ply] = (struct before_turn){
        .position = playing->position, .length = playing->length, .skip = skip};
}

static void play_move(struct playing *playing, const json_t *event)
{
    struct turn turn;
    const char *text = text_of(event, "move");
    char canonical[TURN_TEXT_MAX];
    int by = playing->position.to_move;
    if (playing->outcome != OUTCOME_GOES_ON)
        playing_wrong(playing, "a move where none could be");
    remember(playing, false);
    if (referee_read(&turn, playing->position.size, text, strlen(text)) != REFUSAL_NONE ||
        referee_apply(&playing->position, &turn, &playing->outcome) != REFUSAL_NONE) {
        playing_wrong(playing, "an illegal move");
        return;
    }
    turn_format(&turn, playing->position.size, canonical);
    if (strcmp(canonical, text) != 0)
        playing_wrong(playing, "a move that is not canonical");
    if (strcmp(text_of(event, "by"), color_text(by)) != 0)
        playing_wrong(playing, "a move by the wrong side");
    if (integer_of(event, "held_ms") < 0 || integer_of(event, "lag_ms") < 0)
        playing_wrong(playing, "a negative time");
    add_to_moves(playing, text);
    playing->ply++;
}

static void play_skip(struct playing *playing, const json_t *event)
{
    if (playing->outcome != OUTCOME_SKIP) {
        playing_wrong(playing, "a skip where none is due");
        return;
    }
    if (strcmp(text_of(event, "by"), color_text(playing->position.to_move)) != 0)
        playing_wrong(playing, "the wrong side is skipped");
    remember(playing, true);
    referee_skip(&playing->position);
    playing->outcome = OUTCOME_GOES_ON;
    add_to_moves(playing, "skip");
    playing->ply++;
}

/* ---- Offers ------------------------------------------------------------------------------- */

static bool *offer_of(struct playing *playing, const json_t *event)
{
    int by = strcmp(text_of(event, "by"), "red") == 0;
    return &playing->offers[by][strcmp(text_of(event, "kind"), "abort") == 0];
}

static bool any_offer(const struct playing *playing)
{
    return playing->offers[0][0] || playing->offers[0][1] || playing->offers[1][0] ||
           playing->offers[1][1];
}

static void make_offer(struct playing *playing, const json_t *event)
{
    bool *offer = offer_of(playing, event);
    if (*offer)
        playing_wrong(playing, "the same offer twice");
    *offer = true;
}

static void close_offer(struct playing *playing, const json_t *event)
{
    bool *offer = offer_of(playing, event);
    const char *how = text_of(event, "how");
    if (!*offer)
        playing_wrong(playing, "an offer closes that was not open");
    *offer = false;
    if (strcmp(how, "accepted") == 0) {
        if (playing->agreed != NULL)
            playing_wrong(playing, "two offers are accepted at once");
        playing->agreed = strcmp(text_of(event, "kind"), "abort") == 0 ? "end" : "takeback";
        playing->agreed_by = strcmp(text_of(event, "by"), "red") == 0;
    } else if (strcmp(how, "lapsed") != 0 && strcmp(how, "declined") != 0 &&
               strcmp(how, "withdrawn") != 0) {
        playing_wrong(playing, "an offer closes in a way that there is not");
    }
}

/* Back to before the last turn of whoever asked, skips not counted. */
static void take_back(struct playing *playing, const json_t *event)
{
    int64_t ply = playing->ply - 1;
    while (ply >= 0 && (ply % 2 != playing->agreed_by || playing->before[ply].skip))
        ply--;
    if (playing->agreed == NULL || ply < 0 || integer_of(event, "ply") != ply) {
        playing_wrong(playing, "a takeback that was not agreed, or goes back to another turn");
        return;
    }
    playing->ply = ply;
    playing->position = playing->before[ply].position;
    playing->outcome = OUTCOME_GOES_ON;
    playing->length = playing->before[ply].length;
    playing->moves[playing->length] = '\0';
}

/* ---- Events ------------------------------------------------------------------------------- */

static void check_clock(struct playing *playing, const json_t *event)
{
    const json_t *clock = json_object_get(event, "clock");
    if (json_is_null(clock) != (playing->game->time.kind == TIME_NONE))
        playing_wrong(playing, "a clock where there is none, or none where there is one");
    if (integer_of(clock, "blue_ms") < 0 || integer_of(clock, "red_ms") < 0)
        playing_wrong(playing, "a clock that is negative");
    bool runs = playing->ply >= 2 && playing->outcome != OUTCOME_WON;
    /* A skip costs no time: while it is due nobody's clock has begun. */
    const char *running = text_of(clock, "running");
    if (json_is_object(clock) && playing->outcome != OUTCOME_SKIP &&
        strcmp(running, runs ? color_text(playing->position.to_move) : "") != 0)
        playing_wrong(playing, "the wrong clock runs");
}

static void check_position(struct playing *playing, const json_t *event)
{
    char text[POSITION_TEXT_MAX];
    position_format(&playing->position, text);
    if (strcmp(text, text_of(event, "position")) != 0)
        playing_wrong(playing, "the position does not follow from the moves");
    if (integer_of(event, "ply") != playing->ply)
        playing_wrong(playing, "the ply does not follow from the moves");
    if (strcmp(text_of(event, "to_move"), color_text(playing->position.to_move)) != 0)
        playing_wrong(playing, "the wrong side is to move");
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
        playing_wrong(playing, "ratings where there are none, or none where there are");
    for (int color = 0; changes != NULL && color < 2; color++) {
        const json_t *change = json_object_get(changes, color_text(color));
        if (!shows_rating(json_object_get(change, "before"), &game->before[color],
                          game->ended_at) ||
            !shows_rating(json_object_get(change, "after"), &game->after[color], game->ended_at))
            playing_wrong(playing, "the ratings shown are not those stored");
    }
}

static void check_end(struct playing *playing, const json_t *event)
{
    const struct ledger_game *game = playing->game;
    const json_t *result = json_object_get(event, "result");
    const char *reason = text_of(result, "reason"), *winner = text_of(result, "winner");
    bool won = playing->outcome == OUTCOME_WON;
    playing->ended = true;
    if (playing->outcome == OUTCOME_SKIP && strcmp(reason, "turn_limit") != 0)
        playing_wrong(playing, "the game ends before a skip that is due");
    if (won != (strcmp(reason, "capture") == 0))
        playing_wrong(playing, "the end does not follow from the moves");
    if (won && strcmp(winner, color_text(1 - playing->position.to_move)) != 0)
        playing_wrong(playing, "the wrong side has won");
    if (strcmp(reason, "time") == 0 && strcmp(winner, color_text(playing->position.to_move)) == 0)
        playing_wrong(playing, "whose flag fell has won");
    if (!game->ended || game->winner != (winner[0] == '\0' ? -1 : winner[0] == 'r') ||
        strcmp(reason, reason_text(game->reason)) != 0 || game->ended_at != integer_of(event, "at"))
        playing_wrong(playing, "the end is not the one that was stored");
    check_rating_changes(playing, json_object_get(event, "ratings"));
}

void playing_event(struct playing *playing, const json_t *event)
{
    const char *kind = text_of(event, "ev");
    playing->v++;
    if (integer_of(event, "v") != playing->v || playing->ended)
        playing_wrong(playing, "a gap, or more behind the end");
    if (integer_of(event, "at") < playing->at)
        playing_wrong(playing, "time goes back");
    playing->at = integer_of(event, "at");
    if ((strcmp(kind, "start") == 0) != (playing->v == 1))
        playing_wrong(playing, "the start is not the first");
    bool about_offer = strcmp(kind, "offer") == 0 || strcmp(kind, "offer_closed") == 0;
    if (!about_offer && any_offer(playing))
        playing_wrong(playing, "an offer has not lapsed");
    if (playing->agreed != NULL && strcmp(kind, "offer_closed") != 0 &&
        strcmp(kind, playing->agreed) != 0)
        playing_wrong(playing, "what was agreed does not come");
    if (strcmp(kind, "move") == 0)
        play_move(playing, event);
    else if (strcmp(kind, "skip") == 0)
        play_skip(playing, event);
    else if (strcmp(kind, "offer") == 0)
        make_offer(playing, event);
    else if (strcmp(kind, "offer_closed") == 0)
        close_offer(playing, event);
    else if (strcmp(kind, "takeback") == 0)
        take_back(playing, event);
    if (strcmp(kind, "end") == 0)
        check_end(playing, event);
    else if (!about_offer)
        check_position(playing, event);
    if (!about_offer)
        playing->agreed = NULL;
}
