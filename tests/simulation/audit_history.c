#include "tests/simulation/audit_history.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/simulation/json_members.h"

/* One in so many records of an export is asked for by itself too. */
#define EXPORT_STRIDE 8

/* All pages of a list, joined; `question` without limit and cursor. */
static json_t *ask_all(struct auditor *auditor, const char *question, const char *list)
{
    json_t *all = json_array();
    char cursor[TEXT_SIZE] = "";
    do {
        char code[32];
        json_t *ok = auditor_ask(auditor, code, "%s,\"limit\":7%s%s%s", question,
                                 cursor[0] == '\0' ? "" : ",\"cursor\":\"", cursor,
                                 cursor[0] == '\0' ? "" : "\"");
        if (ok == NULL) {
            run_complain(auditor->run, "%s: %s", question, code);
            break;
        }
        json_array_extend(all, json_object_get(ok, list));
        snprintf(cursor, sizeof cursor, "%s", text_of(ok, "cursor"));
        json_decref(ok);
    } while (cursor[0] != '\0');
    return all;
}

/* The games of an account, or of all, newest end first. */
static void audit_games_of(struct auditor *auditor, const struct ledger_account *account)
{
    const struct ledger *ledger = &auditor->run->ledger;
    char question[128];
    if (account == NULL)
        snprintf(question, sizeof question, "\"op\":\"history\"");
    else
        snprintf(question, sizeof question, "\"op\":\"history\",\"user\":\"%s\"", account->name);
    json_t *games = ask_all(auditor, question, "games");
    size_t next = 0;
    for (size_t i = ledger->ended_count; i-- > 0;) {
        const struct ledger_game *game = ledger->ended[i];
        if (account != NULL && game->players[0] != account && game->players[1] != account)
            continue;
        if (strcmp(text_of(json_array_get(games, next), "id"), game->id) != 0)
            run_complain(auditor->run, "%s: game %s is not at its place", question, game->id);
        next++;
    }
    if (next != json_array_size(games))
        run_complain(auditor->run, "%s: %zu games, not %zu", question, json_array_size(games),
                     next);
    json_decref(games);
}

/* All records at once are those that there are one by one, of some of which that is asked. */
static void audit_export(struct auditor *auditor)
{
    const struct ledger *ledger = &auditor->run->ledger;
    json_t *records = ask_all(auditor, "\"op\":\"export\"", "records");
    if (json_array_size(records) != ledger->ended_count)
        run_complain(auditor->run, "export: %zu games, not %zu", json_array_size(records),
                     ledger->ended_count);
    auditor_come_back(auditor);
    for (size_t i = 0; i < json_array_size(records); i++) {
        const json_t *record = json_array_get(records, i);
        const char *id = ledger->ended[ledger->ended_count - 1 - i]->id;
        char code[32];
        if (strcmp(text_of(record, "id"), id) != 0) {
            run_complain(auditor->run, "export: game %s is not at its place", id);
            break;
        }
        if (i % EXPORT_STRIDE != 0)
            continue;
        json_t *alone = auditor_ask(auditor, code, "\"op\":\"record\",\"game\":\"%s\"", id);
        if (!json_equal(record, json_object_get(alone, "record")))
            run_complain(auditor->run, "export: game %s is not its record", id);
        json_decref(alone);
    }
    json_decref(records);
}

static void audit_points(struct auditor *auditor, const struct ledger_account *account, int pool)
{
    const struct ledger *ledger = &auditor->run->ledger;
    char question[128];
    snprintf(question, sizeof question, "\"op\":\"rating_history\",\"user\":\"%s\",\"pool\":\"%s\"",
             account->name, pool_name(pool));
    json_t *points = ask_all(auditor, question, "points");
    size_t next = 0;
    for (size_t i = ledger->ended_count; i-- > 0;) {
        const struct ledger_game *game = ledger->ended[i];
        if (!game->rated || game->winner < 0 || game->pool != pool ||
            (game->players[0] != account && game->players[1] != account))
            continue;
        const json_t *point = json_array_get(points, next++);
        if (strcmp(text_of(point, "game"), game->id) != 0 ||
            integer_of(point, "rating") !=
                lround(game->after[game->players[1] == account].rating) ||
            integer_of(point, "at") != game->ended_at)
            run_complain(auditor->run, "%s: game %s", question, game->id);
    }
    if (next != json_array_size(points))
        run_complain(auditor->run, "%s: %zu points, not %zu", question, json_array_size(points),
                     next);
    json_decref(points);
}

