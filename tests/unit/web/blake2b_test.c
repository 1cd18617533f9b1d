/* The browser's BLAKE2b against libsodium's, which the server uses: every length around a block,
 * fed whole and in pieces. */
#include "server/web/referee/blake2b.h"

#include <sodium.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define LONGEST (5 * BLAKE2B_BLOCK + 3)

static unsigned char text[LONGEST];

static void expect_same(const unsigned char got[BLAKE2B_SIZE], size_t length)
{
    unsigned char wanted[BLAKE2B_SIZE];
    crypto_generichash(wanted, sizeof wanted, text, length, NULL, 0);
    assert_memory_equal(got, wanted, sizeof wanted);
}

static void every_length_whole(void **state)
{
    (void)state;
    for (size_t length = 0; length <= LONGEST; length++) {
        struct blake2b hash;
        unsigned char got[BLAKE2B_SIZE];
        blake2b_init(&hash);
        blake2b_add(&hash, text, length);
        blake2b_finish(&hash, got);
        expect_same(got, length);
    }
}

static void in_pieces_of_every_length(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= 2 * BLAKE2B_BLOCK + 1; piece++) {
        struct blake2b hash;
        unsigned char got[BLAKE2B_SIZE];
        blake2b_init(&hash);
        for (size_t at = 0; at < LONGEST; at += piece)
            blake2b_add(&hash, text + at, LONGEST - at < piece ? LONGEST - at : piece);
        blake2b_finish(&hash, got);
        expect_same(got, LONGEST);
    }
}

/* A digest that is written down, should libsodium ever be wrong with us. */
static void the_digest_of_nothing(void **state)
{
    (void)state;
    static const unsigned char empty[BLAKE2B_SIZE] = {
        0x0e, 0x57, 0x51, 0xc0, 0x26, 0xe5, 0x43, 0xb2, 0xe8, 0xab, 0x2e,
        0xb0, 0x60, 0x99, 0xda, 0xa1, 0xd1, 0xe5, 0xdf, 0x47, 0x77, 0x8f,
        0x77, 0x87, 0xfa, 0xab, 0x45, 0xcd, 0xf1, 0x2f, 0xe3, 0xa8,
    };
    struct blake2b hash;
    unsigned char got[BLAKE2B_SIZE];
    blake2b_init(&hash);
    blake2b_finish(&hash, got);
    assert_memory_equal(got, empty, sizeof empty);
}

static int fill_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < LONGEST; i++)
        text[i] = (unsigned char)(i * 131 + i / 251);
    return sodium_init() < 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_whole),
        cmocka_unit_test(in_pieces_of_every_length),
        cmocka_unit_test(the_digest_of_nothing),
    };
    return cmocka_run_group_tests_name("blake2b", tests, fill_text, NULL);
}
