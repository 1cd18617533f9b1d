/* Sitting at one game, as a player or a spectator: shows it as it goes on, takes turns and commands
 * from the person or script, and ends when it ends or they leave. */
#pragma once

#include "proto/client/app.h"

enum table_end {
    TABLE_OVER,   /* away, or nothing is left to do: the game has ended and was shown to its end */
    TABLE_NEXT,   /* to another game: the rematch, or the next on tv */
    TABLE_LOBBY,  /* to the lobby */
    TABLE_AGAIN,  /* to the lobby, to seek a game with the same terms */
    TABLE_QUIT,   /* away from a game that may go on */
    TABLE_FAILED, /* it was said why */
};

enum table_seat {
    TABLE_PLAYER,
    TABLE_SPECTATOR,
    TABLE_TV, /* a spectator of whatever game is on tv, which this session follows */
};

/* With TABLE_AGAIN *terms are those of the game; with TABLE_NEXT `game` is the next one. */
enum table_end table_sit(struct app *app, char game[GAME_ID_MAX], enum table_seat seat,
                         struct terms *terms);
