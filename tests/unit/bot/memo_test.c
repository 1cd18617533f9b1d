/* The table of what a search has seen: what is found is what was stored, and depth is kept. */
#include "proto/bot/memo.h"

#include "tests/support/cmocka_test.h"

#define ENTRIES 16

static struct memo_entry space[ENTRIES];

static struct memo fresh(void)
{
    struct memo memo;
    memo_init(&memo, space, sizeof space);
    return memo;
}

/* A hash of bucket `bucket` that differs from others by `key`. */
static uint64_t hash_of(uint32_t key, unsigned bucket)
{
    return (uint64_t)key << 32 | 2 * bucket;
}

static void store(struct memo *memo, uint64_t hash, int depth, int value)
{
    struct memo_entry entry = {
        .best = 7, .value = (int16_t)value, .depth = (uint8_t)depth, .bound = MEMO_EXACT};
    memo_store(memo, hash, &entry);
}

static void nothing_is_known_at_first(void **state)
{
    (void)state;
    struct memo memo = fresh();
    for (unsigned bucket = 0; bucket < ENTRIES / 2; bucket++)
        assert_null(memo_find(&memo, hash_of(0, bucket)));
}

static void what_was_stored_is_found(void **state)
{
    (void)state;
    struct memo memo = fresh();
    store(&memo, hash_of(1, 3), 4, -300);
    const struct memo_entry *found = memo_find(&memo, hash_of(1, 3));
    assert_non_null(found);
    assert_int_equal(found->value, -300);
    assert_int_equal(found->depth, 4);
    assert_int_equal(found->best, 7);
    assert_null(memo_find(&memo, hash_of(2, 3)));
    assert_null(memo_find(&memo, hash_of(1, 4)));
    memo_clear(&memo, ENTRIES);
    assert_null(memo_find(&memo, hash_of(1, 3)));
}

static void the_deeper_stays_beside_the_newer(void **state)
{
    (void)state;
    struct memo memo = fresh();
    store(&memo, hash_of(1, 0), 9, 1);
    store(&memo, hash_of(2, 0), 2, 2);
    store(&memo, hash_of(3, 0), 1, 3);
    assert_int_equal(memo_find(&memo, hash_of(1, 0))->value, 1);
    assert_null(memo_find(&memo, hash_of(2, 0)));
    assert_int_equal(memo_find(&memo, hash_of(3, 0))->value, 3);
    store(&memo, hash_of(4, 0), 10, 4);
    assert_null(memo_find(&memo, hash_of(1, 0)));
    assert_int_equal(memo_find(&memo, hash_of(4, 0))->value, 4);
}

static void a_position_is_stored_once(void **state)
{
    (void)state;
    struct memo memo = fresh();
    store(&memo, hash_of(1, 0), 9, 1);
    store(&memo, hash_of(1, 0), 2, 2);
    assert_int_equal(memo_find(&memo, hash_of(1, 0))->value, 2);
}

static void a_short_search_uses_little(void **state)
{
    (void)state;
    struct memo memo = fresh();
    memo_clear(&memo, 3);
    assert_int_equal(memo.mask, 3);
    memo_clear(&memo, 0);
    assert_int_equal(memo.mask, 1);
    memo_clear(&memo, 100 * ENTRIES);
    assert_int_equal(memo.mask, ENTRIES - 1);
}

static void memory_of_any_size_will_do(void **state)
{
    (void)state;
    struct memo memo;
    for (size_t count = 2; count <= ENTRIES; count++) {
        memo_init(&memo, space, count * sizeof *space);
        assert_true(memo.mask < count);
        store(&memo, UINT64_MAX, 1, 5);
        assert_int_equal(memo_find(&memo, UINT64_MAX)->value, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(what_was_stored_is_found),
        cmocka_unit_test(the_deeper_stays_beside_the_newer),
        cmocka_unit_test(a_position_is_stored_once),
        cmocka_unit_test(a_short_search_uses_little),
        cmocka_unit_test(memory_of_any_size_will_do),
    };
    return cmocka_run_group_tests_name("bot memo", tests, NULL, NULL);
}
