#include "proto/client/text_reader.h"

#include <stdlib.h>
#include <string.h>

void text_reader_init(struct text_reader *reader, FILE *in)
{
    *reader = (struct text_reader){.in = in};
}

void text_reader_deinit(struct text_reader *reader)
{
    free(reader->line);
    free(reader->text);
}

/* Has a line in reader->line, the one held back first. */
static bool read_line(struct text_reader *reader)
{
    if (reader->held) {
        reader->held = false;
        return true;
    }
    ssize_t length = getline(&reader->line, &reader->line_room, reader->in);
    if (length < 0)
        return false;
    reader->line_length = (size_t)length;
    reader->number++;
    return true;
}

static void append_line(struct text_reader *reader)
{
    size_t length = reader->length + reader->line_length;
    if (length > reader->room) {
        reader->room = length * 2;
        reader->text = realloc(reader->text, reader->room);
        if (reader->text == NULL)
            abort();
    }
    memcpy(reader->text + reader->length, reader->line, reader->line_length);
    reader->length = length;
}

/* How much deeper in brackets the end of the line is than its beginning. No text of JSON goes on
 * into the next line. */
static int depth_of(const char *line, size_t length)
{
    int depth = 0;
    bool in_text = false;
    for (size_t i = 0; i < length; i++) {
        if (in_text && line[i] == '\\')
            i++;
        else if (line[i] == '"')
            in_text = !in_text;
        else if (!in_text && (line[i] == '{' || line[i] == '['))
            depth++;
        else if (!in_text && (line[i] == '}' || line[i] == ']'))
            depth--;
    }
    return depth;
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (memchr(" \t\r\n", line[i], 4) == NULL)
            return false;
    }
    return true;
}

/* Whether the line begins another text although the one before it, of one line so far, is not
 * complete: a whole object in the first column, after more than a bracket. */
static bool begins_another(const struct text_reader *reader)
{
    bool one_line = reader->first + 1 == reader->number;
    bool bracket_only = is_blank(reader->text + 1, reader->length - 1);
    return one_line && !bracket_only && reader->line[0] == '{';
}

bool text_reader_next(struct text_reader *reader)
{
    int depth = 0;
    reader->length = 0;
    while (read_line(reader)) {
        if (reader->length == 0 && is_blank(reader->line, reader->line_length))
            continue;
        if (reader->length == 0) {
            reader->first = reader->number;
        } else if (begins_another(reader)) {
            reader->held = true;
            return true;
        }
        append_line(reader);
        depth += depth_of(reader->line, reader->line_length);
        if (depth <= 0)
            return true;
    }
    return reader->length > 0;
}
