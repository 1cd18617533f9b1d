#include "proto/writer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/written.h"

static void objects_and_arrays_nest(void **state)
{
    struct writer *writer = *state;
    writer_object(writer);
    writer_key(writer, "a");
    writer_array(writer);
    writer_integer(writer, 1);
    writer_object(writer);
    writer_object_end(writer);
    writer_array(writer);
    writer_array_end(writer);
    writer_null(writer);
    writer_array_end(writer);
    writer_key_boolean(writer, "b", true);
    writer_key_boolean(writer, "c", false);
    writer_key_null(writer, "d");
    writer_key_string(writer, "e", "f");
    writer_key_integer(writer, "g", -2);
    writer_object_end(writer);
    assert_written(writer, "{\"a\":[1,{},[],null],\"b\":true,\"c\":false,\"d\":null,"
                           "\"e\":\"f\",\"g\":-2}");
}

static void integers_of_all_sizes(void **state)
{
    struct writer *writer = *state;
    writer_array(writer);
    const int64_t integers[] = {0, 9, 10, -1, 1234567890123, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++)
        writer_integer(writer, integers[i]);
    writer_array_end(writer);
    assert_written(writer, "[0,9,10,-1,1234567890123,9223372036854775807,-9223372036854775808]");
}

static void only_what_must_be_is_escaped(void **state)
{
    struct writer *writer = *state;
    writer_string(writer, "a\"b\\c/d\x7f <&>'");
    assert_written(writer, "\"a\\\"b\\\\c/d\x7f <&>'\"");
    writer_string(writer, "\b\t\n\f\r\x01\x0b\x1f");
    assert_written(writer, "\"\\b\\t\\n\\f\\r\\u0001\\u000b\\u001f\"");
    writer_string(writer, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xe2\x80\xa8");
    assert_written(writer, "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xe2\x80\xa8\"");
    writer_string(writer, "");
    assert_written(writer, "\"\"");
    writer_string_length(writer, "a\0bcd", 3);
    assert_written(writer, "\"a\\u0000b\"");
}

static void ready_values_and_raw_bytes(void **state)
{
    struct writer *writer = *state;
    writer_array(writer);
    writer_value(writer, "{\"x\":1}", 7);
    writer_value(writer, "2 and more", 1);
    writer_array_end(writer);
    writer_raw(writer, "\n", 1);
    writer_object(writer);
    writer_object_end(writer);
    writer_raw(writer, "\n", 1);
    assert_written(writer, "[{\"x\":1},2]\n{}\n");
}

static void clearing_forgets_what_was_begun(void **state)
{
    struct writer *writer = *state;
    writer_object(writer);
    writer_key(writer, "a");
    writer_clear(writer);
    writer_array(writer);
    writer_array_end(writer);
    assert_written(writer, "[]");
}

static void it_grows_with_the_text(void **state)
{
    struct writer *writer = *state;
    writer_array(writer);
    for (int i = 0; i < 100000; i++)
        writer_string(writer, "0123456789");
    writer_array_end(writer);
    assert_int_equal(writer->length, 100000 * 13 + 1);
    assert_memory_equal(writer->bytes + writer->length - 4, "89\"]", 4);
}

static void it_nests_to_the_limit(void **state)
{
    struct writer *writer = *state;
    for (int i = 0; i < WRITER_DEPTH_MAX; i++)
        writer_array(writer);
    for (int i = 0; i < WRITER_DEPTH_MAX; i++)
        writer_array_end(writer);
    assert_written(writer, "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]");
}

/* Runs a misuse in a process of its own, which must be stopped by an assert. */
static void assert_stopped(void (*misuse)(struct writer *), struct writer *writer)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        fclose(stderr);
        misuse(writer);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
}

static void value_without_key(struct writer *writer)
{
    writer_object(writer);
    writer_null(writer);
}

static void key_in_array(struct writer *writer)
{
    writer_array(writer);
    writer_key(writer, "a");
}

static void key_after_key(struct writer *writer)
{
    writer_object(writer);
    writer_key(writer, "a");
    writer_key(writer, "b");
}

static void end_after_key(struct writer *writer)
{
    writer_object(writer);
    writer_key(writer, "a");
    writer_object_end(writer);
}

static void end_of_the_other_kind(struct writer *writer)
{
    writer_object(writer);
    writer_array_end(writer);
}

static void end_of_nothing(struct writer *writer)
{
    writer_array_end(writer);
}

static void nesting_too_deep(struct writer *writer)
{
    for (int i = 0; i <= WRITER_DEPTH_MAX; i++)
        writer_array(writer);
}

static void misuse_is_stopped(void **state)
{
    assert_stopped(value_without_key, *state);
    assert_stopped(key_in_array, *state);
    assert_stopped(key_after_key, *state);
    assert_stopped(end_after_key, *state);
    assert_stopped(end_of_the_other_kind, *state);
    assert_stopped(end_of_nothing, *state);
    assert_stopped(nesting_too_deep, *state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, written_set_up, written_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(objects_and_arrays_nest),         TEST(integers_of_all_sizes),
        TEST(only_what_must_be_is_escaped),    TEST(ready_values_and_raw_bytes),
        TEST(clearing_forgets_what_was_begun), TEST(it_grows_with_the_text),
        TEST(it_nests_to_the_limit),           TEST(misuse_is_stopped),
    };
    return cmocka_run_group_tests_name("writer", tests, NULL, NULL);
}
