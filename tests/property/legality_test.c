/* Turns offered step by step, turns listed by perft and turns that the referee takes are the same.
 */
#include <stdlib.h>
#include <string.h>

#include "core/perft.h"
#include "tests/property/property.h"
#include "tests/support/rules.h"

#define MAX_PLY 80
#define MAX_TURNS 3000 /* of a position looked at; a few have far more */
#define CANDIDATES 300

struct steps {
    const struct position *position;
    const struct turn_texts *listed;
    size_t count;
};

static void found(struct steps *steps, const struct turn *turn)
{
    char text[TURN_TEXT_MAX];
    turn_format(turn, steps->position->size, text);
    HOLDS(turn_texts_have(steps->listed, text));
    struct position after = *steps->position;
    enum outcome outcome;
    HOLDS(referee_apply(&after, turn, &outcome) == REFUSAL_NONE);
    steps->count++;
}

/* Goes on from a legal prefix by every cell that the referee offers. */
static void go_on(struct steps *steps, const struct turn *prefix)
{
    uint64_t next = 0;
    HOLDS(referee_next(steps->position, prefix, &next) == REFUSAL_NONE);
    if (prefix->count == 1)
        HOLDS(next == referee_first_captures(steps->position, prefix->cells[0]));
    for (uint64_t rest = next; rest != 0; rest &= rest - 1) {
        struct turn longer = *prefix;
        longer.cells[longer.count++] = (uint8_t)board_lowest(rest);
        found(steps, &longer);
        go_on(steps, &longer);
    }
}

static void compare_steps_with_list(const struct position *position,
                                    const struct turn_texts *listed)
{
    struct steps steps = {.position = position, .listed = listed};
    for (uint64_t rest = referee_placements(position); rest != 0; rest &= rest - 1) {
        struct turn turn = {.count = 1, .cells = {(uint8_t)board_lowest(rest)}};
        found(&steps, &turn);
    }
    uint64_t own = position->stacks[position->to_move];
    for (uint64_t rest = own; rest != 0; rest &= rest - 1) {
        struct turn turn = {.count = 1, .cells = {(uint8_t)board_lowest(rest)}};
        go_on(&steps, &turn);
    }
    HOLDS(steps.count == listed->count);
    for (size_t i = 1; i < listed->count; i++)
        HOLDS(strcmp(listed->texts[i - 1], listed->texts[i]) < 0);
}

/* Any cells at all: taken where listed, refused and nothing changed where not. */
static void try_candidate(struct random *random, const struct position *position,
                          const struct turn_texts *listed)
{
    struct turn turn = {.count = (uint8_t)(1 + random_index(random, 4))};
    for (int i = 0; i < turn.count; i++)
        turn.cells[i] = (uint8_t)random_index(random, board_cells(position->size));
    char text[TURN_TEXT_MAX];
    turn_format(&turn, position->size, text);

    struct position after = *position;
    enum outcome outcome;
    bool taken = referee_apply(&after, &turn, &outcome) == REFUSAL_NONE;
    HOLDS(taken == turn_texts_have(listed, text));
    HOLDS(taken || position_equal(&after, position));
}

static void look_at(struct random *random, const struct position *position)
{
    uint64_t turns = perft_count(position, 1);
    if (turns > MAX_TURNS)
        return;
    struct turn_texts listed;
    turn_texts_init(&listed, position);
    HOLDS(listed.count == turns);
    compare_steps_with_list(position, &listed);
    for (int i = 0; i < CANDIDATES; i++)
        try_candidate(random, position, &listed);
    turn_texts_deinit(&listed);
}

static void play_a_game(struct random *random, int size)
{
    struct position position;
    position_init(&position, size);
    for (int ply = 0; ply < MAX_PLY; ply++) {
        look_at(random, &position);
        if (!property_play_on(random, &position))
            return;
    }
}

int main(int argc, char **argv)
{
    return property_main(argc, argv, 40, play_a_game);
}
