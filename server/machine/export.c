/* export: the whole records of many games, a page at a time. */
#include "server/machine/game.h"
#include "server/machine/operations.h"
#include "server/machine/page.h"
#include "server/machine/record.h"
#include "server/machine/user.h"

/* A page ends with the record that brings it over this: one step is never long, and a reader that
 * is slow keeps little in memory. */
#define EXPORT_PAGE_BYTES (128u * 1024)
/* Nor has it more records. */
#define EXPORT_RECORDS_MAX 20

/* The record of a row of the history. False where its log is damaged. */
static bool write_row(struct machine *machine, struct writer *writer, const struct game_row *row)
{
    struct game *game = game_find(machine, row->id);
    if (game != NULL) {
        record_write(machine, writer, game);
        return true;
    }
    game = game_from_row(machine, row);
    if (game == NULL)
        return false;
    game->archived = true;
    record_write(machine, writer, game);
    game_free(machine, game);
    return true;
}

static void export_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        user_not_found(machine, connection, request);
        return;
    }
    char filters[PAGE_FILTERS_SIZE];
    page_history_filters(request, filters);
    struct writer *writer = page_begin(machine, request, "records");
    struct cursor cursor = {0};
    int written = 0;
    while (written < answer->count && writer->length < EXPORT_PAGE_BYTES) {
        const struct game_row *row = &answer->games[written];
        if (!write_row(machine, writer, row)) {
            writer_clear(writer);
            reply_error(machine, connection, request, ERROR_STORAGE_UNAVAILABLE,
                        "the log of a game is damaged");
            return;
        }
        cursor.place = row->sequence;
        written++;
    }
    bool more = answer->more || written < answer->count;
    page_end(machine, connection, more ? &cursor : NULL, filters);
}

void op_export(struct machine *machine, struct connection *connection, struct request *request)
{
    int limit = request->limit < EXPORT_RECORDS_MAX ? request->limit : EXPORT_RECORDS_MAX;
    page_ask_history(machine, connection, request, limit, true, export_answered);
}
