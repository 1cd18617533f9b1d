#include "proto/operations.h"

#include "proto/error.h"

#include <string.h>

#include "tests/support/cmocka_test.h"

static void operations_are_found_by_name(void **state)
{
    (void)state;
    for (enum operation operation = 0; operation < OPERATION_COUNT; operation++)
        assert_int_equal(operation_find(operation_row(operation)->name), operation);
    assert_int_equal(operation_find(""), OPERATION_COUNT);
    assert_int_equal(operation_find("Move"), OPERATION_COUNT);
    assert_int_equal(operation_find("mov"), OPERATION_COUNT);
    assert_int_equal(operation_find("moves"), OPERATION_COUNT);
}

static void rows_tell_who_may_ask_with_what(void **state)
{
    (void)state;
    const struct operation_row *move = operation_row(OPERATION_MOVE);
    assert_string_equal(move->name, "move");
    assert_int_equal(move->identity, IDENTITY_SOME);
    assert_true(move->required == (FIELD_BIT(GAME) | FIELD_BIT(MOVE)));
    assert_true(move->optional == (FIELD_BIT(PLY) | FIELD_BIT(V)));
    assert_int_equal(operation_row(OPERATION_LOGIN)->identity, IDENTITY_NONE);
    assert_int_equal(operation_row(OPERATION_WATCH)->identity, IDENTITY_ANY);
}

static void no_field_is_required_and_optional(void **state)
{
    (void)state;
    for (enum operation operation = 0; operation < OPERATION_COUNT; operation++) {
        const struct operation_row *row = operation_row(operation);
        assert_true((row->required & row->optional) == 0);
        assert_true((row->required | row->optional) < UINT64_C(1) << FIELD_OF_COUNT);
    }
}

static void fields_have_names_and_types(void **state)
{
    (void)state;
    assert_string_equal(field_row(FIELD_OF_RATING_MAX)->name, "rating_max");
    assert_int_equal(field_row(FIELD_OF_RATING_MAX)->type, FIELD_RATING);
    for (enum field field = 0; field < FIELD_OF_COUNT; field++)
        assert_true(strlen(field_type_text(field_row(field)->type)) > 0);
}

static void errors_have_codes(void **state)
{
    (void)state;
    assert_string_equal(error_code_text(ERROR_BAD_JSON), "bad_json");
    assert_string_equal(error_code_text(ERROR_STALE_PLY), "stale_ply");
    assert_string_equal(error_code_text(ERROR_SHUTTING_DOWN), "shutting_down");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_found_by_name),
        cmocka_unit_test(rows_tell_who_may_ask_with_what),
        cmocka_unit_test(no_field_is_required_and_optional),
        cmocka_unit_test(fields_have_names_and_types),
        cmocka_unit_test(errors_have_codes),
    };
    return cmocka_run_group_tests_name("operations", tests, NULL, NULL);
}
