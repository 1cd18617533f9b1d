/* The heap of deadlines against a plain array that is searched from end to end. */
#include "server/machine/deadlines.h"

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define THINGS 300
#define SEEDS 40
#define OPERATIONS 4000

/* What is to be: the earliest of those armed, of equals the one armed first. */
struct model {
    struct {
        bool armed;
        int64_t due_ms;
        int order;
    } things[THINGS];
    int armed; /* ever */
};

static int model_first(const struct model *model)
{
    int first = -1;
    for (int i = 0; i < THINGS; i++) {
        if (!model->things[i].armed)
            continue;
        if (first < 0 || model->things[i].due_ms < model->things[first].due_ms ||
            (model->things[i].due_ms == model->things[first].due_ms &&
             model->things[i].order < model->things[first].order))
            first = i;
    }
    return first;
}

struct clockwork {
    struct model model;
    struct deadlines deadlines;
    struct deadline things[THINGS];
};

static void arm(struct clockwork *clockwork, int i, int64_t due_ms)
{
    deadlines_arm(&clockwork->deadlines, &clockwork->things[i], due_ms);
    clockwork->model.things[i].armed = true;
    clockwork->model.things[i].due_ms = due_ms;
    clockwork->model.things[i].order = clockwork->model.armed++;
}

static void drop(struct clockwork *clockwork, int i)
{
    deadlines_drop(&clockwork->deadlines, &clockwork->things[i]);
    clockwork->model.things[i].armed = false;
}

static void compare(const struct clockwork *clockwork, uint64_t seed)
{
    int expected = model_first(&clockwork->model);
    const struct deadline *first = deadlines_first(&clockwork->deadlines);
    const struct deadline *wanted = expected < 0 ? NULL : &clockwork->things[expected];
    if (first != wanted)
        fail_msg("seed %u: the first is not number %d", (unsigned)seed, expected);
    if (first != NULL)
        assert_int_equal(first->due_ms, clockwork->model.things[expected].due_ms);
}

static void play_a_seed(uint64_t seed)
{
    static struct clockwork clockwork;
    clockwork = (struct clockwork){.model = {.armed = 0}};
    struct random random = {.state = seed};
    deadlines_init(&clockwork.deadlines);
    /* Few different times make many ties; few things, many moves of the same one. */
    uint32_t times = 1 + random_below(&random, seed % 2 == 0 ? 5 : 100000);
    uint32_t things = 1 + random_below(&random, THINGS);
    for (int i = 0; i < OPERATIONS; i++) {
        int thing = (int)random_below(&random, things);
        if (random_below(&random, 3) > 0)
            arm(&clockwork, thing, (int64_t)random_below(&random, times) - 2);
        else
            drop(&clockwork, thing);
        assert_int_equal(deadline_armed(&clockwork.things[thing]),
                         clockwork.model.things[thing].armed);
        compare(&clockwork, seed);
    }
    for (int first; (first = model_first(&clockwork.model)) >= 0;) {
        compare(&clockwork, seed);
        drop(&clockwork, first);
    }
    assert_null(deadlines_first(&clockwork.deadlines));
    deadlines_deinit(&clockwork.deadlines);
}

static void the_first_is_that_of_the_model(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        play_a_seed(seed);
}

static void ties_fire_in_the_order_of_arming(void **state)
{
    (void)state;
    static struct deadline things[100];
    struct deadlines deadlines;
    deadlines_init(&deadlines);
    for (int i = 0; i < 100; i++)
        deadlines_arm(&deadlines, &things[i], 7);
    /* Armed anew for the same time, it goes to the end of the line. */
    deadlines_arm(&deadlines, &things[0], 7);
    for (int i = 1; i <= 100; i++) {
        assert_ptr_equal(deadlines_first(&deadlines), &things[i % 100]);
        deadlines_drop(&deadlines, &things[i % 100]);
    }
    assert_null(deadlines_first(&deadlines));
    deadlines_deinit(&deadlines);
}

static void moving_goes_both_ways(void **state)
{
    (void)state;
    struct deadline early = {.kind = DEADLINE_GAME}, late = {.kind = DEADLINE_SWEEP};
    struct deadlines deadlines;
    deadlines_init(&deadlines);
    deadlines_arm(&deadlines, &early, 10);
    deadlines_arm(&deadlines, &late, 20);
    deadlines_arm(&deadlines, &late, 5);
    assert_ptr_equal(deadlines_first(&deadlines), &late);
    deadlines_arm(&deadlines, &late, INT64_MAX);
    assert_ptr_equal(deadlines_first(&deadlines), &early);
    assert_int_equal(late.kind, DEADLINE_SWEEP);
    assert_int_equal(deadlines.count, 2);
    deadlines_deinit(&deadlines);
}

static void what_is_not_armed_may_be_dropped(void **state)
{
    (void)state;
    struct deadline thing = {.kind = DEADLINE_GAME};
    struct deadlines deadlines;
    deadlines_init(&deadlines);
    deadlines_drop(&deadlines, &thing);
    deadlines_arm(&deadlines, &thing, 1);
    deadlines_drop(&deadlines, &thing);
    deadlines_drop(&deadlines, &thing);
    assert_false(deadline_armed(&thing));
    assert_null(deadlines_first(&deadlines));
    deadlines_deinit(&deadlines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_that_of_the_model),
        cmocka_unit_test(ties_fire_in_the_order_of_arming),
        cmocka_unit_test(moving_goes_both_ways),
        cmocka_unit_test(what_is_not_armed_may_be_dropped),
    };
    return cmocka_run_group_tests_name("deadlines", tests, NULL, NULL);
}
