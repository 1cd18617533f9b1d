/* Everything that a disk can do to the store, one operation after the other: whatever happens and
 * whenever, what was committed is there, what was not is absent as a whole. */
#include "tests/unit/store/faulty_disk.h"
#include "tests/unit/store/fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BATCHES 5
#define BATCH_SIZE 6
#define OPERATIONS_MAX 1000

/* The sanitizers' build takes minutes for what is seconds otherwise: there every fifth operation.
 */
#if defined(__SANITIZE_ADDRESS__)
#define OPERATION_STEP 5
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OPERATION_STEP 5
#endif
#endif
#ifndef OPERATION_STEP
#define OPERATION_STEP 1
#endif

/* How many rows each table has after so many batches. */
#define TABLES 13
static const char *const tables[TABLES] = {
    "accounts", "tokens",     "games", "log",     "results",  "ratings", "rating_points",
    "seeks",    "challenges", "chat",  "ignores", "openings", "accepted"};
static const char *const expected[BATCHES + 1] = {
    "0 0 0 0 0 0 0 0 0 0 0 0 0", "3 3 0 0 0 0 0 0 0 0 0 0 0", "3 3 2 2 0 0 0 2 2 0 0 0 0",
    "3 4 2 5 0 0 0 2 2 1 1 0 0", "3 4 2 4 2 2 2 2 2 2 1 3 0", "4 5 3 6 2 2 2 1 1 2 0 3 1",
};

/* How many batches the store holds; a part of one ends the test. */
static int batches_in(const char *folder)
{
    char sql[1024] = "", found[256];
    for (int table = 0; table < TABLES; table++) {
        strcat(sql, table == 0 ? "SELECT " : " || ' ' || ");
        strcat(sql, "(SELECT count(*) FROM ");
        strcat(sql, tables[table]);
        strcat(sql, ")");
    }
    ask_sql_text(folder, sql, found, sizeof(found));
    for (int batches = 0; batches <= BATCHES; batches++) {
        if (strcmp(found, expected[batches]) == 0)
            return batches;
    }
    fail_msg("part of a batch is in %s: %s", folder, found);
    return -1;
}

static void make_batch(struct fixture *fixture, int batch,
                       struct store_request requests[BATCH_SIZE])
{
    static struct chat_line lines[2];
    static struct opening opening = {.count = 2, .turns = {{1, {4}}, {1, {7}}}};
    struct store_request end = game_end(fixture, 1, 4, COLOR_BLUE, REASON_CAPTURE);
    end.as.game_log.opening = &opening;
    add_rating(&end, 1, 1, 0, 1600, 200);
    add_rating(&end, 2, 1, 0, 1400, 200);
    struct store_request taking = game_start(fixture, 3, 1, 4);
    add_accept(&taking, 's', 1, 4);
    make_id(taking.as.game_start.challenge, 'c', 1);
    struct store_request script[BATCHES][BATCH_SIZE] = {
        {account_add(fixture, 1, "ann", ACCOUNT_HUMAN), account_add(fixture, 2, "ben", ACCOUNT_BOT),
         account_add(fixture, 9, "ANN", ACCOUNT_HUMAN),
         account_add(fixture, 3, "cid", ACCOUNT_HUMAN), sweep(fixture),
         ignore_set(fixture, 1, 2, false)},
        {seek_add(fixture, 1, 1), game_start(fixture, 1, 1, 2), game_start(fixture, 2, 2, 3),
         seek_add(fixture, 2, 1), challenge_add(fixture, 1, 1, 2), challenge_add(fixture, 2, 3, 2)},
        {game_move(fixture, 1, 2), game_move(fixture, 1, 3), game_move(fixture, 2, 2),
         token_add(fixture, 1, 50, fixture->now + 100000), ignore_set(fixture, 2, 3, true),
         chat_add(fixture, 1, CHAT_PLAYERS, 1, 1, "good luck", &lines[0])},
        {end, game_move(fixture, 2, 3), account_add(fixture, 9, "Ben", ACCOUNT_HUMAN),
         game_move(fixture, 2, 4), sweep(fixture),
         chat_add(fixture, 1, CHAT_PLAYERS, 2, 2, "well played", &lines[1])},
        {account_add(fixture, 4, "dan", ACCOUNT_HUMAN), taking, game_move(fixture, 3, 2),
         sweep(fixture), ignore_set(fixture, 2, 3, false), sweep(fixture)},
    };
    memcpy(requests, script[batch], sizeof(script[batch]));
}

/* Runs the script from an empty folder to a closed store. The number of batches that were said to
 * be stored; each is told to `progress` too, where that is a file. */
static int run_script(const char *folder, int progress, char error[STORE_ERROR_SIZE])
{
    struct fixture fixture = {.now = 1000000};
    char notice[STORE_ERROR_SIZE];
    int stored = 0;
    fixture.store = store_open(folder, notice, error);
    while (fixture.store != NULL && stored < BATCHES) {
        struct store_request requests[BATCH_SIZE];
        struct store_request *pointers[BATCH_SIZE];
        struct store_result results[BATCH_SIZE];
        make_batch(&fixture, stored, requests);
        for (int i = 0; i < BATCH_SIZE; i++)
            pointers[i] = &requests[i];
        if (!store_commit(fixture.store, pointers, BATCH_SIZE, results, error))
            break;
        stored++;
        if (progress >= 0 && write(progress, "+", 1) != 1)
            exit(EXIT_FAILURE);
    }
    store_close(fixture.store);
    return stored;
}

