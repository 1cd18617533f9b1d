/* History: history, user, rating_history, leaderboard. Read from the store, page by page. */
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/cursor.h"
#include "server/machine/operations.h"
#include "server/machine/show.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Room for all filters of an operation as text, two names of 20 included. */
#define FILTERS_SIZE 256

static void user_not_found(struct machine *machine, struct connection *connection,
                           const struct request *request)
{
    reply_error(machine, connection, request, ERROR_NOT_FOUND, "there is no such user");
}

/* The wall time as of which is asked; INT64_MAX for now. */
static int64_t at_of(const struct request *request)
{
    return request_has(request, FIELD_BIT(AT)) ? request->at : INT64_MAX;
}

/* A name of the right length in lower case, or false: then no such user exists. "" where not sent.
 */
static bool name_filter(const char *name, char out[NAME_SIZE])
{
    out[0] = '\0';
    if (name == NULL)
        return true;
    if (name[0] == '\0' || strlen(name) > NAME_LENGTH)
        return false;
    account_key(name, out);
    return true;
}

/* The place that the request's cursor names, or the beginning; answered where it is not ours. */
static bool place_of(struct machine *machine, struct connection *connection,
                     const struct request *request, const char *filters, struct cursor *cursor)
{
    *cursor = (struct cursor){0};
    if (request->cursor == NULL || cursor_read(cursor, filters, request->cursor))
        return true;
    reply_bad_field(machine, connection, request, "cursor",
                    "not a cursor given out for these filters");
    return false;
}

/* "cursor": of the next page, or null on the last. */
static void write_cursor(struct writer *writer, bool more, const struct cursor *cursor,
                         const char *filters)
{
    char text[CURSOR_SIZE];
    if (!more) {
        writer_key_null(writer, "cursor");
        return;
    }
    cursor_write(cursor, filters, text);
    writer_key_string(writer, "cursor", text);
}

/* ---- history ------------------------------------------------------------------------------ */

/* False where a user is named who cannot exist. */
static bool history_filter_of(const struct request *request, struct history_filter *filter)
{
    *filter = (struct history_filter){
        .size = request_has(request, FIELD_BIT(SIZE)) ? request->size : 0,
        .pool = request->pool,
        .rated = request_has(request, FIELD_BIT(RATED)) ? request->rated : -1,
        .result = request->result,
        .reason = request->reason,
        .since = request->since,
        .until = request_has(request, FIELD_BIT(UNTIL)) ? request->until : INT64_MAX,
    };
    return name_filter(request->user, filter->user) && name_filter(request->versus, filter->versus);
}

static void history_filters_text(const struct history_filter *filter, char out[FILTERS_SIZE])
{
    int length =
        snprintf(out, FILTERS_SIZE, "history %s %s %d %d %d %d %d %lld %lld", filter->user,
                 filter->versus, filter->size, filter->pool, filter->rated, (int)filter->result,
                 (int)filter->reason, (long long)filter->since, (long long)filter->until);
    assert(length > 0 && length < FILTERS_SIZE);
}

static void history_answered(struct machine *machine, struct connection *connection,
                             struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    struct history_filter filter;
    char filters[FILTERS_SIZE];
    history_filter_of(request, &filter);
    history_filters_text(&filter, filters);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "games");
    writer_array(writer);
    struct cursor cursor = {0};
    for (int i = 0; i < answer->count; i++) {
        struct game_view view;
        show_row(&answer->games[i], &view);
        view_summary(writer, &view);
        cursor.place = answer->games[i].sequence;
    }
    writer_array_end(writer);
    write_cursor(writer, answer->more, &cursor, filters);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_history(struct machine *machine, struct connection *connection, struct request *request)
{
    struct history_filter filter;
    char filters[FILTERS_SIZE];
    struct cursor cursor;
    if (!history_filter_of(request, &filter)) {
        user_not_found(machine, connection, request);
        return;
    }
    history_filters_text(&filter, filters);
    if (!place_of(machine, connection, request, filters, &cursor))
        return;
    struct read_request *read = read_request_new(machine, READ_HISTORY);
    read->as.history.filter = filter;
    read->as.history.limit = request->limit;
    read->as.history.before = cursor.place;
    wait_for_read(machine, connection, request, read, history_answered);
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
    account_view(answer->account, machine->wall_ms, &view);
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
    char name[NAME_SIZE];
    if (!name_filter(request->name, name)) {
        user_not_found(machine, connection, request);
        return;
    }
    struct read_request *read = read_request_new(machine, READ_ACCOUNT);
    strcpy(read->as.account.name, name);
    read->as.account.at = at_of(request);
    wait_for_read(machine, connection, request, read, user_answered);
}

