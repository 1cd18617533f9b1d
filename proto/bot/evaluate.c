#include "proto/bot/evaluate.h"

#include <string.h>

#include "proto/bot/hash.h"

/* What a feature is worth on an empty board and on a full one. In between in proportion. */
struct weight {
    int16_t empty, full;
};

static const struct weight weights[FEATURE_COUNT] = {
    [FEATURE_TOP] = {-42, 29},
    [FEATURE_SECOND] = {-36, 28},
    [FEATURE_LOWER] = {-66, 21},
    [FEATURE_TOP_ATTACKED] = {97, -78},
    [FEATURE_SECOND_ATTACKED] = {12, -51},
    [FEATURE_LOWER_ATTACKED] = {-28, -73},
    [FEATURE_LOSS] = {28, 7},
    [FEATURE_LIBERTIES] = {26, 13},
    [FEATURE_ALONE] = {-38, 53},
    [FEATURE_SUBGROUPS] = {16, -22},
    [FEATURE_FRAIL] = {7, -40},
    [FEATURE_BELOW] = {-34, -56},
    [FEATURE_SECURE] = {15, 14},
};
/* Being to move. */
static const struct weight initiative = {17, -44};

/* The heights on the board, the greatest first, and the cells of each. */
struct heights {
    int kinds;
    unsigned height[BOARD_MAX_CELLS];
    uint64_t cells[BOARD_MAX_CELLS];
};

static void find_heights(struct heights *heights, const struct position *position);
static void count_side(const struct position *position, const struct heights *heights,
                       enum color side, int features[FEATURE_COUNT]);
static uint64_t find_attacked(const struct position *position, const struct heights *heights,
                              enum color side);
static void count_height(const struct position *position, const struct heights *heights, int kind,
                         enum color side, uint64_t attacked, int features[FEATURE_COUNT]);
static void count_ladder(const struct heights *heights, uint64_t own, uint64_t enemies,
                         int features[FEATURE_COUNT]);

int32_t evaluate(const struct evaluator *evaluator, const struct position *position, uint64_t hash)
{
    struct heights heights;
    int own[FEATURE_COUNT], other[FEATURE_COUNT];
    enum color mover = position->to_move;
    find_heights(&heights, position);
    count_side(position, &heights, mover, own);
    count_side(position, &heights, color_other(mover), other);

    int32_t empty = initiative.empty, full = initiative.full;
    for (int i = 0; i < FEATURE_COUNT; i++) {
        empty += weights[i].empty * (own[i] - other[i]);
        full += weights[i].full * (own[i] - other[i]);
    }
    int cells = board_cells(position->size);
    int free_cells = board_count(position_empty(position));
    int32_t value = (empty * free_cells + full * (cells - free_cells)) / cells;
    if (evaluator->noise > 0) {
        int32_t span = 2 * evaluator->noise + 1;
        value += (int32_t)(hash_mix(hash ^ evaluator->seed) % (uint64_t)span) - evaluator->noise;
    }
    return value > EVALUATE_MOST ? EVALUATE_MOST : value < -EVALUATE_MOST ? -EVALUATE_MOST : value;
}

void evaluate_features(const struct position *position, enum color side,
                       int features[FEATURE_COUNT])
{
    struct heights heights;
    find_heights(&heights, position);
    count_side(position, &heights, side, features);
}

static void find_heights(struct heights *heights, const struct position *position)
{
    heights->kinds = 0;
    uint64_t stacks = position->stacks[COLOR_BLUE] | position->stacks[COLOR_RED];
    for (uint64_t rest = stacks; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        unsigned height = position->height[cell];
        int at = 0;
        while (at < heights->kinds && heights->height[at] > height)
            at++;
        if (at == heights->kinds || heights->height[at] != height) {
            for (int i = heights->kinds++; i > at; i--) {
                heights->height[i] = heights->height[i - 1];
                heights->cells[i] = heights->cells[i - 1];
            }
            heights->height[at] = height;
            heights->cells[at] = 0;
        }
        heights->cells[at] |= board_bit(cell);
    }
}

