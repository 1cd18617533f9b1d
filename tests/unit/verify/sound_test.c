/* Genuine records are found sound, however their games went and however they are written down. */
#include "proto/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/unit/verify/games.h"

static void assert_sound(struct scribe *scribe)
{
    struct verdict verdict;
    json_t *record = scribe_record(scribe);
    verify_record(record, scribe->public_key, &verdict);
    if (verdict.kind != VERDICT_SOUND)
        fail_msg("v %lld: %s", (long long)verdict.finding.v, verdict.finding.what);
    assert_true(verdict.trusted);
    assert_string_equal(verdict.game, scribe->game.id);
    assert_int_equal(verdict.turns, scribe->count);
    assert_int_equal(verdict.events, scribe->v);
    json_decref(record);
    scribe_deinit(scribe);
}

static void takebacks_skips_offers_lag_and_a_flag(void **state)
{
    struct scribe scribe;
    (void)state;
    game_on_time(&scribe);
    assert_sound(&scribe);
}

static void a_chain_that_wins(void **state)
{
    struct scribe scribe;
    (void)state;
    game_by_chain(&scribe);
    assert_sound(&scribe);
}

static void other_ends(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 4, (struct time_control){.kind = TIME_NONE}, false);
    scribe_moves(&scribe, "D4 C3");
    scribe_offer(&scribe, COLOR_RED, OFFER_TAKEBACK);
    scribe_offer(&scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_close(&scribe, COLOR_BLUE, OFFER_ABORT, OFFER_ACCEPTED);
    scribe_close(&scribe, COLOR_RED, OFFER_TAKEBACK, OFFER_LAPSED);
    scribe_end(&scribe, -1, REASON_ABORTED);
    assert_sound(&scribe);

    scribe_init(&scribe, 3, (struct time_control){.kind = TIME_PER_MOVE, .per_move_ms = 86400000},
                true);
    scribe_moves(&scribe, "C3 C4");
    scribe_move(&scribe, "D4", 86399999, 0);
    scribe_move(&scribe, "D5", 0, 0);
    scribe_end(&scribe, COLOR_BLUE, REASON_RESIGN);
    assert_sound(&scribe);

    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3");
    scribe_end(&scribe, -1, REASON_ABORTED);
    assert_sound(&scribe);

    scribe_init(&scribe, 3, BLITZ, false);
    scribe_moves(&scribe, "C3 C4 D4");
    scribe_end(&scribe, COLOR_RED, REASON_ABANDONED);
    assert_sound(&scribe);
}

static void a_takeback_to_the_very_start(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3 C4");
    scribe_offer(&scribe, COLOR_BLUE, OFFER_TAKEBACK);
    scribe_close(&scribe, COLOR_BLUE, OFFER_TAKEBACK, OFFER_ACCEPTED);
    scribe_takeback(&scribe, 0);
    /* No clock runs again until both have moved again. */
    scribe_move(&scribe, "A1", 9000, 0);
    scribe_move(&scribe, "A2", 9000, 0);
    scribe_move(&scribe, "A3", 9000, 700);
    scribe_end(&scribe, COLOR_BLUE, REASON_RESIGN);
    assert_sound(&scribe);
}

static void an_unfinished_game_is_sound_but_proves_nothing(void **state)
{
    struct scribe scribe;
    struct verdict verdict;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3 C4 D4");
    scribe_offer(&scribe, COLOR_RED, OFFER_ABORT);
    json_t *record = scribe_record(&scribe);
    verify_record(record, NULL, &verdict);
    assert_int_equal(verdict.kind, VERDICT_UNFINISHED);
    assert_string_equal(verdict.key, "");
    json_decref(record);
    scribe_deinit(&scribe);
}

static void without_a_key_the_records_own_is_named(void **state)
{
    struct scribe scribe;
    struct verdict verdict;
    char key[PROOF_TEXT_SIZE];
    (void)state;
    game_by_chain(&scribe);
    json_t *record = scribe_record(&scribe);
    verify_record(record, NULL, &verdict);
    proof_base64(scribe.public_key, PROOF_PUBLIC_KEY_SIZE, key);
    assert_int_equal(verdict.kind, VERDICT_SOUND);
    assert_false(verdict.trusted);
    assert_string_equal(verdict.key, key);
    json_decref(record);
    scribe_deinit(&scribe);
}

/* Members that a later server may add are for those who know them. */
static void order_blanks_and_unsigned_additions_do_not_matter(void **state)
{
    struct scribe scribe;
    struct verdict verdict;
    (void)state;
    game_on_time(&scribe);
    json_t *record = scribe_record(&scribe);
    json_object_set_new(record, "tournament", json_string("spring"));
    char *text = json_dumps(record, JSON_INDENT(3) | JSON_SORT_KEYS);
    json_t *again = json_loads(text, 0, NULL);
    verify_record(again, scribe.public_key, &verdict);
    assert_int_equal(verdict.kind, VERDICT_SOUND);
    free(text);
    json_decref(again);
    json_decref(record);
    scribe_deinit(&scribe);
}

static void a_record_is_found_where_it_may_stand(void **state)
{
    (void)state;
    json_t *bare = json_pack("{s:[]}", "stream");
    json_t *named = json_pack("{s:O}", "record", bare);
    json_t *reply = json_pack("{s:i, s:O}", "re", 1, "ok", named);
    json_t *other = json_pack("{s:i, s:{}}", "re", 1, "ok");
    assert_ptr_equal(verify_find(bare), bare);
    assert_ptr_equal(verify_find(named), bare);
    assert_ptr_equal(verify_find(reply), bare);
    assert_null(verify_find(other));
    assert_null(verify_find(NULL));
    json_decref(bare);
    json_decref(named);
    json_decref(reply);
    json_decref(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takebacks_skips_offers_lag_and_a_flag),
        cmocka_unit_test(a_chain_that_wins),
        cmocka_unit_test(other_ends),
        cmocka_unit_test(a_takeback_to_the_very_start),
        cmocka_unit_test(an_unfinished_game_is_sound_but_proves_nothing),
        cmocka_unit_test(without_a_key_the_records_own_is_named),
        cmocka_unit_test(order_blanks_and_unsigned_additions_do_not_matter),
        cmocka_unit_test(a_record_is_found_where_it_may_stand),
    };
    return cmocka_run_group_tests_name("verify: sound records", tests, NULL, NULL);
}
