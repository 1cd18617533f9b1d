/* Writes JSON text into a growing buffer: replies, events and records are all made with it.
 * Commas and nesting are kept by the writer; asserts on misuse; aborts where memory is out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WRITER_DEPTH_MAX 16

struct writer {
    char *bytes; /* not NUL-terminated */
    size_t length;
    size_t capacity;
    uint32_t depth;
    bool first[WRITER_DEPTH_MAX + 1];     /* nothing yet written at that depth */
    bool in_object[WRITER_DEPTH_MAX + 1]; /* an object stands at that depth, not an array */
    bool after_key;
};

void writer_init(struct writer *writer);
void writer_deinit(struct writer *writer);
/* Empties the text and keeps the memory. */
void writer_clear(struct writer *writer);

void writer_object(struct writer *writer);
void writer_object_end(struct writer *writer);
void writer_array(struct writer *writer);
void writer_array_end(struct writer *writer);
/* A member's name: plain ASCII that needs no escape. */
void writer_key(struct writer *writer, const char *key);

/* Values. Strings are valid UTF-8; what JSON needs escaped is escaped, nothing else. */
void writer_string(struct writer *writer, const char *text);
void writer_string_length(struct writer *writer, const char *text, size_t length);
void writer_integer(struct writer *writer, int64_t value);
void writer_boolean(struct writer *writer, bool value);
void writer_null(struct writer *writer);
/* One complete JSON value as it stands. */
void writer_value(struct writer *writer, const char *bytes, size_t length);
/* Bytes outside of JSON, such as the LF at the end. */
void writer_raw(struct writer *writer, const char *bytes, size_t length);

/* A key and its value in one call. */
void writer_key_string(struct writer *writer, const char *key, const char *text);
void writer_key_integer(struct writer *writer, const char *key, int64_t value);
void writer_key_boolean(struct writer *writer, const char *key, bool value);
void writer_key_null(struct writer *writer, const char *key);
