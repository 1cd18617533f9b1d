/* Plain English for what the server and the referee say. Pure. */
#pragma once

#include "proto/client/game_state.h"

/* The game in a few words, for whoever has never played it. */
#define WORDS_RULES                                                                                \
    "Capture the last stack of the other side to win. Each turn you place a piece on an empty "    \
    "cell, or capture. Your stack captures a lower one that touches it; or one as high as itself " \
    "in a group it touches, and the captured one, now yours, may go on in the same way. What is "  \
    "captured becomes yours, one higher; those of its height that hang together with it leave "    \
    "the board. Your own stack stays."

#define WORDS_MAX 256
#define WORDS_CHANGE_MAX 96

/* Puts an `error` of a reply into words that say what to do: "You may try again in 3 s." */
void words_error(const json_t *error, char out[WORDS_MAX]);

/* Why the referee refuses a turn, naming what was typed: "C3 is not possible: the cell is not
 * empty." */
void words_refusal(enum refusal refusal, const char *turn, char out[WORDS_MAX]);

/* "Blue (alice) has won: all of Red's stacks are captured." For a game that is over. */
void words_result(const struct game_state *state, char out[WORDS_MAX]);

/* The same from the parts of a summary: "alice won by resignation", "no winner: aborted". */
void words_summary_result(const json_t *summary, char out[WORDS_MAX]);

/* "alice 1500 -> 1512 (+12)" */
void words_rating_change(const struct game_state *state, enum color color,
                         char out[WORDS_CHANGE_MAX]);

/* "4:59", "1:02:03", "2d 3h"; below ten seconds with tenths: "9.3". */
void words_time_left(int64_t left_ms, char out[32]);

/* "Blue" or "Red". */
const char *words_color(enum color color);

/* "2029-02-28 13:05" by the local clock, or "-" for 0. */
void words_date(int64_t at_ms, char out[32]);
