#include "tests/unit/client/golden.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t length = 0;
    FILE *in = fopen(path, "r");
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    for (int c; in != NULL && (c = getc(in)) != EOF;)
        putc(c, out);
    fclose(out);
    if (in != NULL)
        fclose(in);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

void golden_expect(const struct canvas *canvas, bool colored, const char *name)
{
    char path[4096];
    char *drawn = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s.txt", GOLDEN, name);
    FILE *out = open_memstream(&drawn, &length);
    assert_non_null(out);
    canvas_write(canvas, colored, out);
    fclose(out);
    for (char *escape = strchr(drawn, '\033'); escape != NULL; escape = strchr(escape, '\033'))
        *escape = '^';
    if (getenv("CLAMBER_GOLDEN_UPDATE") != NULL)
        write_file(path, drawn);
    char *expected = read_file(path);
    bool equal = strcmp(drawn, expected) == 0;
    if (!equal)
        fprintf(stderr, "%s is not what is drawn:\n%s", path, drawn);
    free(drawn);
    free(expected);
    assert_true(equal);
}
