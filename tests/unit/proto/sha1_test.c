/* SHA-1 against the examples of FIPS 180 and of NIST's validation suite, and around the lengths
 * where padding takes one more block. */
#include "proto/sha1.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

static void expect(const void *bytes, size_t length, const char *hash)
{
    unsigned char got[SHA1_SIZE];
    char text[2 * SHA1_SIZE + 1];
    sha1(bytes, length, got);
    for (int i = 0; i < SHA1_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", got[i]);
    assert_string_equal(text, hash);
}

static void the_examples_of_fips_180(void **state)
{
    (void)state;
    expect("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d");
    const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    expect(two_blocks, strlen(two_blocks), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    size_t million = 1000000;
    char *many = malloc(million);
    assert_non_null(many);
    memset(many, 'a', million);
    expect(many, million, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    free(many);
}

static void messages_of_the_validation_suite(void **state)
{
    (void)state;
    expect("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    expect("\x36", 1, "c1dfd96eea8cc2b62785275bca38ac261256e278");
    expect("\x19\x5a", 2, "0a1c2d555bbe431ad6288af5a54f93e0449c9232");
    expect("\xdf\x4b\xd2", 3, "bf36ed5d74727dfd5d7854ec6b1d49468d8ee8aa");
}

static void lengths_around_the_end_of_a_block(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        const char *hash;
    } rows[] = {
        {55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"},
        {56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"},
        {63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"},
        {64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"},
        {65, "11655326c708d70319be2610e8a57d9a5b959d3b"},
        {119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"},
        {120, "f34c1488385346a55709ba056ddd08280dd4c6d6"},
    };
    char text[120];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(text, rows[i].length, rows[i].hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_fips_180),
        cmocka_unit_test(messages_of_the_validation_suite),
        cmocka_unit_test(lengths_around_the_end_of_a_block),
    };
    return cmocka_run_group_tests_name("sha1", tests, NULL, NULL);
}
