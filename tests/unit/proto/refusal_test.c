/* Which lines are refused, with which code and field. */
#include "proto/request.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

struct refusal {
    const char *line;
    const char *code;
    const char *field;
};

static void assert_refused(const struct refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct request request;
        struct request_error error;
        const char *line = refusals[i].line;
        if (request_read(&request, line, strlen(line), &error))
            fail_msg("%s is not refused", line);
        if (strcmp(error_code_text(error.code), refusals[i].code) != 0 ||
            strcmp(error.field, refusals[i].field) != 0 || error.message[0] == '\0')
            fail_msg("%s: %s \"%s\": %s", line, error_code_text(error.code), error.field,
                     error.message);
        assert_null(request.root);
    }
}

#define REFUSED(refusals) assert_refused(refusals, sizeof refusals / sizeof refusals[0])

static void assert_read(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct request request;
        struct request_error error;
        if (!request_read(&request, lines[i], strlen(lines[i]), &error))
            fail_msg("%s: %s \"%s\": %s", lines[i], error_code_text(error.code), error.field,
                     error.message);
        request_deinit(&request);
    }
}

#define READ(lines) assert_read(lines, sizeof lines / sizeof lines[0])

static void what_is_no_request(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"hello", "bad_json", ""},
        {"{\"op\":\"ping\"", "bad_json", ""},
        {"{\"op\":\"ping\"} x", "bad_json", ""},
        {"{\"op\":\"ping\",\"op\":\"ping\"}", "bad_json", ""},
        {"{\"op\":\"pi\\u0000ng\"}", "bad_json", ""},
        {"{\"op\":\"ping\",\"id\":99999999999999999999}", "bad_json", ""},
        {"[1]", "bad_request", ""},
        {"null", "bad_request", ""},
        {"\"ping\"", "bad_request", ""},
    };
    REFUSED(refusals);
}

static void id_then_op_are_checked_first(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"nope\",\"id\":-1}", "bad_request", "id"},
        {"{\"id\":9007199254740992}", "bad_request", "id"},
        {"{\"op\":\"ping\",\"id\":1.0}", "bad_request", "id"},
        {"{\"op\":\"ping\",\"id\":\"\"}", "bad_request", "id"},
        {"{\"op\":\"ping\",\"id\":null}", "bad_request", "id"},
        {"{\"op\":\"ping\",\"id\":true}", "bad_request", "id"},
        {"{\"op\":\"ping\",\"id\":[1]}", "bad_request", "id"},
        {"{}", "bad_request", "op"},
        {"{\"id\":1,\"x\":1}", "bad_request", "op"},
        {"{\"op\":null}", "bad_request", "op"},
        {"{\"op\":1}", "bad_request", "op"},
        {"{\"op\":\"\"}", "unknown_op", ""},
        {"{\"op\":\"PING\",\"x\":1}", "unknown_op", ""},
    };
    REFUSED(refusals);
}

static void unknown_and_missing_fields(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"ping\",\"x\":1}", "bad_request", "x"},
        {"{\"op\":\"ping\",\"\":1}", "bad_request", ""},
        {"{\"op\":\"ping\",\"game\":\"x\"}", "bad_request", "game"},
        {"{\"op\":\"help\",\"op_\":\"move\"}", "bad_request", "op_"},
        {"{\"op\":\"move\"}", "bad_request", "game"},
        {"{\"op\":\"move\",\"game\":\"x\"}", "bad_request", "move"},
        {"{\"op\":\"login\",\"name\":\"ann\"}", "bad_request", "password"},
        {"{\"op\":\"rating_history\",\"user\":\"ann\"}", "bad_request", "pool"},
    };
    REFUSED(refusals);
}

static void a_made_up_field_is_told_in_whole_characters(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"ping\",\"0123456789012345678901234567890\":1}", "bad_request",
         "0123456789012345678901234567890"},
        {"{\"op\":\"ping\",\"01234567890123456789012345678901\":1}", "bad_request",
         "0123456789012345678901234567890"},
        {"{\"op\":\"ping\",\"012345678901234567890123456789\xc3\xa9\":1}", "bad_request",
         "012345678901234567890123456789"},
        {"{\"op\":\"ping\",\"0123456789012345678901234567\xf0\x9f\x98\x80\":1}", "bad_request",
         "0123456789012345678901234567"},
    };
    REFUSED(refusals);
}

