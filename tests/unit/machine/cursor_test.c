/* Cursors: what is given out comes back as it was, for the same filters, and nothing else passes.
 */
#include "server/machine/cursor.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define FILTERS "history ann 3"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static struct cursor random_cursor(struct random *random)
{
    struct cursor cursor = {.place = (int64_t)random_next(random)};
    uint32_t length = random_below(random, NAME_SIZE);
    for (uint32_t i = 0; i < length; i++)
        cursor.name[i] = letters[random_below(random, sizeof letters - 1)];
    return cursor;
}

static bool equal(const struct cursor *a, const struct cursor *b)
{
    return a->place == b->place && strcmp(a->name, b->name) == 0;
}

static void what_is_given_out_comes_back(void **state)
{
    (void)state;
    struct random random = {.state = 1};
    for (int i = 0; i < 2000; i++) {
        char text[CURSOR_SIZE];
        struct cursor cursor = random_cursor(&random), read;
        cursor_write(&cursor, FILTERS, text);
        assert_true(strlen(text) < CURSOR_SIZE);
        assert_int_equal(strspn(text, letters), strlen(text));
        assert_true(cursor_read(&read, FILTERS, text));
        assert_true(equal(&read, &cursor));
    }
}

static void the_same_place_is_the_same_text(void **state)
{
    (void)state;
    struct cursor cursor = {.place = -7, .name = "ann"};
    char one[CURSOR_SIZE], other[CURSOR_SIZE];
    memset(one, 'x', sizeof one);
    memset(other, 'y', sizeof other);
    cursor_write(&cursor, FILTERS, one);
    cursor_write(&cursor, FILTERS, other);
    assert_string_equal(one, other);
}

static void other_filters_are_refused(void **state)
{
    (void)state;
    static const char *const others[] = {
        "", "history ann 4", "history ann 3 ", "history ann ", "leaderboard 3 0", "History ann 3"};
    struct cursor cursor = {.place = 5, .name = "ann"}, read;
    char text[CURSOR_SIZE];
    cursor_write(&cursor, FILTERS, text);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(cursor_read(&read, others[i], text));
}

/* What ends the name is not what begins the filters. */
static void name_and_filters_are_kept_apart(void **state)
{
    (void)state;
    struct cursor cursor = {.place = 5, .name = "ab"}, read;
    char text[CURSOR_SIZE];
    cursor_write(&cursor, "c", text);
    cursor.name[1] = '\0';
    assert_false(cursor_read(&read, "bc", text));
}

static void every_other_length_is_refused(void **state)
{
    (void)state;
    struct cursor cursor = {.place = 5, .name = "ann"}, read;
    char text[2 * CURSOR_SIZE], shorter[2 * CURSOR_SIZE];
    cursor_write(&cursor, FILTERS, text);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        memcpy(shorter, text, i);
        shorter[i] = '\0';
        assert_false(cursor_read(&read, FILTERS, shorter));
    }
    for (size_t i = length; i < sizeof text - 1; i++) {
        text[i] = 'A';
        text[i + 1] = '\0';
        assert_false(cursor_read(&read, FILTERS, text));
    }
}

static void every_other_letter_is_refused(void **state)
{
    (void)state;
    struct cursor cursor = {.place = 123456789, .name = "somebody"}, read;
    char text[CURSOR_SIZE];
    cursor_write(&cursor, FILTERS, text);
    for (size_t i = 0; text[i] != '\0'; i++) {
        char right = text[i];
        for (int other = 1; other < 256; other++) {
            text[i] = (char)other;
            if (text[i] != right)
                assert_false(cursor_read(&read, FILTERS, text));
        }
        text[i] = right;
    }
    assert_true(cursor_read(&read, FILTERS, text));
}

static void garbage_is_refused(void **state)
{
    (void)state;
    static const char *const garbage[] = {
        "",
        "0",
        "null",
        "AAAA",
        "====",
        "\xc3\xa9",
        "%00",
        "../../etc/passwd",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    struct cursor read;
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
        assert_false(cursor_read(&read, FILTERS, garbage[i]));
    struct random random = {.state = 2};
    for (int i = 0; i < 20000; i++) {
        char text[80];
        size_t length = random_below(&random, sizeof text);
        for (size_t at = 0; at < length; at++)
            text[at] = i % 2 == 0 ? letters[random_below(&random, 64)]
                                  : (char)(1 + random_below(&random, 255));
        text[length] = '\0';
        assert_false(cursor_read(&read, FILTERS, text));
    }
    static char line[4097];
    memset(line, 'A', sizeof line - 1);
    assert_false(cursor_read(&read, FILTERS, line));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_out_comes_back),
        cmocka_unit_test(the_same_place_is_the_same_text),
        cmocka_unit_test(other_filters_are_refused),
        cmocka_unit_test(name_and_filters_are_kept_apart),
        cmocka_unit_test(every_other_length_is_refused),
        cmocka_unit_test(every_other_letter_is_refused),
        cmocka_unit_test(garbage_is_refused),
    };
    return cmocka_run_group_tests_name("cursor", tests, NULL, NULL);
}
