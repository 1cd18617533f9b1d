#include "proto/client/record_feed.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

/* Where the server asks for patience and does not say how much. */
#define HOLD_MS 1000
#define HOLD_MAX_MS 30000

static enum record_feed_step take_reply(struct record_feed *feed, const struct happening *happening,
                                        int64_t now_ms);
static enum record_feed_step take_page(struct record_feed *feed, const json_t *ok);
static enum record_feed_step take_error(struct record_feed *feed, const json_t *error,
                                        int64_t now_ms);
static enum record_feed_step set_back(struct record_feed *feed, const char *why);
static enum record_feed_step fail(struct record_feed *feed, const char *why);

void record_feed_init(struct record_feed *feed, struct session *session, json_t *request)
{
    *feed = (struct record_feed){.session = session, .request = request};
}

void record_feed_deinit(struct record_feed *feed)
{
    json_decref(feed->request);
    json_decref(feed->page);
}

const json_t *record_feed_next(struct record_feed *feed)
{
    if (feed->next < json_array_size(feed->page))
        return json_array_get(feed->page, feed->next++);
    json_decref(feed->page);
    feed->page = NULL;
    return NULL;
}

bool record_feed_done(const struct record_feed *feed)
{
    return feed->last_page && feed->page == NULL;
}

int64_t record_feed_ask(struct record_feed *feed, int64_t now_ms)
{
    if (now_ms < feed->hold_until_ms)
        return feed->hold_until_ms;
    if (feed->page == NULL && !feed->last_page && feed->asked == 0)
        feed->asked = session_request(feed->session, json_copy(feed->request));
    return INT64_MAX;
}

enum record_feed_step record_feed_take(struct record_feed *feed, const struct happening *happening,
                                       int64_t now_ms)
{
    switch (happening->kind) {
    case HAPPENING_REPLY:
        return take_reply(feed, happening, now_ms);
    case HAPPENING_LOST:
        feed->asked = 0;
        return set_back(feed, happening->why);
    case HAPPENING_FAILED:
        return fail(feed, happening->why);
    case HAPPENING_OPEN:
    case HAPPENING_EVENT:
    case HAPPENING_READY:
    case HAPPENING_GAME:
    case HAPPENING_MOVE:
        break;
    }
    return RECORD_FEED_GOES_ON;
}

/* Replies to requests since forgotten are passed over. */
static enum record_feed_step take_reply(struct record_feed *feed, const struct happening *happening,
                                        int64_t now_ms)
{
    const json_t *ok = json_object_get(happening->message, "ok");
    if (feed->asked == 0 || happening->request != feed->asked)
        return RECORD_FEED_GOES_ON;
    feed->asked = 0;
    if (ok == NULL)
        return take_error(feed, json_object_get(happening->message, "error"), now_ms);
    return take_page(feed, ok);
}

static enum record_feed_step take_page(struct record_feed *feed, const json_t *ok)
{
    json_t *records = json_object_get(ok, "records");
    json_t *cursor = json_object_get(ok, "cursor");
    if (!json_is_array(records))
        return fail(feed, "the server sent something else than a page of records");
    feed->page = json_incref(records);
    feed->next = 0;
    feed->setbacks = 0;
    feed->last_page = !json_is_string(cursor);
    if (!feed->last_page)
        json_object_set(feed->request, "cursor", cursor);
    return RECORD_FEED_GOES_ON;
}

/* "Not now" is waited for; anything else will not change. */
static enum record_feed_step take_error(struct record_feed *feed, const json_t *error,
                                        int64_t now_ms)
{
    static const char *const passing[] = {"rate_limited", "busy", "storage_unavailable",
                                          "shutting_down"};
    const char *code = member_text(error, "code", "");
    char why[WORDS_MAX];
    words_error(error, why);
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) {
        if (strcmp(code, passing[i]) != 0)
            continue;
        int64_t wait_ms = member_integer(error, "retry_after_ms", HOLD_MS);
        feed->hold_until_ms = now_ms + (wait_ms > 0 && wait_ms < HOLD_MAX_MS ? wait_ms : HOLD_MS);
        return set_back(feed, why);
    }
    return fail(feed, why);
}

static enum record_feed_step set_back(struct record_feed *feed, const char *why)
{
    return ++feed->setbacks < RECORD_FEED_ATTEMPTS ? RECORD_FEED_GOES_ON : fail(feed, why);
}

static enum record_feed_step fail(struct record_feed *feed, const char *why)
{
    snprintf(feed->why, sizeof feed->why, "%s", why);
    return RECORD_FEED_FAILED;
}
