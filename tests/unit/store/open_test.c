#include "server/store/store.h"

#include "server/store/schema.h"
#include "tests/unit/store/fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opening must fail with each of these words in its one line. */
static void open_fails(const char *folder, const char *first, const char *second)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    assert_null(store_open(folder, notice, error));
    assert_string_equal(notice, "");
    assert_null(strchr(error, '\n'));
    if (strstr(error, first) == NULL || strstr(error, second) == NULL)
        fail_msg("\"%s\" and \"%s\" are not both in \"%s\"", first, second, error);
}

static void open_and_close(const char *folder)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    struct store *store = store_open(folder, notice, error);
    assert_string_equal(error, "");
    assert_non_null(store);
    store_close(store);
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t length)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static mode_t mode_of(const char *folder, const char *name)
{
    char path[128];
    struct stat found;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    assert_int_equal(stat(path, &found), 0);
    return found.st_mode & 0777;
}

static void the_folder_is_made_for_its_owner_alone(void **state)
{
    (void)state;
    char folder[64], inner[96], deeper[128];
    fixture_folder(folder);
    snprintf(inner, sizeof(inner), "%s/a", folder);
    snprintf(deeper, sizeof(deeper), "%s/b/", inner);
    open_and_close(deeper);
    assert_int_equal(mode_of(folder, "a"), 0700);
    assert_int_equal(mode_of(folder, "a/b"), 0700);
    assert_int_equal(mode_of(folder, "a/b/clamber.db"), 0600);
    open_and_close(deeper);
    fixture_remove_folder(deeper);
    fixture_remove_folder(inner);
    fixture_remove_folder(folder);
}

static void one_server_to_a_folder(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_init(&fixture);
    char process[32];
    snprintf(process, sizeof(process), "(process %d)", (int)getpid());
    open_fails(fixture.folder, process, "--data");
    fixture_reopen(&fixture);
    fixture_deinit(&fixture);
}

static void a_folder_that_cannot_be_made_is_named(void **state)
{
    (void)state;
    char folder[64], below[96];
    fixture_folder(folder);
    write_file(folder, "lock", "", 0);
    snprintf(below, sizeof(below), "%s/lock", folder);
    open_fails(below, "cannot make the folder", below);
    snprintf(below, sizeof(below), "%s/lock/data", folder);
    open_fails(below, "cannot make the folder", "Not a directory");
    open_fails("/proc/clamber", "/proc/clamber", "No such file");
    open_fails("", "cannot make the folder", "");
    fixture_remove_folder(folder);
}

static void what_is_no_database_is_refused(void **state)
{
    (void)state;
    char folder[64], garbage[8192];
    fixture_folder(folder);
    memset(garbage, 'x', sizeof(garbage));
    write_file(folder, "clamber.db", garbage, sizeof(garbage));
    open_fails(folder, "clamber.db", "restore a backup");
    fixture_remove_folder(folder);
}

static void a_damaged_page_is_found(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_init(&fixture);
    for (int i = 0; i < 100; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "name-%d", i);
        struct store_request request = account_add(&fixture, i, name, ACCOUNT_HUMAN);
        commit(&fixture, &request);
    }
    fixture_close(&fixture);
    int64_t root =
        ask_sql(fixture.folder, "SELECT rootpage FROM sqlite_schema WHERE name = 'accounts'");
    char path[128], damage[64];
    snprintf(path, sizeof(path), "%s/clamber.db", fixture.folder);
    memset(damage, 0x5a, sizeof(damage));
    int file = open(path, O_WRONLY);
    assert_int_equal(pwrite(file, damage, sizeof(damage), (root - 1) * 4096 + 4), sizeof(damage));
    close(file);
    open_fails(fixture.folder, "is damaged", "restore a backup");
    /* A file cut short. */
    assert_int_equal(truncate(path, 4096), 0);
    open_fails(fixture.folder, "is damaged", "restore a backup");
    fixture_remove_folder(fixture.folder);
}

static void the_database_of_another_program_is_left_alone(void **state)
{
    (void)state;
    char folder[64];
    fixture_folder(folder);
    run_sql(folder, "CREATE TABLE recipes (name TEXT)");
    open_fails(folder, "another program", "--data");
    run_sql(folder, "DROP TABLE recipes; PRAGMA user_version = 3");
    open_fails(folder, "another program", "--data");
    assert_int_equal(ask_sql(folder, "SELECT count(*) FROM sqlite_schema"), 0);
    assert_int_equal(ask_sql(folder, "PRAGMA application_id"), 0);
    fixture_remove_folder(folder);
}

