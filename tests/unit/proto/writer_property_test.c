/* Whatever is written can be read, and is what was meant: random values are built at once with the
 * writer and with jansson, and compared after reading. */
#include "proto/json.h"
#include "proto/writer.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define VALUES 3000

static json_t *make_value(struct writer *writer, struct random *random, int room);

static json_t *make_string(struct writer *writer, struct random *random)
{
    static const char *const pieces[] = {
        "a", "\"", "\\", "\n", "\x01", "\x1f", "\xc3\xa9", "/", "\xf0\x9f\x98\x80"};
    char text[256] = "";
    for (uint32_t left = random_below(random, 40); left > 0; left--)
        strcat(text, pieces[random_below(random, sizeof pieces / sizeof pieces[0])]);
    writer_string(writer, text);
    return json_string(text);
}

static json_t *make_array(struct writer *writer, struct random *random, int room)
{
    json_t *array = json_array();
    writer_array(writer);
    for (uint32_t left = random_below(random, 5); left > 0; left--)
        json_array_append_new(array, make_value(writer, random, room - 1));
    writer_array_end(writer);
    return array;
}

static json_t *make_object(struct writer *writer, struct random *random, int room)
{
    json_t *object = json_object();
    writer_object(writer);
    uint32_t count = random_below(random, 5);
    for (uint32_t i = 0; i < count; i++) {
        char key[16];
        snprintf(key, sizeof key, "key_%u", i);
        writer_key(writer, key);
        json_object_set_new(object, key, make_value(writer, random, room - 1));
    }
    writer_object_end(writer);
    return object;
}

static json_t *make_integer(struct writer *writer, struct random *random)
{
    int64_t integer = (int64_t)(random_next(random) >> random_below(random, 64));
    writer_integer(writer, integer);
    return json_integer(integer);
}

static json_t *make_value(struct writer *writer, struct random *random, int room)
{
    switch (random_below(random, room > 0 ? 7 : 5)) {
    case 0:
        writer_null(writer);
        return json_null();
    case 1:
        writer_boolean(writer, true);
        return json_true();
    case 2:
        writer_boolean(writer, false);
        return json_false();
    case 3:
        return make_integer(writer, random);
    case 4:
        return make_string(writer, random);
    case 5:
        return make_array(writer, random, room);
    default:
        return make_object(writer, random, room);
    }
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct random random = {.state = 1};
    struct writer writer;
    writer_init(&writer);
    for (int i = 0; i < VALUES; i++) {
        writer_clear(&writer);
        json_t *meant = make_value(&writer, &random, JSON_NESTING_MAX);
        char why[128];
        json_t *read = json_read(writer.bytes, writer.length, why, sizeof why);
        if (read == NULL || !json_equal(read, meant))
            fail_msg("value %d from seed 1: %s: %.*s", i, read == NULL ? why : "not as meant",
                     (int)writer.length, writer.bytes);
        json_decref(read);
        json_decref(meant);
    }
    writer_deinit(&writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read)};
    return cmocka_run_group_tests_name("writer property", tests, NULL, NULL);
}
