/* JSON texts are found in a file however it was written: one a line, spread over lines, cut off. */
#include "proto/client/text_reader.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

/* Reads all texts of a file that holds `content`; gives them joined by '|', line ends taken off,
 * each after the number of its first line. */
static const char *texts_of(const char *content)
{
    static char out[512];
    char copy[512];
    struct text_reader reader;
    size_t length = 0;
    strcpy(copy, content);
    FILE *in = fmemopen(copy, strlen(copy), "r");
    text_reader_init(&reader, in);
    out[0] = '\0';
    while (text_reader_next(&reader)) {
        length += (size_t)snprintf(out + length, sizeof out - length,
                                   "%s%ld:", length > 0 ? "|" : "", reader.first);
        for (size_t i = 0; i < reader.length; i++) {
            if (reader.text[i] != '\n' && reader.text[i] != '\r')
                out[length++] = reader.text[i];
        }
        out[length] = '\0';
    }
    text_reader_deinit(&reader);
    fclose(in);
    return out;
}

static void one_a_line(void **state)
{
    (void)state;
    assert_string_equal(texts_of("{\"a\":1}\n{\"b\":[2]}\n"), "1:{\"a\":1}|2:{\"b\":[2]}");
    assert_string_equal(texts_of("\n \t\r\n{\"a\":1}\r\n\n{\"b\":2}"), "3:{\"a\":1}|5:{\"b\":2}");
    assert_string_equal(texts_of("\n\n"), "");
}

static void over_several_lines(void **state)
{
    (void)state;
    assert_string_equal(texts_of("{\n  \"a\": [\n    {\"b\": 1}\n  ]\n}\n{\"c\":2}\n"),
                        "1:{  \"a\": [    {\"b\": 1}  ]}|6:{\"c\":2}");
    /* Without any indentation, too. */
    assert_string_equal(texts_of("{\n\"a\":[\n{\n\"b\":1\n}\n]\n}\n"), "1:{\"a\":[{\"b\":1}]}");
    assert_string_equal(texts_of("{ \"a\": 1,\n  \"b\": 2 }\n"), "1:{ \"a\": 1,  \"b\": 2 }");
}

static void brackets_in_strings_do_not_count(void **state)
{
    (void)state;
    assert_string_equal(texts_of("{\"a\":\"{[\\\"{\"}\n{\"b\":\"}\\\\\"}\n"),
                        "1:{\"a\":\"{[\\\"{\"}|2:{\"b\":\"}\\\\\"}");
}

static void what_is_cut_off_does_not_swallow_the_next(void **state)
{
    (void)state;
    assert_string_equal(texts_of("{\"a\":[{\"b\":\n{\"c\":2}\n"), "1:{\"a\":[{\"b\":|2:{\"c\":2}");
    assert_string_equal(texts_of("{\"a\":1}\n{\"b\":[2"), "1:{\"a\":1}|2:{\"b\":[2");
    assert_string_equal(texts_of("rubbish\n]]\n{\"a\":1}\n"), "1:rubbish|2:]]|3:{\"a\":1}");
}

/* What an earlier text has left in the room for texts is no part of a shorter one. */
static void nothing_is_read_past_the_end(void **state)
{
    (void)state;
    assert_string_equal(texts_of("[\n \n]\n[1         \n{\n}\n"), "1:[ ]|4:[1         |5:{}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_read_past_the_end),
        cmocka_unit_test(one_a_line),
        cmocka_unit_test(over_several_lines),
        cmocka_unit_test(brackets_in_strings_do_not_count),
        cmocka_unit_test(what_is_cut_off_does_not_swallow_the_next),
    };
    return cmocka_run_group_tests_name("text reader", tests, NULL, NULL);
}
