#include "core/rating.h"

#include <math.h>

#include "tests/support/cmocka_test.h"

#define DAY_MS RATING_PERIOD_MS
#define START_MS INT64_C(1700000000000)

static struct rating rated(double rating, double deviation)
{
    return (struct rating){.rating = rating,
                           .deviation = deviation,
                           .volatility = RATING_START_VOLATILITY,
                           .at_ms = START_MS,
                           .games = 50};
}

static void assert_near(double have, double want, double tolerance)
{
    if (!(fabs(have - want) <= tolerance))
        fail_msg("have %.8f, want %.8f", have, want);
}

static void assert_within_limits(const struct rating *rating)
{
    assert_true(rating->rating >= RATING_MIN && rating->rating <= RATING_MAX);
    assert_true(rating->deviation >= RATING_MIN_DEVIATION);
    assert_true(rating->deviation <= RATING_MAX_DEVIATION);
    assert_true(rating->volatility > 0.0 && rating->volatility <= RATING_MAX_VOLATILITY);
}

static void the_worked_example_of_the_paper(void **state)
{
    (void)state;
    struct rating player = rated(1500, 200);
    const struct rating opponents[] = {rated(1400, 30), rated(1550, 100), rated(1700, 300)};
    const double scores[] = {1, 0, 0};
    rating_period(&player, opponents, scores, 3, 1.0);
    assert_near(player.rating, 1464.06, 0.01);
    assert_near(player.deviation, 151.52, 0.005);
    assert_near(player.volatility, 0.05999, 0.00001);
}

static void a_period_without_games_only_grows_the_deviation(void **state)
{
    (void)state;
    struct rating player = rated(1600, 100);
    rating_period(&player, NULL, NULL, 0, 4.0);
    assert_near(player.rating, 1600, 1e-9);
    assert_near(player.deviation, sqrt(100.0 * 100.0 + 4.0 * pow(0.06 * 173.7178, 2)), 1e-9);
    assert_near(player.volatility, 0.06, 0);
}

static void newcomers_move_as_mirror_images(void **state)
{
    (void)state;
    struct rating a, b;
    rating_init(&a);
    rating_init(&b);
    assert_true(rating_provisional(&a, START_MS));
    rating_update(&a, &b, 1.0, START_MS);
    assert_near(a.rating + b.rating, 3000.0, 1e-9);
    assert_near(a.rating, 1662.2, 0.1);
    assert_near(a.deviation, b.deviation, 1e-12);
    assert_true(a.deviation < RATING_START_DEVIATION);
    assert_int_equal(a.games, 1);
    assert_int_equal(b.games, 1);
    assert_int_equal(a.at_ms, START_MS);
}

/* Updating one after the other, from values already new, would show here. */
static void both_are_updated_from_the_values_before(void **state)
{
    (void)state;
    struct rating a = rated(1500, 200), b = rated(1700, 80);
    struct rating a_swapped = a, b_swapped = b;
    rating_update(&a, &b, 1.0, START_MS + DAY_MS);
    rating_update(&b_swapped, &a_swapped, 0.0, START_MS + DAY_MS);
    assert_near(a.rating, a_swapped.rating, 0);
    assert_near(b.rating, b_swapped.rating, 0);
    assert_near(a.deviation, a_swapped.deviation, 0);
    assert_near(b.deviation, b_swapped.deviation, 0);
}

static void an_expected_result_changes_less(void **state)
{
    (void)state;
    struct rating strong = rated(1900, 60), weak = rated(1500, 60);
    rating_update(&strong, &weak, 1.0, START_MS);
    double expected = strong.rating - 1900;
    strong = rated(1900, 60);
    weak = rated(1500, 60);
    rating_update(&strong, &weak, 0.0, START_MS);
    double upset = 1900 - strong.rating;
    assert_true(expected > 0 && upset > 5 * expected);
    strong = rated(1700, 60);
    weak = rated(1700, 60);
    rating_update(&strong, &weak, 0.5, START_MS);
    assert_near(strong.rating, 1700, 1e-9);
}