static void audit_rating(struct auditor *auditor, const struct ledger_account *account, int pool,
                         const json_t *shown)
{
    const struct rating *rating = &account->ratings[pool];
    int64_t now = auditor->run->world->wall_ms;
    if ((shown != NULL) != (rating->games > 0)) {
        run_complain(auditor->run, "%s: a pool too many or too few", account->name);
        return;
    }
    if (shown == NULL)
        return;
    /* The server's clock may be ahead of the wall's, never behind it. */
    if (integer_of(shown, "rating") != lround(rating->rating) ||
        integer_of(shown, "games") != (int64_t)rating->games ||
        integer_of(shown, "rd") < lround(rating_deviation_at(rating, now)))
        run_complain(auditor->run, "%s, %s: the rating does not follow from the results",
                     account->name, pool_name(pool));
    audit_points(auditor, account, pool);
}

static void audit_account(struct auditor *auditor, const struct ledger_account *account)
{
    char code[32];
    json_t *ok = auditor_ask(auditor, code, "\"op\":\"user\",\"name\":\"%s\"", account->name);
    if (ok == NULL) {
        /* Guests may be gone. */
        if (account->kind != ACCOUNT_GUEST || strcmp(code, "not_found") != 0)
            run_complain(auditor->run, "user %s: %s", account->name, code);
        return;
    }
    const json_t *user = json_object_get(ok, "user");
    if (strcmp(text_of(user, "name"), account->name) != 0 ||
        integer_of(ok, "won") != account->won || integer_of(ok, "lost") != account->lost ||
        integer_of(ok, "none") != account->none)
        run_complain(auditor->run, "user %s: other results than were stored", account->name);
    for (int pool = 0; pool < POOL_COUNT; pool++)
        audit_rating(auditor, account, pool,
                     json_object_get(json_object_get(user, "ratings"), pool_name(pool)));
    json_decref(ok);
    audit_games_of(auditor, account);
}

/* ---- The leaderboard ---------------------------------------------------------------------- */

struct place {
    const struct ledger_account *account;
    double rating;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *first = a, *second = b;
    if (first->rating != second->rating)
        return first->rating > second->rating ? -1 : 1;
    return strcasecmp(first->account->name, second->account->name);
}

static size_t rank(const struct run *run, int pool, bool bots, struct place *places)
{
    size_t count = 0, at = 0;
    const struct ledger_account *account;
    while ((account = table_next(&run->ledger.accounts, &at)) != NULL) {
        const struct rating *rating = &account->ratings[pool];
        if (rating->games > 0 && (bots || account->kind != ACCOUNT_BOT) &&
            !rating_provisional(rating, run->world->wall_ms))
            places[count++] = (struct place){account, rating->rating};
    }
    qsort(places, count, sizeof *places, compare_places);
    return count;
}

static void audit_leaderboard(struct auditor *auditor, int pool, bool bots)
{
    struct run *run = auditor->run;
    char question[128];
    struct place *places = calloc(run->ledger.accounts.count + 1, sizeof *places);
    if (places == NULL)
        abort();
    snprintf(question, sizeof question, "\"op\":\"leaderboard\",\"pool\":\"%s\",\"bots\":%s",
             pool_name(pool), bots ? "true" : "false");
    json_t *players = ask_all(auditor, question, "players");
    size_t count = rank(run, pool, bots, places);
    if (json_array_size(players) != count)
        run_complain(run, "%s: %zu players, not %zu", question, json_array_size(players), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *player = json_array_get(players, i);
        if (strcmp(text_of(player, "name"), places[i].account->name) != 0 ||
            integer_of(player, "rating") != lround(places[i].rating))
            run_complain(run, "%s: %s is not at place %zu", question, places[i].account->name,
                         i + 1);
    }
    json_decref(players);
    free(places);
}

void audit_history(struct auditor *auditor)
{
    const struct ledger *ledger = &auditor->run->ledger;
    const struct ledger_account *account;
    auditor->still = true;
    audit_games_of(auditor, NULL);
    auditor_come_back(auditor);
    audit_export(auditor);
    for (size_t at = 0; (account = table_next(&ledger->accounts, &at)) != NULL;) {
        auditor_come_back(auditor);
        audit_account(auditor, account);
    }
    /* What the wall clock shows must be what the server counts by. */
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        auditor_come_back(auditor);
        audit_leaderboard(auditor, pool, false);
        audit_leaderboard(auditor, pool, true);
    }
}
