/* Rate limits: exactly the burst, exactly the refill, and whose bucket it is. */
#include "server/machine/limits.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

static const struct bucket_rule rule = {.refill_ms = 100, .burst = 5};

static void a_full_bucket_gives_its_burst_and_no_more(void **state)
{
    (void)state;
    for (int64_t now_ms = 0; now_ms < 2000; now_ms += 499) {
        struct bucket bucket = {0};
        for (int i = 0; i < 5; i++)
            assert_int_equal(bucket_take(&bucket, &rule, now_ms), 0);
        assert_int_equal(bucket_take(&bucket, &rule, now_ms), 100);
        assert_int_equal(bucket_take(&bucket, &rule, now_ms + 99), 1);
        assert_int_equal(bucket_take(&bucket, &rule, now_ms + 100), 0);
        assert_int_equal(bucket_take(&bucket, &rule, now_ms + 100), 100);
    }
}

static void a_refusal_costs_nothing(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        bucket_take(&bucket, &rule, 0);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(bucket_take(&bucket, &rule, 1), 99);
    assert_int_equal(bucket_take(&bucket, &rule, 100), 0);
}

static void what_is_used_without_room_is_owed(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    assert_int_equal(bucket_wait(&bucket, &rule, 0), 0);
    for (int i = 0; i < 8; i++)
        bucket_use(&bucket, &rule, 0);
    assert_int_equal(bucket_wait(&bucket, &rule, 0), 400);
    assert_int_equal(bucket_take(&bucket, &rule, 399), 1);
    assert_int_equal(bucket_take(&bucket, &rule, 400), 0);
}

static void an_idle_bucket_fills_to_the_burst_only(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        bucket_take(&bucket, &rule, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(bucket_take(&bucket, &rule, 1000000), 0);
    assert_int_equal(bucket_take(&bucket, &rule, 1000000), 100);
}

/* The plain bucket: a number that goes up with time. In hundredths of a use. */
struct plain {
    int64_t filled, at_ms;
};

static bool plain_take(struct plain *plain, int64_t now_ms)
{
    plain->filled += now_ms - plain->at_ms;
    plain->at_ms = now_ms;
    if (plain->filled > 500)
        plain->filled = 500;
    if (plain->filled < 100)
        return false;
    plain->filled -= 100;
    return true;
}

static void it_is_a_plain_token_bucket(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct random random = {.state = seed};
        struct bucket bucket = {0};
        struct plain plain = {.filled = 500};
        int64_t now_ms = 0;
        for (int i = 0; i < 1000; i++) {
            now_ms += random_below(&random, seed % 3 == 0 ? 400 : 120);
            if ((bucket_take(&bucket, &rule, now_ms) == 0) != plain_take(&plain, now_ms))
                fail_msg("seed %u, use %d: the two disagree", (unsigned)seed, i);
        }
    }
}

static void what_is_waited_for_is_there(void **state)
{
    (void)state;
    struct random random = {.state = 1};
    struct bucket bucket = {0};
    int64_t now_ms = 0;
    for (int i = 0; i < 1000; i++) {
        int64_t wait_ms = bucket_take(&bucket, &rule, now_ms);
        if (wait_ms > 1)
            assert_int_equal(bucket_take(&bucket, &rule, now_ms + wait_ms - 1), 1);
        now_ms += wait_ms == 0 ? random_below(&random, 50) : wait_ms;
        if (wait_ms > 0)
            assert_int_equal(bucket_take(&bucket, &rule, now_ms), 0);
    }
}

/* ---- Addresses ---- */

static int setup(void **state)
{
    static struct limits limits;
    limits_init(&limits);
    *state = &limits;
    return 0;
}

static int teardown(void **state)
{
    limits_deinit(*state);
    return 0;
}

struct address {
    unsigned char bytes[16];
};

static struct address ipv4(uint32_t number)
{
    struct address address = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}};
    for (int i = 0; i < 4; i++)
        address.bytes[12 + i] = (unsigned char)(number >> (24 - 8 * i));
    return address;
}

