#include "server/machine/page.h"

#include "server/machine/account.h"
#include "server/machine/user.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool page_name(const char *name, char out[NAME_SIZE])
{
    out[0] = '\0';
    if (name == NULL)
        return true;
    if (name[0] == '\0' || strlen(name) > NAME_LENGTH)
        return false;
    account_key(name, out);
    return true;
}

/* False where a user is named who cannot exist. */
static bool filter_of(const struct request *request, struct history_filter *filter)
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
    return page_name(request->user, filter->user) && page_name(request->versus, filter->versus);
}

static void filters_text(const struct request *request, const struct history_filter *filter,
                         char out[PAGE_FILTERS_SIZE])
{
    int length = snprintf(out, PAGE_FILTERS_SIZE, "%s %s %s %d %d %d %d %d %lld %lld",
                          operation_row(request->operation)->name, filter->user, filter->versus,
                          filter->size, filter->pool, filter->rated, (int)filter->result,
                          (int)filter->reason, (long long)filter->since, (long long)filter->until);
    assert(length > 0 && length < PAGE_FILTERS_SIZE);
}

void page_history_filters(const struct request *request, char out[PAGE_FILTERS_SIZE])
{
    struct history_filter filter;
    bool possible = filter_of(request, &filter);
    assert(possible);
    (void)possible;
    filters_text(request, &filter, out);
}

void page_ask_history(struct machine *machine, struct connection *connection,
                      struct request *request, int limit, bool logs,
                      void (*answered)(struct machine *, struct connection *, struct request *,
                                       const struct read_answer *))
{
    struct history_filter filter;
    char filters[PAGE_FILTERS_SIZE];
    struct cursor cursor;
    if (!filter_of(request, &filter)) {
        user_not_found(machine, connection, request);
        return;
    }
    filters_text(request, &filter, filters);
    if (!page_place(machine, connection, request, filters, &cursor))
        return;
    struct read_request *read = read_request_new(machine, READ_HISTORY);
    read->as.history.filter = filter;
    read->as.history.limit = limit;
    read->as.history.logs = logs;
    read->as.history.before = cursor.place;
    wait_for_read(machine, connection, request, read, answered);
}

bool page_place(struct machine *machine, struct connection *connection,
                const struct request *request, const char *filters, struct cursor *cursor)
{
    *cursor = (struct cursor){0};
    if (request->cursor == NULL || cursor_read(cursor, filters, request->cursor))
        return true;
    reply_bad_field(machine, connection, request, "cursor",
                    "not a cursor given out for these filters");
    return false;
}

struct writer *page_begin(struct machine *machine, const struct request *request, const char *key)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, key);
    writer_array(writer);
    return writer;
}

void page_end(struct machine *machine, struct connection *connection, const struct cursor *next,
              const char *filters)
{
    struct writer *writer = &machine->writer;
    char text[CURSOR_SIZE];
    writer_array_end(writer);
    if (next == NULL) {
        writer_key_null(writer, "cursor");
    } else {
        cursor_write(next, filters, text);
        writer_key_string(writer, "cursor", text);
    }
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}
