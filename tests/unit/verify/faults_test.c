/* What is wrong with a record is found, and found where it is: planted in the stream (and signed
 * anew, as by a server that lies), in what must agree with it, and in the proof. */
#include "proto/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/unit/verify/games.h"

/* ---- Planting ------------------------------------------------------------------------------ */

struct fault {
    const char *path;  /* "stream/3/move" */
    const char *value; /* JSON; NULL takes the member out */
    int64_t v;         /* where it must be found; 0 for the record itself */
    const char *says;  /* part of the finding */
};

static void plant(json_t *record, const struct fault *fault)
{
    char path[64];
    json_t *parent = record;
    char *rest = NULL;
    snprintf(path, sizeof path, "%s", fault->path);
    const char *step = strtok_r(path, "/", &rest);
    for (const char *next = strtok_r(NULL, "/", &rest); next != NULL;
         next = strtok_r(NULL, "/", &rest)) {
        parent = json_is_array(parent) ? json_array_get(parent, (size_t)atoi(step))
                                       : json_object_get(parent, step);
        assert_non_null(parent);
        step = next;
    }
    json_t *value = fault->value == NULL ? NULL : json_loads(fault->value, JSON_DECODE_ANY, NULL);
    assert_true((fault->value == NULL) == (value == NULL));
    if (json_is_array(parent) && value == NULL)
        json_array_remove(parent, (size_t)atoi(step));
    else if (json_is_array(parent))
        json_array_set_new(parent, (size_t)atoi(step), value);
    else if (value == NULL)
        json_object_del(parent, step);
    else
        json_object_set_new(parent, step, value);
}

static void assert_found(const json_t *record, const struct scribe *scribe,
                         const struct fault *fault)
{
    struct verdict verdict;
    verify_record(record, scribe->public_key, &verdict);
    if (verdict.kind != VERDICT_WRONG || verdict.finding.v != fault->v ||
        strstr(verdict.finding.what, fault->says) == NULL)
        fail_msg("%s = %s: wanted v %lld, \"%s\"; kind %d, v %lld, \"%s\"", fault->path,
                 fault->value, (long long)fault->v, fault->says, (int)verdict.kind,
                 (long long)verdict.finding.v, verdict.finding.what);
}

static void plant_each(const struct fault *faults, size_t count, bool sign)
{
    struct scribe scribe;
    game_on_time(&scribe);
    for (size_t i = 0; i < count; i++) {
        json_t *record = scribe_record(&scribe);
        plant(record, &faults[i]);
        if (sign)
            scribe_sign(&scribe, record);
        assert_found(record, &scribe, &faults[i]);
        json_decref(record);
    }
    scribe_deinit(&scribe);
}

#define COUNT(faults) (sizeof(faults) / sizeof *(faults))

