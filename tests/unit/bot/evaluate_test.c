/* The features of a position by example, and what must hold of every value. */
#include "proto/bot/evaluate.h"

#include "core/symmetry.h"
#include "proto/bot/hash.h"
#include "tests/support/cmocka_test.h"
#include "tests/support/random_play.h"
#include "tests/support/rules.h"

static const struct evaluator sober = {.noise = 0};

static int32_t value_of(const struct position *position)
{
    return evaluate(&sober, position, hash_position(position));
}

static void a_side_is_counted(void **state)
{
    (void)state;
    /* Worked example 2: Blue reaches Red through B3 only, and Red reaches nothing of Blue. */
    struct position position = rules_position(".../.b2r1./...r2./..r2r1/.r3r3 b");
    int red[FEATURE_COUNT], blue[FEATURE_COUNT];
    evaluate_features(&position, COLOR_RED, red);
    evaluate_features(&position, COLOR_BLUE, blue);
    assert_int_equal(red[FEATURE_TOP], 2);
    assert_int_equal(red[FEATURE_SECOND], 2);
    assert_int_equal(red[FEATURE_LOWER], 2);
    assert_int_equal(red[FEATURE_TOP_ATTACKED], 0);
    assert_int_equal(red[FEATURE_SECOND_ATTACKED], 2);
    assert_int_equal(red[FEATURE_LOWER_ATTACKED], 1);
    assert_int_equal(red[FEATURE_LOSS], 2);
    assert_int_equal(red[FEATURE_ALONE], 1);
    assert_int_equal(red[FEATURE_SUBGROUPS], 4);
    assert_int_equal(red[FEATURE_FRAIL], 0);
    assert_int_equal(red[FEATURE_BELOW], 1);
    assert_int_equal(red[FEATURE_SECURE], 0);
    assert_int_equal(blue[FEATURE_SECOND], 1);
    assert_int_equal(blue[FEATURE_SECOND_ATTACKED], 0);
    assert_int_equal(blue[FEATURE_LIBERTIES], 5);
    assert_int_equal(blue[FEATURE_FRAIL], 1);
    assert_int_equal(blue[FEATURE_BELOW], 1);
}

static void what_cannot_be_climbed_is_secure(void **state)
{
    (void)state;
    int blue[FEATURE_COUNT];
    struct position position = rules_position("b5../.b2r1./...b1./..../... b");
    evaluate_features(&position, COLOR_BLUE, blue);
    assert_int_equal(blue[FEATURE_SECURE], 1); /* Red may climb 1, 2, 3 */
    position = rules_position("b3../.b2r1./...b1./..../... b");
    evaluate_features(&position, COLOR_BLUE, blue);
    assert_int_equal(blue[FEATURE_SECURE], 0);
}

static struct position mirrored(const struct position *position, int symmetry, bool colors)
{
    struct position image;
    position_init(&image, position->size);
    image.to_move = position->to_move ^ (uint8_t)colors;
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++)
        for (uint64_t rest = position->stacks[color]; rest != 0; rest &= rest - 1) {
            int from = board_lowest(rest);
            int to = symmetry_cell(position->size, symmetry, from);
            image.stacks[color ^ (int)colors] |= board_bit(to);
            image.height[to] = position->height[from];
        }
    return image;
}

static void neither_side_nor_direction_matters(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    for (int game = 0; game < 40; game++) {
        struct position position;
        enum outcome outcome = OUTCOME_GOES_ON;
        position_init(&position, 3 + game % 2);
        for (int ply = 0; ply < 60 && outcome == OUTCOME_GOES_ON; ply++) {
            struct turn turn = random_turn(&random, &position);
            assert_int_equal(referee_apply(&position, &turn, &outcome), REFUSAL_NONE);
            int symmetry = random_index(&random, SYMMETRY_COUNT);
            struct position image = mirrored(&position, symmetry, ply % 2 == 1);
            assert_int_equal(value_of(&image), value_of(&position));
        }
    }
}

static void a_mistake_is_small_and_always_the_same(void **state)
{
    (void)state;
    struct position position = rules_position(".../.b2r1./...r2./..r2r1/.r3r3 b");
    uint64_t hash = hash_position(&position);
    bool differs = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct evaluator tipsy = {.noise = 40, .seed = seed};
        int32_t value = evaluate(&tipsy, &position, hash);
        assert_int_equal(value, evaluate(&tipsy, &position, hash));
        assert_in_range(value - value_of(&position) + 40, 0, 80);
        differs = differs || value != value_of(&position);
    }
    assert_true(differs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_is_counted),
        cmocka_unit_test(what_cannot_be_climbed_is_secure),
        cmocka_unit_test(neither_side_nor_direction_matters),
        cmocka_unit_test(a_mistake_is_small_and_always_the_same),
    };
    return cmocka_run_group_tests_name("bot evaluate", tests, NULL, NULL);
}
