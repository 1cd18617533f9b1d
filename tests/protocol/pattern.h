/* Patterns of a transcript: JSON as it is to be, with places left open.
 *
 *     *          any value
 *     $name      a new name takes whatever value stands there; a known one must be equal to it
 *     $name+500  the integer that the name has, and so much more (or, with -, less)
 *     …  or ...  as the last in an object or array: there may be more
 *
 * Order and blanks do not matter in objects; everything else must be exactly so. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define VARIABLES_MAX 64
#define PATTERN_WHY_SIZE 512

struct variables {
    struct {
        char name[32];
        json_t *value;
    } items[VARIABLES_MAX];
    size_t count;
};

/* All but the first `count`; of no further use with 0. */
void variables_forget(struct variables *variables, size_t count);
/* NULL where there is none of that name. */
json_t *variables_find(const struct variables *variables, const char *name, size_t length);
/* Takes a reference of its own; a known name gets another value. False where there are too many. */
bool variables_set(struct variables *variables, const char *name, size_t length, json_t *value);

/* Whether `value` is as the pattern says; new names are set. Otherwise `why` says where not. */
bool pattern_match(const char *pattern, json_t *value, struct variables *variables,
                   char why[PATTERN_WHY_SIZE]);

/* The text with each $name, outside of strings, replaced by its value as JSON; malloc'ed. NULL
 * where a name is not known. */
char *pattern_fill(const char *text, const struct variables *variables);

/* Length of the name that begins at `text`, without the dollar sign. */
size_t pattern_name_length(const char *text);
