/* Our WebSocket against another one, libwslay: what its client sends we read, what we send it
 * reads, and where a stream is damaged both refuse it at the same place with the same code. */
#include "proto/websocket.h"

#include <stdio.h>
#include <string.h>
#include <wslay/wslay.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define STREAM_MAX 100000
#define RUNS 3000
#define DAMAGED_RUNS 30000
#define TEXT_MAX 6000
#define CLOSE_CODE 4321

struct bytes {
    size_t length;
    char bytes[STREAM_MAX];
};

/* One end that speaks wslay, what it sends and receives, and what was told by either side. */
struct peer {
    struct random random;
    uint64_t seed;
    wslay_event_context_ptr context;
    struct bytes sent;
    struct bytes coming;
    size_t taken;
    struct bytes expected, told;
    /* The message of which wslay asks for fragments. */
    char text[TEXT_MAX];
    size_t text_length, text_at;
};

static void add(struct bytes *bytes, const void *more, size_t length)
{
    assert_true(bytes->length + length <= STREAM_MAX);
    if (length > 0)
        memcpy(bytes->bytes + bytes->length, more, length);
    bytes->length += length;
}

/* Too big for the stack. */
static struct peer peers[2];

/* What is told, as text: a letter for the kind, the length, the bytes. */
static void tell(struct bytes *told, char kind, const void *bytes, size_t length)
{
    char head[32];
    add(told, head, (size_t)snprintf(head, sizeof head, "%c%zu:", kind, length));
    add(told, bytes, length);
}

static void tell_close(struct bytes *told, char kind, int code)
{
    char number[12];
    tell(told, kind, number, (size_t)snprintf(number, sizeof number, "%d", code));
}

static size_t random_text(struct random *random, char *text, size_t most)
{
    static const char *const characters[] = {"a",
                                             "\"",
                                             "\n",
                                             "\xc2\x80",
                                             "\xdf\xbf",
                                             "\xe0\xa0\x80",
                                             "\xed\x9f\xbf",
                                             "\xef\xbf\xbf",
                                             "\xf0\x90\x80\x80",
                                             "\xf4\x8f\xbf\xbf"};
    size_t length = 0;
    while (length + 4 <= most) {
        const char *character = characters[random_below(random, 10)];
        memcpy(text + length, character, strlen(character));
        length += strlen(character);
    }
    return length;
}

static size_t random_length(struct random *random)
{
    static const uint32_t most[] = {8, 150, 1000, TEXT_MAX};
    return random_below(random, most[random_below(random, 4)]);
}

static ssize_t take_sent(wslay_event_context_ptr context, const uint8_t *data, size_t length,
                         int flags, void *user)
{
    struct peer *peer = user;
    (void)context;
    (void)flags;
    add(&peer->sent, data, length);
    return (ssize_t)length;
}

static ssize_t give_coming(wslay_event_context_ptr context, uint8_t *out, size_t length, int flags,
                           void *user)
{
    struct peer *peer = user;
    (void)flags;
    size_t left = peer->coming.length - peer->taken;
    if (left == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t piece = left < length ? left : length;
    memcpy(out, peer->coming.bytes + peer->taken, piece);
    peer->taken += piece;
    return (ssize_t)piece;
}

static int make_mask(wslay_event_context_ptr context, uint8_t *out, size_t length, void *user)
{
    struct peer *peer = user;
    (void)context;
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)random_below(&peer->random, 256);
    return 0;
}

static void tell_received(wslay_event_context_ptr context,
                          const struct wslay_event_on_msg_recv_arg *got, void *user)
{
    struct peer *peer = user;
    (void)context;
    if (got->opcode == WSLAY_TEXT_FRAME)
        tell(&peer->told, 't', got->msg, got->msg_length);
    else if (got->opcode == WSLAY_PING)
        tell(&peer->told, 'p', got->msg, got->msg_length);
    else if (got->opcode == WSLAY_PONG)
        tell(&peer->told, 'q', got->msg, got->msg_length);
    else if (got->opcode == WSLAY_CONNECTION_CLOSE)
        tell_close(&peer->told, 'c', got->status_code == 0 ? 1005 : got->status_code);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_coming,
    .send_callback = take_sent,
    .genmask_callback = make_mask,
    .on_msg_recv_callback = tell_received,
};

