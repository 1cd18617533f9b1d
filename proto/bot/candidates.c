#include "proto/bot/candidates.h"

#include <assert.h>

#include "core/capture.h"
#include "proto/bot/first_captures.h"
#include "proto/bot/hash.h"

/* A turn being put together. */
struct builder {
    struct candidates *out;
    int room; /* how far the list may grow for now */
    const struct evaluator *evaluator;
    struct turn turn;
};

static void list(struct candidates *candidates, const struct position *position, uint64_t hash,
                 const struct evaluator *evaluator, bool placements);
static void list_placements(struct builder *builder, const struct position *position,
                            uint64_t hash);
static void list_captures(struct builder *builder, const struct position *position, uint64_t hash,
                          const struct first_captures *captures);
static void list_chains(struct builder *builder, const struct position *after, uint64_t hash);
static void add(struct builder *builder, const struct position *after, uint64_t hash);
static uint64_t take(struct position *position, int cell);

void candidates_list(struct candidates *candidates, const struct position *position, uint64_t hash,
                     const struct evaluator *evaluator)
{
    list(candidates, position, hash, evaluator, true);
}

void candidates_list_captures(struct candidates *candidates, const struct position *position,
                              uint64_t hash, const struct evaluator *evaluator)
{
    list(candidates, position, hash, evaluator, false);
}

void candidates_play(struct position *position, const struct turn *turn)
{
    if (turn_is_capture(turn)) {
        for (int i = 1; i < turn->count; i++)
            capture_take(position, turn->cells[i]);
    } else {
        position->stacks[position->to_move] |= board_bit(turn->cells[0]);
        position->height[turn->cells[0]] = 1;
    }
    position->to_move = (uint8_t)color_other(position->to_move);
}

static void list(struct candidates *candidates, const struct position *position, uint64_t hash,
                 const struct evaluator *evaluator, bool placements)
{
    assert(candidates->room >= CANDIDATES_MIN_ROOM);
    struct builder builder = {.out = candidates, .evaluator = evaluator};
    struct first_captures captures;
    candidates->count = 0;
    first_captures_find(&captures, position);
    candidates->wins = first_captures_win(&captures, position, &builder.turn);
    if (candidates->wins) {
        candidates->items[candidates->count++] = (struct candidate){.turn = builder.turn};
        return;
    }
    if (placements)
        list_placements(&builder, position, hash);
    list_captures(&builder, position, hash, &captures);
}

static void list_placements(struct builder *builder, const struct position *position, uint64_t hash)
{
    enum color mover = position->to_move;
    builder->turn.count = 1;
    for (uint64_t rest = position_empty(position); rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        after.stacks[mover] |= board_bit(cell);
        after.height[cell] = 1;
        builder->turn.cells[0] = (uint8_t)cell;
        add(builder, &after, hash ^ hash_stack(cell, mover, 1));
    }
}

static void list_captures(struct builder *builder, const struct position *position, uint64_t hash,
                          const struct first_captures *captures)
{
    uint64_t first = captures->equal | captures->lower;
    for (uint64_t rest = first; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        struct position after = *position;
        uint64_t hash_after = hash ^ take(&after, cell);
        builder->turn.cells[0] = captures->by[cell];
        builder->turn.cells[1] = (uint8_t)cell;
        builder->turn.count = 2;
        /* All that begin with this capture get an equal share of the room there is left. */
        int left = builder->out->room - builder->out->count;
        builder->room = builder->out->count + left / board_count(rest);
        if ((captures->equal & board_bit(cell)) != 0)
            list_chains(builder, &after, hash_after);
        else
            add(builder, &after, hash_after);
    }
}

/* Adds the turn so far, and those that go on from it while there is room. */
static void list_chains(struct builder *builder, const struct position *after, uint64_t hash)
{
    add(builder, after, hash);
    int last = builder->turn.cells[builder->turn.count - 1];
    for (uint64_t rest = capture_equal(after, last); rest != 0; rest &= rest - 1) {
        if (builder->out->count >= builder->room)
            return;
        int cell = board_lowest(rest);
        struct position next = *after;
        uint64_t hash_next = hash ^ take(&next, cell);
        builder->turn.cells[builder->turn.count++] = (uint8_t)cell;
        list_chains(builder, &next, hash_next);
        builder->turn.count--;
    }
}

static void add(struct builder *builder, const struct position *after, uint64_t hash)
{
    struct position next = *after;
    next.to_move = (uint8_t)color_other(next.to_move);
    struct candidate *candidate = &builder->out->items[builder->out->count++];
    candidate->hash = hash ^ HASH_SIDE;
    candidate->turn = builder->turn;
    candidate->value = -evaluate(builder->evaluator, &next, candidate->hash);
}

/* Captures, and gives what that changes in the hash. */
static uint64_t take(struct position *position, int cell)
{
    enum color mover = position->to_move;
    enum color enemy = color_other(mover);
    unsigned height = position->height[cell];
    uint64_t before = position->stacks[enemy];
    capture_take(position, cell);
    uint64_t change = hash_stack(cell, mover, height + 1);
    for (uint64_t rest = before & ~position->stacks[enemy]; rest != 0; rest &= rest - 1)
        change ^= hash_stack(board_lowest(rest), enemy, height);
    return change;
}
