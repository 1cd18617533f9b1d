/* A game as plain lines of text, for pipes and dumb terminals, and for what stays on the terminal
 * when the screen is given back. */
#pragma once

#include "proto/client/app.h"

/* Prints who plays whom, with which terms. */
void game_lines_header(const struct app *app, const struct game_state *state, int viewer);

/* Prints what one event of the stream has changed: the turn, the board, whose turn it is. */
void game_lines_event(const struct app *app, const struct game_state *state, int viewer,
                      const json_t *event);

/* Prints the board as it stands. */
void game_lines_board(const struct app *app, const struct game_state *state, uint64_t choices);

/* Prints how it ended, with the change of ratings. */
void game_lines_result(const struct game_state *state);
