/* What a position is worth without looking ahead, as a few countable features with weights.
 * Called by the search at every node, so it must be quick. Integers only: the same everywhere.
 *
 * The weights were found by logistic regression on the results of the engine's own quick games, so
 * a value is in hundredths of the log odds of winning, about: 100 is 73%, 200 is 88%. They were
 * then refined by playing: all changed a little at random, both ways, and moved towards what won.
 */
#pragma once

#include "core/position.h"

/* How a player judges. */
struct evaluator {
    int32_t noise; /* the most by which a position is misjudged; 0 for none */
    uint64_t seed; /* by how much and which way, for each position */
};

/* No value is beyond this. */
#define EVALUATE_MOST 20000

/* The value for the side to move of a position whose hash is `hash`. */
int32_t evaluate(const struct evaluator *evaluator, const struct position *position, uint64_t hash);

/* One side's features, by name for tests and for fitting the weights. */
enum evaluate_feature {
    FEATURE_TOP,          /* own stacks of the greatest height on the board */
    FEATURE_SECOND,       /* of the next height there is */
    FEATURE_LOWER,        /* of all others */
    FEATURE_TOP_ATTACKED, /* of those at the top, the ones that could be captured at once … */
    FEATURE_SECOND_ATTACKED,
    FEATURE_LOWER_ATTACKED,
    FEATURE_LOSS,      /* … and the most stacks that the first capture of a turn could cost */
    FEATURE_LIBERTIES, /* empty cells next to own stacks */
    FEATURE_ALONE,     /* 1 where the top belongs to this side alone */
    FEATURE_SUBGROUPS,
    FEATURE_FRAIL,  /* 1 where one chain might take everything: see candidates.c */
    FEATURE_BELOW,  /* heights at which an own stack lacks one piece to an enemy stack */
    FEATURE_SECURE, /* own stacks higher than the enemy could climb on the stacks there are */
    FEATURE_COUNT,
};
void evaluate_features(const struct position *position, enum color side,
                       int features[FEATURE_COUNT]);
