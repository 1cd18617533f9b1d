/* What a reader does where it cannot read. */
#include "tests/unit/store/fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void a_folder_without_a_database_is_named(void **state)
{
    (void)state;
    char error[STORE_ERROR_SIZE];
    assert_null(reader_open("/nowhere/at/all", error));
    assert_non_null(strstr(error, "/nowhere/at/all"));
}

static void overwrite(const char *folder, const char *table)
{
    char path[128], sql[128], damage[4096];
    snprintf(sql, sizeof(sql), "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    int64_t root = ask_sql(folder, sql);
    snprintf(path, sizeof(path), "%s/clamber.db", folder);
    memset(damage, 0x5a, sizeof(damage));
    int file = open(path, O_WRONLY);
    assert_int_equal(pwrite(file, damage, sizeof(damage), (root - 1) * 4096), sizeof(damage));
    close(file);
}

static void what_cannot_be_read_is_told_as_such(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_init(&fixture);
    struct store_request request = account_add(&fixture, 1, "alice", ACCOUNT_HUMAN);
    commit(&fixture, &request);
    fixture_reopen(&fixture);
    overwrite(fixture.folder, "accounts");
    static const enum read_kind kinds[] = {READ_ACCOUNT, READ_TOKEN, READ_HISTORY,
                                           READ_RATING_HISTORY};
    for (int i = 0; i < 4; i++) {
        struct read_request damaged = {.kind = kinds[i], .ticket = 5, .now = fixture.now};
        char error[STORE_ERROR_SIZE];
        switch (damaged.kind) {
        case READ_ACCOUNT:
            strcpy(damaged.as.account.name, "alice");
            damaged.as.account.at = INT64_MAX;
            break;
        case READ_TOKEN:
            damaged.as.token = make_token(1);
            break;
        case READ_HISTORY:
            damaged.as.history.filter = any_game();
            strcpy(damaged.as.history.filter.user, "alice");
            damaged.as.history.limit = 1;
            break;
        case READ_RATING_HISTORY:
            strcpy(damaged.as.rating_history.user, "alice");
            damaged.as.rating_history.limit = 1;
            break;
        case READ_GAME:
        case READ_LEADERBOARD:
        case READ_CHAT:
        case READ_OPENINGS:
            break;
        }
        struct read_answer *answer = reader_answer(fixture.reader, &damaged, error);
        assert_int_equal(answer->status, READ_FAILED);
        assert_int_equal(answer->kind, kinds[i]);
        assert_true(answer->ticket == 5);
        assert_non_null(strstr(error, "is damaged"));
        read_answer_destroy(answer);
    }
    /* What lies elsewhere is still answered. */
    struct read_answer *answer = ask_game(&fixture, 1);
    assert_int_equal(answer->status, READ_NOT_FOUND);
    read_answer_destroy(answer);
    fixture_close(&fixture);
    fixture_remove_folder(fixture.folder);
}

static void a_reader_sees_each_commit_at_once(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_init(&fixture);
    for (int i = 0; i < 50; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "name-%d", i);
        assert_false(account_found(&fixture, name));
        struct store_request request = account_add(&fixture, i, name, ACCOUNT_HUMAN);
        commit(&fixture, &request);
        assert_true(account_found(&fixture, name));
    }
    fixture_deinit(&fixture);
}

static void nothing_to_free_is_let_pass(void **state)
{
    (void)state;
    read_answer_destroy(NULL);
    reader_close(NULL);
    store_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_without_a_database_is_named),
        cmocka_unit_test(what_cannot_be_read_is_told_as_such),
        cmocka_unit_test(a_reader_sees_each_commit_at_once),
        cmocka_unit_test(nothing_to_free_is_let_pass),
    };
    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
