/* What core/RULES.md says is proved about every game, looked at in random ones. */
#include <stdlib.h>
#include <string.h>

#include "tests/property/property.h"

#define MAX_PLY 1200

struct census {
    uint16_t heights[BOARD_MAX_CELLS]; /* of all stacks, highest first, then zeros */
};

static int higher_first(const void *a, const void *b)
{
    return *(const uint16_t *)b - *(const uint16_t *)a;
}

static struct census census_of(const struct position *position)
{
    struct census census;
    memcpy(census.heights, position->height, sizeof census.heights);
    qsort(census.heights, BOARD_MAX_CELLS, sizeof *census.heights, higher_first);
    return census;
}

/* Comparing the heights in order compares the counts of stacks by height, highest first. */
static bool census_grew(const struct census *before, const struct census *after)
{
    for (int i = 0; i < BOARD_MAX_CELLS; i++)
        if (before->heights[i] != after->heights[i])
            return before->heights[i] < after->heights[i];
    return false;
}

static void check_outcome(const struct position *after, const struct turn *turn,
                          enum outcome outcome)
{
    bool none_left = after->stacks[after->to_move] == 0;
    HOLDS((outcome == OUTCOME_WON) == (turn_is_capture(turn) && none_left));
    if (outcome != OUTCOME_WON)
        HOLDS((outcome == OUTCOME_GOES_ON) == referee_can_move(after));
}

static void check_texts(const struct position *position)
{
    char text[POSITION_TEXT_MAX];
    struct position again;
    size_t length = position_format(position, text);
    HOLDS(length == strlen(text));
    HOLDS(position_parse(&again, text, length));
    HOLDS(position_equal(position, &again));
}

static void play_a_game(struct random *random, int size)
{
    struct position position;
    position_init(&position, size);
    for (int ply = 0; ply < MAX_PLY; ply++) {
        struct census before = census_of(&position);
        enum color mover = position.to_move;
        struct turn turn = random_turn(random, &position);
        enum outcome outcome = OUTCOME_GOES_ON;
        HOLDS(referee_apply(&position, &turn, &outcome) == REFUSAL_NONE);
        position_check(&position);
        HOLDS(position.to_move == color_other(mover));
        struct census after = census_of(&position);
        HOLDS(census_grew(&before, &after));
        check_outcome(&position, &turn, outcome);
        check_texts(&position);
        if (outcome == OUTCOME_WON)
            return;
        if (outcome == OUTCOME_SKIP) {
            referee_skip(&position);
            HOLDS(referee_can_move(&position)); /* never both stuck, never two skips in a row */
        }
    }
}

int main(int argc, char **argv)
{
    return property_main(argc, argv, 200, play_a_game);
}
