/* The bytes of a log: what is written is read, and what is damaged is noticed. */
#include "server/machine/log.h"

#include <limits.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define SEEDS 60
#define ITEMS_MAX 40

struct story {
    struct log_item items[ITEMS_MAX];
    size_t ends[ITEMS_MAX]; /* bytes up to and with that entry */
    int count;
    struct log log;
};

/* Of every size that can be written, the largest among them. */
static int64_t random_number(struct random *random)
{
    uint64_t number = random_next(random) >> 1;
    return (int64_t)(number >> random_below(random, 63));
}

static void random_move(struct random *random, struct log_item *item)
{
    item->turn.count = (uint8_t)(1 + random_below(random, BOARD_MAX_CELLS));
    for (int i = 0; i < item->turn.count; i++)
        item->turn.cells[i] = (uint8_t)random_below(random, BOARD_MAX_CELLS);
    item->spent_ms = random_number(random);
    item->lag_ms = random_number(random);
    item->held_ms = random_number(random);
    item->left_ms = random_number(random);
}

static void random_end(struct random *random, struct log_item *item)
{
    item->winner = (int)random_below(random, 3) - 1;
    item->reason = (enum reason)(REASON_CAPTURE + random_below(random, REASON_TURN_LIMIT));
    item->clock_ms[0] = random_number(random);
    item->clock_ms[1] = random_number(random);
    item->rated = random_below(random, 2) == 0;
    for (int i = 0; item->rated && i < 2; i++) {
        item->ratings[i] = (struct rating_change){.before = (int)random_below(random, INT_MAX),
                                                  .before_rd = (int)random_below(random, 400),
                                                  .after = (int)random_below(random, 4000),
                                                  .after_rd = (int)random_below(random, 400)};
    }
}

static void add(struct story *story, struct log_item *item)
{
    struct log_entry entry;
    item->v = story->log.v + 1;
    log_encode(item, story->log.at, &entry);
    assert_int_equal(entry.v, item->v);
    assert_int_equal(entry.at, item->at);
    assert_int_equal(entry.kind, item->kind);
    assert_in_range(entry.length, 2, LOG_ENTRY_MAX);
    log_append(&story->log, &entry);
    story->items[story->count] = *item;
    story->ends[story->count++] = story->log.length;
}

static void tell(struct story *story, uint64_t seed)
{
    struct random random = {.state = seed};
    story->count = 0;
    log_init(&story->log);
    struct log_item item = {.kind = STREAM_START, .at = random_number(&random) / 2};
    add(story, &item);
    int more = (int)random_below(&random, ITEMS_MAX - 2);
    for (int i = 0; i <= more; i++) {
        item = (struct log_item){.kind = STREAM_MOVE,
                                 .at = story->log.at + (int64_t)random_below(&random, 1u << 31)};
        if (i == more)
            item.kind = STREAM_END;
        else if (random_below(&random, 5) == 0)
            item.kind = STREAM_SKIP;
        if (item.kind == STREAM_MOVE)
            random_move(&random, &item);
        if (item.kind == STREAM_END)
            random_end(&random, &item);
        add(story, &item);
    }
}

static bool same_ratings(const struct rating_change *a, const struct rating_change *b)
{
    return a->before == b->before && a->before_rd == b->before_rd && a->after == b->after &&
           a->after_rd == b->after_rd;
}

static bool same(const struct log_item *a, const struct log_item *b)
{
    return a->kind == b->kind && a->v == b->v && a->at == b->at && turn_equal(&a->turn, &b->turn) &&
           a->spent_ms == b->spent_ms && a->lag_ms == b->lag_ms && a->held_ms == b->held_ms &&
           a->left_ms == b->left_ms && a->winner == b->winner && a->reason == b->reason &&
           a->clock_ms[0] == b->clock_ms[0] && a->clock_ms[1] == b->clock_ms[1] &&
           a->rated == b->rated && same_ratings(&a->ratings[0], &b->ratings[0]) &&
           same_ratings(&a->ratings[1], &b->ratings[1]);
}

/* How many entries of the story a log has, as they are in it. */
static int same_entries(const struct story *story, const struct log *log)
{
    struct log_reader reader;
    struct log_item item;
    int count = 0;
    log_read(&reader, log);
    while (log_next(&reader, &item) && count < story->count && same(&item, &story->items[count]))
        count++;
    return count;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static struct story story;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        tell(&story, seed);
        if (same_entries(&story, &story.log) != story.count)
            fail_msg("seed %u: what is read is not what was written", (unsigned)seed);
        struct log copy;
        assert_true(log_load(&copy, story.log.bytes, story.log.length));
        assert_int_equal(copy.v, story.log.v);
        assert_int_equal(copy.at, story.log.at);
        assert_int_equal(copy.length, story.log.length);
        assert_memory_equal(copy.bytes, story.log.bytes, copy.length);
        log_deinit(&copy);
        log_deinit(&story.log);
    }
}

