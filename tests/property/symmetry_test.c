/* A symmetry of the board is one of the game: whatever is played, its image is played on the image,
 * with the image of what follows. */
#include "core/symmetry.h"

#include <string.h>

#include "tests/property/property.h"

#define MAX_PLY 300

static struct position image_of(const struct position *position, int symmetry)
{
    struct position image;
    position_init(&image, position->size);
    image.to_move = position->to_move;
    for (int cell = 0; cell < board_cells(position->size); cell++) {
        int to = symmetry_cell(position->size, symmetry, cell);
        image.height[to] = position->height[cell];
        for (int color = 0; color < 2; color++)
            if ((position->stacks[color] & board_bit(cell)) != 0)
                image.stacks[color] |= board_bit(to);
    }
    return image;
}

static uint64_t image_of_cells(int size, int symmetry, uint64_t cells)
{
    uint64_t image = 0;
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1)
        image |= board_bit(symmetry_cell(size, symmetry, board_lowest(rest)));
    return image;
}

static void check_turn(const struct position *before, const struct turn *turn)
{
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        struct position after = *before, image = image_of(before, symmetry);
        enum outcome outcome, image_outcome;
        struct turn image_turn;
        symmetry_turn(before->size, symmetry, turn, &image_turn);
        HOLDS(referee_apply(&after, turn, &outcome) == REFUSAL_NONE);
        HOLDS(referee_apply(&image, &image_turn, &image_outcome) == REFUSAL_NONE);
        struct position expected = image_of(&after, symmetry);
        HOLDS(outcome == image_outcome);
        HOLDS(position_equal(&image, &expected));
    }
}

/* What may be captured first, and what must not be played and why. */
static void check_choices(struct random *random, const struct position *position)
{
    int size = position->size, symmetry = random_index(random, SYMMETRY_COUNT);
    struct position image = image_of(position, symmetry);
    for (int from = 0; from < board_cells(size); from++) {
        int image_from = symmetry_cell(size, symmetry, from);
        uint64_t first = referee_first_captures(position, from);
        HOLDS(image_of_cells(size, symmetry, first) == referee_first_captures(&image, image_from));
        struct turn turn = {
            .count = 2, .cells = {(uint8_t)from, (uint8_t)random_index(random, board_cells(size))}};
        struct turn image_turn;
        struct position scratch = *position, image_scratch = image;
        enum outcome outcome;
        symmetry_turn(size, symmetry, &turn, &image_turn);
        HOLDS(referee_apply(&scratch, &turn, &outcome) ==
              referee_apply(&image_scratch, &image_turn, &outcome));
    }
}

static void play_a_game(struct random *random, int size)
{
    struct position position;
    position_init(&position, size);
    for (int ply = 0; ply < MAX_PLY; ply++) {
        struct turn turn = random_turn(random, &position);
        enum outcome outcome;
        check_choices(random, &position);
        check_turn(&position, &turn);
        referee_apply(&position, &turn, &outcome);
        if (outcome == OUTCOME_WON)
            return;
        if (outcome == OUTCOME_SKIP)
            referee_skip(&position);
    }
}

int main(int argc, char **argv)
{
    return property_main(argc, argv, 60, play_a_game);
}
