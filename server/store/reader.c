#include "server/store/reader.h"

#include "server/store/folder.h"
#include "server/store/read.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char path[PATH_MAX];
    struct database database;
};

struct reader *reader_open(const char *folder, char error[STORE_ERROR_SIZE])
{
    error[0] = '\0';
    struct reader *reader = calloc(1, sizeof(*reader));
    if (reader == NULL || !folder_database_path(folder, reader->path)) {
        snprintf(error, STORE_ERROR_SIZE, "cannot read %.400s: %s", folder,
                 reader == NULL ? "memory is out" : "the path is too long");
        free(reader);
        return NULL;
    }
    int64_t version;
    if (database_open_reader(&reader->database, reader->path) &&
        database_integer(&reader->database, "PRAGMA user_version", &version))
        return reader;
    strcpy(error, reader->database.error);
    reader_close(reader);
    return NULL;
}

void reader_close(struct reader *reader)
{
    if (reader == NULL)
        return;
    database_abandon(&reader->database);
    free(reader);
}

static bool answer_one(struct database *database, const struct read_request *request,
                       struct read_answer *answer)
{
    switch (request->kind) {
    case READ_ACCOUNT:
        return read_account(database, request, answer);
    case READ_TOKEN:
        return read_token(database, request, answer);
    case READ_GAME:
        return read_game(database, request, answer);
    case READ_HISTORY:
        return read_history(database, request, answer);
    case READ_RATING_HISTORY:
        return read_rating_history(database, request, answer);
    case READ_LEADERBOARD:
        return read_leaderboard(database, request, answer);
    case READ_CHAT:
        return read_chat(database, request, answer);
    case READ_OPENINGS:
        return read_openings(database, request, answer);
    }
    assert(false);
    return false;
}

/* BEGIN or COMMIT. */
static bool control(struct database *database, enum statement which)
{
    sqlite3_stmt *statement = database_statement(database, which);
    return statement != NULL && database_run(database, statement, "read the database", NULL);
}

struct read_answer *reader_answer(struct reader *reader, const struct read_request *request,
                                  char error[STORE_ERROR_SIZE])
{
    error[0] = '\0';
    struct read_answer *answer = calloc(1, sizeof(*answer));
    if (answer == NULL)
        abort(); /* Not even the failure can be told. */
    answer->kind = request->kind;
    answer->ticket = request->ticket;
    answer->status = READ_NOT_FOUND;
    struct database *database = &reader->database;
    bool read = control(database, STATEMENT_BEGIN_READ) && answer_one(database, request, answer);
    /* Always, so that no reader ever holds the WAL. */
    if (sqlite3_get_autocommit(database->handle) == 0)
        read = control(database, STATEMENT_COMMIT) && read;
    if (!read) {
        answer->status = READ_FAILED;
        strcpy(error, database->error);
    }
    return answer;
}
