#include "proto/http_request.h"

#include <assert.h>
#include <string.h>

#include "proto/http_fields.h"
#include "proto/http_target.h"
#include "proto/http_text.h"

#define BAD_REQUEST 400
#define METHOD_NOT_ALLOWED 405
#define NOT_IN_TIME 408
#define TARGET_TOO_LONG 414
#define HEAD_TOO_LONG 431
#define NOT_IMPLEMENTED 501
#define VERSION_NOT_SUPPORTED 505

#define LINE_END 2 /* CR and LF */

void http_reader_init(struct http_reader *reader)
{
    /* Not the buffer: nobody reads of it what was not written. */
    memset(reader, 0, offsetof(struct http_reader, head));
    reader->gzip_weight = reader->any_weight = -1;
}

/* Returns 0, or the status to refuse with. */
static int read_method(struct http_request *request, const char *method)
{
    static const char *const known[] = {"POST",    "PUT",   "DELETE", "CONNECT",
                                        "OPTIONS", "TRACE", "PATCH"};
    for (const char *at = method; *at != '\0'; at++) {
        if (!http_token_character(*at))
            return BAD_REQUEST;
    }
    if (method[0] == '\0')
        return BAD_REQUEST;
    request->method = strcmp(method, "HEAD") == 0 ? HTTP_HEAD : HTTP_GET;
    if (request->method == HTTP_HEAD || strcmp(method, "GET") == 0)
        return 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(method, known[i]) == 0)
            return METHOD_NOT_ALLOWED;
    }
    return NOT_IMPLEMENTED;
}

/* "HTTP/1.1"; returns 0, or the status to refuse with. */
static int read_version(struct http_request *request, const char *version)
{
    static const char name[] = "HTTP/";
    const char *major = version + sizeof name - 1;
    if (strncmp(version, name, sizeof name - 1) != 0 || strlen(major) != 3 || major[1] != '.')
        return BAD_REQUEST;
    if (major[0] < '0' || major[0] > '9' || major[2] < '0' || major[2] > '9')
        return BAD_REQUEST;
    request->minor_version = major[2] == '0' ? 0 : 1;
    return major[0] == '1' ? 0 : VERSION_NOT_SUPPORTED;
}

/* Ends the text at its first blank, and returns what follows; NULL where it has none. */
static char *cut(char *text)
{
    char *blank = strchr(text, ' ');
    if (blank == NULL)
        return NULL;
    *blank = '\0';
    return blank + 1;
}

/* Method, target and version with one blank between each (RFC 9112, 3). All that is there is read,
 * whatever is wrong before it. */
static int read_request_line(struct http_reader *reader, char *line)
{
    struct http_request *request = &reader->request;
    char *target = cut(line);
    char *version = target != NULL ? cut(target) : NULL;
    int version_status = version != NULL ? read_version(request, version) : BAD_REQUEST;
    int method_status = read_method(request, line);
    bool target_fits = target != NULL && http_target_read(request, target);
    reader->has_line = true;
    if (version_status != 0)
        return version_status;
    if (method_status != 0)
        return method_status;
    return target_fits ? 0 : BAD_REQUEST;
}

static enum http_read refuse(struct http_reader *reader, int status)
{
    if (!reader->has_line) {
        reader->head[reader->used] = '\0';
        read_request_line(reader, reader->head + reader->line);
    }
    struct http_request *request = &reader->request;
    *request = (struct http_request){.method = request->method,
                                     .path = request->path != NULL ? request->path : ""};
    reader->done = true;
    reader->status = status;
    return HTTP_READ_BAD;
}

/* A whole line lies in the buffer, from reader->line to `used`. */
static enum http_read take_line(struct http_reader *reader)
{
    char *line = reader->head + reader->line;
    size_t length = reader->used - reader->line;
    /* A LF alone may be taken for a line end, and need not: readers that differ about it can be set
     * against each other. */
    if (length < LINE_END || line[length - LINE_END] != '\r')
        return refuse(reader, BAD_REQUEST);
    length -= LINE_END;
    line[length] = '\0';
    if (memchr(line, '\0', length) != NULL)
        return refuse(reader, BAD_REQUEST);
    reader->line = reader->used;
    int status = 0;
    if (length > 0) {
        status = reader->has_line ? http_fields_take(reader, line, length)
                                  : read_request_line(reader, line);
    } else if (reader->has_line) {
        status = http_fields_end(reader);
        reader->done = true;
    } /* else an empty line before the request, which is passed over (RFC 9112, 2.2) */
    if (status != 0)
        return refuse(reader, status);
    return reader->done ? HTTP_READ_REQUEST : HTTP_READ_MORE;
}

/* By how much the line that is being gathered may grow. */
static size_t room(const struct http_reader *reader)
{
    size_t head = HTTP_HEAD_MAX - reader->used;
    size_t line = HTTP_REQUEST_LINE_MAX + LINE_END - (reader->used - reader->line);
    return !reader->has_line && line < head ? line : head;
}

static void take(struct http_reader *reader, const char **bytes, size_t *length, size_t piece)
{
    memcpy(reader->head + reader->used, *bytes, piece);
    reader->used += piece;
    *bytes += piece;
    *length -= piece;
}

enum http_read http_reader_feed(struct http_reader *reader, const char **bytes, size_t *length)
{
    assert(reader->status == 0);
    if (reader->done && *length > 0)
        http_reader_init(reader);
    while (*length > 0) {
        const char *end = memchr(*bytes, '\n', *length);
        size_t piece = end != NULL ? (size_t)(end - *bytes) + 1 : *length;
        if (piece > room(reader)) {
            take(reader, bytes, length, room(reader));
            return refuse(reader, reader->has_line ? HEAD_TOO_LONG : TARGET_TOO_LONG);
        }
        take(reader, bytes, length, piece);
        if (end == NULL)
            return HTTP_READ_MORE;
        enum http_read result = take_line(reader);
        if (result != HTTP_READ_MORE)
            return result;
    }
    return HTTP_READ_MORE;
}

void http_reader_give_up(struct http_reader *reader)
{
    assert(!http_reader_idle(reader));
    refuse(reader, NOT_IN_TIME);
}

bool http_reader_idle(const struct http_reader *reader)
{
    return reader->done || reader->used == 0;
}
