/* Cuts a file into JSON texts, one a line or each over several lines, as a pretty-printer writes
 * them. Reads no further than it must, so a file may be of any size, or a pipe. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct text_reader {
    FILE *in;
    char *line; /* the line last read */
    size_t line_room;
    size_t line_length;
    bool held; /* it has not been used yet: it begins the next text */
    char *text;
    size_t length, room;
    long number; /* of the line last read */
    long first;  /* number of the first line of the text last given */
};

/* `in` stays the caller's. */
void text_reader_init(struct text_reader *reader, FILE *in);
void text_reader_deinit(struct text_reader *reader);

/* The next text, valid until the next call: reader->text, of reader->length bytes. Whether it is
 * JSON is not looked at; one that was cut off in the middle ends where the next begins. False at
 * the end, or where the file cannot be read: ask ferror. */
bool text_reader_next(struct text_reader *reader);
