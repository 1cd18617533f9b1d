/* Runs a property over seeds and both sizes of the board. A failure prints what did not hold and
 * the command that runs that one case again: the program with the size and the seed. */
#pragma once

#include "tests/support/random_play.h"

/* Goes on only where the condition holds. */
#define HOLDS(condition) property_holds((condition), #condition, __FILE__, __LINE__)

void property_holds(bool condition, const char *text, const char *file, int line);

/* The main of a property test: `check` for seeds 1..seeds, or for the one in the arguments. */
int property_main(int argc, char **argv, int seeds, void (*check)(struct random *random, int size));

/* Plays on by one random turn, and by the skip where one follows. False where the game is over. */
bool property_play_on(struct random *random, struct position *position);
