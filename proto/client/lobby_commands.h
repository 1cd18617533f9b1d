/* What a line typed in the lobby asks for. */
#pragma once

#include "proto/client/app.h"
#include "proto/client/lobby.h"

enum lobby_command {
    LOBBY_COMMAND_DONE, /* what was asked for is under way, or it was said why not */
    LOBBY_COMMAND_GAME, /* to a game: lobby->game */
    LOBBY_COMMAND_LIST, /* to print what there is */
    LOBBY_COMMAND_QUIT,
};

/* Carries a line out; its words change. */
enum lobby_command lobby_command(struct app *app, struct lobby *lobby, char *line);
