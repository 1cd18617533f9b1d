#include "proto/client/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "proto/client/member.h"

/* How a game ended, after "X has won" and after "won". */
static const struct {
    const char *reason;
    const char *sentence;
    const char *short_form;
} endings[] = {
    {"capture", "all stacks of the other side are captured", "by capture"},
    {"resign", "the other side resigned", "by resignation"},
    {"time", "the other side ran out of time", "on time"},
    {"abandoned", "the other side left the game", "by abandonment"},
};

/* Codes whose message alone would leave a person wondering what to do. */
static const struct {
    const char *code;
    const char *words;
} errors[] = {
    {"name_taken", "That name is taken; choose another, or log in if it is yours"},
    {"bad_credentials", "The name or the password is not right"},
    {"gone", "That is no longer there"},
    {"self_play", "You cannot play against yourself"},
    {"not_your_turn", "It is not your turn"},
    {"stale_ply", "The game has moved on meanwhile; look at the board again"},
    {"game_over", "The game is over"},
    {"storage_unavailable", "The server cannot store anything just now; try again in a moment"},
    {"shutting_down", "The server is stopping; try again in a moment"},
    {"busy", "The server is busy; try again"},
    {"rate_limited", "That was too often; try again"},
};

void words_error(const json_t *error, char out[WORDS_MAX])
{
    const char *code = member_text(error, "code", "");
    char text[WORDS_MAX - 32];
    member_copy(error, "message", text, sizeof text);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strcmp(code, errors[i].code) == 0)
            snprintf(text, sizeof text, "%s", errors[i].words);
    }
    text[0] = (char)toupper((unsigned char)text[0]);
    int64_t retry_ms = member_integer(error, "retry_after_ms", 0);
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '.')
        text[length - 1] = '\0';
    if (retry_ms > 0)
        snprintf(out, WORDS_MAX, "%s in %d s.", text, (int)((retry_ms + 999) / 1000));
    else
        snprintf(out, WORDS_MAX, "%s.", text);
}

void words_refusal(enum refusal refusal, const char *turn, char out[WORDS_MAX])
{
    if (refusal == REFUSAL_MALFORMED)
        snprintf(out, WORDS_MAX,
                 "\"%.40s\" is not a turn. Name a cell to place on, as C3, or captures, as "
                 "B2xC4xE5; \"help\" tells more.",
                 turn);
    else
        snprintf(out, WORDS_MAX, "%.111s is not possible: %s.", turn, refusal_text(refusal));
}

void words_result(const struct game_state *state, char out[WORDS_MAX])
{
    if (state->winner < 0) {
        bool limit = strcmp(state->reason, "turn_limit") == 0;
        snprintf(out, WORDS_MAX, "The game has ended without a winner%s.",
                 limit ? ": it reached the turn limit" : ": it was aborted");
        return;
    }
    const char *why = state->reason;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(state->reason, endings[i].reason) == 0)
            why = endings[i].sentence;
    }
    snprintf(out, WORDS_MAX, "%s (%s) has won: %s.", words_color((enum color)state->winner),
             state->players[state->winner].name, why);
}

void words_summary_result(const json_t *summary, char out[WORDS_MAX])
{
    const json_t *result = json_object_get(summary, "result");
    char reason[32];
    member_copy(result, "reason", reason, sizeof reason);
    if (!json_is_object(result)) {
        snprintf(out, WORDS_MAX, "being played");
        return;
    }
    const char *winner = member_text(result, "winner", NULL);
    if (winner == NULL) {
        snprintf(out, WORDS_MAX, "no winner: %s",
                 strcmp(reason, "turn_limit") == 0 ? "turn limit" : reason);
        return;
    }
    char name[PLAYER_NAME_MAX];
    member_copy(json_object_get(summary, winner), "name", name, sizeof name);
    const char *how = reason;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(reason, endings[i].reason) == 0)
            how = endings[i].short_form;
    }
    snprintf(out, WORDS_MAX, "%s won %s", name, how);
}

void words_rating_change(const struct game_state *state, enum color color,
                         char out[WORDS_CHANGE_MAX])
{
    const struct rating_change *change = &state->ratings[color];
    snprintf(out, WORDS_CHANGE_MAX, "%s %d -> %d (%+d)", state->players[color].name, change->before,
             change->after, (int)((int64_t)change->after - change->before));
}

void words_time_left(int64_t left_ms, char out[32])
{
    int64_t seconds = left_ms / 1000;
    if (left_ms < 10000)
        snprintf(out, 32, "%d.%d", (int)seconds, (int)(left_ms / 100 % 10));
    else if (seconds < 3600)
        snprintf(out, 32, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    else if (seconds < 86400)
        snprintf(out, 32, "%d:%02d:%02d", (int)(seconds / 3600), (int)(seconds / 60 % 60),
                 (int)(seconds % 60));
    else
        snprintf(out, 32, "%dd %dh", (int)(seconds / 86400), (int)(seconds / 3600 % 24));
}

const char *words_color(enum color color)
{
    return color == COLOR_BLUE ? "Blue" : "Red";
}

void words_date(int64_t at_ms, char out[32])
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm local;
    if (at_ms <= 0 || localtime_r(&seconds, &local) == NULL ||
        strftime(out, 32, "%Y-%m-%d %H:%M", &local) == 0)
        snprintf(out, 32, "-");
}
