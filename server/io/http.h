/* The parts of an HTTP connection, which is a client with wire_http:
 *     wire_http.c    reading requests, one after another, and the time they may take
 *     http_serve.c   which request is for what; becoming a WebSocket
 *     http_answer.c  head and body of answers, errors
 *     http_file.c    files
 *     http_page.c    pages, link previews, and what there is not
 *     http_ask.c     what only the machine can answer; the API
 *     http_export.c  many records as one stream
 * Everything here is on the loop's thread. */
#pragma once

#include "proto/api.h"
#include "proto/http_request.h"
#include "proto/http_response.h"
#include "proto/record_summary.h"
#include "server/io/site.h"
#include "server/io/wire.h"

/* What the next reply of the machine is for. */
enum http_purpose {
    HTTP_NOTHING, /* no request of ours is with the machine */
    HTTP_API,     /* an answer of the API */
    HTTP_PAGE,    /* the page of a game or a user */
    HTTP_EXPORT,  /* the next page of an export */
};

struct http {
    struct http_reader reader; /* its request stands until it is answered */
    enum http_purpose purpose;
    struct api_call call; /* but for HTTP_NOTHING */
    int64_t idle_since;   /* no request, and nothing to write */
    int64_t head_since;   /* the head of a request has begun; 0 where it has not */

    /* Of an export: */
    bool begun;      /* the head has been queued */
    bool wants_page; /* the next is to be asked for once all before is written */
    int64_t wait_until;
    char cursor[API_CURSOR_SIZE];
};

struct http *http_of(const struct client *client);

/* ---- http_serve.c ---- */

/* Answers the request in the reader, now or once the machine has replied. */
void http_serve(struct client *client);

/* ---- http_answer.c ---- */

struct http_answer {
    int status;
    const char *type, *encoding, *etag, *cache, *vary;
    struct http_field fields[4];
    size_t field_count;
    struct message *body; /* borrowed; NULL where it has none */
    char *bytes;          /* the part of it that is sent */
    size_t length;
};

void http_answer_field(struct http_answer *answer, const char *name, const char *value);
/* When to come back, where that is known; writes into `seconds`, which the answer refers to. */
#define HTTP_SECONDS_SIZE 24
void http_answer_retry_after(struct http_answer *answer, int64_t retry_after_ms,
                             char seconds[HTTP_SECONDS_SIZE]);
/* A whole message as the body. */
void http_answer_body(struct http_answer *answer, struct message *body);
/* Answers the request at hand: without the body where it is HEAD, with 304 where the peer has that
 * already. Then the next request may come, or the connection ends. */
void http_answer(struct client *client, const struct http_answer *answer);

/* The head alone, for an answer that writes its body by itself: `framing` says how the body ends,
 * and how the connection goes on. */
void http_queue_head(struct client *client, const struct http_response *framing,
                     const struct http_answer *answer);
/* The request at hand has been answered. */
void http_done(struct client *client);

/* An error, in JSON where it is the API's and as a small page elsewhere. */
void http_answer_error(struct client *client, int status, const struct request_error *error,
                       int64_t retry_after_ms);
/* The same for what has no more to say than its status and a phrase. */
void http_answer_status(struct client *client, int status, const char *phrase);
/* What the reader does not take: answers and ends the connection. */
void http_answer_bad(struct client *client);

/* ---- http_file.c ---- */

/* A file below /web/. */
void http_serve_file(struct client *client, const char *path);
void http_serve_asset(struct client *client, const struct asset *asset, const char *policy);

/* ---- http_page.c ---- */

/* The page at the path of the request; where there is none, the shell of all pages with 404. */
void http_serve_page(struct client *client);
/* What the machine said of the game or the user whose page it is. */
void http_page_replied(struct client *client, const struct api_reply *reply);

/* ---- http_ask.c ---- */

/* Whoever has it asks each time whether it is the present one: a new version of the server is seen
 * at once, and files of two versions never meet. */
#define HTTP_REVALIDATE "no-cache"
/* A strong entity tag of these bytes, with its quotes. */
#define HTTP_TAG_SIZE 24
void http_tag(const void *bytes, size_t length, char out[HTTP_TAG_SIZE]);

/* Asks the machine what the target below /api/ asks for. */
void http_ask_api(struct client *client);
/* The record of a reply, or by another `key` the summary; the caller owns the whole reply. Sound,
 * for the machine wrote it. */
json_t *http_read_game(const struct api_reply *reply, const char *key,
                       struct record_summary *summary);
/* The machine's reply. */
void http_replied(struct client *client, struct message *message);
/* Sends a line to the machine, which knows the connection from then on. */
void http_ask(struct client *client, const struct writer *line);

/* ---- http_export.c ---- */

void http_export_replied(struct client *client, const struct api_reply *reply);
/* Asks for the next page. */
void http_export_go_on(struct client *client);
bool http_export_would_go_on(const struct client *client);
/* The connection is about to close: a body that would seem whole must not. */
void http_export_farewell(struct client *client);
