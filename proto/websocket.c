#include "proto/websocket.h"

#include <assert.h>
#include <string.h>

#define FINAL 0x80
#define RESERVED 0x70
#define OPCODE 0x0f
#define CONTROL 0x08
#define MASKED 0x80
#define SHORT_LENGTH 0x7f
#define TWO_BYTES 126
#define EIGHT_BYTES 127
#define MASK_SIZE 4

void websocket_reader_init(struct websocket_reader *reader)
{
    /* Not the buffers: nobody reads of them what was not written. */
    memset(reader, 0, offsetof(struct websocket_reader, control));
    utf8_init(&reader->utf8);
}

static enum websocket_read fail(struct websocket_reader *reader, int code)
{
    reader->ended = true;
    reader->close_code = code;
    return WEBSOCKET_READ_FAIL;
}

static bool is_control(const struct websocket_reader *reader)
{
    return (reader->frame[0] & CONTROL) != 0;
}

static bool is_final(const struct websocket_reader *reader)
{
    return (reader->frame[0] & FINAL) != 0;
}

/* Bytes of the payload length beyond the first one. */
static size_t extra_length(const struct websocket_reader *reader)
{
    int first = reader->frame[1] & SHORT_LENGTH;
    return first == TWO_BYTES ? 2 : first == EIGHT_BYTES ? 8 : 0;
}

static enum websocket_read begin_message(struct websocket_reader *reader)
{
    if (reader->in_message)
        return fail(reader, WEBSOCKET_CODE_PROTOCOL);
    reader->in_message = true;
    reader->message_length = 0;
    reader->fragments = 0;
    reader->controls = 0;
    utf8_init(&reader->utf8);
    return WEBSOCKET_READ_MORE;
}

static enum websocket_read begin_control(struct websocket_reader *reader)
{
    if (!is_final(reader))
        return fail(reader, WEBSOCKET_CODE_PROTOCOL);
    if (reader->in_message && ++reader->controls > WEBSOCKET_CONTROLS_MAX)
        return fail(reader, WEBSOCKET_CODE_POLICY);
    reader->control_length = 0;
    return WEBSOCKET_READ_MORE;
}

/* RFC 6455, 5.2: the first byte of a frame. */
static enum websocket_read check_opcode(struct websocket_reader *reader)
{
    if ((reader->frame[0] & RESERVED) != 0)
        return fail(reader, WEBSOCKET_CODE_PROTOCOL);
    switch (reader->frame[0] & OPCODE) {
    case WEBSOCKET_OPCODE_CONTINUATION:
        return reader->in_message ? WEBSOCKET_READ_MORE : fail(reader, WEBSOCKET_CODE_PROTOCOL);
    case WEBSOCKET_OPCODE_TEXT:
        return begin_message(reader);
    case WEBSOCKET_OPCODE_BINARY:
        return fail(reader,
                    reader->in_message ? WEBSOCKET_CODE_PROTOCOL : WEBSOCKET_CODE_UNSUPPORTED);
    case WEBSOCKET_OPCODE_CLOSE:
    case WEBSOCKET_OPCODE_PING:
    case WEBSOCKET_OPCODE_PONG:
        return begin_control(reader);
    }
    return fail(reader, WEBSOCKET_CODE_PROTOCOL);
}

static enum websocket_read check_mask(struct websocket_reader *reader)
{
    bool masked = (reader->frame[1] & MASKED) != 0;
    bool too_long = is_control(reader) && (reader->frame[1] & SHORT_LENGTH) > WEBSOCKET_CONTROL_MAX;
    return masked && !too_long ? WEBSOCKET_READ_MORE : fail(reader, WEBSOCKET_CODE_PROTOCOL);
}

static enum websocket_read check_length(struct websocket_reader *reader)
{
    size_t extra = extra_length(reader);
    uint64_t length = reader->frame[1] & SHORT_LENGTH;
    if (extra > 0) {
        length = 0;
        for (size_t i = 0; i < extra; i++)
            length = length << 8 | reader->frame[2 + i];
        uint64_t least = extra == 2 ? TWO_BYTES : UINT64_C(0x10000);
        if (length < least || length > INT64_MAX)
            return fail(reader, WEBSOCKET_CODE_PROTOCOL);
    }
    if (length > WEBSOCKET_FRAME_MAX)
        return fail(reader, WEBSOCKET_CODE_TOO_BIG);
    reader->payload_left = length;
    return WEBSOCKET_READ_MORE;
}

static enum websocket_read end_close(struct websocket_reader *reader)
{
    const unsigned char *payload = reader->control;
    if (reader->control_length == 0) {
        reader->close_code = WEBSOCKET_CODE_NONE;
    } else {
        int code = reader->control_length == 1 ? 0 : payload[0] << 8 | payload[1];
        if (!websocket_code_valid(code))
            return fail(reader, WEBSOCKET_CODE_PROTOCOL);
        if (!utf8_valid((const char *)payload + 2, reader->control_length - 2))
            return fail(reader, WEBSOCKET_CODE_NOT_UTF8);
        reader->close_code = code;
    }
    reader->ended = true;
    return WEBSOCKET_READ_CLOSE;
}

