#include "proto/client/address.h"

#include "tests/support/cmocka_test.h"

static void expect(const char *text, const char *host, const char *port)
{
    struct address address;
    assert_true(address_parse(&address, text));
    assert_string_equal(address.host, host);
    assert_string_equal(address.port, port);
}

static void addresses_are_read(void **state)
{
    (void)state;
    expect("127.0.0.1:5577", "127.0.0.1", "5577");
    expect("play.example.org", "play.example.org", ADDRESS_DEFAULT_PORT);
    expect("localhost:1", "localhost", "1");
    expect("[::1]:65535", "::1", "65535");
    expect("[fe80::1]", "fe80::1", ADDRESS_DEFAULT_PORT);
}

static void what_is_none_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",        ":5577",   "host:",     "host:0",  "host:65536",
                                        "host:1a", "::1",     "[::1",      "[]:1",    "[::1]1",
                                        "a b:1",   "../x:12", "host:+123", "h:000001"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct address address = {.host = "kept"};
        assert_false(address_parse(&address, wrong[i]));
        assert_string_equal(address.host, "kept");
    }
}

static void they_are_written_as_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"127.0.0.1:5577", "[::1]:80"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct address address;
        char text[ADDRESS_TEXT_MAX];
        assert_true(address_parse(&address, texts[i]));
        address_format(&address, text);
        assert_string_equal(text, texts[i]);
        assert_true(address_is_local(&address));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(they_are_written_as_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
