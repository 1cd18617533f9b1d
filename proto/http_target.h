/* A request target (RFC 9112, 3.2) -> path, parameters, and the host of the absolute form. A part
 * of the reader of requests; decodes in place, which only makes a text shorter. */
#pragma once

#include "proto/http_request.h"

/* Reads the target, a text that it may write over, with a byte before it where it is not the first
 * of its buffer. Sets path, parameters and, of the absolute form, host. False where it is wrong: no
 * path, a character that no browser sends so, a bad percent code, NUL, not UTF-8, too many
 * parameters. Then path is set as far as it is right, where there is one. */
bool http_target_read(struct http_request *request, char *target);
