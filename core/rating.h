/* Glicko-2 ratings. Source: Mark E. Glickman, "Example of the Glicko-2 system", 2022 edition; one
 * game is one rating period of fractional length, so that the deviation grows with time away. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define RATING_START 1500.0
#define RATING_START_DEVIATION 350.0
#define RATING_START_VOLATILITY 0.06
/* How freely volatility moves. The paper advises 0.3 to 1.2, low where upsets are common: in a new
 * game nobody knows how strong play looks, and a period of one game is thin evidence of change. */
#define RATING_TAU 0.5
/* Length of one full rating period in milliseconds: a day. */
#define RATING_PERIOD_MS INT64_C(86400000)
/* Limits held after every update. */
#define RATING_MIN 100.0
#define RATING_MAX 4000.0
/* With one even game a day a deviation settles near 60 of itself, with ten near 34, and a bot that
 * plays hundreds would freeze. The floor keeps an even game worth about 6 points for everyone; at
 * normal volatility it takes three months away to become provisional from there. */
#define RATING_MIN_DEVIATION 45.0
#define RATING_MAX_DEVIATION 350.0
#define RATING_MAX_VOLATILITY 0.1
/* A rating is provisional while its deviation is above this. */
#define RATING_PROVISIONAL_DEVIATION 110.0

struct rating {
    double rating;
    double deviation;
    double volatility;
    int64_t at_ms;  /* wall time of the last game; 0 where none was played */
    uint32_t games; /* rated games that counted */
};

void rating_init(struct rating *rating);

/* The same rating seen at a later wall time: the deviation grown by the time since at_ms. */
double rating_deviation_at(const struct rating *rating, int64_t now_ms);

bool rating_provisional(const struct rating *rating, int64_t now_ms);

/* Updates both after one game between them that ended at now_ms. score_a is 1 where a won, 0 where
 * b did, 0.5 for neither. Both new values come from the values before the game. */
void rating_update(struct rating *a, struct rating *b, double score_a, int64_t now_ms);

/* The step of the paper, as published: one period (of `periods` length for the growth of the
 * deviation) against `count` opponents. Exposed for its worked example. */
void rating_period(struct rating *player, const struct rating *opponents, const double *scores,
                   int count, double periods);
