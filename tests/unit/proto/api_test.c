/* Targets below /api/ as requests of the protocol, and replies as what HTTP answers. */
#include "proto/api.h"

#include <string.h>

#include "tests/support/written.h"

/* A request for that target, decoded as the reader of HTTP would, but that `&` and `=` only divide.
 * Its texts are valid until the next call. */
static const struct http_request *request_for(const char *target)
{
    static char text[1024];
    static struct http_request request;
    request = (struct http_request){.method = HTTP_GET, .path = text};
    snprintf(text, sizeof text, "%s", target);
    char *at = strchr(text, '?');
    while (at != NULL) {
        *at++ = '\0';
        char *value = strchr(at, '=');
        request.parameters[request.parameter_count].name = at;
        request.parameters[request.parameter_count++].value = value + 1;
        *value = '\0';
        at = strchr(value + 1, '&');
    }
    return &request;
}

static void assert_asks(const char *target, enum api_form form, const char *line)
{
    struct api_call call;
    struct request_error error;
    struct request request;
    if (!api_call_read(&call, request_for(target), &error))
        fail_msg("%s: %s", target, error.message);
    assert_int_equal(call.form, form);
    assert_written(&call.line, line);
    writer_raw(&call.line, line, strlen(line));
    /* What it asks for is a request of the protocol. */
    assert_true(request_read(&request, call.line.bytes, call.line.length, &error));
    request_deinit(&request);
    api_call_deinit(&call);
}

static void assert_refused(const char *target, enum error_code code, const char *field)
{
    struct api_call call;
    struct request_error error;
    if (api_call_read(&call, request_for(target), &error))
        fail_msg("%s is taken", target);
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_true(error.message[0] != '\0');
}

static void each_route_is_an_operation(void **state)
{
    (void)state;
    assert_asks("/api/games", API_JSON, "{\"op\":\"history\"}");
    assert_asks("/api/games/live", API_JSON, "{\"op\":\"games\"}");
    assert_asks("/api/games/export", API_EXPORT, "{\"op\":\"export\"}");
    assert_asks("/api/games/AAAABBBBCCCC", API_JSON,
                "{\"op\":\"record\",\"game\":\"AAAABBBBCCCC\"}");
    assert_asks("/api/games/AAAABBBBCCCC.txt", API_TEXT,
                "{\"op\":\"record\",\"game\":\"AAAABBBBCCCC\"}");
    assert_asks("/api/games/AAAABBBBCCCC.svg", API_PICTURE,
                "{\"op\":\"record\",\"game\":\"AAAABBBBCCCC\"}");
    assert_asks("/api/games/.svg", API_JSON, "{\"op\":\"record\",\"game\":\".svg\"}");
    assert_asks("/api/games/live.txt", API_TEXT, "{\"op\":\"record\",\"game\":\"live\"}");
    assert_asks("/api/users/ann", API_JSON, "{\"op\":\"user\",\"name\":\"ann\"}");
    assert_asks("/api/users/ann/ratings?pool=3-blitz", API_JSON,
                "{\"op\":\"rating_history\",\"user\":\"ann\",\"pool\":\"3-blitz\"}");
    assert_asks("/api/leaderboard?pool=4-rapid&bots=true&at=17", API_JSON,
                "{\"op\":\"leaderboard\",\"pool\":\"4-rapid\",\"bots\":true,\"at\":17}");
    assert_asks("/api/openings?size=3&moves=C3 C4", API_JSON,
                "{\"op\":\"openings\",\"size\":3,\"moves\":\"C3 C4\"}");
    assert_asks("/api/openings?size=4&moves=", API_JSON,
                "{\"op\":\"openings\",\"size\":4,\"moves\":\"\"}");
}

static void values_have_the_type_of_their_field(void **state)
{
    (void)state;
    assert_asks("/api/games?user=17&limit=5&rated=false&since=0&until=9007199254740991", API_JSON,
                "{\"op\":\"history\",\"user\":\"17\",\"limit\":5,\"rated\":false,\"since\":0,"
                "\"until\":9007199254740991}");
    assert_asks("/api/users/a\"b\\c", API_JSON, "{\"op\":\"user\",\"name\":\"a\\\"b\\\\c\"}");
    assert_refused("/api/games?limit=", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?limit=-1", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?limit=+1", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?limit=01", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?limit=1.0", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?limit= 1", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games?since=12345678901234567", ERROR_BAD_REQUEST, "since");
    assert_refused("/api/games?rated=yes", ERROR_BAD_REQUEST, "rated");
    assert_refused("/api/games?rated=", ERROR_BAD_REQUEST, "rated");
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    assert_refused("/api/", ERROR_NOT_FOUND, "");
    assert_refused("/api/games/", ERROR_NOT_FOUND, "");
    assert_refused("/api/games/a/b", ERROR_NOT_FOUND, "");
    assert_refused("/api/users", ERROR_NOT_FOUND, "");
    assert_refused("/api/users/", ERROR_NOT_FOUND, "");
    assert_refused("/api/users//ratings", ERROR_NOT_FOUND, "");
    assert_refused("/api/users/a/rating", ERROR_NOT_FOUND, "");
    assert_refused("/api/GAMES", ERROR_NOT_FOUND, "");
    assert_refused("/api/games?op=guest", ERROR_BAD_REQUEST, "op");
    assert_refused("/api/games?id=1", ERROR_BAD_REQUEST, "id");
    assert_refused("/api/games?User=ann", ERROR_BAD_REQUEST, "User");
    assert_refused("/api/games?size=3&size=3", ERROR_BAD_REQUEST, "size");
    assert_refused("/api/users/ann?name=bob", ERROR_BAD_REQUEST, "name");
    assert_refused("/api/games/export?limit=3", ERROR_BAD_REQUEST, "limit");
    assert_refused("/api/games/export?cursor=x", ERROR_BAD_REQUEST, "cursor");
    assert_refused("/api/games?nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\u00e9=x", ERROR_BAD_REQUEST,
                   "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn");
}

