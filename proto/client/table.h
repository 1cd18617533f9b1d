/* Sitting at one game, as a player or a spectator: shows it as it goes on, takes turns and commands
 * from the person or script, and ends when it ends or they leave. */
#pragma once

#include "proto/client/app.h"

enum table_end {
    TABLE_OVER,   /* the game has ended and was shown to its end */
    TABLE_LOBBY,  /* to the lobby */
    TABLE_AGAIN,  /* to the lobby, to seek a game with the same terms */
    TABLE_QUIT,   /* away; the game may go on */
    TABLE_FAILED, /* it was said why */
};

/* With TABLE_AGAIN *terms are those of the game. `playing` is false for a spectator. */
enum table_end table_sit(struct app *app, const char *game, bool playing, struct terms *terms);
