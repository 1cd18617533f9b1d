#include "core/rating.h"

#include <assert.h>
#include <math.h>

/* The steps are those of the paper; so are the names of its quantities, spelled out:
 * mu, phi, sigma: rating, deviation and volatility on the paper's own scale. */
#define SCALE 173.7178
#define PI 3.14159265358979323846

/* The paper's tolerance, and ends to its two loops that no real input comes near: the bracket
 * widens by tau a step, and the Illinois method needs about ten. */
#define VOLATILITY_TOLERANCE 0.000001
#define VOLATILITY_BRACKET_STEPS 100
#define VOLATILITY_STEPS 100

struct scaled {
    double mu;
    double phi;
    double sigma;
};

/* What a period's games say about the player: steps 3 and 4. */
struct evidence {
    double variance; /* v */
    double delta;    /* the estimated improvement */
    double surprise; /* the sum of g(phi_j) * (score - expected) */
};

static struct scaled to_scale(const struct rating *rating)
{
    return (struct scaled){
        .mu = (rating->rating - RATING_START) / SCALE,
        .phi = rating->deviation / SCALE,
        .sigma = rating->volatility,
    };
}

static double limit(double value, double low, double high)
{
    assert(!isnan(value));
    return fmin(fmax(value, low), high);
}

static void from_scale(struct rating *rating, const struct scaled *scaled)
{
    rating->rating = limit(scaled->mu * SCALE + RATING_START, RATING_MIN, RATING_MAX);
    rating->deviation = limit(scaled->phi * SCALE, RATING_MIN_DEVIATION, RATING_MAX_DEVIATION);
    rating->volatility = fmin(scaled->sigma, RATING_MAX_VOLATILITY);
}

/* How much an opponent's result weighs, by how well the opponent's rating is known. */
static double weight(double phi)
{
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (PI * PI));
}

static struct evidence weigh_games(const struct scaled *player, const struct rating *opponents,
                                   const double *scores, int count)
{
    double information = 0.0;
    double surprise = 0.0;
    for (int i = 0; i < count; i++) {
        struct scaled opponent = to_scale(&opponents[i]);
        double g = weight(opponent.phi);
        double expected = 1.0 / (1.0 + exp(-g * (player->mu - opponent.mu)));
        information += g * g * expected * (1.0 - expected);
        surprise += g * (scores[i] - expected);
    }
    assert(information > 0.0);
    double variance = 1.0 / information;
    return (struct evidence){
        .variance = variance, .delta = variance * surprise, .surprise = surprise};
}

/* Step 5: the function whose root is the logarithm of the new volatility's square. */
static double volatility_function(double x, const struct scaled *player,
                                  const struct evidence *evidence)
{
    double a = log(player->sigma * player->sigma);
    double square = exp(x);
    double spread = player->phi * player->phi + evidence->variance + square;
    double excess = evidence->delta * evidence->delta - spread;
    return square * excess / (2.0 * spread * spread) - (x - a) / (RATING_TAU * RATING_TAU);
}

/* Where the search begins on the other side of the root from a = ln(sigma^2). */
static double volatility_bracket(const struct scaled *player, const struct evidence *evidence)
{
    double a = log(player->sigma * player->sigma);
    double excess =
        evidence->delta * evidence->delta - (player->phi * player->phi + evidence->variance);
    if (excess > 0.0)
        return log(excess);
    int step = 1;
    while (step < VOLATILITY_BRACKET_STEPS &&
           volatility_function(a - step * RATING_TAU, player, evidence) < 0.0)
        step++;
    return a - step * RATING_TAU;
}

/* Step 5: the new volatility, by the Illinois method. */
static double new_volatility(const struct scaled *player, const struct evidence *evidence)
{
    double low = log(player->sigma * player->sigma);
    double high = volatility_bracket(player, evidence);
    double at_low = volatility_function(low, player, evidence);
    double at_high = volatility_function(high, player, evidence);
    for (int step = 0; step < VOLATILITY_STEPS; step++) {
        if (fabs(high - low) <= VOLATILITY_TOLERANCE || at_high == at_low)
            break;
        double next = low + (low - high) * at_low / (at_high - at_low);
        double at_next = volatility_function(next, player, evidence);
        if (at_next * at_high <= 0.0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2.0;
        }
        high = next;
        at_high = at_next;
    }
    return exp(low / 2.0);
}

/* Step 6: the deviation after `periods` in which nothing was learnt. */
static double grown_deviation(double phi, double sigma, double periods)
{
    return sqrt(phi * phi + periods * sigma * sigma);
}

void rating_init(struct rating *rating)
{
    *rating = (struct rating){
        .rating = RATING_START,
        .deviation = RATING_START_DEVIATION,
        .volatility = RATING_START_VOLATILITY,
    };
}

/* Periods since the last game. A wall clock that went back counts as no time. */
static double periods_away(const struct rating *rating, int64_t now_ms)
{
    if (rating->at_ms == 0 || now_ms <= rating->at_ms)
        return 0.0;
    return (double)(now_ms - rating->at_ms) / (double)RATING_PERIOD_MS;
}

double rating_deviation_at(const struct rating *rating, int64_t now_ms)
{
    double periods = periods_away(rating, now_ms);
    double phi = grown_deviation(rating->deviation / SCALE, rating->volatility, periods);
    return fmin(phi * SCALE, RATING_MAX_DEVIATION);
}

bool rating_provisional(const struct rating *rating, int64_t now_ms)
{
    return rating_deviation_at(rating, now_ms) > RATING_PROVISIONAL_DEVIATION;
}

/* An opponent counts with the deviation of this moment: who was away for a year is known less well
 * than when they left. */
static struct rating as_seen_at(const struct rating *rating, int64_t now_ms)
{
    struct rating seen = *rating;
    seen.deviation = rating_deviation_at(rating, now_ms);
    return seen;
}

static void count_game(struct rating *player, const struct rating *opponent, double score,
                       int64_t now_ms)
{
    rating_period(player, opponent, &score, 1, periods_away(player, now_ms));
    player->games++;
    if (now_ms > player->at_ms)
        player->at_ms = now_ms;
}

void rating_update(struct rating *a, struct rating *b, double score_a, int64_t now_ms)
{
    assert(a != b);
    assert(score_a >= 0.0 && score_a <= 1.0);
    struct rating a_before = as_seen_at(a, now_ms);
    struct rating b_before = as_seen_at(b, now_ms);
    count_game(a, &b_before, score_a, now_ms);
    count_game(b, &a_before, 1.0 - score_a, now_ms);
}

void rating_period(struct rating *player, const struct rating *opponents, const double *scores,
                   int count, double periods)
{
    assert(periods >= 0.0);
    struct scaled scaled = to_scale(player);
    if (count == 0) {
        scaled.phi = grown_deviation(scaled.phi, scaled.sigma, periods);
        from_scale(player, &scaled);
        return;
    }
    struct evidence evidence = weigh_games(&scaled, opponents, scores, count);
    scaled.sigma = new_volatility(&scaled, &evidence);
    double grown =
        fmin(grown_deviation(scaled.phi, scaled.sigma, periods), RATING_MAX_DEVIATION / SCALE);
    scaled.phi = 1.0 / sqrt(1.0 / (grown * grown) + 1.0 / evidence.variance); /* step 7 */
    scaled.mu += scaled.phi * scaled.phi * evidence.surprise;
    from_scale(player, &scaled);
}
