/* The limits of a WebSocket (RFC 6455, 10.4): length of a frame and of a message, fragments, and
 * control frames between them. Big streams, so not with those of websocket_test.c. */
#include "proto/websocket.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

struct stage {
    struct websocket_reader reader;
    char payload[WEBSOCKET_FRAME_MAX];
};

static int setup(void **state)
{
    struct stage *stage = malloc(sizeof *stage);
    *state = stage;
    if (stage == NULL)
        return -1;
    websocket_reader_init(&stage->reader);
    memset(stage->payload, 'a', sizeof stage->payload);
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static enum websocket_read feed(struct stage *stage, const void *bytes, size_t length)
{
    const char *at = bytes;
    enum websocket_read first = websocket_reader_feed(&stage->reader, &at, &length);
    if (first != WEBSOCKET_READ_MORE) {
        assert_int_equal(websocket_reader_feed(&stage->reader, &at, &length), WEBSOCKET_READ_MORE);
        assert_int_equal(length, 0);
    }
    return first;
}

/* The head of a client's frame with a mask of zeros: payloads are then as they are. */
static enum websocket_read feed_head(struct stage *stage, int first, uint64_t length)
{
    unsigned char head[WEBSOCKET_HEAD_MAX + 4];
    size_t size = websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, length);
    head[0] = (unsigned char)first;
    head[1] |= 0x80;
    memset(head + size, 0, 4);
    return feed(stage, head, size + 4);
}

static enum websocket_read feed_frame(struct stage *stage, int first, size_t length)
{
    enum websocket_read result = feed_head(stage, first, length);
    if (length == 0 || result == WEBSOCKET_READ_FAIL)
        return result;
    enum websocket_read then = feed(stage, stage->payload, length);
    return result == WEBSOCKET_READ_MORE ? then : result;
}

static void a_message_of_the_limit_is_told(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x81, WEBSOCKET_MESSAGE_MAX), WEBSOCKET_READ_MESSAGE);
    assert_int_equal(stage->reader.message_length, WEBSOCKET_MESSAGE_MAX);
    assert_memory_equal(stage->reader.message, stage->payload, WEBSOCKET_MESSAGE_MAX);
}

static void one_over_it_is_told_once_and_dropped_to_its_end(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x81, WEBSOCKET_MESSAGE_MAX + 1), WEBSOCKET_READ_TOO_LONG);
    assert_int_equal(feed_frame(stage, 0x81, 3), WEBSOCKET_READ_MESSAGE);
    assert_int_equal(stage->reader.message_length, 3);
    assert_memory_equal(stage->reader.message, "aaa", 3);
}

static void fragments_are_counted_together(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x01, 4000), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x00, 96), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x00, 1), WEBSOCKET_READ_TOO_LONG);
    assert_int_equal(feed_frame(stage, 0x00, WEBSOCKET_FRAME_MAX), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x89, 5), WEBSOCKET_READ_PING);
    assert_int_equal(feed_frame(stage, 0x80, 10), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x81, 4096), WEBSOCKET_READ_MESSAGE);
}

static void each_long_message_is_told(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x81, 5000), WEBSOCKET_READ_TOO_LONG);
    assert_int_equal(feed_frame(stage, 0x81, 65536), WEBSOCKET_READ_TOO_LONG);
}

static void what_is_dropped_must_be_utf8_all_the_same(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_head(stage, 0x81, 60000), WEBSOCKET_READ_TOO_LONG);
    assert_int_equal(feed(stage, stage->payload, 50000), WEBSOCKET_READ_MORE);
    assert_int_equal(feed(stage, "\xc0", 1), WEBSOCKET_READ_FAIL);
    assert_int_equal(stage->reader.close_code, WEBSOCKET_CODE_NOT_UTF8);
}

static void a_frame_over_64_kib_fails_by_its_head(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x81, WEBSOCKET_FRAME_MAX), WEBSOCKET_READ_TOO_LONG);
    const unsigned char head[] = {0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1};
    assert_int_equal(feed(stage, head, sizeof head), WEBSOCKET_READ_FAIL);
    assert_int_equal(stage->reader.close_code, WEBSOCKET_CODE_TOO_BIG);
}

static void the_biggest_length_there_is_fails(void **state)
{
    const unsigned char head[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    struct stage *stage = *state;
    assert_int_equal(feed(stage, head, sizeof head), WEBSOCKET_READ_FAIL);
    assert_int_equal(stage->reader.close_code, WEBSOCKET_CODE_TOO_BIG);
}

static void a_message_of_many_fragments_is_taken_up_to_the_limit(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x01, 1), WEBSOCKET_READ_MORE);
    for (int i = 2; i < WEBSOCKET_FRAGMENTS_MAX; i++)
        assert_int_equal(feed_frame(stage, 0x00, 1), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x80, 1), WEBSOCKET_READ_MESSAGE);
    assert_int_equal(stage->reader.message_length, WEBSOCKET_FRAGMENTS_MAX);
}

static void one_fragment_more_fails(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x01, 0), WEBSOCKET_READ_MORE);
    for (int i = 2; i <= WEBSOCKET_FRAGMENTS_MAX; i++)
        assert_int_equal(feed_frame(stage, 0x00, 0), WEBSOCKET_READ_MORE);
    assert_int_equal(feed_frame(stage, 0x80, 0), WEBSOCKET_READ_FAIL);
    assert_int_equal(stage->reader.close_code, WEBSOCKET_CODE_POLICY);
}

static void control_frames_within_one_message_are_limited(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(feed_frame(stage, 0x01, 0), WEBSOCKET_READ_MORE);
    for (int i = 0; i < WEBSOCKET_CONTROLS_MAX; i++)
        assert_int_equal(feed_frame(stage, 0x89, 0), WEBSOCKET_READ_PING);
    assert_int_equal(feed_frame(stage, 0x8a, 0), WEBSOCKET_READ_FAIL);
    assert_int_equal(stage->reader.close_code, WEBSOCKET_CODE_POLICY);
}

static void control_frames_between_messages_are_not(void **state)
{
    struct stage *stage = *state;
    for (int i = 0; i < 10 * WEBSOCKET_CONTROLS_MAX; i++)
        assert_int_equal(feed_frame(stage, 0x8a, 0), WEBSOCKET_READ_PONG);
    assert_int_equal(feed_frame(stage, 0x81, 0), WEBSOCKET_READ_MESSAGE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_message_of_the_limit_is_told),
        TEST(one_over_it_is_told_once_and_dropped_to_its_end),
        TEST(fragments_are_counted_together),
        TEST(each_long_message_is_told),
        TEST(what_is_dropped_must_be_utf8_all_the_same),
        TEST(a_frame_over_64_kib_fails_by_its_head),
        TEST(the_biggest_length_there_is_fails),
        TEST(a_message_of_many_fragments_is_taken_up_to_the_limit),
        TEST(one_fragment_more_fails),
        TEST(control_frames_within_one_message_are_limited),
        TEST(control_frames_between_messages_are_not),
    };
    return cmocka_run_group_tests_name("websocket limit", tests, NULL, NULL);
}