static void a_newer_database_is_refused(void **state)
{
    (void)state;
    char folder[64];
    fixture_folder(folder);
    open_and_close(folder);
    run_sql(folder, "PRAGMA user_version = 99");
    open_fails(folder, "newer clamberd (schema 99, this one knows up to", "restore a backup");
    assert_int_equal(ask_sql(folder, "PRAGMA user_version"), 99);
    fixture_remove_folder(folder);
}

static void a_new_database_is_marked_and_syncs_every_commit(void **state)
{
    (void)state;
    char folder[64];
    fixture_folder(folder);
    open_and_close(folder);
    assert_int_equal(ask_sql(folder, "PRAGMA application_id"), SCHEMA_APPLICATION_ID);
    assert_int_equal(ask_sql(folder, "PRAGMA user_version"), (int64_t)migration_count);
    assert_int_equal(
        ask_sql(folder, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"), 1);

    struct database database;
    char path[128];
    int64_t value = 0;
    snprintf(path, sizeof(path), "%s/clamber.db", folder);
    assert_true(database_open_writer(&database, path));
    assert_true(database_integer(&database, "PRAGMA synchronous", &value));
    assert_int_equal(value, 2);
    assert_true(database_integer(&database, "PRAGMA wal_autocheckpoint", &value));
    assert_int_equal(value, 0);
    database_deinit(&database);
    fixture_remove_folder(folder);
}

/* ---- Migrations --------------------------------------------------------------------------- */

static const struct migration steps[] = {
    {1, "0001_one",
     "CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT; INSERT INTO one VALUES (7);"},
    {2, "0002_two",
     "CREATE TABLE two (one INTEGER REFERENCES one (id)) STRICT;"
     "INSERT INTO two SELECT id FROM one;"},
    {3, "0003_broken", "CREATE TABLE three (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"},
};
static const struct migration dangling_step = {
    3, "0003_dangling", "CREATE TABLE three (id INTEGER) STRICT; INSERT INTO two VALUES (8);"};

static void open_database(struct database *database, const char *folder, char path[128])
{
    snprintf(path, 128, "%s/clamber.db", folder);
    run_sql(folder, "PRAGMA journal_mode = WAL");
    assert_true(database_open_writer(database, path));
}

static void migrations_are_applied_once_and_in_order(void **state)
{
    (void)state;
    char folder[64], path[128];
    struct database database;
    int version = -1;
    fixture_folder(folder);
    open_database(&database, folder, path);
    assert_true(schema_check(&database, steps, 1, &version));
    assert_int_equal(version, 0);
    assert_true(schema_upgrade(&database, steps, 1, version));
    assert_true(schema_check(&database, steps, 2, &version));
    assert_int_equal(version, 1);
    assert_true(schema_upgrade(&database, steps, 2, version));
    assert_true(schema_check(&database, steps, 2, &version));
    assert_int_equal(version, 2);
    assert_true(schema_upgrade(&database, steps, 2, version));
    assert_false(schema_check(&database, steps, 1, &version));
    database_deinit(&database);
    assert_int_equal(ask_sql(folder, "SELECT one FROM two"), 7);
    fixture_remove_folder(folder);
}

static void a_migration_that_fails_leaves_the_steps_before_it(void **state)
{
    (void)state;
    char folder[64], path[128];
    struct database database;
    fixture_folder(folder);
    open_database(&database, folder, path);
    assert_false(schema_upgrade(&database, steps, 3, 0));
    assert_non_null(strstr(database.error, "nowhere"));
    database_deinit(&database);
    assert_int_equal(ask_sql(folder, "PRAGMA user_version"), 2);
    assert_int_equal(ask_sql(folder, "SELECT count(*) FROM sqlite_schema WHERE name = 'three'"), 0);

    open_database(&database, folder, path);
    assert_false(schema_upgrade(&database, &dangling_step, 1, 2));
    assert_non_null(strstr(database.error, "0003_dangling"));
    database_deinit(&database);
    assert_int_equal(ask_sql(folder, "PRAGMA user_version"), 2);
    assert_int_equal(ask_sql(folder, "SELECT count(*) FROM sqlite_schema WHERE name = 'three'"), 0);
    fixture_remove_folder(folder);
}

/* ---- Databases of every schema that ever was ---------------------------------------------- */

/* What came with the second schema. */
static void check_social(struct fixture *fixture, int schema)
{
    struct read_request request = {.kind = READ_CHAT};
    make_id(request.as.chat.game, 'g', 1);
    request.as.chat.limit = 5;
    struct read_answer *answer = ask(fixture, &request);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->count, schema >= 2);
    read_answer_destroy(answer);
    request = (struct read_request){.kind = READ_OPENINGS};
    request.as.openings.size = 3;
    answer = ask(fixture, &request);
    assert_int_equal(answer->opening_blue, schema >= 2);
    assert_int_equal(answer->count, schema >= 2);
    read_answer_destroy(answer);
}

/* A rating of the first schema is known as of then, too. */
static void check_past(struct fixture *fixture)
{
    struct read_request request = {.kind = READ_ACCOUNT};
    strcpy(request.as.account.name, "alice");
    request.as.account.at = INT64_C(1700000000000);
    struct read_answer *answer = ask(fixture, &request);
    assert_int_equal(answer->totals.won, 1);
    assert_int_equal(answer->account->ratings[1].games, 1);
    assert_true(answer->account->ratings[1].rating == 1662.25);
    assert_true(answer->account->ratings[1].volatility == 0.06);
    read_answer_destroy(answer);
}

/* The databases of all schemas hold the same: tests/data/store/README.md. */
static void check_contents(const char *folder, int schema)
{
    struct fixture fixture = {.now = INT64_C(1700000100000)};
    strcpy(fixture.folder, folder);
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    fixture.store = store_open(folder, notice, error);
    assert_string_equal(error, "");
    fixture.reader = reader_open(folder, error);
    assert_non_null(fixture.reader);

    struct restored restored;
    assert_true(store_load(fixture.store, &restored, error));
    assert_int_equal(restored.game_count, 1);
    assert_int_equal(restored.games[0].v, 3);
    assert_int_equal(restored.games[0].log_length, 3 * strlen("<2.1>"));
    assert_int_equal(restored.seek_count, 1);
    assert_int_equal(restored.account_count, 2);
    assert_int_equal(restored.challenge_count, schema >= 2);
    assert_int_equal(restored.accepted_count, schema >= 3);
    unsigned char none[SIGNING_SEED_SIZE] = {0};
    assert_memory_not_equal(restored.signing_seed, none, SIGNING_SEED_SIZE);
    restored_deinit(&restored);

    struct read_answer *answer = ask_account(&fixture, "ALICE");
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->totals.won, 1);
    assert_int_equal(answer->account->ratings[1].games, 1);
    assert_int_equal(answer->ignored_count, schema >= 2);
    read_answer_destroy(answer);
    answer = ask_game(&fixture, 1);
    assert_int_equal(answer->games[0].reason, REASON_CAPTURE);
    assert_int_equal(answer->games[0].log_length, 3 * strlen("<1.1>"));
    read_answer_destroy(answer);
    assert_true(token_found(&fixture, 1));
    check_social(&fixture, schema);
    check_past(&fixture);
    fixture_close(&fixture);
}