static void deviation_grows_with_time_away(void **state)
{
    (void)state;
    struct rating player = rated(1500, 45);
    assert_near(rating_deviation_at(&player, START_MS), 45, 1e-9);
    assert_near(rating_deviation_at(&player, START_MS - DAY_MS), 45, 1e-9);
    assert_near(rating_deviation_at(&player, START_MS + DAY_MS / 2),
                sqrt(45.0 * 45.0 + 0.5 * pow(0.06 * 173.7178, 2)), 1e-9);
    assert_false(rating_provisional(&player, START_MS + 92 * DAY_MS));
    assert_true(rating_provisional(&player, START_MS + 93 * DAY_MS));
    assert_near(rating_deviation_at(&player, START_MS + 100000 * DAY_MS), 350, 0);
    assert_near(rating_deviation_at(&player, INT64_MAX), 350, 0);

    struct rating newcomer;
    rating_init(&newcomer);
    assert_near(rating_deviation_at(&newcomer, START_MS), 350, 0);
}

static void an_opponent_long_away_counts_less(void **state)
{
    (void)state;
    struct rating player = rated(1500, 60), back_soon = rated(1500, 45);
    player.at_ms = back_soon.at_ms = START_MS;
    rating_update(&player, &back_soon, 1.0, START_MS);
    double sure = player.rating;
    player = rated(1500, 60);
    struct rating back_late = rated(1500, 45);
    back_late.at_ms = START_MS - 1000 * DAY_MS;
    rating_update(&player, &back_late, 1.0, START_MS);
    assert_true(player.rating < sure && player.rating > 1500);
    assert_true(back_late.rating < back_soon.rating);
}

static void a_wall_clock_that_went_back_is_no_time(void **state)
{
    (void)state;
    struct rating a = rated(1500, 100), b = rated(1500, 100);
    struct rating c = a, d = b;
    rating_update(&a, &b, 1.0, START_MS - 5 * DAY_MS);
    rating_update(&c, &d, 1.0, START_MS);
    assert_near(a.rating, c.rating, 0);
    assert_near(a.deviation, c.deviation, 0);
    assert_int_equal(a.at_ms, START_MS);
}

static void nothing_leaves_its_limits(void **state)
{
    (void)state;
    static const double ratings[] = {RATING_MIN, 1500, RATING_MAX};
    static const double deviations[] = {RATING_MIN_DEVIATION, 110, RATING_MAX_DEVIATION};
    static const double volatilities[] = {1e-6, 0.06, RATING_MAX_VOLATILITY};
    static const int64_t away[] = {0, DAY_MS / 7, 100 * DAY_MS, 100000 * DAY_MS};
    for (int code = 0; code < 3 * 3 * 3 * 3 * 3 * 4; code++) {
        struct rating a = rated(ratings[code % 3], deviations[code / 3 % 3]);
        struct rating b = rated(ratings[code / 9 % 3], deviations[code / 27 % 3]);
        a.volatility = b.volatility = volatilities[code / 81 % 3];
        for (int winner = 0; winner < 2; winner++) {
            struct rating c = a, d = b;
            for (int game = 1; game <= 20; game++)
                rating_update(&c, &d, winner, START_MS + game * away[code / 243]);
            assert_within_limits(&c);
            assert_within_limits(&d);
        }
    }
}

/* A player who only ever wins against equals climbs to the top and stays a number. */
static void a_long_run_ends_at_the_limit(void **state)
{
    (void)state;
    struct rating player;
    rating_init(&player);
    for (int game = 1; game <= 5000; game++) {
        struct rating opponent = player;
        rating_update(&player, &opponent, 1.0, START_MS + game * (DAY_MS / 100));
        assert_within_limits(&player);
    }
    assert_near(player.rating, RATING_MAX, 1e-9);
    assert_near(player.deviation, RATING_MIN_DEVIATION, 1e-9);
    assert_int_equal(player.games, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_of_the_paper),
        cmocka_unit_test(a_period_without_games_only_grows_the_deviation),
        cmocka_unit_test(newcomers_move_as_mirror_images),
        cmocka_unit_test(both_are_updated_from_the_values_before),
        cmocka_unit_test(an_expected_result_changes_less),
        cmocka_unit_test(deviation_grows_with_time_away),
        cmocka_unit_test(an_opponent_long_away_counts_less),
        cmocka_unit_test(a_wall_clock_that_went_back_is_no_time),
        cmocka_unit_test(nothing_leaves_its_limits),
        cmocka_unit_test(a_long_run_ends_at_the_limit),
    };
    return cmocka_run_group_tests_name("rating", tests, NULL, NULL);
}
