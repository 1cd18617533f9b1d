/* The records of finished games, one after another, newest first: pages through `history` and asks
 * for a few records ahead. Takes up where it was when the connection was lost. Told what happens on
 * a session, it says what to do next; waiting is the caller's. */
#pragma once

#include "proto/client/session.h"
#include "proto/client/words.h"

/* Records asked for and not yet here. */
#define RECORD_FEED_AHEAD 8
/* Connections lost, or refusals for want of time, one after another with no record between them,
 * before it gives up. With the waits between them that is some ten seconds. */
#define RECORD_FEED_ATTEMPTS 7

struct record_feed {
    struct session *session;
    json_t *history; /* the request for the next page */
    json_t *page;    /* games of the page at hand; NULL where the next is to come */
    bool last_page;
    size_t next;                         /* of the page: the first whose record has not come */
    size_t asked;                        /* the first that has not been asked for */
    int64_t requests[RECORD_FEED_AHEAD]; /* of those between, by their place in the page */
    int64_t page_request;                /* 0 for none */
    int64_t hold_until_ms;               /* the server asked for patience */
    int setbacks;                        /* since the last record */
    char why[WORDS_MAX];                 /* after RECORD_FEED_FAILED */
};

enum record_feed_step {
    RECORD_FEED_GOES_ON,
    RECORD_FEED_RECORD, /* *record is the next one, valid as long as the happening */
    RECORD_FEED_FAILED, /* `why` */
};

/* `history` is the request with its filters, taken over. */
void record_feed_init(struct record_feed *feed, struct session *session, json_t *history);
void record_feed_deinit(struct record_feed *feed);

/* Whether all records have been given. */
bool record_feed_done(const struct record_feed *feed);

/* Sends what is due. Gives the time until which nothing more is, INT64_MAX where only a happening
 * changes that. */
int64_t record_feed_ask(struct record_feed *feed, int64_t now_ms);

/* Takes what has happened on the session. */
enum record_feed_step record_feed_take(struct record_feed *feed, const struct happening *happening,
                                       int64_t now_ms, const json_t **record);
