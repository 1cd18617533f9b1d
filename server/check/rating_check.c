#include "server/check/rating_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rating that another build or machine computed may differ in its last digits. */
#define TOLERANCE 0.001
#define VOLATILITY_TOLERANCE 0.00001

/* An account's id and the number of a pool. */
#define KEY_SIZE (ID_SIZE + 2)

struct computed {
    char key[KEY_SIZE];
    char name[NAME_SIZE];
    int pool;
    struct rating rating;
    bool seen; /* in the database */
};

void rating_check_init(struct rating_check *check, struct findings *findings, struct survey *survey,
                       int64_t complete_from)
{
    *check = (struct rating_check){
        .findings = findings, .survey = survey, .complete_from = complete_from};
    table_init(&check->ratings, offsetof(struct computed, key));
}

void rating_check_deinit(struct rating_check *check)
{
    struct computed *computed;
    for (size_t at = 0; (computed = table_next(&check->ratings, &at)) != NULL;)
        free(computed);
    table_deinit(&check->ratings);
}

static void make_key(char key[KEY_SIZE], const char *account, int pool)
{
    snprintf(key, KEY_SIZE, "%s.%c", account, (char)('0' + pool));
}

/* That of who has not played yet is made. */
static struct computed *find(struct rating_check *check, const struct game_player *player, int pool)
{
    char key[KEY_SIZE];
    make_key(key, player->account, pool);
    struct computed *computed = table_find(&check->ratings, key);
    if (computed != NULL)
        return computed;
    computed = calloc(1, sizeof *computed);
    if (computed == NULL)
        abort();
    strcpy(computed->key, key);
    strcpy(computed->name, player->name);
    computed->pool = pool;
    rating_init(&computed->rating);
    table_add(&check->ratings, computed);
    return computed;
}

static bool close_to(double a, double b)
{
    return fabs(a - b) <= TOLERANCE;
}

/* Whether it is the value, rounded. */
static bool rounds_to(double value, int rounded)
{
    return fabs(value - rounded) <= 0.5 + TOLERANCE;
}

static bool change_is(const struct rating_change *change, const struct rating *before,
                      const struct rating *after, int64_t at)
{
    return rounds_to(before->rating, change->before) &&
           rounds_to(rating_deviation_at(before, at), change->before_rd) &&
           rounds_to(after->rating, change->after) && rounds_to(after->deviation, change->after_rd);
}

static bool check_point(struct rating_check *check, const struct game_row *row,
                        const struct game_player *player, const struct computed *computed)
{
    const struct rating *rating = &computed->rating;
    struct rating point;
    bool found;
    if (!survey_point(check->survey, player->account, computed->pool, row->sequence, &point,
                      &found))
        return false;
    if (!found)
        findings_add(check->findings, "game %s: the rating point of %s is missing", row->id,
                     player->name);
    else if (!close_to(point.rating, rating->rating) ||
             !close_to(point.deviation, rating->deviation) || point.games != rating->games ||
             (row->sequence >= check->complete_from &&
              fabs(point.volatility - rating->volatility) > VOLATILITY_TOLERANCE))
        findings_add(check->findings,
                     "game %s: the rating point of %s is %.3f (deviation %.3f, volatility %.5f, "
                     "games %u), and should be %.3f (%.3f, %.5f, %u)",
                     row->id, player->name, point.rating, point.deviation, point.volatility,
                     point.games, rating->rating, rating->deviation, rating->volatility,
                     rating->games);
    return true;
}

bool rating_check_game(struct rating_check *check, const struct survey_game *game,
                       const struct game_checked *checked)
{
    const struct game_row *row = &game->row;
    struct computed *computed[2];
    struct rating before[2];
    for (int color = 0; color < 2; color++) {
        computed[color] = find(check, &row->players[color], game->pool);
        before[color] = computed[color]->rating;
    }
    rating_update(&computed[COLOR_BLUE]->rating, &computed[COLOR_RED]->rating,
                  checked->winner == COLOR_BLUE ? 1 : 0, checked->at);
    if (checked->sound && !checked->rated)
        findings_add(check->findings, "game %s: it was rated, and its end does not say how",
                     row->id);
    bool read = true;
    for (int color = 0; read && color < 2; color++) {
        if (checked->rated && !change_is(&checked->ratings[color], &before[color],
                                         &computed[color]->rating, checked->at))
            findings_add(check->findings, "game %s: its end tells another change of %s's rating",
                         row->id, color_name((enum color)color));
        read = check_point(check, row, &row->players[color], computed[color]);
    }
    return read;
}

static void check_rating(void *context, const char *name, const char *account, int pool,
                         const struct rating *rating, uint32_t version)
{
    struct rating_check *check = context;
    char key[KEY_SIZE];
    make_key(key, account, pool);
    struct computed *computed = table_find(&check->ratings, key);
    if (computed == NULL) {
        findings_add(check->findings, "rating of %s in %s: there is no game that made it", name,
                     pool_name(pool));
        return;
    }
    const struct rating *right = &computed->rating;
    computed->seen = true;
    if (!close_to(rating->rating, right->rating) ||
        !close_to(rating->deviation, right->deviation) ||
        fabs(rating->volatility - right->volatility) > VOLATILITY_TOLERANCE ||
        rating->at_ms != right->at_ms || rating->games != right->games || version != right->games)
        findings_add(check->findings,
                     "rating of %s in %s: it is %.3f (deviation %.3f, volatility %.5f, at %lld, "
                     "games %u, version %u), and should be %.3f (%.3f, %.5f, %lld, %u, %u)",
                     name, pool_name(pool), rating->rating, rating->deviation, rating->volatility,
                     (long long)rating->at_ms, rating->games, version, right->rating,
                     right->deviation, right->volatility, (long long)right->at_ms, right->games,
                     right->games);
}

bool rating_check_all(struct rating_check *check, int64_t *count)
{
    if (!survey_ratings(check->survey, check_rating, check))
        return false;
    struct computed *computed;
    for (size_t at = 0; (computed = table_next(&check->ratings, &at)) != NULL;) {
        if (!computed->seen)
            findings_add(check->findings, "rating of %s in %s: it is missing", computed->name,
                         pool_name(computed->pool));
    }
    *count = (int64_t)check->ratings.count;
    return true;
}