static enum websocket_read end_message(struct websocket_reader *reader)
{
    if (!utf8_whole(&reader->utf8))
        return fail(reader, WEBSOCKET_CODE_NOT_UTF8);
    bool dropped = reader->dropping;
    reader->in_message = false;
    reader->dropping = false;
    return dropped ? WEBSOCKET_READ_MORE : WEBSOCKET_READ_MESSAGE;
}

static enum websocket_read end_frame(struct websocket_reader *reader)
{
    reader->frame_used = 0;
    reader->in_payload = false;
    switch (reader->frame[0] & OPCODE) {
    case WEBSOCKET_OPCODE_CLOSE:
        return end_close(reader);
    case WEBSOCKET_OPCODE_PING:
        return WEBSOCKET_READ_PING;
    case WEBSOCKET_OPCODE_PONG:
        return WEBSOCKET_READ_PONG;
    }
    return is_final(reader) ? end_message(reader) : WEBSOCKET_READ_MORE;
}

/* The head of a frame is whole. Whether its payload fits is known here, so that each frame is
 * either kept as a whole or dropped as a whole. */
static enum websocket_read begin_payload(struct websocket_reader *reader)
{
    reader->in_payload = true;
    reader->mask_at = 0;
    if (!is_control(reader)) {
        if (++reader->fragments > WEBSOCKET_FRAGMENTS_MAX)
            return fail(reader, WEBSOCKET_CODE_POLICY);
        size_t room = WEBSOCKET_MESSAGE_MAX - reader->message_length;
        if (!reader->dropping && reader->payload_left > room) {
            reader->dropping = true;
            return WEBSOCKET_READ_TOO_LONG;
        }
    }
    return reader->payload_left == 0 ? end_frame(reader) : WEBSOCKET_READ_MORE;
}

static enum websocket_read take_head(struct websocket_reader *reader, unsigned char byte)
{
    reader->frame[reader->frame_used++] = byte;
    if (reader->frame_used == 1)
        return check_opcode(reader);
    enum websocket_read result = WEBSOCKET_READ_MORE;
    if (reader->frame_used == 2)
        result = check_mask(reader);
    size_t extra = extra_length(reader);
    if (result == WEBSOCKET_READ_MORE && reader->frame_used == 2 + extra)
        result = check_length(reader);
    if (result == WEBSOCKET_READ_MORE && reader->frame_used == 2 + extra + MASK_SIZE)
        result = begin_payload(reader);
    return result;
}

/* By eights, as most messages are long enough for that to matter. */
static void unmask(struct websocket_reader *reader, char *out, const char *bytes, size_t length)
{
    const unsigned char *mask = reader->frame + 2 + extra_length(reader);
    unsigned char turned[sizeof(uint64_t)];
    for (unsigned i = 0; i < sizeof turned; i++)
        turned[i] = mask[(reader->mask_at + i) % MASK_SIZE];
    uint64_t key;
    memcpy(&key, turned, sizeof key);
    size_t at = 0;
    for (; length - at >= sizeof key; at += sizeof key) {
        uint64_t eight;
        memcpy(&eight, bytes + at, sizeof eight);
        eight ^= key;
        memcpy(out + at, &eight, sizeof eight);
    }
    for (; at < length; at++)
        out[at] = (char)((unsigned char)bytes[at] ^ turned[at % sizeof turned]);
    reader->mask_at = (unsigned)((reader->mask_at + length) % MASK_SIZE);
}

/* Takes up to `length` bytes of a payload. Returns how many, 0 where they are not UTF-8. */
static size_t take_payload(struct websocket_reader *reader, const char *bytes, size_t length)
{
    if (is_control(reader)) {
        unmask(reader, (char *)reader->control + reader->control_length, bytes, length);
        reader->control_length += length;
        return length;
    }
    if (!reader->dropping) {
        char *out = reader->message + reader->message_length;
        unmask(reader, out, bytes, length);
        reader->message_length += length;
        return utf8_feed(&reader->utf8, out, length) ? length : 0;
    }
    /* The message was told as too long: the buffer is free to look through the rest of it. */
    if (length > WEBSOCKET_MESSAGE_MAX)
        length = WEBSOCKET_MESSAGE_MAX;
    unmask(reader, reader->message, bytes, length);
    return utf8_feed(&reader->utf8, reader->message, length) ? length : 0;
}

enum websocket_read websocket_reader_feed(struct websocket_reader *reader, const char **bytes,
                                          size_t *length)
{
    while (*length > 0 && !reader->ended) {
        enum websocket_read result;
        size_t taken = 1;
        if (!reader->in_payload) {
            result = take_head(reader, (unsigned char)**bytes);
        } else {
            size_t most = reader->payload_left < *length ? (size_t)reader->payload_left : *length;
            taken = take_payload(reader, *bytes, most);
            if (taken == 0)
                return fail(reader, WEBSOCKET_CODE_NOT_UTF8);
            reader->payload_left -= taken;
            result = reader->payload_left == 0 ? end_frame(reader) : WEBSOCKET_READ_MORE;
        }
        *bytes += taken;
        *length -= taken;
        if (result != WEBSOCKET_READ_MORE)
            return result;
    }
    *bytes += *length;
    *length = 0;
    return WEBSOCKET_READ_MORE;
}
