/* Writing: heads of frames, whole control frames, and the answer to a key. */
#include "proto/websocket.h"

#include <assert.h>
#include <string.h>

#include "proto/proof.h"
#include "proto/sha1.h"

#define FINAL 0x80
#define TWO_BYTES 126
#define EIGHT_BYTES 127
#define KEY_SIZE 24

bool websocket_code_valid(int code)
{
    /* RFC 6455, 7.4, and what IANA has given out since: 1012 to 1014. */
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

size_t websocket_frame_head_size(uint64_t length)
{
    return length < TWO_BYTES ? 2 : length <= UINT16_MAX ? 4 : WEBSOCKET_HEAD_MAX;
}

size_t websocket_frame_head(unsigned char out[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode,
                            uint64_t length)
{
    size_t size = websocket_frame_head_size(length);
    out[0] = (unsigned char)(FINAL | opcode);
    out[1] = (unsigned char)(size == 2 ? length : size == 4 ? TWO_BYTES : EIGHT_BYTES);
    for (size_t at = size; at > 2; at--, length >>= 8)
        out[at - 1] = (unsigned char)length;
    return size;
}

size_t websocket_control_frame(unsigned char out[WEBSOCKET_CONTROL_FRAME_MAX],
                               enum websocket_opcode opcode, const void *payload, size_t length)
{
    assert(length <= WEBSOCKET_CONTROL_MAX);
    size_t size = websocket_frame_head(out, opcode, length);
    if (length > 0)
        memcpy(out + size, payload, length);
    return size + length;
}

size_t websocket_close_frame(unsigned char out[WEBSOCKET_CONTROL_FRAME_MAX], int code,
                             const char *reason)
{
    if (code == WEBSOCKET_CODE_NONE)
        return websocket_control_frame(out, WEBSOCKET_OPCODE_CLOSE, NULL, 0);
    assert(websocket_code_valid(code));
    unsigned char payload[WEBSOCKET_CONTROL_MAX] = {(unsigned char)(code >> 8),
                                                    (unsigned char)code};
    size_t length = strlen(reason);
    if (length > sizeof payload - 2) {
        length = sizeof payload - 2;
        while (length > 0 && ((unsigned char)reason[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(payload + 2, reason, length);
    return websocket_control_frame(out, WEBSOCKET_OPCODE_CLOSE, payload, 2 + length);
}

bool websocket_key_valid(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* The bits of the last digit that belong to no byte may be anything: an example of RFC 6455
     * has them set. */
    return strspn(key, digits) == KEY_SIZE - 2 && strcmp(key + KEY_SIZE - 2, "==") == 0;
}

void websocket_accept(const char *key, char out[WEBSOCKET_ACCEPT_SIZE])
{
    static const char globally_unique[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    assert(websocket_key_valid(key));
    char text[KEY_SIZE + sizeof globally_unique];
    memcpy(text, key, KEY_SIZE);
    memcpy(text + KEY_SIZE, globally_unique, sizeof globally_unique);
    unsigned char hash[SHA1_SIZE];
    sha1(text, sizeof text - 1, hash);
    char encoded[PROOF_TEXT_SIZE];
    proof_base64(hash, sizeof hash, encoded);
    memcpy(out, encoded, WEBSOCKET_ACCEPT_SIZE);
}
