/* What a checked request holds. */
#include "proto/request.h"

#include "proto/pool.h"

#include <string.h>

#include "tests/support/written.h"

static void read_request(struct request *request, const char *line)
{
    struct request_error error;
    if (!request_read(request, line, strlen(line), &error))
        fail_msg("%s: %s %s: %s", line, error_code_text(error.code), error.field, error.message);
}

static void fields_not_sent_have_defaults(void **state)
{
    (void)state;
    struct request request;
    read_request(&request, "{\"op\":\"seek\"}");
    assert_int_equal(request.operation, OPERATION_SEEK);
    assert_int_equal(request.id.kind, REQUEST_ID_NULL);
    assert_true(request.has == 0);
    assert_int_equal(request.size, 3);
    assert_int_equal(request.time.kind, TIME_FISCHER);
    assert_int_equal(request.time.initial_ms, 300000);
    assert_int_equal(request.time.increment_ms, 3000);
    assert_false(request.rated);
    assert_int_equal(request.color, WANTED_RANDOM);
    assert_int_equal(request.rating_min, 0);
    assert_int_equal(request.rating_max, 10000);
    assert_int_equal(request.limit, 20);
    assert_int_equal(request.pool, POOL_NONE);
    assert_int_equal(request.result, RESULT_ANY);
    assert_int_equal(request.reason, REASON_NONE);
    assert_null(request.cursor);
    request_deinit(&request);
}

static void terms_are_read(void **state)
{
    (void)state;
    struct request request;
    read_request(&request, "{\"op\":\"seek\",\"size\":4,\"time\":{\"increment_ms\":180000,"
                           "\"initial_ms\":0},\"rated\":true,\"color\":\"red\","
                           "\"rating_min\":1200,\"rating_max\":1200}");
    assert_int_equal(request.size, 4);
    assert_int_equal(request.time.kind, TIME_FISCHER);
    assert_int_equal(request.time.initial_ms, 0);
    assert_int_equal(request.time.increment_ms, 180000);
    assert_true(request.rated);
    assert_int_equal(request.color, WANTED_RED);
    assert_int_equal(request.rating_min, 1200);
    assert_int_equal(request.rating_max, 1200);
    assert_true(request_has(&request, FIELD_BIT(TIME)));
    assert_false(request_has(&request, FIELD_BIT(LIMIT)));
    request_deinit(&request);

    read_request(&request, "{\"op\":\"seek\",\"time\":{\"per_move_ms\":86400000}}");
    assert_int_equal(request.time.kind, TIME_PER_MOVE);
    assert_int_equal(request.time.per_move_ms, 86400000);
    request_deinit(&request);

    read_request(&request, "{\"op\":\"seek\",\"time\":null}");
    assert_int_equal(request.time.kind, TIME_NONE);
    assert_true(request_has(&request, FIELD_BIT(TIME)));
    request_deinit(&request);
}

static void a_move_is_read(void **state)
{
    (void)state;
    struct request request;
    read_request(&request, "{\"id\":7,\"op\":\"move\",\"game\":\"0123456789ab\","
                           "\"move\":\"B2xC4\\n\\u00e9\",\"ply\":9007199254740991,\"v\":0}");
    assert_int_equal(request.operation, OPERATION_MOVE);
    assert_string_equal(request.game, "0123456789ab");
    assert_string_equal(request.move, "B2xC4\n\xc3\xa9");
    assert_true(request.ply == JSON_INTEGER_MAX);
    assert_true(request_has(&request, FIELD_BIT(V)));
    assert_true(request.v == 0);
    request_deinit(&request);
}

static void filters_are_read(void **state)
{
    (void)state;
    struct request request;
    read_request(&request,
                 "{\"op\":\"history\",\"user\":\"ann\",\"versus\":\"bob\",\"size\":3,"
                 "\"pool\":\"3-rapid\",\"rated\":false,\"result\":\"loss\",\"reason\":\"time\","
                 "\"since\":5,\"until\":5,\"limit\":100,\"cursor\":\"x\"}");
    assert_string_equal(request.user, "ann");
    assert_string_equal(request.versus, "bob");
    assert_string_equal(pool_name(request.pool), "3-rapid");
    assert_true(request_has(&request, FIELD_BIT(RATED)));
    assert_int_equal(request.result, RESULT_LOSS);
    assert_int_equal(request.reason, REASON_TIME);
    assert_true(request.since == 5 && request.until == 5);
    assert_int_equal(request.limit, 100);
    assert_string_equal(request.cursor, "x");
    request_deinit(&request);
}

