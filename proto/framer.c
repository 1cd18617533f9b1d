#include "proto/framer.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool framer_init(struct framer *framer, size_t limit)
{
    assert(limit > 0 && limit < SIZE_MAX - 2);
    *framer = (struct framer){.buffer = malloc(limit + 2), .limit = limit};
    return framer->buffer != NULL;
}

void framer_deinit(struct framer *framer)
{
    free(framer->buffer);
    *framer = (struct framer){0};
}

/* Adds bytes of the line that is being gathered; false where they make it longer than the limit.
 * One byte more than the limit is kept where it is a CR, for the LF that may follow it. */
static bool append(struct framer *framer, const char *bytes, size_t length)
{
    size_t room = framer->limit + 1 - framer->used;
    if (length > room || (length == room && length > 0 && bytes[length - 1] != '\r'))
        return false;
    memcpy(framer->buffer + framer->used, bytes, length);
    framer->used += length;
    return true;
}

static bool only_blanks(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    }
    return true;
}

/* Ends the line that has been gathered; false where it is one to pass over. */
static bool take_line(struct framer *framer)
{
    size_t length = framer->used;
    framer->used = 0;
    if (length > 0 && framer->buffer[length - 1] == '\r')
        length--;
    if (only_blanks(framer->buffer, length))
        return false;
    framer->line = framer->buffer;
    framer->length = length;
    return true;
}

enum frame framer_feed(struct framer *framer, const char **bytes, size_t *length)
{
    while (*length > 0) {
        const char *end = memchr(*bytes, '\n', *length);
        size_t content = end != NULL ? (size_t)(end - *bytes) : *length;
        if (!framer->dropping && !append(framer, *bytes, content)) {
            framer->used = 0;
            framer->dropping = true;
            return FRAME_TOO_LONG;
        }
        size_t taken = end != NULL ? content + 1 : content;
        *bytes += taken;
        *length -= taken;
        if (end == NULL)
            return FRAME_NONE;
        if (framer->dropping)
            framer->dropping = false;
        else if (take_line(framer))
            return FRAME_LINE;
    }
    return FRAME_NONE;
}

enum frame framer_finish(struct framer *framer)
{
    framer->dropping = false;
    return take_line(framer) ? FRAME_LINE : FRAME_NONE;
}
