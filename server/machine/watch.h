/* Who watches which game. */
#pragma once

#include "server/machine/state.h"

/* Begins watching, or goes on; false where the connection watches too many games being played
 * already. One that is over gives way, and one's own game needs no room. */
bool watch_begin(struct machine *machine, struct connection *connection, struct game *game);
bool watch_is(const struct connection *connection, const struct game *game);
void watch_end(struct machine *machine, struct connection *connection, struct game *game);
void watch_end_all_of_connection(struct machine *machine, struct connection *connection);
void watch_end_all_of_game(struct machine *machine, struct game *game);
/* Its identity has changed: it is a player now where it was a spectator, or the reverse. */
void watch_sort(struct machine *machine, struct connection *connection);

/* Sends one message to all who watch, players first. Takes the message. */
void watch_send(struct machine *machine, const struct game *game, struct message *message);
