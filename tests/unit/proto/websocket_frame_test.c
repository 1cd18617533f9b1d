/* What a server of RFC 6455 sends: frame heads, control frames, and the answer to a handshake. */
#include "proto/websocket.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

static void expect_head(uint64_t length, const char *bytes, size_t size)
{
    unsigned char head[WEBSOCKET_HEAD_MAX];
    assert_int_equal(websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, length), size);
    assert_int_equal(websocket_frame_head_size(length), size);
    assert_memory_equal(head, bytes, size);
}

/* 5.1 and 5.2: a server does not mask, and takes the shortest form of a length. */
static void lengths_are_in_their_shortest_form(void **state)
{
    (void)state;
    expect_head(0, "\x81\x00", 2);
    expect_head(125, "\x81\x7d", 2);
    expect_head(126, "\x81\x7e\x00\x7e", 4);
    expect_head(256, "\x81\x7e\x01\x00", 4);
    expect_head(65535, "\x81\x7e\xff\xff", 4);
    expect_head(65536, "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10);
    expect_head(INT64_MAX, "\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10);
}

/* 5.5.2 and 5.5.3, with the unmasked ping of 5.7 */
static void pings_and_pongs(void **state)
{
    (void)state;
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    assert_int_equal(websocket_control_frame(frame, WEBSOCKET_OPCODE_PING, "Hello", 5), 7);
    assert_memory_equal(frame, "\x89\x05Hello", 7);
    assert_int_equal(websocket_control_frame(frame, WEBSOCKET_OPCODE_PONG, NULL, 0), 2);
    assert_memory_equal(frame, "\x8a\x00", 2);
    char longest[WEBSOCKET_CONTROL_MAX];
    memset(longest, 'x', sizeof longest);
    size_t size = websocket_control_frame(frame, WEBSOCKET_OPCODE_PONG, longest, sizeof longest);
    assert_int_equal(size, sizeof frame);
    assert_memory_equal(frame + 2, longest, sizeof longest);
}

/* 5.5.1 */
static void closes(void **state)
{
    (void)state;
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    assert_int_equal(websocket_close_frame(frame, WEBSOCKET_CODE_NONE, "not sent"), 2);
    assert_memory_equal(frame, "\x88\x00", 2);
    assert_int_equal(websocket_close_frame(frame, WEBSOCKET_CODE_NORMAL, ""), 4);
    assert_memory_equal(frame, "\x88\x02\x03\xe8", 4);
    assert_int_equal(websocket_close_frame(frame, WEBSOCKET_CODE_GOING_AWAY, "bye"), 7);
    assert_memory_equal(frame,
                        "\x88\x05\x03\xe9"
                        "bye",
                        7);
}

static void a_long_reason_is_cut_between_characters(void **state)
{
    (void)state;
    char reason[200];
    memset(reason, 'x', sizeof reason);
    reason[sizeof reason - 1] = '\0';
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    assert_int_equal(websocket_close_frame(frame, 1000, reason), sizeof frame);
    /* The last byte that has room is the first of a euro sign. */
    memcpy(reason + 122, "\xe2\x82\xac", 3);
    assert_int_equal(websocket_close_frame(frame, 1000, reason), 4 + 122);
    reason[123] = '\0';
    reason[122] = 'x';
    assert_int_equal(websocket_close_frame(frame, 1000, reason), sizeof frame);
}

/* 4.2.2, with the example of 1.3 */
static void the_answer_to_a_handshake(void **state)
{
    (void)state;
    char answer[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", answer);
    assert_string_equal(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

/* 4.2.1: a key is 16 bytes in base64. */
static void keys(void **state)
{
    (void)state;
    static const char *const good[] = {
        "dGhlIHNhbXBsZSBub25jZQ==", "AQIDBAUGBwgJCgsMDQ4PEC==", /* of 4.1, as it stands there */
        "AAAAAAAAAAAAAAAAAAAAAA==", "+/+/+/+/+/+/+/+/+/+/+w=="};
    static const char *const bad[] = {
        "",
        "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZQ=",
        "dGhlIHNhbXBsZSBub25jZ===",
        "dGhlIHNhbXBsZSBub25jZQ===",
        "dGhlIHNhbXBsZSBub25jZQ== ",
        "dGhlIHNhbXBsZSBub25jZWU=",
        "dGhlIHNhbXBsZSBub25jZWVl",
        "dGhlIHNhbXBsZSBub25jZWVlZQ==",
        "dGhlIHNhbXBs-SBub25jZQ==",
        "dGhlIHNhbXBs SBub25jZQ==",
        "==",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(websocket_key_valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(websocket_key_valid(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_in_their_shortest_form),
        cmocka_unit_test(pings_and_pongs),
        cmocka_unit_test(closes),
        cmocka_unit_test(a_long_reason_is_cut_between_characters),
        cmocka_unit_test(the_answer_to_a_handshake),
        cmocka_unit_test(keys),
    };
    return cmocka_run_group_tests_name("websocket frame", tests, NULL, NULL);
}