static void in_the_stream(void **state)
{
    static const struct fault faults[] = {
        {"stream", NULL, 0, "stream is missing"},
        {"stream", "[]", 1, "breaks off"},
        {"stream/0", NULL, 1, "v is 2"},
        {"stream/0/ev", "\"skip\"", 1, "by of the event is missing"},
        {"stream/0/at", "1795985040001", 1, "not when the game started"},
        {"stream/1/ev", "\"promotion\"", 2, "ev of the event is none"},
        {"stream/1/move", "\"C9\"", 2, "no such cell"},
        {"stream/1/move", "\"hello\"", 2, "not a turn"},
        {"stream/1/move", "\"c1\"", 2, "should be written C1"},
        {"stream/1/move", "\"skip\"", 2, "never by a player"},
        {"stream/1/lag_ms", "5", 2, "0 may be credited"},
        {"stream/1/lag_ms", "-5", 2, "lag_ms of the event is no integer"},
        {"stream/1/fine", "true", 2, "does not know"},
        {"stream/2/move", "\"C1\"", 3, "not empty"},
        {"stream/2/move", "\"C1xC2\"", 3, "opponent's"},
        {"stream/2/by", "\"blue\"", 3, "not the turn of blue"},
        {"stream/2/position", "\".../..../..b1../..../... b\"", 3, "position should be"},
        {"stream/2/to_move", "\"red\"", 3, "to_move"},
        {"stream/2/ply", "3", 3, "ply is 3 and should be 2"},
        {"stream/2/clock", "null", 3, "clock is null"},
        {"stream/2/clock/blue_ms", "299999", 3, "blue_ms is 299999 and should be 300000"},
        {"stream/3/clock/blue_ms", "303001", 4, "gained more than the increment"},
        {"stream/3/clock/blue_ms", "3000", 4, "no time left"},
        {"stream/3/clock/blue_ms", "302000", 5, "blue_ms is 301000 and should be 302000"},
        {"stream/3/clock/running", "\"blue\"", 4, "running"},
        {"stream/3/clock/at", "1", 4, "at is not that of the event"},
        {"stream/3/game", "\"sZE8MUOI5XUG\"", 4, "another game"},
        {"stream/4", NULL, 5, "v is 6"},
        {"stream/4/v", "6", 5, "v is 6"},
        {"stream/4/at", "7", 5, "earlier"},
        {"stream/5/kind", "\"abort\"", 7, "no such offer"},
        {"stream/7/by", "\"red\"", 10, "no such offer"},
        {"stream/9/how", "\"declined\"", 12, "an offer lapsed before this"},
        {"stream/10/how", "\"declined\"", 11, "takeback was accepted"},
        {"stream/11/ply", "3", 12, "ply is 3 and should be 2"},
        {"stream/11/clock/blue_ms", "301000", 12, "should be 300000"},
        {"stream/13/lag_ms", "99999", 14, "may be credited"},
        {"stream/52", NULL, 53, "v is 54"},
        {"stream/52/by", "\"red\"", 53, "who is to be skipped"},
        {"stream/54/result/winner", "\"blue\"", 55, "could not end here by time, won by blue"},
        {"stream/54/result/winner", "null", 55, "without a winner"},
        {"stream/54/result/reason", "\"capture\"", 55, "could not end here by capture"},
        {"stream/54/result/reason", "\"turn_limit\"", 55, "could not end"},
        {"stream/54/result", "null", 55, "no result"},
        {"stream/54/ratings", NULL, 55, "ratings of a rated game are missing"},
        {"stream/54/ratings/red/after/rating", "1", 55, "wrong way"},
    };
    (void)state;
    plant_each(faults, COUNT(faults), true);
}

static void in_what_must_agree(void **state)
{
    static const struct fault faults[] = {
        {"id", "\"short\"", 0, "no id"},
        {"size", "5", 0, "size of the record"},
        {"time", "{\"initial_ms\":1}", 0, "no time control"},
        {"time", "null", 0, "rated game without a clock"},
        {"blue/kind", "\"guest\"", 0, "guest in a rated game"},
        {"red/rating", "null", 0, "rating of red"},
        {"pool", "\"3-rapid\"", 0, "pool"},
        {"moves", "\"C3\"", 0, "moves"},
        {"ply", "7", 0, "ply"},
        {"v", "7", 0, "v of the record"},
        {"position", "\".../..../...../..../... b\"", 0, "position"},
        {"to_move", "\"blue\"", 0, "to_move"},
        {"status", "\"playing\"", 0, "status"},
        {"result/winner", "\"blue\"", 0, "result"},
        {"ended_at", "1", 0, "ended_at"},
        {"clock/blue_ms", "1", 0, "blue_ms cannot be 1"},
        {"clock/red_ms", "1", 0, "red_ms cannot be 1"},
        {"clock/running", "\"blue\"", 0, "running"},
        {"offers", "[{\"by\":\"red\",\"kind\":\"abort\"}]", 0, "offers"},
        {"presence/blue", "7", 0, "blue of presence"},
        {"rating_changes", "null", 0, "rating_changes"},
        {"rating_changes/blue/after/rd", "1", 0, "rating_changes"},
        {"turns", "[]", 0, "turns has 0 entries"},
        {"turns/2/move", "\"C5\"", 13, "turns: blue played C5, by the stream blue C4"},
        {"turns/2/at", "1", 13, "turns: at"},
        {"turns/2/spent_ms", "1", 13, "spent_ms is 1"},
        {"turns/2/blue_ms", "1", 13, "turns: blue_ms"},
        {"turns/2/blue_ms", NULL, 13, "blue_ms of an entry of turns is missing"},
        {"turns/3/spent_ms", "899", 14, "spent_ms is 899"},
        {"turns/3/lag_ms", "0", 14, "turns: lag_ms"},
        {"turns/3/held_ms", "0", 14, "turns: held_ms"},
        {"turns/38/spent_ms", "1", GAME_ON_TIME_SKIP_V, "a skip takes no time"},
    };
    (void)state;
    plant_each(faults, COUNT(faults), false);
}