/* What a new process finds. */
static int reopen_and_count(const char *folder)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    struct restored restored;
    disk = (struct faulty_disk){.trouble = DISK_SOUND};
    struct store *store = store_open(folder, notice, error);
    assert_string_equal(error, "");
    assert_non_null(store);
    assert_true(store_load(store, &restored, error));
    restored_deinit(&restored);
    store_close(store);
    return batches_in(folder);
}

static void on_a_sound_disk_all_is_stored(void **state)
{
    (void)state;
    char folder[64], error[STORE_ERROR_SIZE] = "";
    fixture_folder(folder);
    disk = (struct faulty_disk){.trouble = DISK_SOUND};
    assert_int_equal(run_script(folder, -1, error), BATCHES);
    assert_string_equal(error, "");
    print_message("%d operations on the disk\n", disk.operations);
    assert_int_equal(reopen_and_count(folder), BATCHES);
    fixture_remove_folder(folder);
}

static void every_operation_may_fail(void **state)
{
    (void)state;
    bool failed = true;
    int at = 1;
    for (; failed; at += OPERATION_STEP) {
        char folder[64], error[STORE_ERROR_SIZE] = "";
        assert_true(at < OPERATIONS_MAX);
        fixture_folder(folder);
        disk = (struct faulty_disk){.trouble = DISK_FAILS, .at = at};
        int stored = run_script(folder, -1, error);
        struct faulty_disk after = disk;
        failed = after.failed;
        /* Of what fails while the store is closed only the tidying is lost. */
        if (stored < BATCHES)
            assert_string_not_equal(error, "");
        if (stored > 0 && stored < BATCHES)
            assert_int_equal(after.syncs_after, 0);
        int found = reopen_and_count(folder);
        /* A sync that failed may have written all the same. Nobody has been told. */
        if (found != stored && !(after.failed_at_sync && found == stored + 1))
            fail_msg("operation %d failed: %d batches stored, %d found", at, stored, found);
        fixture_remove_folder(folder);
    }
    assert_true(at > 50);
}

/* Runs the script in a process that is killed in place of an operation. False where it came to its
 * end before. */
static bool run_and_kill(const char *folder, const char *kept, int at, int *stored)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char error[STORE_ERROR_SIZE];
        close(ends[0]);
        disk = (struct faulty_disk){.trouble = DISK_KILLS, .at = at, .kept = kept};
        _exit(run_script(folder, ends[1], error) == BATCHES ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    char progress[BATCHES + 1];
    *stored = 0;
    ssize_t length;
    while ((length = read(ends[0], progress, sizeof(progress))) > 0)
        *stored += (int)length;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == EXIT_SUCCESS);
    return WIFSIGNALED(status);
}

static void the_process_may_be_killed_at_every_operation(void **state)
{
    (void)state;
    bool killed = true;
    for (int at = 1; killed; at += OPERATION_STEP) {
        char folder[64];
        int stored;
        assert_true(at < OPERATIONS_MAX);
        fixture_folder(folder);
        killed = run_and_kill(folder, NULL, at, &stored);
        int found = reopen_and_count(folder);
        if (found != stored && found != stored + 1)
            fail_msg("killed at operation %d: %d batches stored, %d found", at, stored, found);
        fixture_remove_folder(folder);
    }
}

/* After a power cut only what was synced is left: the copies that were kept then. */
static void the_power_may_go_at_every_operation(void **state)
{
    (void)state;
    bool killed = true;
    for (int at = 1; killed; at += OPERATION_STEP) {
        char folder[64], kept[64];
        int stored;
        assert_true(at < OPERATIONS_MAX);
        fixture_folder(folder);
        fixture_folder(kept);
        killed = run_and_kill(folder, kept, at, &stored);
        int found = reopen_and_count(kept);
        if (found != stored && found != stored + 1)
            fail_msg("no power at operation %d: %d batches stored, %d found", at, stored, found);
        fixture_remove_folder(folder);
        fixture_remove_folder(kept);
    }
}

/* ---- Upgrades ----------------------------------------------------------------------------- */

static bool open_and_close(const char *folder)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    struct store *store = store_open(folder, notice, error);
    store_close(store);
    return store != NULL;
}

/* Opens in a process that is killed in place of an operation. False where it came to its end. */
static bool open_and_kill(const char *folder, const char *kept, int at)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        disk = (struct faulty_disk){.trouble = DISK_KILLS, .at = at, .kept = kept};
        _exit(open_and_close(folder) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == EXIT_SUCCESS);
    return WIFSIGNALED(status);
}

