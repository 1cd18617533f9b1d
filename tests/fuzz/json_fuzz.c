/* Any bytes read as JSON, and written as a JSON string: what is read can be dumped and read again
 * to the same value, and what is written comes back where it is UTF-8 without a NUL. */
#include "tests/fuzz/fuzz.h"

#include "proto/json.h"
#include "proto/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "{\"a\":[1,-2.5e3,true,false,null,\"\\u00e9\\n\\\"\"],\"b\":{\"c\":{}}}",
    "[[[[[[[[[[[[[[[[9007199254740991]]]]]]]]]]]]]]]]",
    "\"\\ud83d\\ude00\xf0\x9f\x98\x80\xed\x9f\xbf\"",
    "[1e308,-1e-400,9223372036854775807,0.1,-0]",
    "plain \\ \"text\" \x01\x1f\x7f",
    NULL,
};

static void check_reading(const char *text, size_t length)
{
    char why[64] = "";
    json_t *value = json_read(text, length, why, sizeof why);
    if (value == NULL) {
        assert(why[0] != '\0');
        return;
    }
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    assert(dumped != NULL);
    json_t *again = json_read(dumped, strlen(dumped), NULL, 0);
    assert(again != NULL && json_equal(again, value));
    json_decref(again);
    free(dumped);
    json_decref(value);
}

static void check_writing(const char *text, size_t length)
{
    struct writer writer;
    writer_init(&writer);
    writer_string_length(&writer, text, length);
    json_t *value = json_read(writer.bytes, writer.length, NULL, 0);
    json_t *expected = json_stringn(text, length); /* NULL where it is not UTF-8 */
    bool may_be = expected != NULL && (length == 0 || memchr(text, '\0', length) == NULL);
    assert((value != NULL) == may_be);
    assert(value == NULL || json_equal(value, expected));
    json_decref(expected);
    json_decref(value);
    writer_deinit(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_reading((const char *)data, size);
    check_writing((const char *)data, size);
    return 0;
}
