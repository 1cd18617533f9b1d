#include "server/store/codes.h"

#include <assert.h>
#include <string.h>

#define CODES_MAX 8

/* The words of each set, by value. A set that knows NULL has it for the value `none`. */
static const struct {
    bool has_none;
    int none;
    const char *words[CODES_MAX];
} sets[CODE_SET_COUNT] = {
    [CODE_ACCOUNT_KIND] =
        {.words = {[ACCOUNT_HUMAN] = "human", [ACCOUNT_BOT] = "bot", [ACCOUNT_GUEST] = "guest"}},
    [CODE_STATUS] = {.words = {[GAME_PLAYING] = "playing",
                               [GAME_FINISHED] = "finished",
                               [GAME_ABORTED] = "aborted"}},
    [CODE_REASON] = {.has_none = true,
                     .none = REASON_NONE,
                     .words = {[REASON_CAPTURE] = "capture",
                               [REASON_RESIGN] = "resign",
                               [REASON_TIME] = "time",
                               [REASON_ABANDONED] = "abandoned",
                               [REASON_ABORTED] = "aborted",
                               [REASON_TURN_LIMIT] = "turn_limit"}},
    [CODE_COLOR] = {.has_none = true,
                    .none = -1,
                    .words = {[COLOR_BLUE] = "blue", [COLOR_RED] = "red"}},
    [CODE_WANTED_COLOR] =
        {.words = {[WANTED_RANDOM] = "random", [WANTED_BLUE] = "blue", [WANTED_RED] = "red"}},
    [CODE_RESULT] =
        {.has_none = true,
         .none = RESULT_ANY,
         .words = {[RESULT_WIN] = "win", [RESULT_LOSS] = "loss", [RESULT_NONE] = "none"}},
    [CODE_STREAM] = {.words = {[STREAM_START] = "start",
                               [STREAM_MOVE] = "move",
                               [STREAM_SKIP] = "skip",
                               [STREAM_END] = "end",
                               [STREAM_OFFER] = "offer",
                               [STREAM_OFFER_CLOSED] = "offer_closed",
                               [STREAM_TAKEBACK] = "takeback"}},
    [CODE_CHAT_ROOM] = {.words = {[CHAT_PLAYERS] = "players", [CHAT_SPECTATORS] = "spectators"}},
};

const char *code_text(enum code_set set, int value)
{
    if (sets[set].has_none && value == sets[set].none)
        return NULL;
    assert(value >= 0 && value < CODES_MAX && sets[set].words[value] != NULL);
    return sets[set].words[value];
}

bool code_read(enum code_set set, const char *text, int *value)
{
    if (text == NULL) {
        *value = sets[set].none;
        return sets[set].has_none;
    }
    for (int i = 0; i < CODES_MAX; i++) {
        const char *word = sets[set].words[i];
        if (word != NULL && strcmp(word, text) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}
