/* The commands that ask one thing, print the answer and end: games, history, record, user,
 * leaderboard, ratings, openings, key, logout. */
#pragma once

#include <jansson.h>

#include "proto/client/arguments.h"

/* Gives the exit status. */
int query_run(const struct arguments *arguments);

/* The request that such a command, or an export, makes of its operands and options; the caller owns
 * it. */
json_t *query_request(const struct arguments *arguments);
