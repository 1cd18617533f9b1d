/* An object of a record, read member by member. A member that is missing or is of the wrong kind is
 * a fault; the first fault stays, and from then on every read gives 0, false or "". So a reader may
 * read all it wants and ask once at the end. */
#pragma once

#include <jansson.h>

#include <stdint.h>

#include "proto/verify/finding.h"

struct members {
    const json_t *object;
    const char *name; /* what the object is, for people: "the move" */
    int64_t v;        /* the event it belongs to, or 0 */
    struct finding *finding;
    size_t taken; /* members read */
    bool ok;
};

/* Where `value` is no object that is a fault, too. `name` is kept. */
void members_open(struct members *members, const json_t *value, const char *name, int64_t v,
                  struct finding *finding);

/* 0..2^53-1. */
int64_t members_count(struct members *members, const char *key);
int64_t members_integer(struct members *members, const char *key, int64_t min, int64_t max);
bool members_flag(struct members *members, const char *key);
const char *members_text(struct members *members, const char *key);
/* Any value; NULL where it is missing. */
const json_t *members_value(struct members *members, const char *key);
/* The index of a text among those of `texts`, of which some may be NULL. */
int members_choice(struct members *members, const char *key, const char *const *texts, int count);
/* Enum color; -1 for null. */
int members_color_or_null(struct members *members, const char *key);
int members_color(struct members *members, const char *key);

/* True where all was well. */
bool members_end(const struct members *members);
/* The same for what is signed: there a member that was not read is a fault, too, since what is not
 * known cannot be written again. */
bool members_end_whole(struct members *members);
