/* The history by HTTP: a target below /api/ -> the operation that it asks for, as a request line of
 * the protocol; and the reply -> status and body. So the answers, filters and limits by HTTP are
 * those of the operations.
 * Pure. Called by the web clients of server/io, which carry the line to the machine and back. */
#pragma once

#include "proto/http_request.h"
#include "proto/request.h"
#include "proto/writer.h"

/* What is made of the answer. */
enum api_form {
    API_JSON,    /* its `ok` as it stands */
    API_TEXT,    /* of a record, a text to be read */
    API_PICTURE, /* of a record, its position as SVG */
    API_EXPORT,  /* page after page, a record a line */
};

struct api_call {
    enum api_form form;
    struct writer line; /* the request, without a line end */
};

/* Whether the path is the API's: what is wrong there is answered in JSON. */
bool api_covers(const char *path);

/* Reads a target. True: the caller calls api_call_deinit. False: *error says why (ERROR_NOT_FOUND
 * or ERROR_BAD_REQUEST), and nothing needs freeing. */
bool api_call_read(struct api_call *call, const struct http_request *request,
                   struct request_error *error);
void api_call_deinit(struct api_call *call);

/* The same request for the page that a cursor names, which has only characters of base64. */
void api_call_continue(struct writer *line, const struct api_call *call, const char *cursor);

/* A reply of the machine, taken apart. */
struct api_reply {
    bool ok;
    const char *value; /* the value of `ok`, or of `error`; lies in the reply */
    size_t length;
    enum error_code code;   /* where not ok */
    int64_t retry_after_ms; /* 0 where it does not say */
    bool final;             /* it is the record of a game that is over, and will never change */
};

/* Whether a message of the machine is a reply, and no event. */
bool api_is_reply(const char *line, size_t length);
/* `line` is one, with or without its line end, to a request without an id. */
void api_reply_read(struct api_reply *reply, const char *line, size_t length);

int api_status(enum error_code code);
/* {"error":{"code","message"}}, and "field" where the error has one. */
void api_write_error(struct writer *writer, const struct request_error *error);

/* The value of `ok` of `export` as lines of records, each with its LF, appended; and the cursor of
 * the next page, "" on the last. */
#define API_CURSOR_SIZE 256
void api_export_page(const char *value, size_t length, struct writer *lines,
                     char cursor[API_CURSOR_SIZE]);
