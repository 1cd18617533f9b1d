#include "proto/http_response.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct head {
    char *out;
    size_t room;
    size_t used;
    bool full;
};

static void add(struct head *head, const char *text)
{
    size_t length = strlen(text);
    if (length > head->room - head->used) {
        head->full = true;
        return;
    }
    memcpy(head->out + head->used, text, length);
    head->used += length;
}

/* A line break in a value would begin a field of whoever wrote the value. */
static bool fit_for_a_value(const char *value)
{
    for (; *value != '\0'; value++) {
        unsigned char byte = (unsigned char)*value;
        if ((byte < ' ' && byte != '\t') || byte == 0x7f)
            return false;
    }
    return true;
}

static void add_field(struct head *head, const char *name, const char *value)
{
    if (value == NULL)
        return;
    assert(fit_for_a_value(value));
    add(head, name);
    add(head, ": ");
    add(head, value);
    add(head, "\r\n");
}

static void add_status(struct head *head, int status)
{
    char line[64];
    snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", status, http_status_text(status));
    add(head, line);
}

static void add_connection(struct head *head, enum http_connection connection)
{
    switch (connection) {
    case HTTP_CONNECTION_KEEP_ALIVE:
        add_field(head, "Connection", "keep-alive");
        return;
    case HTTP_CONNECTION_CLOSE:
        add_field(head, "Connection", "close");
        return;
    case HTTP_CONNECTION_UPGRADE:
        add_field(head, "Connection", "upgrade");
        add_field(head, "Upgrade", "websocket");
        return;
    }
}

static void add_body(struct head *head, const struct http_response *response)
{
    char length[24];
    switch (response->body) {
    case HTTP_BODY_LENGTH:
        snprintf(length, sizeof length, "%" PRIu64, response->length);
        add_field(head, "Content-Length", length);
        return;
    case HTTP_BODY_CHUNKED:
        add_field(head, "Transfer-Encoding", "chunked");
        return;
    case HTTP_BODY_UNTIL_CLOSE:
        assert(response->connection == HTTP_CONNECTION_CLOSE);
        return;
    case HTTP_BODY_NONE:
        return;
    }
}

size_t http_response_head(const struct http_response *response, char *out, size_t room)
{
    struct head head = {.out = out, .room = room};
    char date[HTTP_DATE_SIZE];
    http_date(response->at, date);
    add_status(&head, response->status);
    add_field(&head, "Date", date);
    add_connection(&head, response->connection);
    add_body(&head, response);
    add_field(&head, "Content-Type", response->content_type);
    add_field(&head, "Content-Encoding", response->content_encoding);
    add_field(&head, "ETag", response->etag);
    add_field(&head, "Cache-Control", response->cache_control);
    add_field(&head, "Vary", response->vary);
    for (size_t i = 0; i < response->field_count; i++)
        add_field(&head, response->fields[i].name, response->fields[i].value);
    add(&head, "\r\n");
    return head.full ? 0 : head.used;
}

const char *http_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } rows[] = {
        {101, "Switching Protocols"},
        {200, "OK"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status)
            return rows[i].text;
    }
    assert(false && "a status that this server does not give");
    return "";
}

/* The Gregorian calendar, counted from 1 March of the year 0, so that a leap day ends a year. */
static void civil_date(int64_t days, int *year, int *month, int *day)
{
    enum { DAYS_OF_400_YEARS = 146097, DAYS_TO_1970 = 719468 };
    int64_t since = days + DAYS_TO_1970;
    int64_t era = since / DAYS_OF_400_YEARS;
    int64_t of_era = since % DAYS_OF_400_YEARS;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t from_march = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * from_march + 2) / 5 + 1);
    *month = (int)(from_march < 10 ? from_march + 3 : from_march - 9);
    *year = (int)(era * 400 + year_of_era + (*month <= 2));
}

void http_date(int64_t at, char out[HTTP_DATE_SIZE])
{
    static const char weekdays[] = "ThuFriSatSunMonTueWed"; /* 1 January 1970 was a Thursday */
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    /* To the end of the year 9999, beyond which the form has no room. */
    assert(at >= 0 && at < INT64_C(253402300800000));
    int64_t seconds = at / 1000;
    int64_t days = seconds / 86400;
    int of_day = (int)(seconds % 86400);
    int year, month, day;
    civil_date(days, &year, &month, &day);
    char text[64];
    snprintf(text, sizeof text, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", weekdays + days % 7 * 3,
             day, months + (month - 1) * 3, year, of_day / 3600, of_day / 60 % 60, of_day % 60);
    memcpy(out, text, HTTP_DATE_SIZE);
}

size_t http_chunk_head(char out[HTTP_CHUNK_HEAD_MAX], size_t length)
{
    assert(length > 0);
    char text[HTTP_CHUNK_HEAD_MAX + 1];
    int written = snprintf(text, sizeof text, "%zx\r\n", length);
    memcpy(out, text, (size_t)written);
    return (size_t)written;
}

/* The opaque part, with its quotes: what weak comparison compares (RFC 9110, 8.8.3.2). */
static const char *opaque(const char *etag)
{
    return strncmp(etag, "W/", 2) == 0 ? etag + 2 : etag;
}

bool http_etag_matches(const char *if_none_match, const char *etag)
{
    if (if_none_match == NULL)
        return false;
    const char *wanted = opaque(etag);
    size_t wanted_length = strlen(wanted);
    if (strcmp(if_none_match, "*") == 0)
        return true;
    /* Commas may stand within the quotes, so that this is not a list like others. */
    for (const char *at = if_none_match;; at++) {
        at += strspn(at, ", \t");
        at = opaque(at);
        const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
        if (end == NULL)
            return false;
        size_t length = (size_t)(end - at) + 1;
        if (length == wanted_length && memcmp(at, wanted, length) == 0)
            return true;
        at = end;
    }
}
