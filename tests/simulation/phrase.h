/* A request being put together for a client of the simulation. */
#pragma once

#include <string.h>

#include "tests/simulation/crowd.h"
#include "tests/simulation/saying.h"

struct phrase {
    struct crowd *crowd;
    struct client *client;
    struct random *random;
    char *out; /* SAYING_MAX bytes */
    size_t length;
};

/* Whether one in so many times comes true; and 0 .. limit-1. */
bool phrase_chance(struct phrase *phrase, uint32_t in);
uint32_t phrase_below(struct phrase *phrase, uint32_t limit);

/* Appends text; phrase_begin opens the object with id and op, which "}" is to close. */
__attribute__((format(printf, 2, 3))) void phrase_put(struct phrase *phrase, const char *format,
                                                      ...);
void phrase_begin(struct phrase *phrase, const char *operation);

/* Any game, mostly a late one; sometimes one that there is not. */
const struct known_game *phrase_any_game(struct phrase *phrase);
/* A game that it plays, as far as is known, and with `to_move` is to move in; any of them is as
 * likely as the others. NULL for none. */
const struct known_game *phrase_own_game(struct phrase *phrase, bool to_move);

/* ",\"KEY\":\"character-5\"" */
void phrase_user(struct phrase *phrase, const char *key);

/* saying_social.c: challenges, offers, rematches, chat and whatever else goes on between people. */
void saying_social(struct phrase *phrase);
/* The answer to what the client was asked. */
void saying_answer(struct phrase *phrase);
