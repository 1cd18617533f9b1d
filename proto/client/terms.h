/* A game's terms as people write and read them: "4 5+3 rated blue". Pure text and JSON. */
#pragma once

#include <jansson.h>

#include "core/clock.h"

#define TIME_TEXT_MAX 32

struct terms {
    int size;
    struct time_control time;
    bool rated;
    const char *color; /* "blue", "red" or "random" */
};

/* The contract's defaults: size 3, 5+3, casual, any colour. */
void terms_init(struct terms *terms);

/* Reads a time: "5+3" (minutes and seconds a turn), "5", "0.5+1", "1d", "12h" or "90m" a turn, or
 * "none". False, and *time untouched, where it is none of these or out of range. */
bool terms_parse_time(struct time_control *time, const char *text);

/* Writes a time so: "5+3", "1 day a turn", "no clock". */
void terms_format_time(const struct time_control *time, char out[TIME_TEXT_MAX]);

/* Takes one word into the terms: a size, a time, "rated", "casual" or a colour. False, and nothing
 * changed, where it is no such word. */
bool terms_take_word(struct terms *terms, const char *word);

/* What is wrong with the terms together, in plain words; NULL where nothing is. */
const char *terms_problem(const struct terms *terms);

/* The `seek` request for them, which the caller owns. */
json_t *terms_seek_request(const struct terms *terms);

/* The `challenge` request for them to the user of that name, likewise. */
json_t *terms_challenge_request(const struct terms *terms, const char *user);
