/* The pieces that HTTP fields are made of (RFC 9110, 5.6): tokens and comma lists. Shared by the
 * codecs of HTTP; pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A piece of a text that lies elsewhere. */
struct http_piece {
    const char *bytes;
    size_t length;
};

bool http_token_character(char c);

/* Whether the piece is this word, whatever its case. */
bool http_piece_is(struct http_piece piece, const char *word);

/* Without the blanks and tabs around it. */
struct http_piece http_piece_trim(struct http_piece piece);

/* The next element of a comma list, moving *list on; empty ones are passed over. False at the end.
 * Quoted strings are not known: for lists that have none. */
bool http_list_next(const char **list, struct http_piece *element);
