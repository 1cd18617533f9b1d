/* "HOST:PORT" to socket addresses and back. */
#include "server/io/address.h"
#include "tests/support/cmocka_test.h"

#include <string.h>

static void assert_reads(const char *text, const char *formatted)
{
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    char back[ADDRESS_TEXT_SIZE];
    assert_true(address_parse(&address, text, error));
    assert_false(address.off);
    address_format(&address.socket, back);
    assert_string_equal(back, formatted);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    assert_reads("127.0.0.1:5577", "127.0.0.1:5577");
    assert_reads("0.0.0.0:0", "0.0.0.0:0");
    assert_reads("127.0.0.1:65535", "127.0.0.1:65535");
    assert_reads("[::1]:5577", "[::1]:5577");
    assert_reads("[2001:db8::7]:80", "[2001:db8::7]:80");
    assert_reads("[::]:00080", "[::]:80");
}

static void off_is_no_address(void **state)
{
    (void)state;
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    assert_true(address_parse(&address, "off", error));
    assert_true(address.off);
    assert_true(address_is_loopback(&address));
}

static void anything_else_is_refused_in_one_line(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",           ":",           "localhost",       "127.0.0.1",       "127.0.0.1:",
        ":5577",      "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",    "127.0.0.1:+1",
        "::1:5577",   "[::1]",       "[::1]5577",       "[::1:5577",       "[]:5577",
        "[nix]:5577", "1.2.3:4:5",   "127.0.0.1: 80",   "127.0.0.1:80 ",   "OFF",
        "127.0.0.1:", "[::1]:",      "127.0.0.1:99999", "127.0.0.1:000080"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct address address;
        char error[ADDRESS_ERROR_SIZE] = "";
        assert_false(address_parse(&address, bad[i], error));
        assert_true(error[0] != '\0');
        assert_null(strchr(error, '\n'));
    }
}

static bool is_loopback(const char *text)
{
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    assert_true(address_parse(&address, text, error));
    return address_is_loopback(&address);
}

static void loopback_is_what_only_this_machine_reaches(void **state)
{
    (void)state;
    assert_true(is_loopback("127.0.0.1:1"));
    assert_true(is_loopback("127.255.0.9:1"));
    assert_true(is_loopback("[::1]:1"));
    assert_true(is_loopback("[::ffff:127.0.0.1]:1"));
    assert_false(is_loopback("0.0.0.0:1"));
    assert_false(is_loopback("[::]:1"));
    assert_false(is_loopback("128.0.0.1:1"));
    assert_false(is_loopback("[::2]:1"));
    assert_false(is_loopback("[::ffff:10.0.0.1]:1"));
}

static void an_ipv4_peer_is_mapped_into_ipv6(void **state)
{
    (void)state;
    static const unsigned char four[16] = {[10] = 0xff, 0xff, 192, 0, 2, 1};
    static const unsigned char six[16] = {0x20, 0x01, 0x0d, 0xb8, [15] = 7};
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    unsigned char bytes[16];
    assert_true(address_parse(&address, "192.0.2.1:9", error));
    address_bytes(&address.socket, bytes);
    assert_memory_equal(bytes, four, sizeof four);
    assert_true(address_parse(&address, "[2001:db8::7]:9", error));
    address_bytes(&address.socket, bytes);
    assert_memory_equal(bytes, six, sizeof six);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(off_is_no_address),
        cmocka_unit_test(anything_else_is_refused_in_one_line),
        cmocka_unit_test(loopback_is_what_only_this_machine_reaches),
        cmocka_unit_test(an_ipv4_peer_is_mapped_into_ipv6),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
