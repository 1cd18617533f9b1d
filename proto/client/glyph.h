/* Characters as a terminal shows them: UTF-8 taken apart, and how many columns each takes, by the
 * locale of the process. For the canvas that draws and for the line that is typed, so that both
 * mean the same by a character. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether the locale is one of UTF-8; in any other only ASCII can be typed and shown. */
bool glyph_locale_is_utf8(void);

/* Takes one character off the text, which is not at its end. A stray byte or a control character
 * is '?'. */
uint32_t glyph_next(const char **text);

/* 2 for a wide character, 0 for what joins the one before it, -1 for what cannot be shown here. */
int glyph_columns(uint32_t character);

/* Whether what joins another is seen at all. The others only tell how to arrange the text (which
 * direction, which form): terminals differ in what they make of them. */
bool glyph_is_mark(uint32_t character);

/* Takes one character and all that joins it off the text, which is not at its end: what the cursor
 * steps over. Gives how many columns it is drawn in. */
int glyph_cluster(const char **text);
