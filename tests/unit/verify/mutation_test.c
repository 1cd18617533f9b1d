/* Records changed at random, and signed again by a server that lies, can say anything: they must be
 * judged without harm, and found wrong wherever they were not signed again. A failure names the
 * number that makes it again. */
#include "proto/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"
#include "tests/unit/verify/games.h"

#define ROUNDS 5000

/* Any value of the record but the record itself: walks down until it likes to stop. */
static json_t *pick(struct random *random, json_t *value)
{
    for (;;) {
        size_t size = json_is_array(value) ? json_array_size(value) : json_object_size(value);
        if (size == 0)
            return value;
        size_t place = random_below(random, (uint32_t)size);
        json_t *next = json_array_get(value, place);
        if (json_is_object(value)) {
            void *at = json_object_iter(value);
            while (place-- > 0)
                at = json_object_iter_next(value, at);
            next = json_object_iter_value(at);
        }
        if (random_below(random, 4) == 0)
            return next;
        value = next;
    }
}

static json_t *invent(struct random *random, json_t *record)
{
    static const char *const texts[] = {"null",
                                        "true",
                                        "-1",
                                        "0",
                                        "[]",
                                        "{}",
                                        "\"red\"",
                                        "\"skip\"",
                                        "\"start\"",
                                        "\"end\"",
                                        "1.0",
                                        "\"\"",
                                        "\"move\"",
                                        "\"time\"",
                                        "\"accepted\"",
                                        "5000",
                                        "12345",
                                        "\"C4xC3xC4\"",
                                        "\"takeback\"",
                                        "9007199254740991",
                                        "9223372036854775807"};
    uint32_t count = (uint32_t)(sizeof texts / sizeof *texts);
    uint32_t chosen = random_below(random, 2 * count);
    return chosen < count ? json_loads(texts[chosen], JSON_DECODE_ANY, NULL)
                          : json_deep_copy(pick(random, record));
}

static void change_array(struct random *random, json_t *array, json_t *record)
{
    size_t place = random_below(random, (uint32_t)json_array_size(array) + 1);
    switch (random_below(random, 3)) {
    case 0:
        json_array_remove(array, place);
        return;
    case 1:
        json_array_insert_new(array, place, invent(random, record));
        return;
    default:
        json_array_set_new(array, place, invent(random, record));
    }
}

static void change_object(struct random *random, json_t *object, json_t *record)
{
    uint32_t place = random_below(random, (uint32_t)json_object_size(object));
    void *at = json_object_iter(object);
    while (place-- > 0)
        at = json_object_iter_next(object, at);
    char key[32];
    strcpy(key, json_object_iter_key(at));
    json_t *value = invent(random, record);
    if (random_below(random, 5) == 0)
        json_object_del(object, key);
    else
        json_object_set(object, key, value);
    json_decref(value);
}

/* Changes some array or object, the record itself among them. */
static void change(struct random *random, json_t *record)
{
    json_t *value = random_below(random, 10) == 0 ? record : pick(random, record);
    if (json_is_array(value))
        change_array(random, value, record);
    else if (json_object_size(value) > 0)
        change_object(random, value, record);
}

/* Takes out what nothing proves. */
static void forget_unproved(json_t *record)
{
    const json_t *turns = json_object_get(record, "turns");
    json_object_del(record, "presence");
    for (size_t i = 0; i < 2; i++)
        json_object_del(json_array_get(turns, i), "spent_ms");
}

static bool same_but_for_unproved(json_t *a, json_t *b)
{
    forget_unproved(a);
    forget_unproved(b);
    return json_equal(a, b);
}

static void play_round(uint64_t seed, struct scribe *scribe)
{
    struct random random = {.state = seed};
    struct verdict verdict;
    json_t *record = scribe_record(scribe);
    for (uint32_t left = 1 + random_below(&random, 4); left > 0; left--)
        change(&random, record);
    bool sign = random_below(&random, 2) == 0;
    if (sign && json_is_object(record))
        scribe_sign(scribe, record);
    verify_record(record, scribe->public_key, &verdict);
    if (!sign && verdict.kind == VERDICT_SOUND) {
        json_t *genuine = scribe_record(scribe);
        if (!same_but_for_unproved(record, genuine))
            fail_msg("number %llu passes", (unsigned long long)seed);
        json_decref(genuine);
    }
    if (verdict.kind == VERDICT_WRONG)
        assert_true(verdict.finding.what[0] != '\0');
    json_decref(record);
}

static void nothing_does_harm_or_passes_for_genuine(void **state)
{
    struct scribe scribe;
    (void)state;
    scribe_init(&scribe, 3, BLITZ, true);
    scribe_moves(&scribe, "C3 C4 D4 D5");
    scribe_offer(&scribe, COLOR_BLUE, OFFER_TAKEBACK);
    scribe_close(&scribe, COLOR_BLUE, OFFER_TAKEBACK, OFFER_ACCEPTED);
    scribe_takeback(&scribe, 2);
    scribe_moves(&scribe, "C3xC4");
    scribe_end(&scribe, COLOR_BLUE, REASON_CAPTURE);
    for (uint64_t seed = 1; seed <= ROUNDS; seed++)
        play_round(seed, &scribe);
    scribe_deinit(&scribe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_does_harm_or_passes_for_genuine),
    };
    return cmocka_run_group_tests_name("verify: mutations", tests, NULL, NULL);
}