static void peer_init(struct peer *peer, uint64_t seed, bool server)
{
    peer->random.state = seed;
    peer->seed = seed;
    peer->taken = 0;
    peer->sent.length = peer->coming.length = 0;
    peer->expected.length = peer->told.length = 0;
    int made = server ? wslay_event_context_server_init(&peer->context, &callbacks, peer)
                      : wslay_event_context_client_init(&peer->context, &callbacks, peer);
    assert_int_equal(made, 0);
}

static void peer_deinit(struct peer *peer)
{
    wslay_event_context_free(peer->context);
}

static void expect_the_same(const struct peer *peer, const struct bytes *expected,
                            const struct bytes *told)
{
    if (told->length != expected->length || memcmp(told->bytes, expected->bytes, told->length) != 0)
        fail_msg("seed %llu: told\n%.*s\nexpected\n%.*s", (unsigned long long)peer->seed,
                 (int)told->length, told->bytes, (int)expected->length, expected->bytes);
}

static void queue_control(struct peer *peer, enum wslay_opcode opcode, char kind)
{
    uint8_t payload[WEBSOCKET_CONTROL_MAX];
    size_t length = random_below(&peer->random, sizeof payload + 1);
    for (size_t i = 0; i < length; i++)
        payload[i] = (uint8_t)random_below(&peer->random, 256);
    struct wslay_event_msg message = {(uint8_t)opcode, payload, length};
    assert_int_equal(wslay_event_queue_msg(peer->context, &message), 0);
    tell(&peer->expected, kind, payload, length);
}

/* Gives the next fragment, and puts control frames before the one after it. */
static ssize_t give_fragment(wslay_event_context_ptr context, uint8_t *out, size_t length,
                             const union wslay_event_msg_source *source, int *eof, void *user)
{
    struct peer *peer = user;
    (void)context;
    (void)source;
    size_t left = peer->text_length - peer->text_at;
    size_t most = left < length ? left : length;
    size_t piece = most > 0 ? 1 + random_below(&peer->random, (uint32_t)most) : 0;
    if (piece > 0)
        memcpy(out, peer->text + peer->text_at, piece);
    peer->text_at += piece;
    *eof = peer->text_at == peer->text_length;
    if (!*eof && random_below(&peer->random, 8) == 0)
        queue_control(peer, WSLAY_PING, 'p');
    return (ssize_t)piece;
}

static void send_all(struct peer *peer)
{
    while (wslay_event_want_write(peer->context))
        assert_int_equal(wslay_event_send(peer->context), 0);
}

static void send_text(struct peer *peer, size_t most)
{
    peer->text_length = random_text(&peer->random, peer->text, most);
    peer->text_at = 0;
    if (random_below(&peer->random, 2) == 0) {
        struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)peer->text,
                                          peer->text_length};
        assert_int_equal(wslay_event_queue_msg(peer->context, &message), 0);
    } else {
        struct wslay_event_fragmented_msg message = {.opcode = WSLAY_TEXT_FRAME,
                                                     .read_callback = give_fragment};
        assert_int_equal(wslay_event_queue_fragmented_msg(peer->context, &message), 0);
    }
    send_all(peer);
    if (peer->text_length <= WEBSOCKET_MESSAGE_MAX)
        tell(&peer->expected, 't', peer->text, peer->text_length);
}

