/* Texts that break careless programs: every naughty string goes through writer and reader unharmed,
 * and of the UTF-8 test cases the valid ones are read and the others refused.
 * Skipped where the corpora are not beside the checkout. */
#include "proto/json.h"
#include "proto/writer.h"

#include <string.h>

#include "tests/support/corpora.h"

/* Writes bytes as a JSON string and reads it again; the caller owns the value. */
static json_t *write_and_read(const char *bytes, size_t length)
{
    struct writer writer;
    writer_init(&writer);
    writer_string_length(&writer, bytes, length);
    json_t *value = json_read(writer.bytes, writer.length, NULL, 0);
    writer_deinit(&writer);
    return value;
}

static void naughty_strings_come_back(void **state)
{
    (void)state;
    size_t length;
    char *text = corpora_read("naughty-strings.json", &length);
    json_t *strings = json_read(text, length, NULL, 0);
    assert_true(json_array_size(strings) > 500);
    size_t i;
    json_t *string;
    json_array_foreach(strings, i, string) {
        json_t *back = write_and_read(json_string_value(string), json_string_length(string));
        if (back == NULL || !json_equal(back, string))
            fail_msg("string %zu does not come back", i);
        json_decref(back);
    }
    json_decref(strings);
    free(text);
}

/* Hexadecimal digits in pairs, with blanks anywhere, up to a colon or the end of the line. */
static size_t read_hex(const char *text, char *out)
{
    size_t digits = 0;
    unsigned int byte = 0;
    for (; *text != '\0' && *text != ':' && *text != '\n'; text++) {
        if (*text == ' ')
            continue;
        const char *digit = strchr("00112233445566778899aAbBcCdDeEfF", *text);
        assert_non_null(digit);
        byte = byte << 4 | (unsigned int)(digit - "00112233445566778899aAbBcCdDeEfF") / 2;
        if (++digits % 2 == 0)
            out[digits / 2 - 1] = (char)byte;
    }
    assert_int_equal(digits % 2, 0);
    return digits / 2;
}

/* A test case is "number:valid:text", "number:valid hex:digits" or "number:invalid hex:digits:…".
 */
static bool check_case(const char *line)
{
    const char *kind = strchr(line, ':');
    if (line[0] == '#' || line[0] == '\n' || kind == NULL)
        return false;
    kind += 1 + strspn(kind + 1, " ");
    const char *data = strchr(kind, ':');
    assert_non_null(data);
    data++;
    char bytes[256];
    size_t length;
    if (strncmp(kind, "valid:", 6) == 0) {
        length = strcspn(data, "\n");
        memcpy(bytes, data, length);
    } else {
        length = read_hex(data, bytes);
    }
    bool valid = strncmp(kind, "valid", 5) == 0 && memchr(bytes, '\0', length) == NULL;
    json_t *back = write_and_read(bytes, length);
    if ((back != NULL) != valid)
        fail_msg("%s: %.*s", valid ? "refused" : "read", (int)strcspn(line, "\n"), line);
    if (valid) {
        assert_int_equal(json_string_length(back), length);
        assert_memory_equal(json_string_value(back), bytes, length);
    }
    json_decref(back);
    return true;
}

static void utf8_is_told_from_what_is_not(void **state)
{
    (void)state;
    size_t length;
    char *text = corpora_read("utf8tests.txt", &length);
    int cases = 0;
    for (const char *line = text; line != NULL && *line != '\0';) {
        cases += check_case(line);
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    free(text);
    assert_true(cases > 200);
}

int main(void)
{
    if (!corpora_there())
        return CORPORA_SKIP;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naughty_strings_come_back),
        cmocka_unit_test(utf8_is_told_from_what_is_not),
    };
    return cmocka_run_group_tests_name("text corpora", tests, NULL, NULL);
}
