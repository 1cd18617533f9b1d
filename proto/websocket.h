/* WebSocket (RFC 6455), the server's side: bytes of masked client frames -> text messages and
 * control frames, and the frames of the server. Used by the web clients of server/io. Owns one
 * buffer of the longest message; never touches a socket, never allocates, never answers by itself.
 * Extensions are not known: a frame that uses one is an error. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/framer.h"
#include "proto/utf8.h"

/* Longest message, the same as a request line. */
#define WEBSOCKET_MESSAGE_MAX FRAMER_REQUEST_MAX
/* Longest payload of one frame: a frame announcing more fails the connection with 1009. */
#define WEBSOCKET_FRAME_MAX 65536
/* Most frames of one message, and most control frames between them: more fail it with 1008. */
#define WEBSOCKET_FRAGMENTS_MAX 4096
#define WEBSOCKET_CONTROLS_MAX 256
/* Longest payload of a control frame, and room for any such frame of the server. */
#define WEBSOCKET_CONTROL_MAX 125
#define WEBSOCKET_CONTROL_FRAME_MAX (2 + WEBSOCKET_CONTROL_MAX)
/* Longest head of a frame of the server. */
#define WEBSOCKET_HEAD_MAX 10
#define WEBSOCKET_ACCEPT_SIZE 29

enum websocket_opcode {
    WEBSOCKET_OPCODE_CONTINUATION = 0x0,
    WEBSOCKET_OPCODE_TEXT = 0x1,
    WEBSOCKET_OPCODE_BINARY = 0x2,
    WEBSOCKET_OPCODE_CLOSE = 0x8,
    WEBSOCKET_OPCODE_PING = 0x9,
    WEBSOCKET_OPCODE_PONG = 0xa,
};

/* The codes that this server gives, and the one that stands for none. */
enum websocket_code {
    WEBSOCKET_CODE_NORMAL = 1000,
    WEBSOCKET_CODE_GOING_AWAY = 1001,  /* the server shuts down */
    WEBSOCKET_CODE_PROTOCOL = 1002,    /* frames that are wrong */
    WEBSOCKET_CODE_UNSUPPORTED = 1003, /* a binary message */
    WEBSOCKET_CODE_NONE = 1005,        /* a close frame without a code; never on the wire */
    WEBSOCKET_CODE_NOT_UTF8 = 1007,    /* text that is not UTF-8 */
    WEBSOCKET_CODE_POLICY = 1008,  /* too many fragments or control frames; or it does not read */
    WEBSOCKET_CODE_TOO_BIG = 1009, /* a frame over WEBSOCKET_FRAME_MAX */
};

enum websocket_read {
    WEBSOCKET_READ_MORE,     /* nothing whole yet, and all bytes are taken: feed more */
    WEBSOCKET_READ_MESSAGE,  /* a text of UTF-8, maybe empty, in message and message_length */
    WEBSOCKET_READ_TOO_LONG, /* a message over the limit; told once, the rest of it is dropped */
    WEBSOCKET_READ_PING,     /* to be answered by a pong with the same control, control_length */
    WEBSOCKET_READ_PONG,     /* an answer to a ping, or unasked; control, control_length */
    /* The peer closes. To be answered by a close frame with close_code, unless one was sent. */
    WEBSOCKET_READ_CLOSE,
    /* The peer broke the rules: to be told by a close frame with close_code, then closed. */
    WEBSOCKET_READ_FAIL,
};

struct websocket_reader {
    size_t message_length;
    size_t control_length;
    int close_code;
    /* The rest is the reader's own: */
    unsigned char frame[14]; /* the head of the present frame, as far as it has come */
    size_t frame_used;
    bool in_payload;
    uint64_t payload_left;
    unsigned mask_at;   /* which byte of the mask is next */
    bool in_message;    /* between the first and the last frame of a message */
    bool dropping;      /* inside a message that was too long */
    bool ended;         /* a close or a failure has been told */
    unsigned fragments; /* frames of the present message */
    unsigned controls;  /* control frames since it began */
    struct utf8 utf8;
    unsigned char control[WEBSOCKET_CONTROL_MAX];
    char message[WEBSOCKET_MESSAGE_MAX];
};

void websocket_reader_init(struct websocket_reader *reader);

/* Takes bytes from *bytes (moving it and *length on) up to the end of the next thing to tell. Call
 * again until WEBSOCKET_READ_MORE. What comes after a close or a failure is taken and dropped.
 * The caller limits how many pings it answers, as it limits requests. */
enum websocket_read websocket_reader_feed(struct websocket_reader *reader, const char **bytes,
                                          size_t *length);

/* Whether a peer may send this close code. */
bool websocket_code_valid(int code);

/* Size of the head that websocket_frame_head writes for this length. */
size_t websocket_frame_head_size(uint64_t length);

/* The head of a whole message or control frame of the server: unmasked, the length in its shortest
 * form; `length` bytes follow it. Returns its size. */
size_t websocket_frame_head(unsigned char out[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode,
                            uint64_t length);

/* A whole ping or pong frame; `length` is at most WEBSOCKET_CONTROL_MAX. Returns its size. */
size_t websocket_control_frame(unsigned char out[WEBSOCKET_CONTROL_FRAME_MAX],
                               enum websocket_opcode opcode, const void *payload, size_t length);

/* A whole close frame; `reason` may be "", and is cut at a character where it is too long. With
 * WEBSOCKET_CODE_NONE it is empty. Any other code must be one that may be sent. Returns its size.
 */
size_t websocket_close_frame(unsigned char out[WEBSOCKET_CONTROL_FRAME_MAX], int code,
                             const char *reason);

/* Whether a Sec-WebSocket-Key is 16 bytes in base64. */
bool websocket_key_valid(const char *key);

/* Sec-WebSocket-Accept for a valid Sec-WebSocket-Key. */
void websocket_accept(const char *key, char out[WEBSOCKET_ACCEPT_SIZE]);
