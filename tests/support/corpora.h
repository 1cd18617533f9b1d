/* Public test data that is read in place and not part of the project: the folder is named by the
 * environment variable CLAMBER_CORPORA, and a test without it is skipped. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/cmocka_test.h"

/* The exit status by which meson knows a test that was skipped. */
#define CORPORA_SKIP 77

static inline bool corpora_there(void)
{
    const char *folder = getenv("CLAMBER_CORPORA");
    if (folder != NULL && access(folder, R_OK) == 0)
        return true;
    fputs("skipped: the corpora are not there (CLAMBER_CORPORA)\n", stderr);
    return false;
}

static inline void corpora_path(char out[PATH_MAX], const char *relative)
{
    int length = snprintf(out, PATH_MAX, "%s/%s", getenv("CLAMBER_CORPORA"), relative);
    assert_true(length > 0 && length < PATH_MAX);
}

/* A whole file, with a NUL after it; the caller frees it. */
static inline char *corpora_read(const char *relative, size_t *length)
{
    char path[PATH_MAX];
    corpora_path(path, relative);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    *length = fread(text, 1, (size_t)size, file);
    assert_int_equal(*length, size);
    text[size] = '\0';
    fclose(file);
    return text;
}
