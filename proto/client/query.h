/* The commands that ask one thing, print the answer and end: games, history, record, user,
 * leaderboard, ratings, logout. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status. */
int query_run(const struct arguments *arguments);
