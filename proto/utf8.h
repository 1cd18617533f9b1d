/* Checks UTF-8 as it comes, in pieces cut anywhere. Strict: no overlong forms, no surrogates,
 * nothing over U+10FFFF; and at the first byte that cannot go on, not at the end. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct utf8 {
    unsigned char left;      /* bytes that the present character still needs */
    unsigned char low, high; /* what the next of them may be */
};

void utf8_init(struct utf8 *utf8);

/* False where the text cannot be UTF-8, whatever follows; then it must not be fed again. */
bool utf8_feed(struct utf8 *utf8, const char *bytes, size_t length);

/* Whether the text so far ends with a whole character. */
bool utf8_whole(const struct utf8 *utf8);

/* Whether a whole text is UTF-8. */
bool utf8_valid(const char *text, size_t length);
