#include "server/check/check.h"

#include "server/check/rating_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    struct survey *survey;
    struct findings findings;
    struct rating_check ratings;
    struct check_counts *counts;
    int64_t last_end_at;
    bool failed; /* the database could not be read */
};

static void check_ended_at(struct check *check, const struct game_row *row, int64_t at)
{
    /* It never goes back along the order of endings. */
    int64_t right_at = at > check->last_end_at ? at : check->last_end_at;
    if (row->ended_at != right_at)
        findings_add(&check->findings, "game %s: ended_at is %lld, and should be %lld", row->id,
                     (long long)row->ended_at, (long long)right_at);
    check->last_end_at = row->ended_at;
}

/* What counts for ratings and openings. Where its log is no good, the row has to do. */
static void check_rated(struct check *check, const struct survey_game *game,
                        struct game_checked *checked)
{
    const struct game_row *row = &game->row;
    if (!checked->sound) {
        checked->winner = row->winner;
        checked->at = row->ended_at;
    }
    if (!row->rated || checked->winner < 0 || game->pool == POOL_NONE) {
        if (checked->rated)
            findings_add(&check->findings, "game %s: its end changes ratings, and must not",
                         row->id);
        return;
    }
    bool read = rating_check_game(&check->ratings, game, checked);
    if (read && checked->sound && row->sequence >= check->ratings.complete_from)
        read = survey_count_opening(check->survey, row->size, &checked->opening, checked->winner);
    check->failed = !read;
}

static void check_game(void *context, const struct survey_game *game)
{
    struct check *check = context;
    const struct game_row *row = &game->row;
    struct game_checked checked;
    if (check->failed)
        return;
    game_check(&check->findings, game, &checked);
    if (row->status == GAME_PLAYING) {
        check->counts->playing++;
        return;
    }
    check->counts->ended++;
    if (checked.sound)
        check_ended_at(check, row, checked.at);
    check_rated(check, game, &checked);
}

static bool check_all(struct check *check)
{
    int64_t complete_from = 0;
    if (!survey_rows(check->survey, findings_add_line, &check->findings) ||
        !survey_complete_from(check->survey, &complete_from))
        return false;
    rating_check_init(&check->ratings, &check->findings, check->survey, complete_from);
    bool read = survey_games(check->survey, check_game, check) && !check->failed &&
                rating_check_all(&check->ratings, &check->counts->ratings) &&
                survey_openings(check->survey, findings_add_line, &check->findings,
                                &check->counts->openings);
    rating_check_deinit(&check->ratings);
    return read;
}

bool check_folder(const char *folder, survey_tell *tell, void *context, struct check_counts *counts,
                  char error[STORE_ERROR_SIZE])
{
    *counts = (struct check_counts){0};
    struct check check = {
        .survey = survey_open(folder, error),
        .findings = {.tell = tell, .context = context},
        .counts = counts,
    };
    if (check.survey == NULL)
        return false;
    bool read = check_all(&check);
    if (!read)
        snprintf(error, STORE_ERROR_SIZE, "%s", survey_error(check.survey));
    survey_close(check.survey);
    counts->differences = check.findings.count;
    return read;
}

static void print_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

int check_run(const char *folder)
{
    struct check_counts counts;
    char error[STORE_ERROR_SIZE];
    bool read = check_folder(folder, print_line, NULL, &counts, error);
    if (!read) {
        fprintf(stderr, "clamberd: %s\n", error);
        return EXIT_FAILURE;
    }
    printf("checked %lld games (%lld of them being played), %lld ratings and %lld openings: ",
           (long long)(counts.ended + counts.playing), (long long)counts.playing,
           (long long)counts.ratings, (long long)counts.openings);
    if (counts.differences == 0)
        puts("all is as it should be");
    else
        printf("%lld %s\n", (long long)counts.differences,
               counts.differences == 1 ? "difference" : "differences");
    return counts.differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