/* Nothing is lost, nothing is there twice, and the next start ends what was begun. */
static void upgrade_is_whole(const char *folder)
{
    char found[128];
    disk = (struct faulty_disk){.trouble = DISK_SOUND};
    assert_true(open_and_close(folder));
    ask_sql_text(folder,
                 "SELECT (SELECT count(*) FROM rating_points WHERE games = 1) || ' ' || "
                 "(SELECT count(*) FROM log) || ' ' || (SELECT complete_from FROM server) || ' ' "
                 "|| (SELECT length(signing_seed) FROM server)",
                 found, sizeof(found));
    assert_string_equal(found, "2 3 2 32");
}

static void an_upgrade_may_be_cut_off_at_every_operation(void **state)
{
    (void)state;
    bool killed = true;
    for (int at = 1; killed; at += OPERATION_STEP) {
        for (int power = 0; power < 2; power++) {
            char folder[64], kept[64];
            assert_true(at < OPERATIONS_MAX);
            fixture_folder(folder);
            fixture_folder(kept);
            disk = (struct faulty_disk){.trouble = DISK_SOUND, .kept = kept};
            make_database_of(folder, 1);
            killed = open_and_kill(folder, power ? kept : NULL, at);
            upgrade_is_whole(power ? kept : folder);
            fixture_remove_folder(folder);
            fixture_remove_folder(kept);
        }
    }
}

static void every_operation_of_an_upgrade_may_fail(void **state)
{
    (void)state;
    bool failed = true;
    for (int at = 1; failed; at += OPERATION_STEP) {
        char folder[64];
        assert_true(at < OPERATIONS_MAX);
        fixture_folder(folder);
        disk = (struct faulty_disk){.trouble = DISK_SOUND};
        make_database_of(folder, 1);
        disk = (struct faulty_disk){.trouble = DISK_FAILS, .at = at};
        bool opened = open_and_close(folder);
        failed = disk.failed;
        assert_true(opened || failed);
        upgrade_is_whole(folder);
        fixture_remove_folder(folder);
    }
}

/* ---- The size of the WAL ------------------------------------------------------------------ */

static off_t wal_size(const char *folder)
{
    char path[128];
    struct stat found;
    snprintf(path, sizeof(path), "%s/clamber.db-wal", folder);
    if (stat(path, &found) != 0) {
        assert_int_equal(errno, ENOENT);
        return 0;
    }
    return found.st_size;
}

static void commit_many(struct fixture *fixture, int batch)
{
    static struct store_request requests[STORE_BATCH_MAX];
    struct store_request *pointers[STORE_BATCH_MAX];
    struct store_result results[STORE_BATCH_MAX];
    char error[STORE_ERROR_SIZE];
    for (int i = 0; i < STORE_BATCH_MAX; i++) {
        int number = batch * STORE_BATCH_MAX + i;
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "p%x-%d", (unsigned)number * 2654435761U, number);
        requests[i] = account_add(fixture, number, name, ACCOUNT_HUMAN);
        pointers[i] = &requests[i];
    }
    assert_true(store_commit(fixture->store, pointers, STORE_BATCH_MAX, results, error));
}

static void the_wal_does_not_grow_for_ever(void **state)
{
    (void)state;
    struct fixture fixture;
    disk = (struct faulty_disk){.trouble = DISK_SOUND};
    fixture_init(&fixture);
    off_t largest = 0;
    for (int batch = 0; batch < 150; batch++) {
        commit_many(&fixture, batch);
        off_t size = wal_size(fixture.folder);
        if (size > largest)
            largest = size;
    }
    print_message("the WAL was never larger than %ld KiB\n", (long)(largest / 1024));
    assert_true(largest > 16 << 20 && largest < 24 << 20);

    /* What a crash left in it is brought over before anything else. */
    reader_close(fixture.reader);
    fixture.reader = NULL;
    char error[STORE_ERROR_SIZE];
    disk = (struct faulty_disk){.trouble = DISK_FAILS, .at = 1};
    struct store_request request = account_add(&fixture, 9999999, "last", ACCOUNT_HUMAN);
    commit_fails(&fixture, &request, "disk I/O error");
    fixture_close(&fixture);
    assert_true(wal_size(fixture.folder) > 0);
    disk = (struct faulty_disk){.trouble = DISK_SOUND};
    char notice[STORE_ERROR_SIZE];
    fixture.store = store_open(fixture.folder, notice, error);
    assert_non_null(fixture.store);
    assert_int_equal(wal_size(fixture.folder), 0);
    assert_int_equal(ask_sql(fixture.folder, "SELECT count(*) FROM accounts"),
                     150 * STORE_BATCH_MAX);
    fixture_deinit(&fixture);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_sound_disk_all_is_stored),
        cmocka_unit_test(every_operation_may_fail),
        cmocka_unit_test(the_process_may_be_killed_at_every_operation),
        cmocka_unit_test(the_power_may_go_at_every_operation),
        cmocka_unit_test(an_upgrade_may_be_cut_off_at_every_operation),
        cmocka_unit_test(every_operation_of_an_upgrade_may_fail),
        cmocka_unit_test(the_wal_does_not_grow_for_ever),
    };
    return cmocka_run_group_tests_name("disk", tests, NULL, NULL);
}