static void the_largest_entry_has_room(void **state)
{
    (void)state;
    struct log_item item = {.kind = STREAM_MOVE,
                            .v = 1,
                            .at = INT64_MAX,
                            .turn.count = BOARD_MAX_CELLS,
                            .spent_ms = INT64_MAX,
                            .lag_ms = INT64_MAX,
                            .held_ms = INT64_MAX,
                            .left_ms = INT64_MAX};
    struct log_entry entry;
    log_encode(&item, 0, &entry);
    assert_in_range(entry.length, 80, LOG_ENTRY_MAX);
    struct log_item end = {
        .kind = STREAM_END,
        .v = 1,
        .at = INT64_MAX,
        .winner = 1,
        .reason = REASON_TURN_LIMIT,
        .clock_ms = {INT64_MAX, INT64_MAX},
        .rated = true,
        .ratings = {{INT_MAX, INT_MAX, INT_MAX, INT_MAX}, {INT_MAX, INT_MAX, INT_MAX, INT_MAX}}};
    log_encode(&end, 0, &entry);
    assert_in_range(entry.length, 60, LOG_ENTRY_MAX);
}

/* A turn of an everyday game costs a few bytes. */
static void an_everyday_turn_is_small(void **state)
{
    (void)state;
    struct log_item item = {.kind = STREAM_MOVE,
                            .v = 9,
                            .at = INT64_C(1700000012345),
                            .turn = {.count = 2, .cells = {3, 4}},
                            .spent_ms = 12000,
                            .held_ms = 1,
                            .left_ms = 250000};
    struct log_entry entry;
    log_encode(&item, INT64_C(1700000000000), &entry);
    assert_in_range(entry.length, 5, 14);
}

/* A prefix is sound exactly where it ends with an entry. */
static void every_prefix_is_told(void **state)
{
    (void)state;
    static struct story story;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        tell(&story, seed);
        int whole = 0;
        for (size_t length = 0; length <= story.log.length; length++) {
            bool at_end = length > 0 && length == story.ends[whole];
            struct log log;
            assert_int_equal(log_load(&log, story.log.bytes, length), at_end);
            if (at_end) {
                assert_int_equal(log.v, whole + 1);
                assert_int_equal(log.at, story.items[whole].at);
                whole++;
            }
            log_deinit(&log);
        }
        assert_int_equal(whole, story.count);
        log_deinit(&story.log);
    }
}

/* A damaged byte makes the log unreadable, or other entries out of it: never the same ones. */
static void damage_is_noticed(void **state)
{
    (void)state;
    static struct story story;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct random random = {.state = seed};
        tell(&story, seed);
        for (int i = 0; i < 500; i++) {
            size_t at = random_below(&random, (uint32_t)story.log.length);
            unsigned char right = story.log.bytes[at];
            story.log.bytes[at] ^= (unsigned char)(1 + random_below(&random, 255));
            struct log log;
            if (log_load(&log, story.log.bytes, story.log.length) &&
                same_entries(&story, &log) == story.count)
                fail_msg("seed %u: byte %zu may be anything", (unsigned)seed, at);
            log_deinit(&log);
            story.log.bytes[at] = right;
        }
        log_deinit(&story.log);
    }
}

static void garbage_is_survived(void **state)
{
    (void)state;
    struct random random = {.state = 9};
    for (int i = 0; i < 20000; i++) {
        unsigned char bytes[60];
        size_t length = random_below(&random, sizeof bytes);
        for (size_t at = 0; at < length; at++)
            bytes[at] = (unsigned char)(random_next(&random) >> (i % 2 == 0 ? 0 : 6));
        struct log log;
        log_load(&log, bytes, length);
        log_deinit(&log);
    }
}

struct broken {
    const char *why;
    unsigned char bytes[24];
    size_t length;
};

#define OF(...) {__VA_ARGS__}, sizeof((unsigned char[]){__VA_ARGS__})
#define LARGEST 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f

static const struct broken broken[] = {
    {"a kind that there is not", OF(4, 0)},
    {"a number that does not end", OF(0, 0x80)},
    {"a number of more than 63 bits", OF(0, LARGEST | 0x80, 0x01)},
    {"a time beyond all times", OF(0, LARGEST, 2, 1)},
    {"a turn without cells", OF(1, 0, 0, 0, 0, 0, 0)},
    {"a turn of more cells than any board has", OF(1, 0, 38)},
    {"a cell that no board has", OF(1, 0, 1, 37, 0, 0, 0, 0)},
    {"a third winner", OF(3, 0, 3, 1, 0, 0, 0)},
    {"a winner of 33 bits", OF(3, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 1, 0, 0, 0)},
    {"no reason", OF(3, 0, 1, 0, 0, 0, 0)},
    {"a reason that there is not", OF(3, 0, 1, 7, 0, 0, 0)},
    {"a reason of 33 bits", OF(3, 0, 1, 0x81, 0x80, 0x80, 0x80, 0x10, 0, 0, 0)},
    {"rated, neither yes nor no", OF(3, 0, 1, 1, 0, 0, 2)},
    {"a rating of 32 bits",
     OF(3, 0, 1, 1, 0, 0, 1, 0x80, 0x80, 0x80, 0x80, 8, 0, 0, 0, 0, 0, 0, 0)},
};

static void each_kind_of_damage_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct log log;
        if (log_load(&log, broken[i].bytes, broken[i].length))
            fail_msg("read all the same: %s", broken[i].why);
        log_deinit(&log);
    }
    struct log log;
    static const unsigned char sound[] = {0, LARGEST};
    assert_true(log_load(&log, sound, sizeof sound));
    assert_int_equal(log.at, INT64_MAX);
    log_deinit(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(the_largest_entry_has_room),
        cmocka_unit_test(an_everyday_turn_is_small),
        cmocka_unit_test(every_prefix_is_told),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(garbage_is_survived),
        cmocka_unit_test(each_kind_of_damage_is_refused),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