static void wrong_types_and_ranges(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"watch\",\"game\":1}", "bad_request", "game"},
        {"{\"op\":\"watch\",\"game\":null}", "bad_request", "game"},
        {"{\"op\":\"watch\",\"game\":\"x\",\"from\":-1}", "bad_request", "from"},
        {"{\"op\":\"watch\",\"game\":\"x\",\"from\":0.0}", "bad_request", "from"},
        {"{\"op\":\"watch\",\"game\":\"x\",\"from\":\"0\"}", "bad_request", "from"},
        {"{\"op\":\"watch\",\"game\":\"x\",\"from\":null}", "bad_request", "from"},
        {"{\"op\":\"watch\",\"game\":\"x\",\"from\":9007199254740992}", "bad_request", "from"},
        {"{\"op\":\"logout\",\"everywhere\":1}", "bad_request", "everywhere"},
        {"{\"op\":\"logout\",\"everywhere\":null}", "bad_request", "everywhere"},
        {"{\"op\":\"games\",\"size\":2}", "bad_request", "size"},
        {"{\"op\":\"games\",\"size\":5}", "bad_request", "size"},
        {"{\"op\":\"games\",\"size\":4294967299}", "bad_request", "size"},
        {"{\"op\":\"games\",\"limit\":0}", "bad_request", "limit"},
        {"{\"op\":\"games\",\"limit\":101}", "bad_request", "limit"},
        {"{\"op\":\"games\",\"pool\":\"5-blitz\"}", "bad_request", "pool"},
        {"{\"op\":\"games\",\"pool\":null}", "bad_request", "pool"},
        {"{\"op\":\"seek\",\"color\":\"green\"}", "bad_request", "color"},
        {"{\"op\":\"seek\",\"color\":0}", "bad_request", "color"},
        {"{\"op\":\"seek\",\"rated\":true,\"rating_min\":10001}", "bad_request", "rating_min"},
        {"{\"op\":\"seek\",\"rated\":true,\"rating_max\":-1}", "bad_request", "rating_max"},
        {"{\"op\":\"seek\",\"rated\":true,\"rating_max\":null}", "bad_request", "rating_max"},
        {"{\"op\":\"history\",\"user\":\"a\",\"result\":\"any\"}", "bad_request", "result"},
        {"{\"op\":\"history\",\"reason\":\"\"}", "bad_request", "reason"},
        {"{\"op\":\"history\",\"reason\":\"mate\"}", "bad_request", "reason"},
        {"{\"op\":\"history\",\"since\":-1}", "bad_request", "since"},
        {"{\"op\":\"history\",\"cursor\":null}", "bad_request", "cursor"},
    };
    REFUSED(refusals);
}

#define SEEK(time) "{\"op\":\"seek\",\"time\":" time "}"

static void times_out_of_shape(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {SEEK("300000"), "bad_request", "time"},
        {SEEK("[]"), "bad_request", "time"},
        {SEEK("\"5+3\""), "bad_request", "time"},
        {SEEK("{}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":1000}"), "bad_request", "time"},
        {SEEK("{\"increment_ms\":1000}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":0,\"increment_ms\":0}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":-1,\"increment_ms\":1}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":1.5,\"increment_ms\":1}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":10800001,\"increment_ms\":1}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":1,\"increment_ms\":180001}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":1,\"increment_ms\":1,\"x\":1}"), "bad_request", "time"},
        {SEEK("{\"initial_ms\":1,\"increment_ms\":1,\"per_move_ms\":60000}"), "bad_request",
         "time"},
        {SEEK("{\"initial_ms\":1,\"increment_ms\":1,\"per_move_ms\":1}"), "bad_request", "time"},
        {SEEK("{\"per_move_ms\":59999}"), "bad_request", "time"},
        {SEEK("{\"per_move_ms\":1209600001}"), "bad_request", "time"},
        {SEEK("{\"per_move_ms\":60000,\"x\":1}"), "bad_request", "time"},
        {SEEK("{\"per_move_ms\":null}"), "bad_request", "time"},
    };
    REFUSED(refusals);
    static const char *const lines[] = {
        SEEK("{\"initial_ms\":10800000,\"increment_ms\":180000}"),
        SEEK("{\"initial_ms\":1,\"increment_ms\":0}"),
        SEEK("{\"per_move_ms\":60000}"),
        SEEK("{\"per_move_ms\":1209600000}"),
    };
    READ(lines);
}

