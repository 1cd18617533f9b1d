#include "core/perft.h"

#include <assert.h>

#include "core/capture.h"
#include "core/referee.h"

/* A walk over all full turns of one position. `reached` is called with each turn, the position
 * right after it (still with the side that moved to move) and whether it won. */
struct walk {
    struct turn turn; /* the turn being put together */
    void (*reached)(struct walk *walk, const struct position *after, bool won);
    void *context;
};

static void walk_placements(struct walk *walk, const struct position *position)
{
    walk->turn.count = 1;
    for (uint64_t rest = position_empty(position); rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        after.stacks[after.to_move] |= board_bit(cell);
        after.height[cell] = 1;
        walk->turn.cells[0] = (uint8_t)cell;
        walk->reached(walk, &after, false);
    }
}

/* Goes on from the turn in the walk with each of `targets`, and from there with whatever that
 * allows where the captures are `equal`. As deep as a chain is long: fewer captures than cells. */
static void walk_captures(struct walk *walk, const struct position *position, uint64_t targets,
                          bool equal)
{
    for (uint64_t rest = targets; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        bool won = capture_take(&after, cell);
        walk->turn.cells[walk->turn.count++] = (uint8_t)cell;
        walk->reached(walk, &after, won);
        if (equal && !won)
            walk_captures(walk, &after, capture_equal(&after, cell), true);
        walk->turn.count--;
    }
}

static void walk_turns(struct walk *walk, const struct position *position)
{
    walk_placements(walk, position);
    for (uint64_t rest = position->stacks[position->to_move]; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        walk->turn.count = 1;
        walk->turn.cells[0] = (uint8_t)cell;
        walk_captures(walk, position, capture_lower(position, cell), false);
        walk_captures(walk, position, capture_equal(position, cell), true);
    }
}

/* Number of turns that go on with one of `targets`, all of one height and captured by equal height,
 * and of those that go on from there. */
static uint64_t count_chains(const struct position *position, uint64_t targets)
{
    if (targets == 0)
        return 0;
    unsigned grown = position->height[board_lowest(targets)] + 1u;
    /* Without an enemy of the next height every chain ends here, so none need be played. */
    if (capture_enemies_of_height(position, grown) == 0)
        return (uint64_t)board_count(targets);

    uint64_t count = 0;
    for (uint64_t rest = targets; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        count++;
        if (!capture_take(&after, cell))
            count += count_chains(&after, capture_equal(&after, cell));
    }
    return count;
}

/* Number of full turns; a skip is one. The last ply of perft, where nothing need be played that
 * leads to one turn only. */
static uint64_t count_turns(const struct position *position)
{
    uint64_t count = (uint64_t)board_count(position_empty(position));
    for (uint64_t rest = position->stacks[position->to_move]; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        count += (uint64_t)board_count(capture_lower(position, cell));
        count += count_chains(position, capture_equal(position, cell));
    }
    return count > 0 ? count : 1;
}

struct leaves {
    uint64_t count;
    int depth; /* plies still to go after the turn being walked */
};

static void count_leaves(struct walk *walk, const struct position *after, bool won)
{
    struct leaves *leaves = walk->context;
    if (won) /* a finished game has no further turns, and plies are still to go */
        return;
    struct position next = *after;
    next.to_move = (uint8_t)color_other(next.to_move);
    leaves->count += perft_count(&next, leaves->depth);
}

uint64_t perft_count(const struct position *position, int depth)
{
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (depth == 1)
        return count_turns(position);
    if (!referee_can_move(position)) {
        struct position next = *position;
        referee_skip(&next);
        return perft_count(&next, depth - 1);
    }
    struct leaves leaves = {.count = 0, .depth = depth - 1};
    struct walk walk = {.reached = count_leaves, .context = &leaves};
    walk_turns(&walk, position);
    return leaves.count;
}

struct listing {
    void (*visit)(const struct turn *turn, void *context);
    void *context;
};

static void list_turn(struct walk *walk, const struct position *after, bool won)
{
    (void)after;
    (void)won;
    const struct listing *listing = walk->context;
    listing->visit(&walk->turn, listing->context);
}

void perft_turns(const struct position *position,
                 void (*visit)(const struct turn *turn, void *context), void *context)
{
    struct listing listing = {.visit = visit, .context = context};
    struct walk walk = {.reached = list_turn, .context = &listing};
    if (referee_can_move(position)) {
        walk_turns(&walk, position);
    } else {
        const struct turn skip = {.count = 0};
        visit(&skip, context);
    }
}
