/* proto/PROTOCOL.md keeps step with the tables: its example requests can be read, and every
 * operation, field and error code is named in it. */
#include "proto/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

/* How an example request begins in the document. */
#define EXAMPLE "\n> {"

static char *read_document(void)
{
    FILE *file = fopen(PROTOCOL_DOCUMENT, "rb");
    assert_non_null(file);
    static char text[200000];
    size_t length = fread(text, 1, sizeof text - 1, file);
    assert_true(length > 0 && length < sizeof text - 1);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* Whether the line shown below an example is the refusal of a bad shape. */
static bool shown_as_refused(const char *next_line)
{
    const char *code = strstr(next_line, "\"bad_request\"");
    return code != NULL && code < next_line + strcspn(next_line, "\n");
}

static void example_requests_read_as_shown(void **state)
{
    int examples = 0;
    const char *at = *state;
    while ((at = strstr(at, EXAMPLE)) != NULL) {
        const char *line = at + strlen(EXAMPLE) - 1;
        size_t length = strcspn(line, "\n");
        struct request request;
        struct request_error error;
        bool readable = request_read(&request, line, length, &error);
        if (readable == shown_as_refused(line + length + 1))
            fail_msg("%.*s: %s", (int)length, line, readable ? "is read" : error.message);
        if (readable)
            request_deinit(&request);
        examples++;
        at = line;
    }
    assert_true(examples >= 25);
}

static void assert_named(const char *document, const char *name)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", name);
    if (strstr(document, quoted) == NULL)
        fail_msg("%s is not in the document", quoted);
}

static void operations_fields_and_codes_are_named(void **state)
{
    for (enum operation operation = 0; operation < OPERATION_COUNT; operation++)
        assert_named(*state, operation_row(operation)->name);
    for (enum field field = 0; field < FIELD_OF_COUNT; field++)
        assert_named(*state, field_row(field)->name);
    for (enum error_code code = ERROR_NONE + 1; code <= ERROR_SHUTTING_DOWN; code++)
        assert_named(*state, error_code_text(code));
}

int main(void)
{
    char *document = read_document();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(example_requests_read_as_shown, document),
        cmocka_unit_test_prestate(operations_fields_and_codes_are_named, document),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