static void an_export_goes_on_by_cursor(void **state)
{
    struct api_call call;
    struct request_error error;
    assert_true(api_call_read(&call, request_for("/api/games/export?size=3"), &error));
    api_call_continue(*state, &call, "AB_-9");
    assert_written(*state, "{\"op\":\"export\",\"size\":3,\"cursor\":\"AB_-9\"}");
    api_call_deinit(&call);
}

static void assert_page(struct writer *lines, const char *value, const char *wanted,
                        const char *wanted_cursor)
{
    char cursor[API_CURSOR_SIZE];
    api_export_page(value, strlen(value), lines, cursor);
    assert_string_equal(cursor, wanted_cursor);
    if (wanted[0] == '\0')
        assert_int_equal(lines->length, 0);
    else
        assert_written(lines, wanted);
}

static void records_come_a_line_each(void **state)
{
    assert_page(*state, "{\"records\":[],\"cursor\":null}", "", "");
    assert_page(*state, "{\"records\":[{\"a\":[{},{\"b\":1}]}],\"cursor\":null}",
                "{\"a\":[{},{\"b\":1}]}\n", "");
    assert_page(*state, "{\"records\":[{\"a\":\"}\\\"],{\\\\\"},{}],\"cursor\":\"Zm_-\"}",
                "{\"a\":\"}\\\"],{\\\\\"}\n{}\n", "Zm_-");
}

static struct api_reply read_reply(const char *line)
{
    struct api_reply reply;
    assert_true(api_is_reply(line, strlen(line)));
    api_reply_read(&reply, line, strlen(line));
    return reply;
}

static void assert_value(const struct api_reply *reply, const char *wanted)
{
    assert_int_equal(reply->length, strlen(wanted));
    assert_memory_equal(reply->value, wanted, reply->length);
}

static void replies_are_taken_apart(void **state)
{
    (void)state;
    struct api_reply reply = read_reply("{\"re\":null,\"ok\":{\"games\":[]}}\n");
    assert_true(reply.ok && !reply.final);
    assert_value(&reply, "{\"games\":[]}");
    reply = read_reply("{\"re\":null,\"error\":{\"code\":\"rate_limited\",\"message\":\"slow\","
                       "\"retry_after_ms\":1500}}\n");
    assert_false(reply.ok);
    assert_int_equal(reply.code, ERROR_RATE_LIMITED);
    assert_int_equal(reply.retry_after_ms, 1500);
    assert_value(&reply,
                 "{\"code\":\"rate_limited\",\"message\":\"slow\",\"retry_after_ms\":1500}");
    assert_false(api_is_reply("{\"ev\":\"hello\"}\n", 15));
    assert_false(api_is_reply("", 0));
}

static void a_finished_record_is_final(void **state)
{
    (void)state;
    assert_true(
        read_reply("{\"re\":null,\"ok\":{\"record\":{\"id\":\"x\",\"status\":\"finished\"}}}")
            .final);
    assert_true(read_reply("{\"re\":null,\"ok\":{\"record\":{\"status\":\"aborted\"}}}").final);
    assert_false(read_reply("{\"re\":null,\"ok\":{\"record\":{\"status\":\"playing\","
                            "\"of\":{\"status\":\"finished\"}}}}")
                     .final);
    assert_false(read_reply("{\"re\":null,\"ok\":{\"games\":[{\"status\":\"finished\"}]}}").final);
}

static void errors_have_fitting_statuses(void **state)
{
    assert_int_equal(api_status(ERROR_BAD_REQUEST), 400);
    assert_int_equal(api_status(ERROR_FORBIDDEN), 403);
    assert_int_equal(api_status(ERROR_NOT_FOUND), 404);
    assert_int_equal(api_status(ERROR_RATE_LIMITED), 429);
    assert_int_equal(api_status(ERROR_BUSY), 503);
    assert_int_equal(api_status(ERROR_STORAGE_UNAVAILABLE), 503);
    assert_int_equal(api_status(ERROR_SHUTTING_DOWN), 503);
    struct request_error error = {ERROR_BAD_REQUEST, "size", "size must be 3 or 4"};
    api_write_error(*state, &error);
    assert_written(*state,
                   "{\"error\":{\"code\":\"bad_request\",\"message\":\"size must be 3 or 4\","
                   "\"field\":\"size\"}}");
    error = (struct request_error){ERROR_NOT_FOUND, "", "no"};
    api_write_error(*state, &error);
    assert_written(*state, "{\"error\":{\"code\":\"not_found\",\"message\":\"no\"}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_route_is_an_operation),
        cmocka_unit_test(values_have_the_type_of_their_field),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test_setup_teardown(an_export_goes_on_by_cursor, written_set_up,
                                        written_tear_down),
        cmocka_unit_test_setup_teardown(records_come_a_line_each, written_set_up,
                                        written_tear_down),
        cmocka_unit_test(replies_are_taken_apart),
        cmocka_unit_test(a_finished_record_is_final),
        cmocka_unit_test_setup_teardown(errors_have_fitting_statuses, written_set_up,
                                        written_tear_down),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
