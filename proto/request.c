#include "proto/request.h"

#include "proto/fields.h"
#include "proto/pool.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME_MIN 2
#define NAME_MAX 20
#define GUEST_PREFIX "guest-"
#define PASSWORD_MIN 8
#define PASSWORD_MAX 128

#define DEFAULT_INITIAL_MS INT64_C(300000)
#define DEFAULT_INCREMENT_MS INT64_C(3000)
#define DEFAULT_LIMIT 20

/* Copies what fits of a field's name, which a peer may have made up: whole characters only. */
static void copy_field(char *out, size_t size, const char *name)
{
    size_t length = strlen(name);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(out, name, length);
    out[length] = '\0';
}

/* Fills in a bad_request; always false, so that a check can end with it. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct request_error *error,
                                                         const char *field, const char *format, ...)
{
    error->code = ERROR_BAD_REQUEST;
    copy_field(error->field, sizeof error->field, field);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_id(struct request_id *id, const json_t *root, struct request_error *error)
{
    const json_t *value = json_object_get(root, "id");
    if (value == NULL)
        return true;
    if (json_read_integer(value, 0, JSON_INTEGER_MAX, &id->integer)) {
        id->kind = REQUEST_ID_INTEGER;
        return true;
    }
    size_t length = json_string_length(value);
    if (!json_is_string(value) || length < 1 || length > REQUEST_ID_MAX)
        return refuse(error, "id",
                      "id must be an integer from 0 to 2^53-1 or 1 to %d bytes of text",
                      REQUEST_ID_MAX);
    id->kind = REQUEST_ID_STRING;
    memcpy(id->string, json_string_value(value), length);
    id->string[length] = '\0';
    return true;
}

static bool read_operation(enum operation *operation, const json_t *root,
                           struct request_error *error)
{
    const char *name = json_string_value(json_object_get(root, "op"));
    if (name == NULL)
        return refuse(error, "op", "op must be there and be the name of an operation");
    *operation = operation_find(name);
    if (*operation < OPERATION_COUNT)
        return true;
    error->code = ERROR_UNKNOWN_OP;
    snprintf(error->message, sizeof error->message,
             "there is no such operation; help lists those there are");
    return false;
}

/* The field of that name among those of a set, or FIELD_OF_COUNT. */
static enum field find_field(uint64_t set, const char *name)
{
    for (uint64_t rest = set; rest != 0; rest &= rest - 1) {
        enum field field = (enum field)__builtin_ctzll(rest);
        if (strcmp(field_row(field)->name, name) == 0)
            return field;
    }
    return FIELD_OF_COUNT;
}

static bool read_fields(struct request *request, struct request_error *error)
{
    const struct operation_row *row = operation_row(request->operation);
    const char *name;
    json_t *value;
    json_object_foreach(request->root, name, value) {
        if (strcmp(name, "id") == 0 || strcmp(name, "op") == 0)
            continue;
        enum field field = find_field(row->required | row->optional, name);
        if (field == FIELD_OF_COUNT)
            return refuse(error, name, "%s has no such field", row->name);
        if (!field_read(request, field, value))
            return refuse(error, name, "%s must be %s", name,
                          field_type_text(field_row(field)->type));
        request->has |= UINT64_C(1) << field;
    }
    uint64_t missing = row->required & ~request->has;
    if (missing != 0) {
        const char *first = field_row((enum field)__builtin_ctzll(missing))->name;
        return refuse(error, first, "%s needs the field %s", row->name, first);
    }
    return true;
}

static bool check_terms(const struct request *request, struct request_error *error)
{
    if (request->rated && request->time.kind == TIME_NONE)
        return refuse(error, "time", "a rated game needs a clock: time must not be null");
    if (!request->rated && request_has(request, FIELD_BIT(RATING_MIN)))
        return refuse(error, "rating_min", "rating_min is for rated games only");
    if (!request->rated && request_has(request, FIELD_BIT(RATING_MAX)))
        return refuse(error, "rating_max", "rating_max is for rated games only");
    if (request->rating_min > request->rating_max)
        return refuse(error, "rating_min", "rating_min must not be over rating_max");
    return true;
}