static void databases_of_every_schema_are_upgraded(void **state)
{
    (void)state;
    for (int schema = 1; schema <= (int)migration_count; schema++) {
        char folder[64];
        char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
        fixture_folder(folder);
        make_database_of(folder, schema);
        assert_int_equal(ask_sql(folder, "PRAGMA user_version"), schema);
        struct store *store = store_open(folder, notice, error);
        assert_string_equal(error, "");
        assert_non_null(store);
        assert_int_equal(strstr(notice, "was upgraded from schema") != NULL,
                         schema < (int)migration_count);
        store_close(store);
        check_contents(folder, schema);
        fixture_remove_folder(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folder_is_made_for_its_owner_alone),
        cmocka_unit_test(one_server_to_a_folder),
        cmocka_unit_test(a_folder_that_cannot_be_made_is_named),
        cmocka_unit_test(what_is_no_database_is_refused),
        cmocka_unit_test(a_damaged_page_is_found),
        cmocka_unit_test(the_database_of_another_program_is_left_alone),
        cmocka_unit_test(a_newer_database_is_refused),
        cmocka_unit_test(a_new_database_is_marked_and_syncs_every_commit),
        cmocka_unit_test(migrations_are_applied_once_and_in_order),
        cmocka_unit_test(a_migration_that_fails_leaves_the_steps_before_it),
        cmocka_unit_test(databases_of_every_schema_are_upgraded),
    };
    return cmocka_run_group_tests_name("open", tests, NULL, NULL);
}