static void in_what_only_the_signature_holds(void **state)
{
    static const struct fault faults[] = {
        {"blue/name", "\"eve\"", 0, "the chain in proof"},
        {"blue/rating", "2500", 0, "the chain in proof"},
        {"rated", "true", 0, "the chain in proof"},
        {"stream/5/at", "1795985046022", 0, "the chain in proof"},
        {"proof", "null", 0, "proof is missing"},
        {"proof/chain", "\"00\"", 0, "the chain in proof"},
        {"proof/key", "\"AAAA\"", 0, "no key"},
        {"proof/key", "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"", 0, "another key"},
        {"proof/signature", "\"AAAA\"", 0, "no signature"},
        {"proof/signature", NULL, 0, "signature of proof is missing"},
    };
    struct scribe scribe;
    (void)state;
    /* Casual, so that the value of `rated` is the only thing wrong. */
    scribe_init(&scribe, 3, BLITZ, false);
    scribe_moves(&scribe, "C3 C4 D4");
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_close(&scribe, COLOR_BLUE, OFFER_ABORT, OFFER_DECLINED);
    scribe_moves(&scribe, "A1");
    scribe_offer(&scribe, COLOR_RED, OFFER_ABORT);
    scribe_close(&scribe, COLOR_RED, OFFER_ABORT, OFFER_ACCEPTED);
    scribe_end(&scribe, -1, REASON_ABORTED);
    for (size_t i = 0; i < COUNT(faults); i++) {
        json_t *record = scribe_record(&scribe);
        plant(record, &faults[i]);
        assert_found(record, &scribe, &faults[i]);
        json_decref(record);
    }
    scribe_deinit(&scribe);
}

/* ---- Stories that cannot be ---------------------------------------------------------------- */

#define NOBODY (-1)

static void assert_story(struct scribe *scribe, int64_t v, const char *says)
{
    struct fault fault = {"story", "", v, says};
    json_t *record = scribe_record(scribe);
    assert_found(record, scribe, &fault);
    json_decref(record);
    scribe_deinit(scribe);
}

static void offers_against_the_rules(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, true);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_TAKEBACK);
    assert_story(&scribe, 2, "no turn to take back");

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3");
    scribe_offer(&scribe, COLOR_BLUE, OFFER_TAKEBACK);
    scribe_moves(&scribe, "C4");
    assert_story(&scribe, 4, "should have lapsed");

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    assert_story(&scribe, 3, "open already");

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_offer(&scribe, COLOR_RED, OFFER_ABORT);
    assert_story(&scribe, 3, "agreement");

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_close(&scribe, COLOR_BLUE, OFFER_ABORT, OFFER_ACCEPTED);
    assert_story(&scribe, 4, "breaks off");
}

static void takebacks_against_the_rules(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3 C4 D4");
    scribe_takeback(&scribe, 2);
    assert_story(&scribe, 5, "no takeback was accepted");

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3 C4 D4");
    scribe_offer(&scribe, COLOR_RED, OFFER_TAKEBACK);
    scribe_close(&scribe, COLOR_RED, OFFER_TAKEBACK, OFFER_ACCEPTED);
    scribe_takeback(&scribe, 2);
    assert_story(&scribe, 7, "ply is 2 and should be 1");
}

static void ends_against_the_rules(void **state)
{
    static const struct {
        const char *moves;
        int winner;
        enum reason reason;
        const char *says;
    } ends[] = {
        {"C3", COLOR_RED, REASON_RESIGN, "could not end"},
        {"C3 C4", COLOR_RED, REASON_TIME, NULL},
        {"C3 C4", COLOR_BLUE, REASON_TIME, "could not end"},
        {"C3", COLOR_RED, REASON_TIME, "could not end"},
        {"C3 C4", NOBODY, REASON_ABORTED, "could not end"},
        {"C3 C4", NOBODY, REASON_TURN_LIMIT, "could not end"},
        {"C3 C4", NOBODY, REASON_RESIGN, "could not end"},
        {"C3", COLOR_BLUE, REASON_ABANDONED, "could not end"},
        {"C3 C4", COLOR_BLUE, REASON_CAPTURE, "could not end"},
        {"C3 C4 C3xC4", COLOR_RED, REASON_CAPTURE, "could not end"},
        {"C3 C4 C3xC4", COLOR_RED, REASON_RESIGN, "could not end"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        struct scribe scribe;
        scribe_init(&scribe, 3, BLITZ, false);
        scribe_moves(&scribe, ends[i].moves);
        scribe_end(&scribe, ends[i].winner, ends[i].reason);
        if (ends[i].says != NULL)
            assert_story(&scribe, scribe.v, ends[i].says);
        else
            scribe_deinit(&scribe);
    }
}

static void games_that_go_on_when_they_are_over(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, false);
    scribe_moves(&scribe, "C3 C4 C3xC4 A1");
    assert_story(&scribe, 5, "has won");

    scribe_init(&scribe, 3, BLITZ, false);
    scribe_moves(&scribe, "C3 C4");
    scribe_end(&scribe, COLOR_BLUE, REASON_RESIGN);
    scribe_moves(&scribe, "A1");
    assert_story(&scribe, 5, "after the end");

    scribe_init(&scribe, 3, BLITZ, false);
    scribe_moves(&scribe, "C3 C4");
    scribe_end(&scribe, COLOR_BLUE, REASON_RESIGN);
    scribe_end(&scribe, COLOR_RED, REASON_RESIGN);
    assert_story(&scribe, 5, "after the end");
}

