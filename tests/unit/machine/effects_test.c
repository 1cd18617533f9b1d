/* The list of effects: order, recipients, and who frees what. The sanitizer counts along. */
#include "server/machine/effects.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

static int setup(void **state)
{
    static struct effects effects;
    effects_init(&effects);
    *state = &effects;
    return 0;
}

static int teardown(void **state)
{
    effects_deinit(*state);
    return 0;
}

static void *zeroed(size_t size)
{
    void *memory = calloc(1, size);
    assert_non_null(memory);
    return memory;
}

static struct conn_id conn_of(uint32_t slot)
{
    return (struct conn_id){.slot = slot, .generation = slot + 1};
}

static void append_one_of_each(struct effects *effects)
{
    struct conn_id conn = conn_of(1);
    effects_send(effects, 3, message_create("a\n", 2), &conn, 1);
    effects_close(effects, conn);
    effects_store(effects, zeroed(sizeof(struct store_request)));
    effects_read(effects, 4, zeroed(sizeof(struct read_request)));
    effects_hash(effects, zeroed(sizeof(struct hash_request)));
    effects_pause(effects, conn);
    effects_resume(effects, conn);
}

static void they_come_in_the_order_of_appending(void **state)
{
    static const enum effect_kind kinds[] = {EFFECT_SEND, EFFECT_CLOSE, EFFECT_STORE, EFFECT_READ,
                                             EFFECT_HASH, EFFECT_PAUSE, EFFECT_RESUME};
    struct effects *effects = *state;
    for (int round = 0; round < 30; round++)
        append_one_of_each(effects);
    assert_int_equal(effects->count, 30 * 7);
    for (size_t i = 0; i < effects->count; i++)
        assert_int_equal(effects->items[i].kind, kinds[i % 7]);
    assert_int_equal(effects->items[0].after, 3);
    assert_int_equal(effects->items[3].after, 4);
    assert_int_equal(effects->items[1].as.conn.generation, 2);
}

static void clearing_frees_all_and_leaves_an_empty_list(void **state)
{
    struct effects *effects = *state;
    append_one_of_each(effects);
    effects_clear(effects);
    assert_int_equal(effects->count, 0);
    assert_int_equal(effects->conn_count, 0);
    append_one_of_each(effects);
    assert_int_equal(effects->count, 7);
    assert_int_equal(effects->items[0].as.send.first, 0);
}

static void what_was_taken_is_not_freed(void **state)
{
    struct effects *effects = *state;
    append_one_of_each(effects);
    struct message *message = effects->items[0].as.send.message;
    struct store_request *store = effects->items[2].as.store;
    struct read_request *read = effects->items[3].as.read;
    struct hash_request *hash = effects->items[4].as.hash;
    effects->items[0].as.send.message = NULL;
    effects->items[2].as.store = NULL;
    effects->items[3].as.read = NULL;
    effects->items[4].as.hash = NULL;
    effects_clear(effects);
    assert_int_equal(message->references, 1);
    message_release(message);
    free(store);
    free(read);
    hash_request_destroy(hash);
}

static void a_message_lives_as_long_as_anybody_holds_it(void **state)
{
    struct effects *effects = *state;
    struct conn_id conns[] = {conn_of(1), conn_of(2)};
    struct message *message = message_create("shared\n", 7);
    message_keep(message);
    effects_send(effects, 0, message, conns, 2);
    assert_int_equal(message->references, 2);
    effects_clear(effects);
    assert_int_equal(message->references, 1);
    assert_int_equal(message->length, 7);
    assert_memory_equal(message->bytes, "shared\n", 7);
    message_release(message);
}

static void every_send_keeps_its_own_recipients(void **state)
{
    struct effects *effects = *state;
    static struct conn_id conns[200];
    for (uint32_t i = 0; i < 200; i++)
        conns[i] = conn_of(i);
    for (size_t count = 1; count <= 200; count++)
        effects_send(effects, count, message_create("", 0), conns + 200 - count, count);
    for (size_t i = 0; i < effects->count; i++) {
        const struct effect *effect = &effects->items[i];
        size_t count = i + 1;
        assert_int_equal(effect->as.send.count, count);
        assert_int_equal(effect->after, count);
        assert_memory_equal(effects->conns + effect->as.send.first, conns + 200 - count,
                            count * sizeof *conns);
    }
}

static void the_recipients_are_copied(void **state)
{
    struct effects *effects = *state;
    struct conn_id conn = conn_of(5);
    effects_send(effects, 0, message_create("x\n", 2), &conn, 1);
    conn = conn_of(6);
    assert_int_equal(effects->conns[effects->items[0].as.send.first].slot, 5);
}

static void nothing_may_be_destroyed(void **state)
{
    (void)state;
    hash_request_destroy(NULL);
    read_answer_destroy(NULL);
    struct effects effects;
    effects_init(&effects);
    effects_clear(&effects);
    effects_deinit(&effects);
    effects_deinit(&effects);
}

static void an_answer_frees_the_logs_it_brings(void **state)
{
    (void)state;
    struct read_answer *answer = zeroed(sizeof *answer);
    answer->count = 2;
    answer->account = zeroed(sizeof *answer->account);
    answer->games = zeroed(2 * sizeof *answer->games);
    answer->games[1].log = zeroed(10);
    answer->points = zeroed(2 * sizeof *answer->points);
    answer->leaders = zeroed(2 * sizeof *answer->leaders);
    read_answer_destroy(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(they_come_in_the_order_of_appending, setup, teardown),
        cmocka_unit_test_setup_teardown(clearing_frees_all_and_leaves_an_empty_list, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(what_was_taken_is_not_freed, setup, teardown),
        cmocka_unit_test_setup_teardown(a_message_lives_as_long_as_anybody_holds_it, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(every_send_keeps_its_own_recipients, setup, teardown),
        cmocka_unit_test_setup_teardown(the_recipients_are_copied, setup, teardown),
        cmocka_unit_test(nothing_may_be_destroyed),
        cmocka_unit_test(an_answer_frees_the_logs_it_brings),
    };
    return cmocka_run_group_tests_name("effects", tests, NULL, NULL);
}
