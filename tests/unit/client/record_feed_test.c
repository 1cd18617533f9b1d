/* The feed of records against a server that says each word: pages, order, cuts, refusals. */
#include "proto/client/record_feed.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"
#include "tests/support/cmocka_test.h"
#include "tests/unit/client/fake_server.h"

struct fixture {
    struct fake_server server;
    struct session session;
    struct record_feed feed;
    struct happening happening;
    int64_t now_ms;
};

static void connect_again(struct fixture *fixture)
{
    fake_server_settle(&fixture->session, fixture->now_ms);
    fake_server_accept(&fixture->server);
    fake_server_await(&fixture->session, fixture->now_ms, HAPPENING_READY, &fixture->happening);
}

static int begin(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){.now_ms = 1000};
    fake_server_init(&fixture.server);
    session_init(&fixture.session, &fixture.server.address, NULL, 1);
    record_feed_init(&fixture.feed, &fixture.session,
                     json_pack("{s:s, s:s}", "op", "export", "user", "ann"));
    connect_again(&fixture);
    *state = &fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *fixture = *state;
    record_feed_deinit(&fixture->feed);
    session_deinit(&fixture->session);
    fake_server_deinit(&fixture->server);
    return 0;
}

static enum record_feed_step take(struct fixture *fixture, enum happening_kind kind)
{
    fake_server_await(&fixture->session, fixture->now_ms, kind, &fixture->happening);
    return record_feed_take(&fixture->feed, &fixture->happening, fixture->now_ms);
}

/* Lets the feed ask; it must ask for the page after that cursor. */
static json_t *expect_asked(struct fixture *fixture, const char *after)
{
    assert_null(record_feed_next(&fixture->feed));
    assert_int_equal(record_feed_ask(&fixture->feed, fixture->now_ms), INT64_MAX);
    json_t *request =
        fake_server_expect(&fixture->server, &fixture->session, fixture->now_ms, "export");
    assert_string_equal(member_text(request, "user", ""), "ann");
    assert_string_equal(member_text(request, "cursor", "none"), after);
    return request;
}

/* Answers it with records first..last. */
static void give_page(struct fixture *fixture, const char *after, int first, int last,
                      const char *cursor)
{
    json_t *request = expect_asked(fixture, after);
    json_t *records = json_array();
    for (int i = first; i <= last; i++)
        json_array_append_new(records, json_pack("{s:i}", "number", i));
    fake_server_reply(&fixture->server, request, "ok",
                      json_pack("{s:o, s:s?}", "records", records, "cursor", cursor));
    json_decref(request);
    assert_int_equal(take(fixture, HAPPENING_REPLY), RECORD_FEED_GOES_ON);
}

static void expect_records(struct fixture *fixture, int first, int last)
{
    for (int i = first; i <= last; i++) {
        assert_false(record_feed_done(&fixture->feed));
        assert_int_equal(member_integer(record_feed_next(&fixture->feed), "number", 0), i);
    }
    assert_null(record_feed_next(&fixture->feed));
}

static enum record_feed_step refuse(struct fixture *fixture, json_t *request, const char *code)
{
    fake_server_reply(
        &fixture->server, request, "error",
        json_pack("{s:s, s:s, s:i}", "code", code, "message", "not now", "retry_after_ms", 20));
    json_decref(request);
    return take(fixture, HAPPENING_REPLY);
}

static void all_pages_in_order(void **state)
{
    struct fixture *fixture = *state;
    give_page(fixture, "none", 1, 20, "more");
    expect_records(fixture, 1, 20);
    assert_false(record_feed_done(&fixture->feed));
    give_page(fixture, "more", 21, 22, NULL);
    expect_records(fixture, 21, 22);
    assert_true(record_feed_done(&fixture->feed));
}

static void no_games_at_all(void **state)
{
    struct fixture *fixture = *state;
    give_page(fixture, "none", 1, 0, NULL);
    assert_null(record_feed_next(&fixture->feed));
    assert_true(record_feed_done(&fixture->feed));
}

static void takes_up_where_it_was_cut_off(void **state)
{
    struct fixture *fixture = *state;
    give_page(fixture, "none", 1, 3, "after-3");
    expect_records(fixture, 1, 3);
    json_decref(expect_asked(fixture, "after-3"));
    fake_server_cut(&fixture->server);
    assert_int_equal(take(fixture, HAPPENING_LOST), RECORD_FEED_GOES_ON);
    fixture->now_ms += fixture->happening.retry_in_ms;
    connect_again(fixture);
    fixture->server.length = 0;
    give_page(fixture, "after-3", 4, 5, NULL);
    expect_records(fixture, 4, 5);
    assert_true(record_feed_done(&fixture->feed));
}

static void gives_up_on_a_server_that_stays_away(void **state)
{
    struct fixture *fixture = *state;
    enum record_feed_step step = RECORD_FEED_GOES_ON;
    int cuts = 0;
    for (; step == RECORD_FEED_GOES_ON; cuts++) {
        fake_server_cut(&fixture->server);
        step = take(fixture, HAPPENING_LOST);
        fixture->now_ms += fixture->happening.retry_in_ms;
        if (step == RECORD_FEED_GOES_ON)
            connect_again(fixture);
    }
    assert_int_equal(step, RECORD_FEED_FAILED);
    assert_int_equal(cuts, RECORD_FEED_ATTEMPTS);
    assert_true(fixture->feed.why[0] != '\0');
}

static void not_now_is_waited_for(void **state)
{
    struct fixture *fixture = *state;
    json_t *request = expect_asked(fixture, "none");
    assert_int_equal(refuse(fixture, request, "rate_limited"), RECORD_FEED_GOES_ON);
    int64_t until_ms = record_feed_ask(&fixture->feed, fixture->now_ms);
    assert_int_equal(until_ms, fixture->now_ms + 20);
    fixture->now_ms = until_ms;
    give_page(fixture, "none", 1, 3, NULL);
    expect_records(fixture, 1, 3);
    assert_true(record_feed_done(&fixture->feed));
}

static void another_refusal_is_the_end(void **state)
{
    struct fixture *fixture = *state;
    json_t *request = expect_asked(fixture, "none");
    assert_int_equal(refuse(fixture, request, "not_found"), RECORD_FEED_FAILED);
    assert_non_null(strstr(fixture->feed.why, "Not now"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_pages_in_order),
        TEST(no_games_at_all),
        TEST(takes_up_where_it_was_cut_off),
        TEST(gives_up_on_a_server_that_stays_away),
        TEST(not_now_is_waited_for),
        TEST(another_refusal_is_the_end),
    };
    return cmocka_run_group_tests_name("record feed", tests, NULL, NULL);
}
