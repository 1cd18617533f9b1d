#include "proto/api.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The longest integer of the wire has 16 digits. */
#define DIGITS_MAX 16

/* A path below /api/: `*` stands for one part, which is the value of `part`. */
struct route {
    const char *path;
    enum operation operation;
    enum api_form form;
    enum field part;
};
#define NO_PART FIELD_OF_COUNT

static const struct route routes[] = {
    {"games", OPERATION_HISTORY, API_JSON, NO_PART},
    {"games/live", OPERATION_GAMES, API_JSON, NO_PART},
    {"games/export", OPERATION_EXPORT, API_EXPORT, NO_PART},
    {"games/*.txt", OPERATION_RECORD, API_TEXT, FIELD_OF_GAME},
    {"games/*.svg", OPERATION_RECORD, API_PICTURE, FIELD_OF_GAME},
    {"games/*", OPERATION_RECORD, API_JSON, FIELD_OF_GAME},
    {"users/*", OPERATION_USER, API_JSON, FIELD_OF_NAME},
    {"users/*/ratings", OPERATION_RATING_HISTORY, API_JSON, FIELD_OF_USER},
    {"leaderboard", OPERATION_LEADERBOARD, API_JSON, NO_PART},
    {"openings", OPERATION_OPENINGS, API_JSON, NO_PART},
};
#define ROUTE_COUNT (sizeof routes / sizeof *routes)

static const char prefix[] = "/api/";

bool api_covers(const char *path)
{
    return strncmp(path, prefix, sizeof prefix - 1) == 0;
}

/* ---- From a target to a request ----------------------------------------------------------- */

static void refuse(struct request_error *error, enum error_code code, const char *field,
                   const char *message)
{
    size_t length = strlen(field);
    if (length >= sizeof error->field) {
        /* A name that somebody made up: whole characters of it. */
        length = sizeof error->field - 1;
        while (length > 0 && ((unsigned char)field[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(error->field, field, length);
    error->field[length] = '\0';
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", message);
}

/* Whether the path is that of the route; *part is what stands for its star. */
static bool route_fits(const struct route *route, const char *path, const char **part,
                       size_t *part_length)
{
    size_t before = strcspn(route->path, "*");
    *part = NULL;
    *part_length = 0;
    if (route->path[before] == '\0')
        return strcmp(path, route->path) == 0;
    if (strncmp(path, route->path, before) != 0)
        return false;
    const char *after = route->path + before + 1;
    size_t rest = strlen(path + before);
    size_t after_length = strlen(after);
    if (rest <= after_length || strcmp(path + before + rest - after_length, after) != 0)
        return false;
    *part = path + before;
    *part_length = rest - after_length;
    return memchr(*part, '/', *part_length) == NULL;
}

static const struct route *route_find(const char *path, const char **part, size_t *part_length)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (route_fits(&routes[i], path, part, part_length))
            return &routes[i];
    }
    return NULL;
}

/* What may be asked for by parameter: the fields of the operation, without the one in the path. An
 * export has no pages for whoever reads it. */
static uint64_t route_parameters(const struct route *route)
{
    const struct operation_row *row = operation_row(route->operation);
    uint64_t fields = row->required | row->optional;
    if (route->part != NO_PART)
        fields &= ~(UINT64_C(1) << route->part);
    if (route->form == API_EXPORT)
        fields &= ~(FIELD_BIT(LIMIT) | FIELD_BIT(CURSOR));
    return fields;
}

static enum field field_find(uint64_t fields, const char *name)
{
    for (enum field field = 0; field < FIELD_OF_COUNT; field++) {
        if ((fields >> field & 1) != 0 && strcmp(field_row(field)->name, name) == 0)
            return field;
    }
    return FIELD_OF_COUNT;
}

/* The digits of an integer as JSON has them. */
static bool write_integer(struct writer *line, const char *value)
{
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX || value[digits] != '\0' ||
        (digits > 1 && value[0] == '0'))
        return false;
    writer_value(line, value, digits);
    return true;
}

static bool write_boolean(struct writer *line, const char *value)
{
    bool is_true = strcmp(value, "true") == 0;
    if (!is_true && strcmp(value, "false") != 0)
        return false;
    writer_boolean(line, is_true);
    return true;
}

/* The value as the field's type has it in JSON. What of that type may stand there is judged where
 * all requests are read. False where it cannot be of that type. */
static bool write_value(struct writer *line, enum field_type type, const char *value)
{
    switch (type) {
    case FIELD_BOOLEAN:
        return write_boolean(line, value);
    case FIELD_COUNT:
    case FIELD_RATING:
    case FIELD_LIMIT:
    case FIELD_SIZE:
        return write_integer(line, value);
    case FIELD_STRING:
    case FIELD_COLOR:
    case FIELD_POOL:
    case FIELD_RESULT:
    case FIELD_REASON:
    case FIELD_OFFER:
    case FIELD_ROOM:
    case FIELD_TEXT:
        writer_string(line, value);
        return true;
    case FIELD_TIME:
        return false;
    }
    return false;
}

static bool write_parameters(struct writer *line, uint64_t fields,
                             const struct http_request *request, struct request_error *error)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < request->parameter_count; i++) {
        const struct http_parameter *parameter = &request->parameters[i];
        enum field field = field_find(fields, parameter->name);
        if (field == FIELD_OF_COUNT) {
            refuse(error, ERROR_BAD_REQUEST, parameter->name, "there is no such parameter here");
            return false;
        }
        if ((seen >> field & 1) != 0) {
            refuse(error, ERROR_BAD_REQUEST, parameter->name, "a parameter may be given once");
            return false;
        }
        seen |= UINT64_C(1) << field;
        const struct field_row *row = field_row(field);
        writer_key(line, row->name);
        if (!write_value(line, row->type, parameter->value)) {
            refuse(error, ERROR_BAD_REQUEST, row->name, "");
            snprintf(error->message, sizeof error->message, "%s must be %s", row->name,
                     field_type_text(row->type));
            return false;
        }
    }
    return true;
}

bool api_call_read(struct api_call *call, const struct http_request *request,
                   struct request_error *error)
{
    assert(api_covers(request->path));
    const char *part;
    size_t part_length;
    const struct route *route = route_find(request->path + sizeof prefix - 1, &part, &part_length);
    if (route == NULL) {
        refuse(error, ERROR_NOT_FOUND, "", "there is nothing at this address");
        return false;
    }
    call->form = route->form;
    writer_init(&call->line);
    writer_object(&call->line);
    writer_key_string(&call->line, "op", operation_row(route->operation)->name);
    if (route->part != NO_PART) {
        writer_key(&call->line, field_row(route->part)->name);
        writer_string_length(&call->line, part, part_length);
    }
    if (!write_parameters(&call->line, route_parameters(route), request, error)) {
        writer_deinit(&call->line);
        return false;
    }
    writer_object_end(&call->line);
    return true;
}

void api_call_deinit(struct api_call *call)
{
    writer_deinit(&call->line);
}

void api_call_continue(struct writer *line, const struct api_call *call, const char *cursor)
{
    writer_clear(line);
    writer_raw(line, call->line.bytes, call->line.length - 1);
    writer_raw(line, ",\"cursor\":\"", strlen(",\"cursor\":\""));
    writer_raw(line, cursor, strlen(cursor));
    writer_raw(line, "\"}", 2);
}
