#include "proto/client/company.h"

#include <string.h>

#include "proto/client/member.h"
#include "proto/client/notice.h"
#include "tests/support/cmocka_test.h"

#define GAME "game00000001"

static struct company company;
static struct game_state state_of_game;

static int begin(void **state)
{
    (void)state;
    company_init(&company);
    company.room = CHAT_PLAYERS;
    game_state_init(&state_of_game);
    strcpy(state_of_game.players[COLOR_BLUE].name, "alice");
    strcpy(state_of_game.players[COLOR_RED].name, "bob");
    return 0;
}

static bool take(json_t *event)
{
    bool news = company_event(&company, event, 1000);
    json_decref(event);
    return news;
}

static bool hear(const char *room, int seq, const char *text)
{
    return take(json_pack("{s:s, s:s, s:s, s:i, s:s, s:s}", "ev", "chat", "game", GAME, "room",
                          room, "seq", seq, "by", "bob", "text", text));
}

static int64_t asked_from(void)
{
    json_t *request = company_catch_up(&company, GAME);
    int64_t from = member_integer(request, "from", -1);
    assert_string_equal(member_text(request, "room", ""), "players");
    json_decref(request);
    return from;
}

/* The reply with lines `first` to `last`; gives how many were news. */
static int catch_up(int first, int last, bool more)
{
    int news = 0;
    json_t *lines = json_array();
    for (int seq = first; seq <= last; seq++)
        json_array_append_new(lines,
                              json_pack("{s:i, s:s, s:s}", "seq", seq, "by", "bob", "text", "x"));
    json_t *reply = json_pack("{s:{s:o, s:b}}", "ok", "lines", lines, "more", more);
    for (size_t i = 0; i < json_array_size(lines); i++)
        news += take(company_missed(&company, GAME, json_array_get(lines, i)));
    assert_int_equal(company_caught_up(&company, reply), more);
    json_decref(reply);
    return news;
}

static void every_line_is_taken_once(void **state)
{
    (void)state;
    assert_int_equal(asked_from(), 0);
    /* Told while the reply is on its way, which has it too. */
    assert_true(hear("players", 3, "x"));
    assert_int_equal(catch_up(1, 3, false), 2);
    assert_false(hear("players", 3, "x"));
    assert_true(hear("players", 4, "x"));
    assert_int_equal(company.count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(company.lines[i].seq, i + 1);
    assert_int_equal(asked_from(), 4);
}

/* What was heard while the reply was awaited is no reason to think that all before it was. */
static void a_reply_that_was_lost_leaves_no_gap(void **state)
{
    (void)state;
    assert_true(hear("players", 1, "x"));
    assert_int_equal(asked_from(), 1);
    assert_true(hear("players", 4, "x"));
    company_lost(&company);
    assert_int_equal(asked_from(), 1);
    assert_int_equal(catch_up(2, 3, true), 2);
    assert_int_equal(asked_from(), 3);
    assert_int_equal(catch_up(4, 5, false), 1);
    assert_int_equal(asked_from(), 5);
}

static void long_talks_keep_their_end(void **state)
{
    (void)state;
    for (int seq = 1; seq <= COMPANY_LINES + 5; seq++)
        assert_true(hear("players", seq, "x"));
    assert_true(hear("spectators", 1, "x"));
    assert_int_equal(company.count, COMPANY_LINES);
    assert_int_equal(company.lines[0].seq, 7);
    assert_int_equal(company.lines[COMPANY_LINES - 1].room, CHAT_SPECTATORS);
    assert_int_equal(asked_from(), COMPANY_LINES + 5);
}

static void nothing_said_reaches_the_terminal_as_a_command(void **state)
{
    (void)state;
    assert_true(hear("players", 1,
                     "a\x1b[2Jb\xc2\x9b"
                     "c"));
    assert_string_equal(company.lines[0].text, "a?[2Jb?"
                                               "?c");
}

static void expect_standing(int viewer, int64_t now_ms, const char *wanted)
{
    char words[NOTICE_MAX];
    notice_standing(&state_of_game, &company, viewer, now_ms, words);
    assert_string_equal(words, wanted);
}

static void who_is_away_is_told_until_the_return(void **state)
{
    (void)state;
    expect_standing(COLOR_BLUE, 1000, "");
    take(json_pack("{s:s, s:s, s:s, s:i}", "ev", "away", "game", GAME, "color", "red",
                   "claim_in_ms", 20000));
    expect_standing(COLOR_BLUE, 4500, "bob is away: in 0:17 you may \"claim\" the win.");
    expect_standing(COLOR_BLUE, 21000, "bob is away: \"claim\" the win, or wait.");
    expect_standing(-1, 4000, "bob is away.");
    take(json_pack("{s:s, s:b, s:b}", "ev", "presence", "blue", 1, "red", 0));
    expect_standing(-1, 4000, "bob is away.");
    take(json_pack("{s:s, s:b, s:b}", "ev", "presence", "blue", 1, "red", 1));
    expect_standing(COLOR_BLUE, 4000, "");
}

static void offers_and_rematches_tell_what_to_type(void **state)
{
    (void)state;
    state_of_game.offers[COLOR_RED][OFFER_TAKEBACK] = true;
    expect_standing(COLOR_BLUE, 0, "bob offers a takeback: \"accept\" or \"decline\".");
    expect_standing(COLOR_RED, 0, "You have offered a takeback (\"withdraw\" takes that back).");
    expect_standing(-1, 0, "bob offers a takeback.");
    state_of_game.status = GAME_FINISHED;
    expect_standing(COLOR_BLUE, 0, "");
    take(json_pack("{s:s, s:s, s:s}", "ev", "rematch", "by", "red", "how", "offered"));
    expect_standing(COLOR_BLUE, 0, "bob wants a rematch: \"rematch\" or \"no\".");
    take(json_pack("{s:s, s:s, s:s}", "ev", "rematch", "by", "blue", "how", "declined"));
    expect_standing(COLOR_BLUE, 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_line_is_taken_once, begin),
        cmocka_unit_test_setup(a_reply_that_was_lost_leaves_no_gap, begin),
        cmocka_unit_test_setup(long_talks_keep_their_end, begin),
        cmocka_unit_test_setup(nothing_said_reaches_the_terminal_as_a_command, begin),
        cmocka_unit_test_setup(who_is_away_is_told_until_the_return, begin),
        cmocka_unit_test_setup(offers_and_rematches_tell_what_to_type, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