/* Some messages, pings and pongs, and a close. */
static void send_some(struct peer *peer, bool short_ones)
{
    for (uint32_t left = 1 + random_below(&peer->random, 6); left > 0; left--) {
        uint32_t kind = random_below(&peer->random, 4);
        if (kind == 0)
            queue_control(peer, WSLAY_PING, 'p');
        else if (kind == 1)
            queue_control(peer, WSLAY_PONG, 'q');
        else
            send_text(peer,
                      short_ones ? random_below(&peer->random, 60) : random_length(&peer->random));
        send_all(peer);
    }
    uint8_t reason[123];
    size_t length = random_text(&peer->random, (char *)reason, random_below(&peer->random, 124));
    assert_int_equal(wslay_event_queue_close(peer->context, CLOSE_CODE, reason, length), 0);
    send_all(peer);
    tell_close(&peer->expected, 'c', CLOSE_CODE);
}

/* Reads the stream with our reader, in pieces. Returns the code it failed with, or 0. */
static int read_ours(struct random *random, const struct bytes *stream, struct bytes *told)
{
    struct websocket_reader reader;
    websocket_reader_init(&reader);
    uint32_t longest = 1 + random_below(random, 2000);
    for (size_t at = 0; at < stream->length;) {
        size_t length = 1 + random_below(random, longest);
        if (length > stream->length - at)
            length = stream->length - at;
        const char *bytes = stream->bytes + at;
        at += length;
        enum websocket_read result;
        while ((result = websocket_reader_feed(&reader, &bytes, &length)) != WEBSOCKET_READ_MORE) {
            if (result == WEBSOCKET_READ_MESSAGE)
                tell(told, 't', reader.message, reader.message_length);
            else if (result == WEBSOCKET_READ_PING)
                tell(told, 'p', reader.control, reader.control_length);
            else if (result == WEBSOCKET_READ_PONG)
                tell(told, 'q', reader.control, reader.control_length);
            else if (result == WEBSOCKET_READ_CLOSE)
                tell_close(told, 'c', reader.close_code);
            else if (result == WEBSOCKET_READ_FAIL)
                return reader.close_code;
        }
    }
    return 0;
}

static void what_wslay_sends_we_read(void **state)
{
    (void)state;
    struct peer *peer = &peers[0];
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        peer_init(peer, seed, false);
        send_some(peer, false);
        assert_int_equal(read_ours(&peer->random, &peer->sent, &peer->told), 0);
        expect_the_same(peer, &peer->expected, &peer->told);
        peer_deinit(peer);
    }
}

static void send_ours(struct peer *peer)
{
    unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
    size_t size;
    if (random_below(&peer->random, 3) > 0) {
        size_t length = random_text(&peer->random, peer->text, random_length(&peer->random));
        size = websocket_frame_head(frame, WEBSOCKET_OPCODE_TEXT, length);
        add(&peer->coming, frame, size);
        add(&peer->coming, peer->text, length);
        tell(&peer->expected, 't', peer->text, length);
        return;
    }
    uint8_t payload[WEBSOCKET_CONTROL_MAX];
    size_t length = random_below(&peer->random, sizeof payload + 1);
    memset(payload, (int)random_below(&peer->random, 256), sizeof payload);
    bool ping = random_below(&peer->random, 2) == 0;
    enum websocket_opcode opcode = ping ? WEBSOCKET_OPCODE_PING : WEBSOCKET_OPCODE_PONG;
    size = websocket_control_frame(frame, opcode, payload, length);
    add(&peer->coming, frame, size);
    tell(&peer->expected, ping ? 'p' : 'q', payload, length);
}

static void what_we_send_wslay_reads(void **state)
{
    (void)state;
    struct peer *peer = &peers[0];
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        peer_init(peer, seed, false);
        for (uint32_t left = 1 + random_below(&peer->random, 6); left > 0; left--)
            send_ours(peer);
        unsigned char frame[WEBSOCKET_CONTROL_FRAME_MAX];
        int code = random_below(&peer->random, 2) == 0 ? WEBSOCKET_CODE_NONE : CLOSE_CODE;
        add(&peer->coming, frame, websocket_close_frame(frame, code, "that is all"));
        tell_close(&peer->expected, 'c', code);
        assert_int_equal(wslay_event_recv(peer->context), 0);
        assert_int_equal(peer->taken, peer->coming.length);
        expect_the_same(peer, &peer->expected, &peer->told);
        peer_deinit(peer);
    }
}

