/* Replies of the machine, as the API gives them to whoever asked by HTTP. */
#include "proto/api.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* How view.h begins a reply to a request without an id. */
static const char reply_begin[] = "{\"re\":";
static const char ok_begin[] = "{\"re\":null,\"ok\":";
static const char error_begin[] = "{\"re\":null,\"error\":";

static bool begins(const char *bytes, size_t length, const char *beginning)
{
    size_t wanted = strlen(beginning);
    return length >= wanted && memcmp(bytes, beginning, wanted) == 0;
}

bool api_is_reply(const char *line, size_t length)
{
    return begins(line, length, reply_begin);
}

static enum error_code code_find(const char *text)
{
    for (enum error_code code = ERROR_NONE + 1; code <= ERROR_SHUTTING_DOWN; code++) {
        if (strcmp(error_code_text(code), text) == 0)
            return code;
    }
    return ERROR_NONE;
}

static void read_error(struct api_reply *reply)
{
    json_t *error = json_read(reply->value, reply->length, NULL, 0);
    const char *code = json_string_value(json_object_get(error, "code"));
    assert(code != NULL);
    reply->code = code_find(code);
    json_read_integer(json_object_get(error, "retry_after_ms"), 0, JSON_INTEGER_MAX,
                      &reply->retry_after_ms);
    json_decref(error);
}

/* Before its status a record has numbers, the pool and the time: the first member of that name is
 * its own. */
static bool is_final_record(const char *value, size_t length)
{
    static const char name[] = "\"status\":\"";
    static const char playing[] = "playing\"";
    if (!begins(value, length, "{\"record\":"))
        return false;
    const char *status = memmem(value, length, name, sizeof name - 1);
    if (status == NULL)
        return false;
    status += sizeof name - 1;
    return !begins(status, length - (size_t)(status - value), playing);
}

void api_reply_read(struct api_reply *reply, const char *line, size_t length)
{
    *reply = (struct api_reply){.ok = begins(line, length, ok_begin)};
    if (length > 0 && line[length - 1] == '\n')
        length--;
    size_t before = reply->ok ? sizeof ok_begin - 1 : sizeof error_begin - 1;
    assert(reply->ok || begins(line, length, error_begin));
    reply->value = line + before;
    reply->length = length - before - 1; /* without the reply's own brace */
    if (reply->ok)
        reply->final = is_final_record(reply->value, reply->length);
    else
        read_error(reply);
}

int api_status(enum error_code code)
{
    switch (code) {
    case ERROR_BAD_JSON:
    case ERROR_BAD_REQUEST:
    case ERROR_UNKNOWN_OP:
    case ERROR_TOO_LONG:
        return 400;
    case ERROR_UNAUTHENTICATED:
    case ERROR_BAD_CREDENTIALS:
        return 401;
    case ERROR_FORBIDDEN:
        return 403;
    case ERROR_NOT_FOUND:
        return 404;
    case ERROR_NAME_TAKEN:
    case ERROR_SELF_PLAY:
    case ERROR_NOT_YOUR_TURN:
    case ERROR_STALE_PLY:
    case ERROR_ILLEGAL_MOVE:
    case ERROR_GAME_OVER:
    case ERROR_NOT_ALLOWED_NOW:
        return 409;
    case ERROR_GONE:
        return 410;
    case ERROR_RATE_LIMITED:
        return 429;
    case ERROR_BUSY:
    case ERROR_STORAGE_UNAVAILABLE:
    case ERROR_SHUTTING_DOWN:
        return 503;
    case ERROR_NONE:
        break;
    }
    return 500;
}

void api_write_error(struct writer *writer, const struct request_error *error)
{
    writer_object(writer);
    writer_key(writer, "error");
    writer_object(writer);
    writer_key_string(writer, "code", error_code_text(error->code));
    writer_key_string(writer, "message", error->message);
    if (error->field[0] != '\0')
        writer_key_string(writer, "field", error->field);
    writer_object_end(writer);
    writer_object_end(writer);
}

/* ---- Export ------------------------------------------------------------------------------- */

/* The end of the JSON value that begins at *at, which is an object: sound, for the server wrote it.
 */
static const char *object_end(const char *at, const char *end)
{
    int depth = 0;
    bool in_string = false;
    for (; at < end; at++) {
        if (in_string && *at == '\\')
            at++;
        else if (*at == '"')
            in_string = !in_string;
        else if (!in_string && *at == '{')
            depth++;
        else if (!in_string && *at == '}' && --depth == 0)
            return at + 1;
    }
    assert(false && "half an object");
    return end;
}

void api_export_page(const char *value, size_t length, struct writer *lines,
                     char cursor[API_CURSOR_SIZE])
{
    static const char records[] = "{\"records\":[";
    static const char next[] = "],\"cursor\":";
    const char *end = value + length;
    assert(begins(value, length, records));
    const char *at = value + sizeof records - 1;
    while (*at != ']') {
        const char *after = object_end(at, end);
        writer_raw(lines, at, (size_t)(after - at));
        writer_raw(lines, "\n", 1);
        at = *after == ',' ? after + 1 : after;
    }
    assert(begins(at, (size_t)(end - at), next));
    at += sizeof next - 1;
    cursor[0] = '\0';
    if (*at != '"')
        return;
    size_t cursor_length = strcspn(at + 1, "\"");
    assert(cursor_length < API_CURSOR_SIZE);
    memcpy(cursor, at + 1, cursor_length);
    cursor[cursor_length] = '\0';
}
