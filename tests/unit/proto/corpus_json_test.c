/* JSONTestSuite: what is not JSON is refused as bad_json, what is JSON is read, but for what the
 * protocol refuses on purpose, and what parsers may do as they like is done as written down here.
 * Skipped where the corpora are not beside the checkout. */
#include "proto/request.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpora.h"

/* JSON, but with a duplicate key or a NUL. */
static const char *const refused_on_purpose[] = {
    "y_object_duplicated_key.json",
    "y_object_duplicated_key_and_value.json",
    "y_object_escaped_null_in_key.json",
    "y_string_null_escape.json",
};

/* Those of the i_ files that are read; the others are refused. */
static const char *const read_by_choice[] = {
    "i_number_double_huge_neg_exp.json",
    "i_number_real_underflow.json",
};

static bool listed(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], name) == 0)
            return true;
    }
    return false;
}

#define LISTED(name, list) listed(name, list, sizeof list / sizeof list[0])

static bool to_be_read(const char *name)
{
    if (name[0] == 'y')
        return !LISTED(name, refused_on_purpose);
    return name[0] == 'i' && LISTED(name, read_by_choice);
}

/* Every file is also put to request_read: nothing in the corpus is a request. */
static void check_file(const char *name, const char *text, size_t length)
{
    json_t *value = json_read(text, length, NULL, 0);
    bool expected = to_be_read(name);
    if ((value != NULL) != expected)
        fail_msg("%s is %s", name, expected ? "refused" : "read");
    json_decref(value);

    struct request request;
    struct request_error error;
    assert_false(request_read(&request, text, length, &error));
    assert_int_equal(error.code, expected ? ERROR_BAD_REQUEST : ERROR_BAD_JSON);
}

static void every_file(void **state)
{
    (void)state;
    char folder[PATH_MAX];
    corpora_path(folder, "json");
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int files = 0;
    struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        char relative[PATH_MAX];
        snprintf(relative, sizeof relative, "json/%s", entry->d_name);
        size_t length;
        char *text = corpora_read(relative, &length);
        check_file(entry->d_name, text, length);
        free(text);
        files++;
    }
    closedir(directory);
    assert_true(files > 300);
}

int main(void)
{
    if (!corpora_there())
        return CORPORA_SKIP;
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_file)};
    return cmocka_run_group_tests_name("JSON corpus", tests, NULL, NULL);
}
