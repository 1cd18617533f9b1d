#include "proto/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Most replies and events fit; snapshots and records grow from there. */
#define CAPACITY_MIN 512
/* "-9223372036854775808" */
#define INTEGER_TEXT_MAX 20

void writer_init(struct writer *writer)
{
    *writer = (struct writer){0};
}

void writer_deinit(struct writer *writer)
{
    free(writer->bytes);
    writer_init(writer);
}

void writer_clear(struct writer *writer)
{
    writer->length = 0;
    writer->depth = 0;
    writer->after_key = false;
}

static void grow(struct writer *writer, size_t extra)
{
    assert(extra <= SIZE_MAX / 2 - writer->length);
    size_t capacity = writer->capacity < CAPACITY_MIN ? CAPACITY_MIN : writer->capacity;
    while (capacity - writer->length < extra)
        capacity *= 2;
    char *bytes = realloc(writer->bytes, capacity);
    if (bytes == NULL)
        abort();
    writer->bytes = bytes;
    writer->capacity = capacity;
}

/* Makes room for `extra` more bytes and gives the place of the first. */
static inline char *reserve(struct writer *writer, size_t extra)
{
    if (writer->capacity - writer->length < extra)
        grow(writer, extra);
    return writer->bytes + writer->length;
}

static inline void append(struct writer *writer, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    memcpy(reserve(writer, length), bytes, length);
    writer->length += length;
}

static inline void append_byte(struct writer *writer, char byte)
{
    *reserve(writer, 1) = byte;
    writer->length++;
}

static void separate(struct writer *writer)
{
    if (writer->first[writer->depth])
        writer->first[writer->depth] = false;
    else
        append_byte(writer, ',');
}

/* Every value begins here: after its key, or as an element of an array. Values outside of any
 * object or array are the caller's to separate. */
static void begin_value(struct writer *writer)
{
    if (writer->depth == 0)
        return;
    if (writer->in_object[writer->depth]) {
        assert(writer->after_key);
        writer->after_key = false;
    } else {
        separate(writer);
    }
}

static void open(struct writer *writer, char bracket, bool in_object)
{
    begin_value(writer);
    assert(writer->depth < WRITER_DEPTH_MAX);
    writer->depth++;
    writer->first[writer->depth] = true;
    writer->in_object[writer->depth] = in_object;
    append_byte(writer, bracket);
}

static void close(struct writer *writer, char bracket, bool in_object)
{
    assert(writer->depth > 0 && writer->in_object[writer->depth] == in_object);
    assert(!writer->after_key);
    writer->depth--;
    append_byte(writer, bracket);
}

void writer_object(struct writer *writer)
{
    open(writer, '{', true);
}

void writer_object_end(struct writer *writer)
{
    close(writer, '}', true);
}

void writer_array(struct writer *writer)
{
    open(writer, '[', false);
}

void writer_array_end(struct writer *writer)
{
    close(writer, ']', false);
}

void writer_key(struct writer *writer, const char *key)
{
    assert(writer->depth > 0 && writer->in_object[writer->depth] && !writer->after_key);
    separate(writer);
    size_t length = strlen(key);
    char *out = reserve(writer, length + 3);
    out[0] = '"';
    memcpy(out + 1, key, length);
    out[length + 1] = '"';
    out[length + 2] = ':';
    writer->length += length + 3;
    writer->after_key = true;
}

/* Whether a byte cannot stand in a JSON string as it is. */
static inline bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

static void append_escape(struct writer *writer, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    /* The letters of the short escapes, by control character. */
    static const char letters[0x20] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    append_byte(writer, '\\');
    if (byte >= 0x20) {
        append_byte(writer, (char)byte);
    } else if (letters[byte] != '\0') {
        append_byte(writer, letters[byte]);
    } else {
        append(writer, "u00", 3);
        append_byte(writer, digits[byte >> 4]);
        append_byte(writer, digits[byte & 0xf]);
    }
}

void writer_string(struct writer *writer, const char *text)
{
    writer_string_length(writer, text, strlen(text));
}

void writer_string_length(struct writer *writer, const char *text, size_t length)
{
    begin_value(writer);
    append_byte(writer, '"');
    size_t plain = 0; /* where the run of bytes begins that need no escape */
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (!needs_escape(byte))
            continue;
        append(writer, text + plain, i - plain);
        append_escape(writer, byte);
        plain = i + 1;
    }
    append(writer, text + plain, length - plain);
    append_byte(writer, '"');
}

void writer_integer(struct writer *writer, int64_t value)
{
    begin_value(writer);
    char text[INTEGER_TEXT_MAX];
    size_t at = sizeof text;
    /* Unsigned, because the lowest integer has no positive counterpart. */
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        text[--at] = '-';
    append(writer, text + at, sizeof text - at);
}

void writer_boolean(struct writer *writer, bool value)
{
    begin_value(writer);
    if (value)
        append(writer, "true", 4);
    else
        append(writer, "false", 5);
}

void writer_null(struct writer *writer)
{
    begin_value(writer);
    append(writer, "null", 4);
}

void writer_value(struct writer *writer, const char *bytes, size_t length)
{
    assert(length > 0);
    begin_value(writer);
    append(writer, bytes, length);
}

void writer_raw(struct writer *writer, const char *bytes, size_t length)
{
    append(writer, bytes, length);
}

void writer_key_string(struct writer *writer, const char *key, const char *text)
{
    writer_key(writer, key);
    writer_string(writer, text);
}

void writer_key_integer(struct writer *writer, const char *key, int64_t value)
{
    writer_key(writer, key);
    writer_integer(writer, value);
}

void writer_key_boolean(struct writer *writer, const char *key, bool value)
{
    writer_key(writer, key);
    writer_boolean(writer, value);
}

void writer_key_null(struct writer *writer, const char *key)
{
    writer_key(writer, key);
    writer_null(writer);
}
