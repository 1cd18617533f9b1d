#include "proto/client/glyph.h"

#include <langinfo.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

/* What is never drawn: joiners, directions, variants, tags. */
static const struct {
    uint32_t first, last;
} arranging[] = {
    {0x34F, 0x34F},   {0x61C, 0x61C},     {0x180B, 0x180F},   {0x200B, 0x200F},
    {0x202A, 0x202E}, {0x2060, 0x206F},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool glyph_locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

uint32_t glyph_next(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    int extra = at[0] < 0x80 ? 0 : at[0] < 0xC0 ? -1 : at[0] < 0xE0 ? 1 : at[0] < 0xF0 ? 2 : 3;
    uint32_t character = extra <= 0 ? at[0] : at[0] & (0x3Fu >> extra);
    int length = 1;
    for (; length <= extra; length++) {
        if ((at[length] & 0xC0) != 0x80)
            break;
        character = character << 6 | (at[length] & 0x3Fu);
    }
    *text += length;
    if (length <= extra || extra < 0 || character < 0x20 || (character >= 0x7F && character < 0xA0))
        return '?';
    return character;
}

int glyph_columns(uint32_t character)
{
    if (character < 0x7F)
        return character >= 0x20 ? 1 : -1;
    return glyph_locale_is_utf8() ? wcwidth((wchar_t)character) : -1;
}

bool glyph_is_mark(uint32_t character)
{
    for (size_t i = 0; i < sizeof arranging / sizeof *arranging; i++) {
        if (character >= arranging[i].first && character <= arranging[i].last)
            return false;
    }
    return glyph_columns(character) == 0;
}

int glyph_cluster(const char **text)
{
    int columns = glyph_columns(glyph_next(text));
    while (**text != '\0') {
        const char *after = *text;
        if (glyph_columns(glyph_next(&after)) != 0)
            break;
        *text = after;
    }
    return columns >= 0 ? columns : 1;
}