/* What the types cannot say: whole values of some operations, and fields together. */
static bool check_together(const struct request *request, struct request_error *error)
{
    if (request->operation == OPERATION_REGISTER && !request_name_valid(request->name))
        return refuse(error, "name",
                      "name must be a letter, then 1 to 19 of letters, digits, _ and -, "
                      "and not begin with guest-");
    if (request->operation == OPERATION_REGISTER && !request_password_valid(request->password))
        return refuse(error, "password", "password must be 8 to 128 bytes");
    if (request->operation == OPERATION_SET_PASSWORD &&
        !request_password_valid(request->new_password))
        return refuse(error, "new", "new must be 8 to 128 bytes");
    if (request_has(request, FIELD_BIT(SINCE)) && request_has(request, FIELD_BIT(UNTIL)) &&
        request->since > request->until)
        return refuse(error, "since", "since must not be after until");
    if (request_has(request, FIELD_BIT(RESULT)) && !request_has(request, FIELD_BIT(USER)))
        return refuse(error, "result", "result is of a user: it needs the field user");
    return (request->operation != OPERATION_SEEK && request->operation != OPERATION_CHALLENGE) ||
           check_terms(request, error);
}

static bool read_object(struct request *request, struct request_error *error)
{
    if (!json_is_object(request->root))
        return refuse(error, "", "a request must be a JSON object");
    return read_id(&request->id, request->root, error) &&
           read_operation(&request->operation, request->root, error) &&
           read_fields(request, error) && check_together(request, error);
}

bool request_read(struct request *request, const char *line, size_t length,
                  struct request_error *error)
{
    *request = (struct request){
        .size = BOARD_MIN_SIZE,
        .time = {.kind = TIME_FISCHER,
                 .initial_ms = DEFAULT_INITIAL_MS,
                 .increment_ms = DEFAULT_INCREMENT_MS},
        .rating_min = RATING_LOWEST,
        .rating_max = RATING_HIGHEST,
        .limit = DEFAULT_LIMIT,
        .pool = POOL_NONE,
        .accept = true,
        .ignore = true,
    };
    *error = (struct request_error){.code = ERROR_NONE};
    request->root = json_read(line, length, error->message, sizeof error->message);
    if (request->root == NULL) {
        error->code = ERROR_BAD_JSON;
        return false;
    }
    if (read_object(request, error))
        return true;
    request_deinit(request);
    return false;
}

void request_deinit(struct request *request)
{
    json_decref(request->root);
    request->root = NULL;
}

void request_move(struct request *to, struct request *from)
{
    assert(to != from);
    *to = *from;
    *from = (struct request){.root = NULL};
}

void request_id_write(struct writer *writer, const struct request_id *id)
{
    writer_key(writer, "re");
    switch (id->kind) {
    case REQUEST_ID_NULL:
        writer_null(writer);
        return;
    case REQUEST_ID_INTEGER:
        writer_integer(writer, id->integer);
        return;
    case REQUEST_ID_STRING:
        writer_string(writer, id->string);
        return;
    }
    assert(false && "a kind outside the enum");
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool request_name_valid(const char *name)
{
    size_t length = strlen(name);
    if (length < NAME_MIN || length > NAME_MAX || !is_letter(name[0]))
        return false;
    for (size_t i = 1; i < length; i++) {
        bool digit = name[i] >= '0' && name[i] <= '9';
        if (!is_letter(name[i]) && !digit && name[i] != '_' && name[i] != '-')
            return false;
    }
    /* The name is ASCII by now, so this does not depend on the locale. */
    return strncasecmp(name, GUEST_PREFIX, strlen(GUEST_PREFIX)) != 0;
}

bool request_password_valid(const char *password)
{
    size_t length = strlen(password);
    return length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}
