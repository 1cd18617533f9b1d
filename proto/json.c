#include "proto/json.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Any fixed number but 0. jansson would else take one from the time and the process, and nothing
 * here may depend on those. That a peer can know it costs little: a request line has room for a few
 * hundred keys, so the worst that colliding keys can do is some ten thousand comparisons. */
#define HASH_SEED 0x636c616d

__attribute__((format(printf, 3, 4))) static void tell(char *why, size_t why_size,
                                                       const char *format, ...)
{
    if (why == NULL || why_size == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, why_size, format, arguments);
    va_end(arguments);
}

/* Whether brackets nest deeper than the limit. Strings are skipped; in a text that is not JSON the
 * answer may be wrong, which does no harm, because it is refused either way. */
static bool nests_too_deep(const char *bytes, size_t length)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        if (in_string) {
            if (bytes[i] == '\\')
                i++;
            else if (bytes[i] == '"')
                in_string = false;
        } else if (bytes[i] == '"') {
            in_string = true;
        } else if (bytes[i] == '[' || bytes[i] == '{') {
            if (++depth > JSON_NESTING_MAX)
                return true;
        } else if (bytes[i] == ']' || bytes[i] == '}') {
            depth--;
        }
    }
    return false;
}

/* jansson's own text quotes the input, which may cut a character in two; these are ours. */
static const char *refusal_text(const json_error_t *error)
{
    enum json_error_code code = json_error_code(error);
    if (code == json_error_invalid_utf8)
        return "not UTF-8";
    if (code == json_error_null_character || code == json_error_null_byte_in_key)
        return "a NUL character";
    if (code == json_error_duplicate_key)
        return "a key that stands there twice";
    if (code == json_error_numeric_overflow)
        return "a number too big to read";
    if (code == json_error_premature_end_of_input)
        return "the text ends too early";
    if (code == json_error_end_of_input_expected)
        return "something after the end of the text";
    return "not JSON";
}

json_t *json_read(const char *bytes, size_t length, char *why, size_t why_size)
{
    json_object_seed(HASH_SEED);
    if (length > 0 && memchr(bytes, '\0', length) != NULL) {
        tell(why, why_size, "a NUL byte");
        return NULL;
    }
    if (nests_too_deep(bytes, length)) {
        tell(why, why_size, "nested deeper than %d levels", JSON_NESTING_MAX);
        return NULL;
    }
    json_error_t error;
    json_t *value = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (value == NULL) {
        if (json_error_code(&error) == json_error_out_of_memory)
            abort();
        tell(why, why_size, "%s, near byte %d", refusal_text(&error), error.position);
    }
    return value;
}

bool json_read_integer(const json_t *value, int64_t min, int64_t max, int64_t *out)
{
    if (!json_is_integer(value))
        return false;
    json_int_t integer = json_integer_value(value);
    if (integer < min || integer > max)
        return false;
    *out = integer;
    return true;
}

size_t json_characters(const char *text, size_t length)
{
    size_t characters = 0;
    for (size_t i = 0; i < length; i++) {
        /* Every byte begins a character but those of the form 10xxxxxx, which go on with one. */
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            characters++;
    }
    return characters;
}
