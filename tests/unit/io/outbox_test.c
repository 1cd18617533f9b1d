/* The queue of one connection: bytes come out as they went in, in whatever pieces. */
#include "server/io/outbox.h"
#include "tests/support/cmocka_test.h"

#include <stdlib.h>
#include <string.h>

static void push(struct outbox *outbox, const char *text)
{
    struct message *message = message_create(text, strlen(text));
    outbox_push(outbox, message);
    message_release(message);
}

static void push_of_length(struct outbox *outbox, size_t length)
{
    char *bytes = malloc(length);
    assert_non_null(bytes);
    memset(bytes, 'x', length);
    struct message *message = message_create(bytes, length);
    free(bytes);
    outbox_push(outbox, message);
    message_release(message);
}

static void bytes_come_out_in_order_whatever_the_pieces(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= 20; piece++) {
        struct outbox outbox;
        char out[64] = "";
        outbox_init(&outbox);
        push(&outbox, "one\n");
        push(&outbox, "twenty-two\n");
        push(&outbox, "3\n");
        while (outbox.count > 0) {
            uv_buf_t buffers[2];
            size_t bytes;
            unsigned count = outbox_gather(&outbox, buffers, 2, &bytes);
            assert_true(count >= 1 && count <= 2);
            size_t taken = bytes < piece ? bytes : piece;
            size_t left = taken;
            for (unsigned i = 0; left > 0; i++) {
                size_t part = left < buffers[i].len ? left : buffers[i].len;
                strncat(out, buffers[i].base, part);
                left -= part;
            }
            outbox_written(&outbox, taken);
        }
        assert_string_equal(out, "one\ntwenty-two\n3\n");
        assert_int_equal(outbox.bytes, 0);
        assert_int_equal(outbox.counted, 0);
        outbox_deinit(&outbox);
    }
}

static void messages_are_shared_and_given_back(void **state)
{
    (void)state;
    struct outbox first, second;
    outbox_init(&first);
    outbox_init(&second);
    struct message *message = message_create("same\n", 5);
    outbox_push(&first, message);
    outbox_push(&second, message);
    assert_int_equal(message->references, 3);
    outbox_written(&first, 5);
    assert_int_equal(message->references, 2);
    outbox_written(&second, 2);
    outbox_deinit(&second);
    assert_int_equal(message->references, 1);
    message_release(message);
    outbox_deinit(&first);
}

static void one_long_reply_does_not_count(void **state)
{
    (void)state;
    struct outbox outbox;
    outbox_init(&outbox);
    push_of_length(&outbox, 1000);
    push_of_length(&outbox, OUTBOX_HARD_LIMIT + 1);
    push_of_length(&outbox, OUTBOX_SOFT_LIMIT);
    assert_int_equal(outbox.counted, 1000 + OUTBOX_SOFT_LIMIT);
    assert_int_equal(outbox.bytes, 1000 + OUTBOX_HARD_LIMIT + 1 + OUTBOX_SOFT_LIMIT);
    outbox_written(&outbox, 400);
    assert_int_equal(outbox.counted, 600 + OUTBOX_SOFT_LIMIT);
    outbox_written(&outbox, 600 + OUTBOX_HARD_LIMIT);
    assert_int_equal(outbox.counted, OUTBOX_SOFT_LIMIT);
    assert_int_equal(outbox.bytes, 1 + OUTBOX_SOFT_LIMIT);
    outbox_deinit(&outbox);
}

static void it_grows_and_goes_round(void **state)
{
    (void)state;
    struct outbox outbox;
    outbox_init(&outbox);
    int pushed = 0, written = 0;
    for (int round = 0; round < 300; round++) {
        for (int i = 0; i < round % 7; i++) {
            char text[16];
            snprintf(text, sizeof text, "%09d\n", pushed++);
            push(&outbox, text);
        }
        for (int i = 0; i < round % 5 && outbox.count > 0; i++) {
            uv_buf_t buffer;
            size_t bytes;
            outbox_gather(&outbox, &buffer, 1, &bytes);
            assert_int_equal(atoi(buffer.base), written++);
            outbox_written(&outbox, bytes);
        }
    }
    assert_int_equal(outbox.count, pushed - written);
    outbox_written(&outbox, outbox.bytes);
    assert_int_equal(outbox.count, 0);
    outbox_deinit(&outbox);
}

static void parts_of_a_message(void **state)
{
    (void)state;
    struct outbox outbox;
    struct message *message = message_create("{head}body\n", 11);
    uv_buf_t buffer;
    size_t bytes;
    outbox_init(&outbox);
    outbox_push_part(&outbox, message, message->bytes + 6, 4);
    message_release(message);
    assert_int_equal(outbox_gather(&outbox, &buffer, 1, &bytes), 1);
    assert_int_equal(bytes, 4);
    assert_memory_equal(buffer.base, "body", 4);
    outbox_deinit(&outbox);
}

/* What is begun, or under way, stays: a frame must not end in its middle. */
static void cutting_keeps_what_is_begun(void **state)
{
    static const struct {
        size_t written, in_flight, kept;
    } cases[] = {{0, 0, 0}, {2, 0, 3}, {0, 1, 5}, {0, 5, 5}, {0, 6, 10}, {2, 4, 8}, {7, 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outbox outbox;
        outbox_init(&outbox);
        push(&outbox, "one--");
        push(&outbox, "two--");
        push(&outbox, "three");
        outbox_written(&outbox, cases[i].written);
        outbox_cut(&outbox, cases[i].in_flight);
        assert_int_equal(outbox.bytes, cases[i].kept);
        assert_int_equal(outbox.counted, cases[i].kept);
        outbox_deinit(&outbox);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_message),
        cmocka_unit_test(cutting_keeps_what_is_begun),
        cmocka_unit_test(bytes_come_out_in_order_whatever_the_pieces),
        cmocka_unit_test(messages_are_shared_and_given_back),
        cmocka_unit_test(one_long_reply_does_not_count),
        cmocka_unit_test(it_grows_and_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