static void terms_that_do_not_go_together(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"seek\",\"rated\":true,\"time\":null}", "bad_request", "time"},
        {"{\"op\":\"seek\",\"rating_min\":0}", "bad_request", "rating_min"},
        {"{\"op\":\"seek\",\"rated\":false,\"rating_max\":10000}", "bad_request", "rating_max"},
        {"{\"op\":\"seek\",\"rated\":true,\"rating_min\":2,\"rating_max\":1}", "bad_request",
         "rating_min"},
    };
    REFUSED(refusals);
    static const char *const lines[] = {
        "{\"op\":\"seek\",\"rated\":true,\"rating_min\":1,\"rating_max\":1}",
        "{\"op\":\"seek\",\"rated\":true,\"time\":{\"per_move_ms\":60000}}",
        "{\"op\":\"seek\",\"rated\":false,\"time\":null}",
    };
    READ(lines);
}

static void filters_that_do_not_go_together(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"history\",\"result\":\"win\"}", "bad_request", "result"},
        {"{\"op\":\"history\",\"result\":\"win\",\"versus\":\"a\"}", "bad_request", "result"},
        {"{\"op\":\"history\",\"since\":2,\"until\":1}", "bad_request", "since"},
        {"{\"op\":\"rating_history\",\"user\":\"a\",\"pool\":\"3-blitz\",\"since\":2,\"until\":1}",
         "bad_request", "since"},
    };
    REFUSED(refusals);
    static const char *const lines[] = {
        "{\"op\":\"history\",\"since\":2}",
        "{\"op\":\"history\",\"until\":0}",
        "{\"op\":\"history\",\"since\":2,\"until\":2}",
        "{\"op\":\"history\",\"result\":\"none\",\"user\":\"a\"}",
    };
    READ(lines);
}

static void accounts_that_may_not_be(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"{\"op\":\"register\",\"name\":\"x\",\"password\":\"12345678\"}", "bad_request", "name"},
        {"{\"op\":\"register\",\"name\":\"Guest-1\",\"password\":\"1\"}", "bad_request", "name"},
        {"{\"op\":\"register\",\"name\":\"ann\",\"password\":\"1234567\"}", "bad_request",
         "password"},
        {"{\"op\":\"set_password\",\"old\":\"x\",\"new\":\"1234567\"}", "bad_request", "new"},
    };
    REFUSED(refusals);
    static const char *const lines[] = {
        "{\"op\":\"login\",\"name\":\"\",\"password\":\"\"}",
        "{\"op\":\"login\",\"name\":\"guest-1\",\"password\":\"x\"}",
        "{\"op\":\"user\",\"name\":\"guest-1\"}",
        "{\"op\":\"set_password\",\"old\":\"x\",\"new\":\"12345678\"}",
    };
    READ(lines);
}

static void names(void **state)
{
    (void)state;
    static const char *const valid[] = {"ab",    "A1",     "a-_9",    "abcdefghijklmnopqrst",
                                        "guest", "guests", "guest_1", "g-uest-"};
    static const char *const invalid[] = {
        "",        "a",       "1a",        "_a",        "-a",   "abcdefghijklmnopqrstu",
        "a b",     "a.b",     "a\xc3\xa9", "\xc3\xa9z", "ab\n", "guest-",
        "guest-a", "GUEST-a", "gUeSt-1"};
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++)
        assert_true(request_name_valid(valid[i]));
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        assert_false(request_name_valid(invalid[i]));
}

static void passwords_are_counted_in_bytes(void **state)
{
    (void)state;
    char password[130];
    memset(password, 'x', sizeof password);
    password[129] = '\0';
    assert_false(request_password_valid(password));
    password[128] = '\0';
    assert_true(request_password_valid(password));
    password[8] = '\0';
    assert_true(request_password_valid(password));
    password[7] = '\0';
    assert_false(request_password_valid(password));
    assert_true(request_password_valid("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_request),
        cmocka_unit_test(id_then_op_are_checked_first),
        cmocka_unit_test(unknown_and_missing_fields),
        cmocka_unit_test(a_made_up_field_is_told_in_whole_characters),
        cmocka_unit_test(wrong_types_and_ranges),
        cmocka_unit_test(times_out_of_shape),
        cmocka_unit_test(terms_that_do_not_go_together),
        cmocka_unit_test(filters_that_do_not_go_together),
        cmocka_unit_test(accounts_that_may_not_be),
        cmocka_unit_test(names),
        cmocka_unit_test(passwords_are_counted_in_bytes),
    };
    return cmocka_run_group_tests_name("refusal", tests, NULL, NULL);
}
