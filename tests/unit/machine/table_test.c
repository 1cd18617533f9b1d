/* The hash table against a list of what is in it. */
#include "server/machine/table.h"

#include <stdbool.h>
#include <stdio.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define ITEMS 2000
#define SEEDS 30

struct item {
    int number;
    char key[16];
    bool in;
};

struct shelf {
    struct table table;
    struct item items[ITEMS];
    int in;
};

static void shelf_init(struct shelf *shelf)
{
    table_init(&shelf->table, offsetof(struct item, key));
    shelf->in = 0;
    for (int i = 0; i < ITEMS; i++) {
        shelf->items[i] = (struct item){.number = i};
        snprintf(shelf->items[i].key, sizeof shelf->items[i].key, "key-%d", i);
    }
}

static void shelf_change(struct shelf *shelf, int i)
{
    struct item *item = &shelf->items[i];
    if (item->in)
        table_remove(&shelf->table, item);
    else
        table_add(&shelf->table, item);
    item->in = !item->in;
    shelf->in += item->in ? 1 : -1;
}

/* Everything that is in is found, nothing else is, and a walk meets each once. */
static void shelf_check(const struct shelf *shelf, int items, uint64_t seed)
{
    static bool met[ITEMS];
    for (int i = 0; i < items; i++) {
        met[i] = false;
        const struct item *found = table_find(&shelf->table, shelf->items[i].key);
        const struct item *wanted = shelf->items[i].in ? &shelf->items[i] : NULL;
        if (found != wanted)
            fail_msg("seed %u: item %d is not as it should be", (unsigned)seed, i);
    }
    size_t at = 0;
    int count = 0;
    for (const struct item *item; (item = table_next(&shelf->table, &at)) != NULL; count++) {
        assert_false(met[item->number]);
        met[item->number] = true;
    }
    assert_int_equal(count, shelf->in);
    assert_int_equal(shelf->table.count, shelf->in);
}

/* Few items keep the table at 16 places and full to two thirds, so that nearly all of it is one
 * cluster, and clusters reach over the end; many make it grow. */
static void play_a_seed(uint64_t seed, int items, int operations, int check_every)
{
    static struct shelf shelf;
    struct random random = {.state = seed};
    shelf_init(&shelf);
    for (int i = 0; i < operations; i++) {
        shelf_change(&shelf, (int)random_below(&random, (uint32_t)items));
        if (i % check_every == 0)
            shelf_check(&shelf, items, seed);
    }
    for (int i = 0; i < items; i++) {
        if (shelf.items[i].in)
            shelf_change(&shelf, i);
    }
    shelf_check(&shelf, items, seed);
    table_deinit(&shelf.table);
}

static void crowded_tables_are_as_the_list_says(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        play_a_seed(seed, 10, 3000, 1);
}

static void large_tables_are_as_the_list_says(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        play_a_seed(seed, ITEMS, 6000, 500);
}

static void an_empty_table_has_nothing(void **state)
{
    (void)state;
    struct table table;
    size_t at = 0;
    table_init(&table, 0);
    assert_null(table_find(&table, "key"));
    assert_null(table_find(&table, ""));
    assert_null(table_next(&table, &at));
    table_deinit(&table);
}

static void keys_are_told_apart_to_their_end(void **state)
{
    (void)state;
    struct item items[] = {{.number = 0, .key = "a"}, {.number = 1, .key = "ab"}, {.number = 2}};
    struct table table;
    table_init(&table, offsetof(struct item, key));
    for (size_t i = 0; i < 3; i++)
        table_add(&table, &items[i]);
    assert_ptr_equal(table_find(&table, "a"), &items[0]);
    assert_ptr_equal(table_find(&table, "ab"), &items[1]);
    assert_ptr_equal(table_find(&table, ""), &items[2]);
    assert_null(table_find(&table, "A"));
    assert_null(table_find(&table, "abc"));
    table_deinit(&table);
}

static void the_same_history_gives_the_same_walk(void **state)
{
    (void)state;
    static struct shelf one, other;
    struct random random = {.state = 1};
    shelf_init(&one);
    shelf_init(&other);
    for (int i = 0; i < 5000; i++) {
        int item = (int)random_below(&random, ITEMS);
        shelf_change(&one, item);
        shelf_change(&other, item);
    }
    size_t at_one = 0, at_other = 0;
    for (const struct item *item; (item = table_next(&one.table, &at_one)) != NULL;) {
        const struct item *twin = table_next(&other.table, &at_other);
        assert_non_null(twin);
        assert_int_equal(item->number, twin->number);
    }
    assert_null(table_next(&other.table, &at_other));
    table_deinit(&one.table);
    table_deinit(&other.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowded_tables_are_as_the_list_says),
        cmocka_unit_test(large_tables_are_as_the_list_says),
        cmocka_unit_test(an_empty_table_has_nothing),
        cmocka_unit_test(keys_are_told_apart_to_their_end),
        cmocka_unit_test(the_same_history_gives_the_same_walk),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