/* The code with which wslay refused what came, 0 where it did not. */
static int refusal(struct peer *judge)
{
    if (wslay_event_recv(judge->context) != 0)
        return WEBSOCKET_CODE_PROTOCOL; /* which it tells without a code */
    if (wslay_event_get_read_enabled(judge->context) ||
        wslay_event_get_close_received(judge->context))
        return 0;
    send_all(judge);
    return wslay_event_get_status_code_sent(judge->context);
}

static void damage(struct peer *peer)
{
    for (uint32_t left = 1 + random_below(&peer->random, 3); left > 0; left--) {
        size_t at = random_below(&peer->random, (uint32_t)peer->sent.length);
        if (random_below(&peer->random, 2) == 0)
            peer->sent.bytes[at] = (char)random_below(&peer->random, 256);
        else
            peer->sent.bytes[at] ^= (char)(1 << random_below(&peer->random, 8));
    }
}

/* What wslay sees otherwise, on purpose or not. */
static bool differ_by_design(int ours, int theirs, const struct peer *judge)
{
    static const char without_code[] = "c4:1005";
    size_t length = sizeof without_code - 1;
    bool closed =
        judge->told.length >= length &&
        memcmp(judge->told.bytes + judge->told.length - length, without_code, length) == 0;
    /* It takes binary messages; a close of one byte it takes for one without a code; and of a
     * close it looks at the reason before the code. */
    return ours == WEBSOCKET_CODE_UNSUPPORTED || (ours == WEBSOCKET_CODE_PROTOCOL && closed) ||
           (ours == WEBSOCKET_CODE_PROTOCOL && theirs == WEBSOCKET_CODE_NOT_UTF8);
}

static void what_is_damaged_both_refuse(void **state)
{
    (void)state;
    struct peer *peer = &peers[0], *judge = &peers[1];
    static const char zeros[WEBSOCKET_CONTROL_MAX];
    int refused = 0;
    for (uint64_t seed = 1; seed <= DAMAGED_RUNS; seed++) {
        peer_init(peer, seed, false);
        peer_init(judge, seed, true);
        wslay_event_config_set_max_recv_msg_length(judge->context, WEBSOCKET_FRAME_MAX);
        send_some(peer, true);
        damage(peer);
        /* Ends the control frame that may be open now: it looks at a reason before that, we then.
         */
        add(&peer->sent, zeros, WEBSOCKET_CONTROL_MAX);
        int ours = read_ours(&peer->random, &peer->sent, &peer->told);
        add(&judge->coming, peer->sent.bytes, peer->sent.length);
        if (ours != 0) {
            /* It looks at a head when that is whole. */
            add(&judge->coming, zeros, sizeof zeros);
            refused++;
        }
        int theirs = refusal(judge);
        if (differ_by_design(ours, theirs, judge))
            judge->told.length = peer->told.length;
        else if (ours != theirs)
            fail_msg("seed %llu: refused with %d, by wslay with %d", (unsigned long long)seed, ours,
                     theirs);
        expect_the_same(peer, &judge->told, &peer->told);
        peer_deinit(judge);
        peer_deinit(peer);
    }
    assert_in_range(refused, DAMAGED_RUNS / 10, DAMAGED_RUNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_wslay_sends_we_read),
        cmocka_unit_test(what_we_send_wslay_reads),
        cmocka_unit_test(what_is_damaged_both_refuse),
    };
    return cmocka_run_group_tests_name("websocket property", tests, NULL, NULL);
}
