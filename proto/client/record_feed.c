#include "proto/client/record_feed.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

#define PAGE_GAMES 100
/* Where the server asks for patience and does not say how much. */
#define HOLD_MS 1000
#define HOLD_MAX_MS 30000

static void forget_requests(struct record_feed *feed);
static enum record_feed_step take_reply(struct record_feed *feed, const struct happening *happening,
                                        int64_t now_ms, const json_t **record);
static enum record_feed_step take_page(struct record_feed *feed, const json_t *ok);
static enum record_feed_step take_error(struct record_feed *feed, const json_t *error,
                                        int64_t now_ms);
static enum record_feed_step set_back(struct record_feed *feed, const char *why);
static enum record_feed_step fail(struct record_feed *feed, const char *why);
static void end_page(struct record_feed *feed);

void record_feed_init(struct record_feed *feed, struct session *session, json_t *history)
{
    *feed = (struct record_feed){.session = session, .history = history};
    json_object_set_new(history, "limit", json_integer(PAGE_GAMES));
}

void record_feed_deinit(struct record_feed *feed)
{
    json_decref(feed->history);
    json_decref(feed->page);
}

bool record_feed_done(const struct record_feed *feed)
{
    return feed->last_page && feed->page == NULL;
}

int64_t record_feed_ask(struct record_feed *feed, int64_t now_ms)
{
    if (now_ms < feed->hold_until_ms)
        return feed->hold_until_ms;
    if (feed->page == NULL && feed->page_request == 0)
        feed->page_request = session_request(feed->session, json_copy(feed->history));
    while (feed->asked < json_array_size(feed->page) &&
           feed->asked < feed->next + RECORD_FEED_AHEAD) {
        const char *game = member_text(json_array_get(feed->page, feed->asked), "id", "");
        int64_t request =
            session_request(feed->session, json_pack("{s:s, s:s}", "op", "record", "game", game));
        if (request == 0)
            break;
        feed->requests[feed->asked++ % RECORD_FEED_AHEAD] = request;
    }
    return INT64_MAX;
}

enum record_feed_step record_feed_take(struct record_feed *feed, const struct happening *happening,
                                       int64_t now_ms, const json_t **record)
{
    switch (happening->kind) {
    case HAPPENING_REPLY:
        return take_reply(feed, happening, now_ms, record);
    case HAPPENING_LOST:
        forget_requests(feed);
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

/* What was asked for and has not come is asked for again. */
static void forget_requests(struct record_feed *feed)
{
    feed->page_request = 0;
    feed->asked = feed->next;
}

/* Replies come in the order of the requests, so the next one is the only one to be expected; those
 * to requests since forgotten are passed over. */
static enum record_feed_step take_reply(struct record_feed *feed, const struct happening *happening,
                                        int64_t now_ms, const json_t **record)
{
    const json_t *ok = json_object_get(happening->message, "ok");
    bool page = feed->page_request != 0 && happening->request == feed->page_request;
    bool next = feed->asked > feed->next &&
                happening->request == feed->requests[feed->next % RECORD_FEED_AHEAD];
    if (!page && !next)
        return RECORD_FEED_GOES_ON;
    if (ok == NULL)
        return take_error(feed, json_object_get(happening->message, "error"), now_ms);
    if (page)
        return take_page(feed, ok);
    *record = json_object_get(ok, "record");
    if (!json_is_object(*record))
        return fail(feed, "the server sent something else than a record");
    feed->setbacks = 0;
    feed->next++;
    end_page(feed);
    return RECORD_FEED_RECORD;
}

static enum record_feed_step take_page(struct record_feed *feed, const json_t *ok)
{
    json_t *games = json_object_get(ok, "games");
    json_t *cursor = json_object_get(ok, "cursor");
    if (!json_is_array(games))
        return fail(feed, "the server sent something else than a page of games");
    feed->page_request = 0;
    feed->page = json_incref(games);
    feed->next = feed->asked = 0;
    feed->last_page = !json_is_string(cursor);
    if (!feed->last_page)
        json_object_set(feed->history, "cursor", cursor);
    end_page(feed);
    return RECORD_FEED_GOES_ON;
}

/* Lets the page go once all of its records have come. */
static void end_page(struct record_feed *feed)
{
    if (feed->next < json_array_size(feed->page))
        return;
    json_decref(feed->page);
    feed->page = NULL;
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
        /* A limit lets one request through after that time; all that go together need more. */
        if (i == 0)
            wait_ms *= RECORD_FEED_AHEAD;
        feed->hold_until_ms = now_ms + (wait_ms > 0 && wait_ms < HOLD_MAX_MS ? wait_ms : HOLD_MS);
        forget_requests(feed);
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
