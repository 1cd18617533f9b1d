/* Chance: the same seed gives the same, everything mixed in changes all that follows, and what is
 * drawn is as even as it should be. */
#include "server/machine/entropy.h"

#include <ctype.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define DRAWS 256
#define IDS 20000
#define LETTERS 62

static struct entropy entropy_of(unsigned char first)
{
    unsigned char seed[ENTROPY_SIZE] = {first};
    struct entropy entropy;
    entropy_init(&entropy, seed);
    return entropy;
}

/* How many of the next DRAWS * 8 bits of two generators differ. */
static int bits_apart(struct entropy a, struct entropy b)
{
    unsigned char from_a[DRAWS], from_b[DRAWS];
    entropy_bytes(&a, from_a, DRAWS);
    entropy_bytes(&b, from_b, DRAWS);
    int apart = 0;
    for (int i = 0; i < DRAWS; i++)
        apart += __builtin_popcount(from_a[i] ^ from_b[i]);
    return apart;
}

/* Half of 2,048 bits, give or take nine standard deviations. */
static void assert_unrelated(struct entropy a, struct entropy b)
{
    assert_in_range(bits_apart(a, b), 1024 - 9 * 23, 1024 + 9 * 23);
}

static void the_same_seed_gives_the_same(void **state)
{
    (void)state;
    struct entropy a = entropy_of(1), b = entropy_of(1);
    for (int i = 0; i < 100; i++) {
        char id_a[ID_SIZE], id_b[ID_SIZE];
        unsigned char fresh[ENTROPY_SIZE] = {(unsigned char)i};
        entropy_id(&a, id_a);
        entropy_id(&b, id_b);
        assert_string_equal(id_a, id_b);
        assert_int_equal(entropy_coin(&a), entropy_coin(&b));
        entropy_mix(&a, fresh);
        entropy_mix(&b, fresh);
    }
    assert_int_equal(bits_apart(a, b), 0);
}

static void another_seed_gives_something_else(void **state)
{
    (void)state;
    assert_unrelated(entropy_of(1), entropy_of(2));
}

static void every_bit_mixed_in_changes_everything(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < ENTROPY_SIZE * 8; bit++) {
        struct entropy with = entropy_of(1), without = entropy_of(1);
        unsigned char fresh[ENTROPY_SIZE] = {0};
        entropy_mix(&without, fresh);
        fresh[bit / 8] = (unsigned char)(1u << bit % 8);
        entropy_mix(&with, fresh);
        assert_unrelated(with, without);
        assert_unrelated(with, entropy_of(1));
    }
}

static void what_was_drawn_is_not_drawn_again(void **state)
{
    (void)state;
    struct entropy entropy = entropy_of(1);
    struct entropy before = entropy;
    unsigned char byte;
    entropy_bytes(&entropy, &byte, 1);
    assert_unrelated(entropy, before);
}

/* Chi-square over the letters: with 61 degrees of freedom, 150 is exceeded once in 10^9. */
static void assert_even(const int counts[LETTERS], int letters, int total)
{
    double expected = (double)total / letters, sum = 0;
    for (int i = 0; i < letters; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    assert_true(sum < 150);
}

static int letter_number(char c)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *found = c == '\0' ? NULL : strchr(letters, c);
    assert_non_null(found);
    return (int)(found - letters);
}

static void ids_are_of_the_alphabet_and_even(void **state)
{
    (void)state;
    struct entropy entropy = entropy_of(3);
    static int counts[ID_LENGTH][LETTERS];
    int all[LETTERS] = {0};
    for (int i = 0; i < IDS; i++) {
        char id[ID_SIZE];
        entropy_id(&entropy, id);
        assert_int_equal(strlen(id), ID_LENGTH);
        for (int place = 0; place < ID_LENGTH; place++) {
            counts[place][letter_number(id[place])]++;
            all[letter_number(id[place])]++;
        }
    }
    assert_even(all, LETTERS, IDS * ID_LENGTH);
    for (int place = 0; place < ID_LENGTH; place++)
        assert_even(counts[place], LETTERS, IDS);
}

static void guests_are_named_in_lower_case(void **state)
{
    (void)state;
    struct entropy entropy = entropy_of(4);
    int all[LETTERS] = {0};
    for (int i = 0; i < IDS; i++) {
        char name[NAME_SIZE];
        entropy_guest_name(&entropy, name);
        assert_int_equal(strlen(name), 16);
        assert_memory_equal(name, "guest-", 6);
        for (const char *c = name + 6; *c != '\0'; c++) {
            assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c));
            all[letter_number(*c)]++;
        }
    }
    assert_even(all, 36, IDS * 10);
}

static void the_coin_is_fair(void **state)
{
    (void)state;
    struct entropy entropy = entropy_of(5);
    int heads = 0;
    for (int i = 0; i < 40000; i++) {
        int coin = entropy_coin(&entropy);
        assert_in_range(coin, 0, 1);
        heads += coin;
    }
    assert_in_range(heads, 20000 - 600, 20000 + 600); /* six standard deviations */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same),
        cmocka_unit_test(another_seed_gives_something_else),
        cmocka_unit_test(every_bit_mixed_in_changes_everything),
        cmocka_unit_test(what_was_drawn_is_not_drawn_again),
        cmocka_unit_test(ids_are_of_the_alphabet_and_even),
        cmocka_unit_test(guests_are_named_in_lower_case),
        cmocka_unit_test(the_coin_is_fair),
    };
    return cmocka_run_group_tests_name("entropy", tests, NULL, NULL);
}
