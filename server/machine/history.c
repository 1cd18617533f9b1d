/* History: history, user, rating_history, leaderboard. Read from the store, page by page. */
#include "server/machine/account.h"
#include "server/machine/operations.h"
#include "server/machine/page.h"
#include "server/machine/show.h"
#include "server/machine/user.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The wall time as of which is asked; INT64_MAX for now, and for a time that is yet to come. */
static int64_t at_of(const struct machine *machine, const struct request *request)
{
    bool past = request_has(request, FIELD_BIT(AT)) && request->at <= machine->wall_ms;
    return past ? request->at : INT64_MAX;
}

/* The moment of which ratings are told: their deviations grow with time. */
static int64_t moment_of(const struct machine *machine, const struct request *request)
{
    int64_t at = at_of(machine, request);
    return at == INT64_MAX ? machine->wall_ms : at;
}

/* ---- history ------------------------------------------------------------------------------ */

static void history_answered(struct machine *machine, struct connection *connection,
                             struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    char filters[PAGE_FILTERS_SIZE];
    page_history_filters(request, filters);
    struct writer *writer = page_begin(machine, request, "games");
    struct cursor cursor = {0};
    for (int i = 0; i < answer->count; i++) {
        struct game_view view;
        show_row(&answer->games[i], &view);
        view_summary(writer, &view);
        cursor.place = answer->games[i].sequence;
    }
    page_end(machine, connection, answer->more ? &cursor : NULL, filters);
}

void op_history(struct machine *machine, struct connection *connection, struct request *request)
{
    page_ask_history(machine, connection, request, request->limit, false, history_answered);
}

/* ---- user --------------------------------------------------------------------------------- */

static void user_answered(struct machine *machine, struct connection *connection,
                          struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    struct user_view view;
    account_view(answer->account, moment_of(machine, request), &view);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "user");
    view_user(writer, &view);
    writer_key_integer(writer, "won", answer->totals.won);
    writer_key_integer(writer, "lost", answer->totals.lost);
    writer_key_integer(writer, "none", answer->totals.none);
    writer_key_integer(writer, "since_at", answer->account->created_at);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_user(struct machine *machine, struct connection *connection, struct request *request)
{
    user_read(machine, connection, request, request->name, at_of(machine, request), user_answered);
}

/* ---- rating_history ----------------------------------------------------------------------- */

static void points_filters_text(const struct request *request, const char *user,
                                char out[PAGE_FILTERS_SIZE])
{
    int length = snprintf(out, PAGE_FILTERS_SIZE, "rating_history %s %d %lld %lld %d", user,
                          request->pool, (long long)request->since, (long long)request->until,
                          request_has(request, FIELD_BIT(UNTIL)));
    assert(length > 0 && length < PAGE_FILTERS_SIZE);
}

static void points_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    char user[NAME_SIZE], filters[PAGE_FILTERS_SIZE];
    page_name(request->user, user);
    points_filters_text(request, user, filters);
    struct writer *writer = page_begin(machine, request, "points");
    struct cursor cursor = {0};
    for (int i = 0; i < answer->count; i++) {
        const struct rating_point *point = &answer->points[i];
        writer_object(writer);
        writer_key_integer(writer, "at", point->at);
        writer_key_integer(writer, "rating", lround(point->rating));
        writer_key_integer(writer, "rd", lround(point->deviation));
        writer_key_string(writer, "game", point->game);
        writer_object_end(writer);
        cursor.place = point->sequence;
    }
    page_end(machine, connection, answer->more ? &cursor : NULL, filters);
}

void op_rating_history(struct machine *machine, struct connection *connection,
                       struct request *request)
{
    char user[NAME_SIZE], filters[PAGE_FILTERS_SIZE];
    struct cursor cursor;
    if (!page_name(request->user, user)) {
        user_not_found(machine, connection, request);
        return;
    }
    points_filters_text(request, user, filters);
    if (!page_place(machine, connection, request, filters, &cursor))
        return;
    struct read_request *read = read_request_new(machine, READ_RATING_HISTORY);
    strcpy(read->as.rating_history.user, user);
    read->as.rating_history.pool = request->pool;
    read->as.rating_history.since = request->since;
    read->as.rating_history.until =
        request_has(request, FIELD_BIT(UNTIL)) ? request->until : INT64_MAX;
    read->as.rating_history.limit = request->limit;
    read->as.rating_history.before = cursor.place;
    wait_for_read(machine, connection, request, read, points_answered);
}

/* ---- leaderboard -------------------------------------------------------------------------- */

static void leaders_filters_text(const struct request *request, char out[PAGE_FILTERS_SIZE])
{
    int64_t at = request_has(request, FIELD_BIT(AT)) ? request->at : INT64_MAX;
    int length = snprintf(out, PAGE_FILTERS_SIZE, "leaderboard %d %d %lld", request->pool,
                          request->bots, (long long)at);
    assert(length > 0 && length < PAGE_FILTERS_SIZE);
}

static void leaders_answered(struct machine *machine, struct connection *connection,
                             struct request *request, const struct read_answer *answer)
{
    char filters[PAGE_FILTERS_SIZE];
    leaders_filters_text(request, filters);
    int64_t at = moment_of(machine, request);
    struct writer *writer = page_begin(machine, request, "players");
    struct cursor cursor = {0};
    for (int i = 0; i < answer->count; i++) {
        const struct leader *leader = &answer->leaders[i];
        writer_object(writer);
        writer_key_string(writer, "name", leader->name);
        writer_key_string(writer, "kind", account_kind_text(leader->kind));
        writer_key_integer(writer, "rating", lround(leader->rating.rating));
        writer_key_integer(writer, "rd", lround(rating_deviation_at(&leader->rating, at)));
        writer_key_integer(writer, "games", leader->rating.games);
        writer_object_end(writer);
        memcpy(&cursor.place, &leader->rating.rating, sizeof cursor.place);
        account_key(leader->name, cursor.name);
    }
    page_end(machine, connection, answer->more ? &cursor : NULL, filters);
}

void op_leaderboard(struct machine *machine, struct connection *connection, struct request *request)
{
    char filters[PAGE_FILTERS_SIZE];
    struct cursor cursor;
    leaders_filters_text(request, filters);
    if (!page_place(machine, connection, request, filters, &cursor))
        return;
    struct read_request *read = read_request_new(machine, READ_LEADERBOARD);
    read->as.leaderboard.pool = request->pool;
    read->as.leaderboard.bots = request->bots;
    read->as.leaderboard.at = at_of(machine, request);
    read->as.leaderboard.limit = request->limit;
    memcpy(&read->as.leaderboard.after_rating, &cursor.place, sizeof cursor.place);
    strcpy(read->as.leaderboard.after_name, cursor.name);
    wait_for_read(machine, connection, request, read, leaders_answered);
}
