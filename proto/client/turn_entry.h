/* What a person types at the board: turns, and questions about turns, answered by the referee here
 * rather than by the server. Pure. */
#pragma once

#include "core/referee.h"
#include "proto/client/words.h"

#define TURN_ENTRY_TEXT_MAX 1024

/* Reads a whole turn and checks it. False with plain words in `why` where it cannot be played. */
bool turn_entry_read(const struct position *position, const char *text, struct turn *turn,
                     char why[WORDS_MAX]);

/* Cells that may follow what is typed so far: after "B2" the stacks that B2 may capture, after
 * "B2xC4" or "B2xC4x" those it may capture next. None where that is no beginning of a capture. */
uint64_t turn_entry_choices(const struct position *position, const char *text);

/* Tells the turns that begin with `prefix`; with "" all cells to place on and all first captures.
 * Gives the cells concerned, to be pointed out on the board. */
uint64_t turn_entry_explain(const struct position *position, const char *prefix,
                            char out[TURN_ENTRY_TEXT_MAX]);

/* Whether the text asks what may follow, as "B2x" does. */
bool turn_entry_is_question(const char *text);
