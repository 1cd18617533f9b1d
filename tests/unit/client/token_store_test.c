#include "proto/client/token_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/support/cmocka_test.h"

static char folder[] = "/tmp/clamber-tokens-XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? setenv("XDG_STATE_HOME", folder, 1) : -1;
}

static int teardown(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static struct token_store store_of(const char *server)
{
    struct token_store store;
    struct address address;
    assert_true(address_parse(&address, server));
    token_store_init(&store, &address);
    return store;
}

static void expect(const struct token_store *store, const char *name, const char *found_name,
                   const char *expected)
{
    char found[PLAYER_NAME_MAX];
    char token[TOKEN_TEXT_MAX];
    assert_true(token_store_find(store, name, found, token));
    assert_string_equal(found, found_name);
    assert_string_equal(token, expected);
}

static void a_sign_in_is_kept_for_its_owner_only(void **state)
{
    (void)state;
    struct token_store store = store_of("one.example:1");
    struct stat status;
    char path[2048];
    assert_true(token_store_keep(&store, "Alice", "first"));
    snprintf(path, sizeof path, "%s/alice", store.folder);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(stat(store.folder, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    expect(&store, "aLICE", "aLICE", "first");
    assert_true(token_store_keep(&store, "alice", "second"));
    expect(&store, "Alice", "Alice", "second");
}

static void servers_and_names_are_apart(void **state)
{
    (void)state;
    struct token_store one = store_of("two.example:1");
    struct token_store other = store_of("two.example:2");
    char found[PLAYER_NAME_MAX];
    char token[TOKEN_TEXT_MAX];
    assert_true(token_store_keep(&one, "alice", "a"));
    assert_true(token_store_keep(&one, "bob", "b"));
    expect(&one, "alice", "alice", "a");
    expect(&one, "bob", "bob", "b");
    assert_false(token_store_find(&other, "alice", found, token));
    assert_false(token_store_find(&other, NULL, found, token));
    /* Another run may have signed in anew meanwhile. */
    token_store_forget(&one, "bob", "the one before");
    expect(&one, "bob", "bob", "b");
    token_store_forget(&one, "bob", "b");
    token_store_forget(&one, "bob", "b");
    assert_false(token_store_find(&one, "bob", found, token));
    expect(&one, "alice", "alice", "a");
}

static void without_a_name_the_last_one_is_found(void **state)
{
    (void)state;
    struct token_store store = store_of("three.example:1");
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    char path[2048];
    assert_true(token_store_keep(&store, "alice", "a"));
    assert_true(token_store_keep(&store, "bob", "b"));
    snprintf(path, sizeof path, "%s/alice", store.folder);
    assert_int_equal(utimensat(0, path, old, 0), 0);
    expect(&store, NULL, "bob", "b");
    assert_true(token_store_keep(&store, "alice", "a"));
    snprintf(path, sizeof path, "%s/bob", store.folder);
    assert_int_equal(utimensat(0, path, old, 0), 0);
    expect(&store, NULL, "alice", "a");
}

static void a_name_is_no_path(void **state)
{
    (void)state;
    struct token_store store = store_of("four.example:1");
    static const char *const names[] = {"../x", "",    ".",
                                        "a/b",  "a.b", "name-that-is-much-too-long-for-any-player"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_false(token_store_keep(&store, names[i], "token"));
}

static void without_a_home_nothing_is_kept(void **state)
{
    (void)state;
    char *home = strdup(getenv("HOME") != NULL ? getenv("HOME") : "/");
    setenv("XDG_STATE_HOME", "relative", 1);
    unsetenv("HOME");
    struct token_store store = store_of("five.example:1");
    assert_false(token_store_keep(&store, "alice", "token"));
    setenv("HOME", folder, 1);
    store = store_of("five.example:1");
    assert_true(token_store_keep(&store, "alice", "token"));
    expect(&store, "alice", "alice", "token");
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sign_in_is_kept_for_its_owner_only),
        cmocka_unit_test(servers_and_names_are_apart),
        cmocka_unit_test(without_a_name_the_last_one_is_found),
        cmocka_unit_test(a_name_is_no_path),
        cmocka_unit_test(without_a_home_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