/* Uses an address up; gives how many uses it had. */
static int use_up(struct limits *limits, struct address address, enum limit limit, int64_t now_ms)
{
    int uses = 0;
    while (uses < 1000 && limits_take(limits, address.bytes, limit, now_ms) == 0)
        uses++;
    return uses;
}

static void each_address_and_use_has_its_own_bucket(void **state)
{
    assert_int_equal(use_up(*state, ipv4(1), LIMIT_ACCOUNTS, 0), 30);
    assert_int_equal(use_up(*state, ipv4(1), LIMIT_ACCOUNTS, 0), 0);
    assert_int_equal(use_up(*state, ipv4(1), LIMIT_SIGN_INS, 0), 60);
    assert_int_equal(use_up(*state, ipv4(2), LIMIT_ACCOUNTS, 0), 30);
    assert_int_equal(limits_take(*state, ipv4(1).bytes, LIMIT_ACCOUNTS, 0), 10000);
    assert_int_equal(limits_take(*state, ipv4(1).bytes, LIMIT_SIGN_INS, 0), 2000);
}

static void an_ipv6_address_counts_by_its_first_64_bits(void **state)
{
    struct address home = {{0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8}};
    struct address room = home, neighbor = home;
    room.bytes[15] = 99;
    room.bytes[8] = 77;
    neighbor.bytes[7] = 3;
    assert_int_equal(use_up(*state, home, LIMIT_ACCOUNTS, 0), 30);
    assert_int_equal(use_up(*state, room, LIMIT_ACCOUNTS, 0), 0);
    assert_int_equal(use_up(*state, neighbor, LIMIT_ACCOUNTS, 0), 30);
}

static void ipv4_counts_by_all_of_its_bits(void **state)
{
    for (int bit = 0; bit < 32; bit++)
        assert_int_equal(use_up(*state, ipv4(UINT32_C(1) << bit), LIMIT_ACCOUNTS, 0), 30);
}

static void the_least_lately_used_makes_room(void **state)
{
    /* One address that goes on trying keeps its place among ten times more than there is room
     * for. */
    struct address persistent = ipv4(7);
    int64_t now_ms = 0;
    assert_int_equal(use_up(*state, persistent, LIMIT_ACCOUNTS, now_ms), 30);
    for (uint32_t other = 1000; other < 1000 + 10 * LIMITS_ADDRESSES; other++) {
        if (other % 256 == 0)
            now_ms++;
        limits_take(*state, ipv4(other).bytes, LIMIT_ACCOUNTS, now_ms);
        if (other % 256 == 0)
            assert_int_equal(use_up(*state, persistent, LIMIT_ACCOUNTS, now_ms), 0);
    }
    /* One that stopped long ago is forgotten. */
    struct address gone = ipv4(1000);
    assert_int_equal(use_up(*state, gone, LIMIT_ACCOUNTS, now_ms), 30);
}

static void the_rules_of_the_server_let_play_on(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    int uses = 0;
    while (bucket_take(&bucket, &limits_requests, 0) == 0)
        uses++;
    assert_int_equal(uses, 400);
    assert_int_equal(bucket_take(&bucket, &limits_requests, 20), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_bucket_gives_its_burst_and_no_more),
        cmocka_unit_test(a_refusal_costs_nothing),
        cmocka_unit_test(what_is_used_without_room_is_owed),
        cmocka_unit_test(an_idle_bucket_fills_to_the_burst_only),
        cmocka_unit_test(it_is_a_plain_token_bucket),
        cmocka_unit_test(what_is_waited_for_is_there),
        cmocka_unit_test_setup_teardown(each_address_and_use_has_its_own_bucket, setup, teardown),
        cmocka_unit_test_setup_teardown(an_ipv6_address_counts_by_its_first_64_bits, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(ipv4_counts_by_all_of_its_bits, setup, teardown),
        cmocka_unit_test_setup_teardown(the_least_lately_used_makes_room, setup, teardown),
        cmocka_unit_test(the_rules_of_the_server_let_play_on),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
