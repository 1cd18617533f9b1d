#include "server/store/store.h"

#include "server/store/folder.h"
#include "server/store/load.h"
#include "server/store/schema.h"
#include "server/store/signing.h"
#include "server/store/write.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The WAL is brought over when it has so many pages (16 MiB): seldom enough that a page changed by
 * many commits is copied once, often enough that a start after a crash is quick. */
#define CHECKPOINT_PAGES 4096
/* Checking the whole file takes some seconds a GiB, so at start only a small one gets it; damage to
 * a large one shows where it is read. */
#define CHECKED_BYTES_MAX INT64_C(67108864)

/* Between two looks whether another process still has the database locked. */
#define LOCKED_PAUSE_MS 20

struct store {
    struct folder folder;
    struct database database;
    int wal_pages; /* after the last commit */
    bool failed;   /* nothing is written any more */
    store_patience *patience;
    void *patience_context;
};

static int on_commit(void *context, sqlite3 *handle, const char *name, int pages)
{
    (void)handle;
    (void)name;
    struct store *store = context;
    store->wal_pages = pages;
    return SQLITE_OK;
}

/* SQLite asks whether to try once more, for the count-th time. */
static int on_locked(void *context, int count)
{
    struct store *store = context;
    if (!store->patience(store->patience_context, (int64_t)count * LOCKED_PAUSE_MS))
        return 0;
    sqlite3_sleep(LOCKED_PAUSE_MS);
    return 1;
}

void store_be_patient(struct store *store, store_patience *patience, void *context)
{
    store->patience = patience;
    store->patience_context = context;
    sqlite3_busy_handler(store->database.handle, on_locked, store);
}

static bool check_whole(struct database *database)
{
    int64_t pages = 0, page_size = 0;
    if (!database_integer(database, "PRAGMA page_count", &pages) ||
        !database_integer(database, "PRAGMA page_size", &page_size))
        return false;
    if (pages * page_size > CHECKED_BYTES_MAX)
        return true;
    sqlite3_stmt *statement = database_prepare(database, "PRAGMA quick_check(1)");
    if (statement == NULL)
        return false;
    bool passed = database_step(database, statement, "check the database") == STEP_ROW;
    if (passed) {
        const char *verdict = (const char *)sqlite3_column_text(statement, 0);
        passed = verdict != NULL && strcmp(verdict, "ok") == 0;
        if (!passed)
            database_refuse(database, "%s is damaged (%s): restore a backup", database->path,
                            verdict == NULL ? "?" : verdict);
    }
    sqlite3_finalize(statement);
    return passed;
}

static bool use_wal(struct database *database)
{
    sqlite3_stmt *statement = database_prepare(database, "PRAGMA journal_mode = WAL");
    if (statement == NULL)
        return false;
    bool used = database_step(database, statement, "use a WAL") == STEP_ROW;
    if (used) {
        const char *mode = (const char *)sqlite3_column_text(statement, 0);
        used = mode != NULL && strcmp(mode, "wal") == 0;
        if (!used)
            database_refuse(database, "%s: this file system cannot hold a write-ahead log",
                            database->path);
    }
    sqlite3_finalize(statement);
    return used;
}

/* After a crash the WAL can hold frames that were written but never synced; SQLite would show them
 * as if they were. So all is brought over and synced before anybody reads. */
static bool prepare(struct store *store, char notice[STORE_ERROR_SIZE])
{
    struct database *database = &store->database;
    int version = 0;
    if (!schema_check(database, migrations, migration_count, &version) || !use_wal(database) ||
        !database_checkpoint(database, true) || !check_whole(database) ||
        !schema_upgrade(database, migrations, migration_count, version) ||
        !signing_seed_make(database) || !database_execute(database, "PRAGMA foreign_keys = ON") ||
        !database_checkpoint(database, true))
        return false;
    int newest = migrations[migration_count - 1].number;
    if (version > 0 && version < newest)
        snprintf(notice, STORE_ERROR_SIZE, "%.400s was upgraded from schema %d to %d",
                 database->path, version, newest);
    sqlite3_wal_hook(database->handle, on_commit, store);
    return true;
}

