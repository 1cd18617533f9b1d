#include "tests/support/random_play.h"

/* The cell with `skipped` cells of the set before it. */
static uint8_t nth_cell(uint64_t cells, int skipped)
{
    while (skipped-- > 0)
        cells &= cells - 1;
    return (uint8_t)board_lowest(cells);
}

static void go_on_at_random(struct random *random, const struct position *position,
                            struct turn *turn)
{
    uint64_t next = 0;
    while (referee_next(position, turn, &next) == REFUSAL_NONE && next != 0 &&
           random_index(random, 4) != 0)
        turn->cells[turn->count++] = nth_cell(next, random_index(random, board_count(next)));
}

struct turn random_turn(struct random *random, const struct position *position)
{
    uint64_t own = position->stacks[position->to_move];
    int choices = board_count(referee_placements(position));
    for (uint64_t rest = own; rest != 0; rest &= rest - 1)
        choices += board_count(referee_first_captures(position, board_lowest(rest)));

    struct turn turn = {.count = 1};
    int choice = random_index(random, choices);
    uint64_t placements = referee_placements(position);
    if (choice < board_count(placements)) {
        turn.cells[0] = nth_cell(placements, choice);
        return turn;
    }
    choice -= board_count(placements);
    for (uint64_t rest = own; rest != 0; rest &= rest - 1) {
        uint64_t captures = referee_first_captures(position, board_lowest(rest));
        if (choice < board_count(captures)) {
            turn.cells[0] = (uint8_t)board_lowest(rest);
            turn.cells[turn.count++] = nth_cell(captures, choice);
            break;
        }
        choice -= board_count(captures);
    }
    go_on_at_random(random, position, &turn);
    return turn;
}