static void a_game_is_not_proved_before_its_end(void **state)
{
    struct scribe scribe;
    struct fault fault = {"proof", "", 0, "not over"};
    (void)state;
    scribe_init(&scribe, 3, BLITZ, false);
    json_t *record = scribe_record(&scribe);
    scribe_sign(&scribe, record);
    assert_found(record, &scribe, &fault);
    json_decref(record);
    scribe_deinit(&scribe);
}

static void findings_are_safe_to_print(void **state)
{
    struct fault fault = {"stream/1/move", "\"\\u001b[2J\\u009b\"", 2,
                          "?[2J??: that is not a turn"};
    (void)state;
    plant_each(&fault, 1, true);
}

/* ---- Every member -------------------------------------------------------------------------- */

/* Changes one value, whatever it is, to another of its type. */
static json_t *changed(const json_t *value)
{
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) + 1);
    if (json_is_string(value))
        return json_sprintf("%sx", json_string_value(value));
    if (json_is_boolean(value))
        return json_boolean(!json_is_true(value));
    return json_is_null(value) ? json_integer(1) : NULL;
}

/* What a record says beyond its stream, and nothing can contradict: who looked at it when it was
 * asked for, and how long the turns took for which no clock ran. */
static bool unproved(const json_t *parent, const char *key, const json_t *record)
{
    bool first_turn = json_integer_value(json_object_get(parent, "ply")) <= 2;
    return parent == json_object_get(record, "presence") ||
           (strcmp(key, "spent_ms") == 0 && first_turn);
}

/* Gives how many values below `value` were changed, one after another, each of them found. */
static int change_each(json_t *value, json_t *record, const struct scribe *scribe)
{
    struct verdict verdict;
    int count = 0;
    const char *key;
    json_t *member;
    for (size_t i = 0; i < json_array_size(value); i++)
        count += change_each(json_array_get(value, i), record, scribe);
    json_object_foreach(value, key, member) {
        json_t *other = changed(member);
        if (other == NULL) {
            count += change_each(member, record, scribe);
            continue;
        }
        json_t *before = json_incref(member);
        json_object_set_new(value, key, other);
        verify_record(record, scribe->public_key, &verdict);
        if ((verdict.kind == VERDICT_SOUND) != unproved(value, key, record))
            fail_msg("changing %s at number %d of them is %sfound", key, count,
                     verdict.kind == VERDICT_SOUND ? "not " : "");
        json_object_set_new(value, key, before);
        count++;
    }
    return count;
}

static void no_member_can_be_changed(void **state)
{
    struct scribe scribe;
    struct verdict verdict;
    (void)state;
    game_on_time(&scribe);
    json_t *record = scribe_record(&scribe);
    assert_true(change_each(record, record, &scribe) > 1000);
    verify_record(record, scribe.public_key, &verdict);
    assert_int_equal(verdict.kind, VERDICT_SOUND);
    json_decref(record);
    scribe_deinit(&scribe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_stream),
        cmocka_unit_test(in_what_must_agree),
        cmocka_unit_test(in_what_only_the_signature_holds),
        cmocka_unit_test(offers_against_the_rules),
        cmocka_unit_test(takebacks_against_the_rules),
        cmocka_unit_test(ends_against_the_rules),
        cmocka_unit_test(games_that_go_on_when_they_are_over),
        cmocka_unit_test(a_game_is_not_proved_before_its_end),
        cmocka_unit_test(findings_are_safe_to_print),
        cmocka_unit_test(no_member_can_be_changed),
    };
    return cmocka_run_group_tests_name("verify: faults", tests, NULL, NULL);
}
