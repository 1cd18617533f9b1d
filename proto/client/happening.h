/* What the library tells its user, one at a time: what the connection, the session or a followed
 * game has come to. Made by connection_next and session_next. */
#pragma once

#include <jansson.h>

#include <stdbool.h>
#include <stdint.h>

struct follow;

enum happening_kind {
    HAPPENING_OPEN,   /* the server has said hello (a session turns this into HAPPENING_READY) */
    HAPPENING_LOST,   /* no connection; requests without a reply are forgotten. `why`, `retry_in_ms`
                       */
    HAPPENING_FAILED, /* it makes no sense to go on: `why` in plain words, `code` where there is one
                       */
    HAPPENING_REPLY,  /* `message` answers `request` */
    HAPPENING_EVENT,  /* `message` is an event */

    /* Of a session only. */
    HAPPENING_READY, /* connected, and signed in where there is a token: ask away */
    HAPPENING_GAME,  /* `follow` has moved on: `message` is the event, or {"game":SNAPSHOT} */
    HAPPENING_MOVE,  /* the answer to the turn that `follow` sent: `message` is the reply */
};

struct happening {
    enum happening_kind kind;
    json_t *message; /* valid until the next call; NULL where the kind has none */
    int64_t request;
    struct follow *follow;
    const char *why;
    const char *code;
    int64_t retry_in_ms;
};