/* ---- rating_history ----------------------------------------------------------------------- */

static void points_filters_text(const struct request *request, const char *user,
                                char out[FILTERS_SIZE])
{
    int length = snprintf(out, FILTERS_SIZE, "rating_history %s %d %lld %lld %d", user,
                          request->pool, (long long)request->since, (long long)request->until,
                          request_has(request, FIELD_BIT(UNTIL)));
    assert(length > 0 && length < FILTERS_SIZE);
}

static void points_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    char user[NAME_SIZE], filters[FILTERS_SIZE];
    name_filter(request->user, user);
    points_filters_text(request, user, filters);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "points");
    writer_array(writer);
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
    writer_array_end(writer);
    write_cursor(writer, answer->more, &cursor, filters);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_rating_history(struct machine *machine, struct connection *connection,
                       struct request *request)
{
    char user[NAME_SIZE], filters[FILTERS_SIZE];
    struct cursor cursor;
    if (!name_filter(request->user, user)) {
        user_not_found(machine, connection, request);
        return;
    }
    points_filters_text(request, user, filters);
    if (!place_of(machine, connection, request, filters, &cursor))
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

static void leaders_filters_text(const struct request *request, char out[FILTERS_SIZE])
{
    int length = snprintf(out, FILTERS_SIZE, "leaderboard %d %d %lld", request->pool, request->bots,
                          (long long)at_of(request));
    assert(length > 0 && length < FILTERS_SIZE);
}

static void leaders_answered(struct machine *machine, struct connection *connection,
                             struct request *request, const struct read_answer *answer)
{
    char filters[FILTERS_SIZE];
    leaders_filters_text(request, filters);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "players");
    writer_array(writer);
    struct cursor cursor = {0};
    for (int i = 0; i < answer->count; i++) {
        const struct leader *leader = &answer->leaders[i];
        writer_object(writer);
        writer_key_string(writer, "name", leader->name);
        writer_key_string(writer, "kind", account_kind_text(leader->kind));
        writer_key_integer(writer, "rating", lround(leader->rating.rating));
        writer_key_integer(writer, "rd",
                           lround(rating_deviation_at(&leader->rating, machine->wall_ms)));
        writer_key_integer(writer, "games", leader->rating.games);
        writer_object_end(writer);
        memcpy(&cursor.place, &leader->rating.rating, sizeof cursor.place);
        account_key(leader->name, cursor.name);
    }
    writer_array_end(writer);
    write_cursor(writer, answer->more, &cursor, filters);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_leaderboard(struct machine *machine, struct connection *connection, struct request *request)
{
    char filters[FILTERS_SIZE];
    struct cursor cursor;
    leaders_filters_text(request, filters);
    if (!place_of(machine, connection, request, filters, &cursor))
        return;
    struct read_request *read = read_request_new(machine, READ_LEADERBOARD);
    read->as.leaderboard.pool = request->pool;
    read->as.leaderboard.bots = request->bots;
    read->as.leaderboard.at = at_of(request);
    read->as.leaderboard.limit = request->limit;
    memcpy(&read->as.leaderboard.after_rating, &cursor.place, sizeof cursor.place);
    strcpy(read->as.leaderboard.after_name, cursor.name);
    wait_for_read(machine, connection, request, read, leaders_answered);
}
