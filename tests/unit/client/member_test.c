#include "proto/client/member.h"

#include "tests/support/cmocka_test.h"

static void what_is_missing_or_odd_has_a_stand_in(void **state)
{
    (void)state;
    json_t *object = json_pack("{s:s, s:i, s:b, s:f, s:I}", "text", "a", "number", 7, "flag", 1,
                               "real", 1.5, "huge", (json_int_t)INT64_MAX);
    assert_string_equal(member_text(object, "text", "-"), "a");
    assert_string_equal(member_text(object, "number", "-"), "-");
    assert_string_equal(member_text(NULL, "text", "-"), "-");
    assert_int_equal(member_integer(object, "number", 3), 7);
    assert_int_equal(member_integer(object, "real", 3), 3);
    assert_int_equal(member_integer(object, "text", 3), 3);
    assert_int_equal(member_integer(object, "huge", 3), 3);
    assert_true(member_flag(object, "flag", false));
    assert_true(member_flag(object, "number", true));
    json_decref(object);
}

static void expect_copy(const char *text, size_t room, const char *expected)
{
    char out[32];
    member_copy_text(text, out, room);
    assert_string_equal(out, expected);
}

static void copies_are_safe_for_a_terminal(void **state)
{
    (void)state;
    expect_copy("plain", sizeof "plain", "plain");
    expect_copy("plain", sizeof "plai", "plai");
    expect_copy("\033[2J\007\r\n\177", 32, "?[2J????");
    expect_copy("\xC2\x9B"
                "2J",
                32, "??2J");
    expect_copy("\xC2\xA0", 32, "\xC2\xA0");
    expect_copy("\xC3\xA9\xC3\xA9", 4, "\xC3\xA9");
    expect_copy("\xE2\x97\x86x", 3, "");
    expect_copy("anything", 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_or_odd_has_a_stand_in),
        cmocka_unit_test(copies_are_safe_for_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
