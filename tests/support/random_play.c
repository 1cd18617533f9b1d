#include "tests/support/random_play.h"

#include <assert.h>

void random_init(struct random *random, uint64_t seed)
{
    random->state = seed;
}

/* splitmix64 */
uint64_t random_next(struct random *random)
{
    uint64_t mixed = random->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

int random_below(struct random *random, int bound)
{
    assert(bound > 0);
    return (int)(random_next(random) % (uint64_t)bound);
}

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
           random_below(random, 4) != 0)
        turn->cells[turn->count++] = nth_cell(next, random_below(random, board_count(next)));
}

struct turn random_turn(struct random *random, const struct position *position)
{
    uint64_t own = position->stacks[position->to_move];
    int choices = board_count(referee_placements(position));
    for (uint64_t rest = own; rest != 0; rest &= rest - 1)
        choices += board_count(referee_first_captures(position, board_lowest(rest)));

    struct turn turn = {.count = 1};
    int choice = random_below(random, choices);
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
