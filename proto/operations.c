#include "proto/operations.h"

#include <assert.h>
#include <string.h>

static const struct field_row fields[FIELD_OF_COUNT] = {
#define FIELDS_ROW(name, text, type) [FIELD_OF_##name] = {text, FIELD_##type},
    FIELDS(FIELDS_ROW)
#undef FIELDS_ROW
};

static const struct operation_row operations[OPERATION_COUNT] = {
#define OPERATIONS_ROW(name, text, who, required, optional)                                        \
    [OPERATION_##name] = {text, IDENTITY_##who, required, optional},
    OPERATIONS(OPERATIONS_ROW)
#undef OPERATIONS_ROW
};

/* A set of fields is a uint64_t. */
_Static_assert(FIELD_OF_COUNT <= 64, "too many fields for a set of bits");

const struct operation_row *operation_row(enum operation operation)
{
    assert(operation < OPERATION_COUNT);
    return &operations[operation];
}

const struct field_row *field_row(enum field field)
{
    assert(field < FIELD_OF_COUNT);
    return &fields[field];
}

const char *field_type_text(enum field_type type)
{
    switch (type) {
    case FIELD_STRING:
        return "a string";
    case FIELD_BOOLEAN:
        return "true or false";
    case FIELD_COUNT:
        return "an integer from 0 to 9007199254740991";
    case FIELD_RATING:
        return "an integer from 0 to 10000";
    case FIELD_LIMIT:
        return "an integer from 1 to 100";
    case FIELD_SIZE:
        return "3 or 4";
    case FIELD_TIME:
        return "initial_ms (0 to 10800000) and increment_ms (0 to 180000), not both 0; "
               "or per_move_ms (60000 to 1209600000); or null";
    case FIELD_COLOR:
        return "blue, red or random";
    case FIELD_POOL:
        return "a pool such as 3-blitz";
    case FIELD_RESULT:
        return "win, loss or none";
    case FIELD_REASON:
        return "capture, resign, time, abandoned, aborted or turn_limit";
    case FIELD_OFFER:
        return "takeback or abort";
    case FIELD_ROOM:
        return "players or spectators";
    case FIELD_TEXT:
        return "1 to 400 characters without control characters";
    }
    assert(false && "a type outside the enum");
    return "";
}

enum operation operation_find(const char *name)
{
    enum operation operation = 0;
    while (operation < OPERATION_COUNT && strcmp(operations[operation].name, name) != 0)
        operation++;
    return operation;
}