struct store *store_open(const char *folder, char notice[STORE_ERROR_SIZE],
                         char error[STORE_ERROR_SIZE])
{
    notice[0] = '\0';
    error[0] = '\0';
    struct store *store = calloc(1, sizeof(*store));
    if (store == NULL) {
        snprintf(error, STORE_ERROR_SIZE, "memory is out");
        return NULL;
    }
    if (!folder_open(&store->folder, folder, error)) {
        free(store);
        return NULL;
    }
    if (database_open_writer(&store->database, store->folder.database) && prepare(store, notice))
        return store;
    strcpy(error, store->database.error);
    store->failed = true;
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    if (store->failed)
        database_abandon(&store->database);
    else
        database_deinit(&store->database);
    folder_close(&store->folder);
    free(store);
}

bool store_load(struct store *store, struct restored *restored, char error[STORE_ERROR_SIZE])
{
    error[0] = '\0';
    if (load_restored(&store->database, restored))
        return true;
    strcpy(error, store->database.error);
    return false;
}

static bool write_one(struct database *database, const struct store_request *request,
                      struct store_result *result)
{
    switch (request->kind) {
    case STORE_ACCOUNT_ADD:
        return write_account_add(database, request, result);
    case STORE_TOKEN_ADD:
        return write_token_add(database, request, result);
    case STORE_TOKEN_TOUCH:
        return write_token_touch(database, request);
    case STORE_TOKEN_DROP:
        return write_token_drop(database, request);
    case STORE_PASSWORD_SET:
        return write_password_set(database, request);
    case STORE_SEEK_ADD:
        return write_seek_add(database, request);
    case STORE_SEEK_DROP:
        return write_seek_drop(database, request);
    case STORE_GAME_START:
        return write_game_start(database, request);
    case STORE_GAME_LOG:
        return write_game_log(database, request, result);
    case STORE_SWEEP:
        return write_sweep(database, request);
    case STORE_GUEST_CLOSE:
        return write_guest_close(database, request);
    case STORE_CHALLENGE_ADD:
        return write_challenge_add(database, request);
    case STORE_CHALLENGE_DROP:
        return write_challenge_drop(database, request);
    case STORE_CHAT_ADD:
        return write_chat_add(database, request);
    case STORE_IGNORE_SET:
        return write_ignore_set(database, request);
    }
    assert(false);
    return false;
}

/* Runs one of the statements that take no values. */
static bool control(struct database *database, enum statement which)
{
    sqlite3_stmt *statement = database_statement(database, which);
    return statement != NULL && database_run(database, statement, "store", NULL);
}

/* Those that may fail alone. A savepoint keeps a copy of every page that is changed behind it, so
 * the others, which nearly all are, do without. */
static bool is_refusable(const struct store_request *request)
{
    return request->kind == STORE_ACCOUNT_ADD ||
           (request->kind == STORE_GAME_LOG && request->as.game_log.rating_count > 0);
}

/* A request that is refused leaves nothing, and the others of its transaction stay. */
static bool write_refusable(struct database *database, const struct store_request *request,
                            struct store_result *result)
{
    return control(database, STATEMENT_SAVEPOINT) && write_one(database, request, result) &&
           (result->status == STORE_DONE || control(database, STATEMENT_UNDO)) &&
           control(database, STATEMENT_RELEASE);
}

static bool write_all(struct store *store, struct store_request *const *requests, size_t count,
                      struct store_result *results)
{
    struct database *database = &store->database;
    /* Before anything new is written, so that a failure here takes nothing with it. */
    if (store->wal_pages >= CHECKPOINT_PAGES && !database_checkpoint(database, false))
        return false;
    if (!control(database, STATEMENT_BEGIN))
        return false;
    for (size_t i = 0; i < count; i++) {
        results[i] = (struct store_result){.number = requests[i]->number, .status = STORE_DONE};
        bool written = is_refusable(requests[i])
                           ? write_refusable(database, requests[i], &results[i])
                           : write_one(database, requests[i], &results[i]);
        if (!written)
            return false;
    }
    return control(database, STATEMENT_COMMIT);
}

bool store_commit(struct store *store, struct store_request *const *requests, size_t count,
                  struct store_result *results, char error[STORE_ERROR_SIZE])
{
    assert(count >= 1 && count <= STORE_BATCH_MAX);
    error[0] = '\0';
    if (!store->failed && write_all(store, requests, count, results))
        return true;
    /* Where SQLite has not rolled back by itself. Nothing is tried a second time: what the system
     * says about data that it could not sync once is no longer worth anything. */
    if (!store->failed && sqlite3_get_autocommit(store->database.handle) == 0)
        sqlite3_exec(store->database.handle, "ROLLBACK", NULL, NULL, NULL);
    store->failed = true;
    strcpy(error, store->database.error);
    return false;
}
