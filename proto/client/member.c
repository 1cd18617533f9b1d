#include "proto/client/member.h"

#include <assert.h>

#include "proto/json.h"

const char *member_text(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : otherwise;
}

int64_t member_integer(const json_t *object, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    int64_t integer;
    bool read = json_read_integer(value, -JSON_INTEGER_MAX, JSON_INTEGER_MAX, &integer);
    return read ? integer : otherwise;
}

bool member_flag(const json_t *object, const char *key, bool otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

void member_copy(const json_t *object, const char *key, char *out, size_t room)
{
    member_copy_text(member_text(object, key, ""), out, room);
}

/* Bytes from 0xC2 0x80 to 0xC2 0x9F are control characters too; terminals obey some of them. */
void member_copy_text(const char *text, char *out, size_t room)
{
    assert(room > 0);
    size_t length = 0;
    for (; text[length] != '\0' && length + 1 < room; length++) {
        unsigned char byte = (unsigned char)text[length];
        bool high_control = length > 0 && (unsigned char)text[length - 1] == 0xC2 && byte < 0xA0;
        out[length] = byte < 0x20 || byte == 0x7F ? '?' : text[length];
        if (high_control)
            out[length - 1] = out[length] = '?';
    }
    /* A character cut in the middle is left out whole. */
    if (text[length] != '\0') {
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    out[length] = '\0';
}
