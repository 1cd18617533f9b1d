#include "proto/http_request.h"

#include <assert.h>
#include <string.h>

#include "proto/http_fields.h"
#include "proto/http_target.h"
#include "proto/http_text.h"

#define BAD_REQUEST 400
#define METHOD_NOT_ALLOWED 405
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

/* Method, target and version with one blank between each (RFC 9112, 3). */
static int read_request_line(struct http_reader *reader, char *line)
{
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    if (version == NULL)
        return BAD_REQUEST;
    *target++ = '\0';
    *version++ = '\0';
    int status = read_version(&reader->request, version);
    if (status == 0)
        status = read_method(&reader->request, line);
    if (status == 0 && !http_target_read(&reader->request, target))
        status = BAD_REQUEST;
    reader->has_line = true;
    return status;
}

static enum http_read refuse(struct http_reader *reader, int status)
{
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

/* Whether the line that is being gathered may grow by this much. Returns 0, or the status. */
static int check_room(const struct http_reader *reader, size_t more)
{
    size_t line = reader->used - reader->line;
    if (!reader->has_line && more > HTTP_REQUEST_LINE_MAX + LINE_END - line)
        return TARGET_TOO_LONG;
    if (more > HTTP_HEAD_MAX - reader->used)
        return reader->has_line ? HEAD_TOO_LONG : TARGET_TOO_LONG;
    return 0;
}

enum http_read http_reader_feed(struct http_reader *reader, const char **bytes, size_t *length)
{
    assert(reader->status == 0);
    if (reader->done && *length > 0)
        http_reader_init(reader);
    while (*length > 0) {
        const char *end = memchr(*bytes, '\n', *length);
        size_t piece = end != NULL ? (size_t)(end - *bytes) + 1 : *length;
        int status = check_room(reader, piece);
        if (status != 0)
            return refuse(reader, status);
        memcpy(reader->head + reader->used, *bytes, piece);
        reader->used += piece;
        *bytes += piece;
        *length -= piece;
        if (end == NULL)
            return HTTP_READ_MORE;
        enum http_read result = take_line(reader);
        if (result != HTTP_READ_MORE)
            return result;
    }
    return HTTP_READ_MORE;
}

bool http_reader_idle(const struct http_reader *reader)
{
    return reader->done || reader->used == 0;
}
