/* Hearing nothing more from somebody, or again: what is typed for it, the request and what its
 * reply is told as. For wherever people are met: the lobby and the board. */
#pragma once

#include <jansson.h>

#include <stdbool.h>
#include <stdint.h>

#include "proto/client/game_state.h"
#include "proto/client/words.h"

#define IGNORING_HELP "ignore NAME, hear NAME: no chat and no challenges from somebody, or again"

struct ignoring {
    int64_t request; /* under way; 0 for none */
    char name[PLAYER_NAME_MAX];
    bool heard; /* it is to end */
};

/* Whether the line is about it. Then *request is to be sent, and its number kept in
 * ignoring->request; or it is NULL, and `why` says what is wrong. */
bool ignoring_read(struct ignoring *ignoring, const char *line, json_t **request,
                   char why[WORDS_MAX]);

/* Takes the reply. True where all is well; `words` say so, or what is wrong. */
bool ignoring_take(struct ignoring *ignoring, const json_t *reply, char words[WORDS_MAX]);
