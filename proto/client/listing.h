/* Rows of text for what queries answer: games, points of a rating, players, a whole record. */
#pragma once

#include <jansson.h>

#include <stdbool.h>
#include <stdio.h>

/* One line of a SUMMARY, with its end. */
void listing_game(const json_t *summary, FILE *out);

/* One line of a rating history. */
void listing_point(const json_t *point, FILE *out);

/* One line of a leaderboard. */
void listing_player(const json_t *player, int rank, FILE *out);

/* The answer of `user`. */
void listing_user(const json_t *ok, FILE *out);

/* A RECORD: players, result, numbered turns with their times. */
void listing_record(const json_t *record, FILE *out);

/* The answer of `openings`: what was played next, the most usual first, and how it ended. */
void listing_openings(const json_t *ok, FILE *out);
