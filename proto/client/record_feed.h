/* The records of finished games, one after another, newest first: asks for them page by page. Takes
 * up where it was when the connection was lost. Told what happens on a session, it says what to do
 * next; waiting is the caller's. */
#pragma once

#include "proto/client/session.h"
#include "proto/client/words.h"

/* Connections lost, or refusals for want of time, one after another with no page between them,
 * before it gives up. With the waits between them that is some ten seconds. */
#define RECORD_FEED_ATTEMPTS 7

struct record_feed {
    struct session *session;
    json_t *request; /* for the next page */
    json_t *page;    /* records of the page at hand; NULL where the next is to come */
    bool last_page;
    size_t next;           /* of the page: the first that has not been given */
    int64_t asked;         /* the request that is under way; 0 for none */
    int64_t hold_until_ms; /* the server asked for patience */
    int setbacks;          /* since the last page */
    char why[WORDS_MAX];   /* after RECORD_FEED_FAILED */
};

enum record_feed_step {
    RECORD_FEED_GOES_ON,
    RECORD_FEED_FAILED, /* `why` */
};

/* `request` is `export` with its filters, taken over. */
void record_feed_init(struct record_feed *feed, struct session *session, json_t *request);
void record_feed_deinit(struct record_feed *feed);

/* The next record, valid until the next call; NULL where a page is to come, or all have been given.
 */
const json_t *record_feed_next(struct record_feed *feed);
/* Whether all records have been given. */
bool record_feed_done(const struct record_feed *feed);

/* Sends what is due. Gives the time until which nothing more is, INT64_MAX where only a happening
 * changes that. */
int64_t record_feed_ask(struct record_feed *feed, int64_t now_ms);

/* Takes what has happened on the session. */
enum record_feed_step record_feed_take(struct record_feed *feed, const struct happening *happening,
                                       int64_t now_ms);
