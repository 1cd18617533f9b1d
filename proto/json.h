/* Strict reading of one JSON text, on jansson. */
#pragma once

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_NESTING_MAX 16
/* The largest integer the wire knows: 2^53 - 1. */
#define JSON_INTEGER_MAX INT64_C(9007199254740991)

/* Reads `length` bytes as exactly one JSON text of any type. NULL where it is not (bad UTF-8, a NUL
 * byte or \u0000, a duplicate key, nesting over JSON_NESTING_MAX, a number too big to read,
 * anything after it), and `why`, if not NULL, gets a short English reason. The caller owns the
 * value. */
json_t *json_read(const char *bytes, size_t length, char *why, size_t why_size);

/* An integer within min..max; false where it is anything else (1.0 is not an integer). */
bool json_read_integer(const json_t *value, int64_t min, int64_t max, int64_t *out);

/* Number of Unicode characters of valid UTF-8. */
size_t json_characters(const char *text, size_t length);
