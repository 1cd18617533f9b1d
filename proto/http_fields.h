/* The fields of a request's head (RFC 9110, 9112) -> struct http_request. A part of the reader of
 * requests, which hands over one line after another. */
#pragma once

#include "proto/http_request.h"

/* One line, without its line end, a text without NUL that it may write over. Returns 0, or the
 * status to refuse the request with. */
int http_fields_take(struct http_reader *reader, char *line, size_t length);

/* The head is whole: what can only be said now. Returns 0, or the status to refuse it with. */
int http_fields_end(struct http_reader *reader);