static void accounts_are_read(void **state)
{
    (void)state;
    struct request request;
    read_request(&request,
                 "{\"op\":\"register\",\"name\":\"ann\",\"password\":\"12345678\",\"bot\":true}");
    assert_string_equal(request.name, "ann");
    assert_string_equal(request.password, "12345678");
    assert_true(request.bot);
    request_deinit(&request);
    read_request(&request, "{\"op\":\"set_password\",\"old\":\"\",\"new\":\"12345678\"}");
    assert_string_equal(request.old_password, "");
    assert_string_equal(request.new_password, "12345678");
    request_deinit(&request);
    read_request(&request, "{\"op\":\"logout\",\"everywhere\":true}");
    assert_true(request.everywhere);
    request_deinit(&request);
    read_request(&request, "{\"op\":\"resume\",\"token\":\"t\"}");
    assert_string_equal(request.token, "t");
    request_deinit(&request);
}

/* The `re` that a line leads to, whether it is a request or not. */
static void assert_re(const char *line, const char *expected)
{
    struct request request;
    struct request_error error;
    if (request_read(&request, line, strlen(line), &error))
        request_deinit(&request);
    struct writer writer;
    writer_init(&writer);
    writer_object(&writer);
    request_id_write(&writer, &request.id);
    writer_object_end(&writer);
    assert_written(&writer, expected);
    writer_deinit(&writer);
}

static void the_id_comes_back(void **state)
{
    (void)state;
    assert_re("{\"op\":\"ping\",\"id\":0}", "{\"re\":0}");
    assert_re("{\"op\":\"ping\",\"id\":9007199254740991}", "{\"re\":9007199254740991}");
    assert_re("{\"op\":\"ping\",\"id\":\"a\\\"\\u0001\"}", "{\"re\":\"a\\\"\\u0001\"}");
    assert_re("{\"op\":\"ping\"}", "{\"re\":null}");
}

static void the_id_comes_back_though_the_rest_is_wrong(void **state)
{
    (void)state;
    assert_re("{\"id\":7}", "{\"re\":7}");
    assert_re("{\"op\":7,\"id\":7}", "{\"re\":7}");
    assert_re("{\"op\":\"nope\",\"id\":\"x\"}", "{\"re\":\"x\"}");
    assert_re("{\"op\":\"move\",\"game\":[],\"id\":\"x\"}", "{\"re\":\"x\"}");
}

static void an_id_of_64_bytes_is_the_longest(void **state)
{
    (void)state;
    assert_re("{\"op\":\"ping\",\"id\":\"0123456789012345678901234567890123456789"
              "012345678901234567890123\"}",
              "{\"re\":\"0123456789012345678901234567890123456789012345678901234567890123\"}");
    assert_re("{\"op\":\"ping\",\"id\":\"0123456789012345678901234567890123456789"
              "01234567890123456789012\xc3\xa9\"}",
              "{\"re\":null}");
}

static void moving_leaves_nothing_behind(void **state)
{
    (void)state;
    struct request from;
    struct request to;
    read_request(&from, "{\"op\":\"user\",\"name\":\"ann\"}");
    request_move(&to, &from);
    assert_null(from.root);
    assert_null(from.name);
    request_deinit(&from);
    assert_string_equal(to.name, "ann");
    request_deinit(&to);
}

static void reasons_have_texts(void **state)
{
    (void)state;
    assert_null(reason_text(REASON_NONE));
    assert_string_equal(reason_text(REASON_CAPTURE), "capture");
    assert_string_equal(reason_text(REASON_TURN_LIMIT), "turn_limit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_not_sent_have_defaults),
        cmocka_unit_test(terms_are_read),
        cmocka_unit_test(a_move_is_read),
        cmocka_unit_test(filters_are_read),
        cmocka_unit_test(accounts_are_read),
        cmocka_unit_test(the_id_comes_back),
        cmocka_unit_test(the_id_comes_back_though_the_rest_is_wrong),
        cmocka_unit_test(an_id_of_64_bytes_is_the_longest),
        cmocka_unit_test(moving_leaves_nothing_behind),
        cmocka_unit_test(reasons_have_texts),
    };
    return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