static void count_side(const struct position *position, const struct heights *heights,
                       enum color side, int features[FEATURE_COUNT])
{
    memset(features, 0, FEATURE_COUNT * sizeof *features);
    uint64_t own = position->stacks[side];
    uint64_t attacked = find_attacked(position, heights, side);
    int kinds = 0;
    bool gapless = true;
    unsigned above = 0;
    for (int i = 0; i < heights->kinds; i++) {
        if ((heights->cells[i] & own) == 0)
            continue;
        gapless = gapless && (kinds == 0 || heights->height[i] + 1 == above);
        above = heights->height[i];
        kinds++;
        count_height(position, heights, i, side, attacked, features);
    }
    count_ladder(heights, own, position->stacks[color_other(side)], features);
    features[FEATURE_FRAIL] = gapless && features[FEATURE_SUBGROUPS] == kinds;
    features[FEATURE_LIBERTIES] =
        board_count(board_neighbors_of(position->size, own) & position_empty(position));
}

/* The stacks of `side` that the other could capture, were it to move. */
static uint64_t find_attacked(const struct position *position, const struct heights *heights,
                              enum color side)
{
    uint64_t own = position->stacks[side];
    uint64_t enemies = position->stacks[color_other(side)];
    uint64_t attacked = 0;
    for (uint64_t left = own; left != 0;) {
        uint64_t group = board_connected(position->size, board_bit(board_lowest(left)), own);
        uint64_t touching = board_neighbors_of(position->size, group) & enemies;
        left &= ~group;
        for (int i = 0; i < heights->kinds && touching != 0; i++)
            if ((heights->cells[i] & touching) != 0)
                attacked |= heights->cells[i] & group;
    }
    uint64_t higher = 0;
    for (int i = 0; i < heights->kinds; i++) {
        if (higher != 0)
            attacked |= board_neighbors_of(position->size, higher) & heights->cells[i] & own;
        higher |= heights->cells[i] & enemies;
    }
    return attacked;
}

/* What `side` has of one height; it has some. */
static void count_height(const struct position *position, const struct heights *heights, int kind,
                         enum color side, uint64_t attacked, int features[FEATURE_COUNT])
{
    uint64_t own = heights->cells[kind] & position->stacks[side];
    int rank = kind < 2 ? kind : 2;
    features[FEATURE_TOP + rank] += board_count(own);
    features[FEATURE_TOP_ATTACKED + rank] += board_count(own & attacked);
    if (kind == 0)
        features[FEATURE_ALONE] = own == heights->cells[kind];
    for (uint64_t left = own; left != 0;) {
        uint64_t subgroup = board_connected(position->size, board_bit(board_lowest(left)), own);
        left &= ~subgroup;
        features[FEATURE_SUBGROUPS]++;
        if ((subgroup & attacked) != 0 && board_count(subgroup) > features[FEATURE_LOSS])
            features[FEATURE_LOSS] = board_count(subgroup);
    }
}

/* How the two sides' heights stand to one another. Whoever has a stack of a height may climb by one
 * wherever the other has one of that height too; where on the board they are is not asked. */
static void count_ladder(const struct heights *heights, uint64_t own, uint64_t enemies,
                         int features[FEATURE_COUNT])
{
    unsigned reach = 0; /* the greatest height that the enemies have or may climb to */
    for (int i = heights->kinds - 1; i >= 0; i--) {
        unsigned height = heights->height[i];
        bool has_own = (heights->cells[i] & own) != 0;
        if ((heights->cells[i] & enemies) != 0 && height > reach)
            reach = height;
        if (has_own && height == reach)
            reach = height + 1;
        if (has_own && i > 0 && heights->height[i - 1] == height + 1)
            features[FEATURE_BELOW] += (heights->cells[i - 1] & enemies) != 0;
    }
    for (int i = 0; i < heights->kinds && heights->height[i] > reach; i++)
        features[FEATURE_SECURE] += board_count(heights->cells[i] & own);
}
