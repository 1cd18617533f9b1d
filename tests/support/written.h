/* A writer as the state of a test, and checks on what it has written. */
#pragma once

#include "proto/writer.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

/* The text so far is exactly `expected`; the writer is emptied for the next. */
#define assert_written(writer, expected) written_check(writer, expected, __FILE__, __LINE__)

static inline void written_check(struct writer *writer, const char *expected, const char *file,
                                 int line)
{
    writer_raw(writer, "", 1); /* the NUL, for the message of a failure */
    _assert_string_equal(writer->bytes, expected, file, line);
    _assert_int_equal(writer->depth, 0, file, line);
    writer_clear(writer);
}

/* To be given to cmocka: the state is a `struct writer *`. */
static inline int written_set_up(void **state)
{
    static struct writer writer;
    writer_init(&writer);
    *state = &writer;
    return 0;
}

static inline int written_tear_down(void **state)
{
    writer_deinit(*state);
    return 0;
}
