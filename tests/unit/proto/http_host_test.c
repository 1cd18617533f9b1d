/* Hosts (RFC 3986, 3.2.2) and origins (RFC 6454). */
#include "proto/http_host.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

static const char *const names[] = {"clamber.example", "Other.Example"};

#define EACH(texts) for (size_t i = 0; i < sizeof(texts) / sizeof(texts)[0]; i++)

static void hosts_have_a_syntax(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "a",
                                       "a.b-c_d~",
                                       "A:80",
                                       "a:",
                                       ":80",
                                       "1.2.3.4:65535",
                                       "[::1]",
                                       "[::ffff:1.2.3.4]:1",
                                       "a%41",
                                       "a!$&'()*+,;="};
    static const char *const bad[] = {
        "a b", "a/b",  "a?b",  "a#b",     "me@a",  "a:b",      "a:1:2",
        "::1", "[::1", "[]",   "[1]",     "[::g]", "[::1]2",   "]",
        "a%4", "a%zz", "a:-1", "a:65536", "a\\b",  "a\"b",     "a<b>",
        "a|b", "a^b",  "a`b",  "a[b]",    "a\tb",  "\xc3\xa9", "a:999999999999999999999"};
    EACH(good)
    {
        if (!http_host_valid(good[i], strlen(good[i])))
            fail_msg("refused: %s", good[i]);
    }
    EACH(bad)
    {
        if (http_host_valid(bad[i], strlen(bad[i])))
            fail_msg("taken: %s", bad[i]);
    }
    assert_false(http_host_valid("a\0b", 3));
}

static void figures_localhost_and_given_names_are_known(void **state)
{
    (void)state;
    static const char *const known[] = {"127.0.0.1",
                                        "192.168.1.255:5578",
                                        "0.0.0.0",
                                        "[::1]",
                                        "[fe80::1]:80",
                                        "localhost",
                                        "LOCALHOST:5578",
                                        "localhost.",
                                        "web.localhost",
                                        "Clamber.Example",
                                        "clamber.example:80",
                                        "other.example.",
                                        "other.example.:80"};
    static const char *const unknown[] = {"",
                                          "example",
                                          "evil.example",
                                          "clamber.example.evil",
                                          "xclamber.example",
                                          "notlocalhost",
                                          "localhost.evil",
                                          ".",
                                          ":80",
                                          "127.0.0.1.evil",
                                          "127.1",
                                          "256.1.1.1",
                                          "01.1.1.1",
                                          "1.2.3.4.5",
                                          "1.2.3.",
                                          "1..2.3",
                                          "2130706433",
                                          "0x7f.1",
                                          "1.2.3.0004"};
    EACH(known)
    {
        if (!http_host_known(known[i], names, 2))
            fail_msg("not known: %s", known[i]);
    }
    EACH(unknown)
    {
        if (http_host_known(unknown[i], names, 2))
            fail_msg("known: %s", unknown[i]);
    }
    assert_false(http_host_known(NULL, names, 2));
    assert_false(http_host_known("clamber.example", NULL, 0));
    assert_true(http_host_known("localhost", NULL, 0));
}

static void an_origin_is_scheme_name_and_port(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"http://a", "a"},
        {"http://a:80", "a"},
        {"http://a", "a:80"},
        {"http://a", "a:"},
        {"https://a", "a"}, /* behind a proxy that speaks TLS */
        {"https://a:443", "a"},
        {"https://a", "a:443"},
        {"HTTP://A.b:5578", "a.B:5578"},
        {"http://[::1]:5578", "[::1]:5578"},
        {"http://127.0.0.1:5578", "127.0.0.1:5578"},
        {"http://a.", "a"},
    };
    static const char *const other[][2] = {
        {"null", "a"},
        {"null", "null"},
        {"", ""},
        {"http://", ""},
        {"http://a", ""},
        {"http://b", "a"},
        {"http://a", "ab"},
        {"http://ab", "a"},
        {"http://a.evil", "a"},
        {"http://a:81", "a"},
        {"http://a", "a:81"},
        {"https://a", "a:80"},
        {"http://a:443", "a"},
        {"http://a/", "a"},
        {"http://me@a", "a"},
        {"http://a b", "a"},
        {"ftp://a", "a"},
        {"file://", ""},
        {"a", "a"},
        {"http://[::1]", "[::2]"},
    };
    EACH(same)
    {
        if (!http_origin_matches(same[i][0], same[i][1]))
            fail_msg("not the same: %s and %s", same[i][0], same[i][1]);
    }
    EACH(other)
    {
        if (http_origin_matches(other[i][0], other[i][1]))
            fail_msg("the same: %s and %s", other[i][0], other[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosts_have_a_syntax),
        cmocka_unit_test(figures_localhost_and_given_names_are_known),
        cmocka_unit_test(an_origin_is_scheme_name_and_port),
    };
    return cmocka_run_group_tests_name("http host", tests, NULL, NULL);
}
