#include "tests/unit/proto/http_feed.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/http_request.h"
#include "tests/support/cmocka_test.h"

#define TOLD_MAX 4096

struct told {
    char text[TOLD_MAX];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void tell(struct told *told, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(told->text + told->length, TOLD_MAX - told->length, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && told->length + (size_t)length < TOLD_MAX);
    told->length += (size_t)length;
}

static void tell_upgrade(struct told *told, const struct http_request *request)
{
    switch (request->upgrade) {
    case HTTP_UPGRADE_NONE:
        break;
    case HTTP_UPGRADE_WEBSOCKET:
        tell(told, " +upgrade=%s", request->websocket_key);
        return;
    case HTTP_UPGRADE_VERSION:
        tell(told, " +version");
        break;
    case HTTP_UPGRADE_BAD:
        tell(told, " +wrong");
        break;
    }
    assert_null(request->websocket_key);
}

static void tell_request(struct told *told, const struct http_request *request)
{
    tell(told, "%s %s", request->method == HTTP_GET ? "GET" : "HEAD", request->path);
    for (size_t i = 0; i < request->parameter_count; i++)
        tell(told, " %s=%s", request->parameters[i].name, request->parameters[i].value);
    if (request->host == NULL)
        tell(told, " @-");
    else if (strcmp(request->host, "h") != 0)
        tell(told, " @%s", request->host);
    if (request->minor_version == 0)
        tell(told, request->keep_alive ? " +1.0 +keep" : " +1.0");
    else if (!request->keep_alive)
        tell(told, " +close");
    if (request->accepts_gzip)
        tell(told, " +gzip");
    if (request->origin != NULL)
        tell(told, " +origin=%s", request->origin);
    if (request->if_none_match != NULL)
        tell(told, " +match=%s", request->if_none_match);
    tell_upgrade(told, request);
}

/* False after a refusal: then nothing more is fed. */
static bool feed(struct http_reader *reader, struct told *told, const char *bytes, size_t length)
{
    for (;;) {
        switch (http_reader_feed(reader, &bytes, &length)) {
        case HTTP_READ_MORE:
            assert_int_equal(length, 0);
            return true;
        case HTTP_READ_REQUEST:
            assert_true(http_reader_idle(reader));
            tell(told, "%s", told->length > 0 ? "; " : "");
            tell_request(told, &reader->request);
            break;
        case HTTP_READ_BAD:
            tell(told, "%s!%d", told->length > 0 ? "; " : "", reader->status);
            return false;
        }
    }
}

/* Cuts the stream after `cut` bytes, and then after every `step`. */
static void check(const struct http_case *row, size_t cut, size_t step)
{
    struct http_reader *reader = malloc(sizeof *reader);
    assert_non_null(reader);
    http_reader_init(reader);
    struct told told = {.text = ""};
    bool goes_on = feed(reader, &told, row->bytes, cut);
    for (size_t at = cut; goes_on && at < row->length; at += step) {
        size_t piece = row->length - at < step ? row->length - at : step;
        /* On the heap and exactly as long, so that a sanitizer sees a read beyond the end. */
        char *exact = malloc(piece);
        assert_non_null(exact);
        memcpy(exact, row->bytes + at, piece);
        goes_on = feed(reader, &told, exact, piece);
        free(exact);
    }
    free(reader);
    if (strcmp(told.text, row->told) != 0)
        fail_msg("%s: %s: cut at %zu, then by %zu: told %s, expected %s", row->clause, row->what,
                 cut, step, told.text, row->told);
}

void http_feed_cases(const struct http_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check(&cases[i], 0, cases[i].length);
        check(&cases[i], 0, 1);
        for (size_t cut = 1; cut < cases[i].length; cut++)
            check(&cases[i], cut, cases[i].length);
    }
}
