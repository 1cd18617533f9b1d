#include "proto/json.h"

#include <locale.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

struct refusal {
    const char *text;
    size_t length;
    const char *why; /* how the reason begins */
};

#define REFUSAL(literal, why)                                                                      \
    {                                                                                              \
        literal, sizeof literal - 1, why                                                           \
    }

static void refusals_say_why(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        REFUSAL("", "the text ends too early"),
        REFUSAL("{\"a\":", "the text ends too early"),
        REFUSAL("{\"a\":1,}", "not JSON"),
        REFUSAL("{a:1}", "not JSON"),
        REFUSAL("nul", "not JSON"),
        REFUSAL("NaN", "not JSON"),
        REFUSAL("01", "not JSON"),
        REFUSAL("{} {}", "something after the end"),
        REFUSAL("{}x", "something after the end"),
        REFUSAL("{\"a\":1,\"a\":1}", "a key that stands there twice"),
        REFUSAL("{\"a\":1,\"\\u0061\":2}", "a key that stands there twice"),
        REFUSAL("[{\"x\":{\"b\":1,\"b\":null}}]", "a key that stands there twice"),
        REFUSAL("\"a\\u0000b\"", "a NUL character"),
        REFUSAL("{\"a\\u0000b\":1}", "a NUL character"),
        REFUSAL("{}\0", "a NUL byte"),
        REFUSAL("\"a\0b\"", "a NUL byte"),
        REFUSAL("\"\xff\"", "not UTF-8"),
        REFUSAL("\"\xc0\x80\"", "not UTF-8"),
        REFUSAL("\"\xed\xa0\x80\"", "not UTF-8"),
        REFUSAL("9223372036854775808", "a number too big to read"),
        REFUSAL("-9223372036854775809", "a number too big to read"),
        REFUSAL("1e309", "a number too big to read"),
        REFUSAL("[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", "nested deeper than 16 levels"),
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        char why[128] = "";
        json_t *value = json_read(refusals[i].text, refusals[i].length, why, sizeof why);
        if (value != NULL || strncmp(why, refusals[i].why, strlen(refusals[i].why)) != 0)
            fail_msg("%s: \"%s\"", refusals[i].text, why);
    }
    assert_null(json_read("x", 1, NULL, 0));
}

static void any_type_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"null",
                                        " true ",
                                        "-0",
                                        "1e308",
                                        "9223372036854775807",
                                        "\"\"",
                                        "[]",
                                        "{}",
                                        "\"[[[[[[[[[[[[[[[[[[[[\"",
                                        "\"\\\"[[[[[[[[[[[[[[[[[[[[\"",
                                        "[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]",
                                        "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *value = json_read(texts[i], strlen(texts[i]), NULL, 0);
        if (value == NULL)
            fail_msg("%s is refused", texts[i]);
        json_decref(value);
    }
}

static void the_text_is_as_long_as_said(void **state)
{
    (void)state;
    json_t *value = json_read("12345", 3, NULL, 0);
    assert_int_equal(json_integer_value(value), 123);
    json_decref(value);
}

static bool integer_in(const char *text, int64_t min, int64_t max, int64_t *out)
{
    json_t *value = json_read(text, strlen(text), NULL, 0);
    assert_non_null(value);
    bool is = json_read_integer(value, min, max, out);
    json_decref(value);
    return is;
}

static void integers_are_checked(void **state)
{
    (void)state;
    int64_t out = 0;
    assert_true(integer_in("9007199254740991", 0, JSON_INTEGER_MAX, &out));
    assert_true(out == JSON_INTEGER_MAX);
    assert_false(integer_in("9007199254740992", 0, JSON_INTEGER_MAX, &out));
    assert_false(integer_in("-1", 0, JSON_INTEGER_MAX, &out));
    assert_false(integer_in("4294967297", 0, 1, &out));
    assert_false(integer_in("1.0", 0, 1, &out));
    assert_false(integer_in("1e0", 0, 1, &out));
    assert_false(integer_in("\"1\"", 0, 1, &out));
    assert_false(integer_in("true", 0, 1, &out));
    assert_false(json_read_integer(NULL, 0, 1, &out));
    assert_true(out == JSON_INTEGER_MAX);
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    /* Any with a decimal comma will do; where none is installed there is nothing to see. */
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
        setlocale(LC_ALL, "");
    json_t *value = json_read("1.5", 3, NULL, 0);
    assert_true(json_real_value(value) == 1.5);
    json_decref(value);
    setlocale(LC_ALL, "C");
}

static void characters_are_counted(void **state)
{
    (void)state;
    const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    assert_int_equal(json_characters(text, strlen(text)), 4);
    assert_int_equal(json_characters("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(any_type_is_read),
        cmocka_unit_test(the_text_is_as_long_as_said),
        cmocka_unit_test(integers_are_checked),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(characters_are_counted),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
