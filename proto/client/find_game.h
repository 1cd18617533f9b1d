/* The lobby for the person at the terminal: shows it, reads what is typed, and ends with a game. */
#pragma once

#include "proto/client/app.h"
#include "proto/client/lobby.h"

enum find_game_end {
    FIND_GAME_FOUND, /* lobby->game */
    FIND_GAME_QUIT,
    FIND_GAME_FAILED, /* it was said why */
};

enum find_game_end find_game(struct app *app, struct lobby *lobby);
