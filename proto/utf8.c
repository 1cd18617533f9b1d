#include "proto/utf8.h"

#include <stdint.h>
#include <string.h>

#define CONTINUATION_LOW 0x80
#define CONTINUATION_HIGH 0xbf

static void expect(struct utf8 *utf8, int left, int low, int high)
{
    utf8->left = (unsigned char)left;
    utf8->low = (unsigned char)low;
    utf8->high = (unsigned char)high;
}

void utf8_init(struct utf8 *utf8)
{
    expect(utf8, 0, CONTINUATION_LOW, CONTINUATION_HIGH);
}

/* The first byte of a character of several (Unicode, table 3-7). */
static bool lead(struct utf8 *utf8, unsigned char byte)
{
    if (byte < 0xc2 || byte > 0xf4)
        return false;
    int left = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    int low = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : CONTINUATION_LOW;
    int high = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : CONTINUATION_HIGH;
    expect(utf8, left, low, high);
    return true;
}

/* How many of the bytes, by eights, are ASCII: nearly all that comes is. */
static size_t plain(const char *bytes, size_t length)
{
    size_t at = 0;
    while (length - at >= sizeof(uint64_t)) {
        uint64_t eight;
        memcpy(&eight, bytes + at, sizeof eight);
        if ((eight & UINT64_C(0x8080808080808080)) != 0)
            break;
        at += sizeof eight;
    }
    return at;
}

bool utf8_feed(struct utf8 *utf8, const char *bytes, size_t length)
{
    size_t at = utf8->left == 0 ? plain(bytes, length) : 0;
    for (; at < length; at++) {
        unsigned char byte = (unsigned char)bytes[at];
        if (utf8->left > 0) {
            if (byte < utf8->low || byte > utf8->high)
                return false;
            expect(utf8, utf8->left - 1, CONTINUATION_LOW, CONTINUATION_HIGH);
        } else if (byte >= 0x80 && !lead(utf8, byte)) {
            return false;
        }
    }
    return true;
}

bool utf8_whole(const struct utf8 *utf8)
{
    return utf8->left == 0;
}

bool utf8_valid(const char *text, size_t length)
{
    struct utf8 utf8;
    utf8_init(&utf8);
    return utf8_feed(&utf8, text, length) && utf8_whole(&utf8);
}
