#include "proto/http_text.h"

#include <string.h>
#include <strings.h>

bool http_token_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

bool http_piece_is(struct http_piece piece, const char *word)
{
    return piece.length == strlen(word) && strncasecmp(piece.bytes, word, piece.length) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct http_piece http_piece_trim(struct http_piece piece)
{
    while (piece.length > 0 && is_blank(piece.bytes[0])) {
        piece.bytes++;
        piece.length--;
    }
    while (piece.length > 0 && is_blank(piece.bytes[piece.length - 1]))
        piece.length--;
    return piece;
}

bool http_list_next(const char **list, struct http_piece *element)
{
    while (**list != '\0') {
        size_t length = strcspn(*list, ",");
        *element = http_piece_trim((struct http_piece){*list, length});
        *list += length;
        if (**list == ',')
            (*list)++;
        if (element->length > 0)
            return true;
    }
    return false;
}
