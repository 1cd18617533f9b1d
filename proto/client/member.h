/* Reading members of what the server sent. It may leave out any of them and add others, so every
 * reader says what stands for a missing one; a wrong type counts as missing, and so does an integer
 * that the protocol has no use for: with the others one may reckon without a thought of overflow.
 */
#pragma once

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `object` may be NULL or no object at all, here and below: then all is missing. */
const char *member_text(const json_t *object, const char *key, const char *otherwise);
int64_t member_integer(const json_t *object, const char *key, int64_t otherwise);
bool member_flag(const json_t *object, const char *key, bool otherwise);

/* Copies a text into `out`, cut to its room and made safe for a terminal: control characters become
 * '?'. A missing text is empty. */
void member_copy(const json_t *object, const char *key, char *out, size_t room);

/* The same for any text. */
void member_copy_text(const char *text, char *out, size_t room);
