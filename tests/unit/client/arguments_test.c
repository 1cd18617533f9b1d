#include "proto/client/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

static char why[ARGUMENTS_WHY_MAX];

/* Reads a command line of words separated by single blanks; they live until the next call. */
static enum arguments_outcome read_line(struct arguments *arguments, const char *line)
{
    static char program[] = "clamber";
    static char words[256];
    static char *argv[64];
    int argc = 1;
    strcpy(words, line);
    argv[0] = program;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    why[0] = '\0';
    return arguments_read(arguments, argc, argv, why);
}

static void expect_wrong(const char *line, const char *part)
{
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, line), ARGUMENTS_WRONG);
    if (strstr(why, part) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", line, why, part);
}

static int no_environment(void **state)
{
    (void)state;
    return unsetenv("CLAMBER_SERVER");
}

static void playing_takes_its_options(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "play --name alice --register --size 4 --time=10+5 "
                                           "--rated --color red --color=never --ascii"),
                     ARGUMENTS_OK);
    assert_int_equal(arguments.command, COMMAND_PLAY);
    assert_string_equal(arguments.name, "alice");
    assert_true(arguments.new_account && arguments.ascii && arguments.terms_given);
    assert_int_equal(arguments.terms.size, 4);
    assert_int_equal(arguments.terms.time.initial_ms, 600000);
    assert_true(arguments.terms.rated);
    assert_string_equal(arguments.terms.color, "red");
    assert_int_equal(arguments.color, COLOR_NEVER);
}

static void challenges_and_tv_are_options(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "play --challenge bob --stay --rated"), ARGUMENTS_OK);
    assert_string_equal(arguments.challenge, "bob");
    assert_true(arguments.stay && arguments.terms.rated);
    assert_int_equal(read_line(&arguments, "watch --tv --name alice"), ARGUMENTS_OK);
    assert_true(arguments.tv);
    assert_string_equal(arguments.name, "alice");
}

static void nothing_said_is_the_defaults(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "play"), ARGUMENTS_OK);
    assert_false(arguments.terms_given || arguments.json || arguments.guest);
    assert_null(arguments.name);
    assert_string_equal(arguments.server.host, "127.0.0.1");
    assert_string_equal(arguments.server.port, "5577");
    assert_int_equal(arguments.terms.size, 3);
    assert_int_equal(arguments.color, COLOR_AUTO);
}

static void the_server_comes_from_the_environment_or_the_line(void **state)
{
    (void)state;
    struct arguments arguments;
    setenv("CLAMBER_SERVER", "example.org:99", 1);
    assert_int_equal(read_line(&arguments, "games"), ARGUMENTS_OK);
    assert_string_equal(arguments.server.host, "example.org");
    assert_int_equal(read_line(&arguments, "--server [::1]:7 games"), ARGUMENTS_OK);
    assert_string_equal(arguments.server.host, "::1");
    setenv("CLAMBER_SERVER", "example.org:port", 1);
    expect_wrong("games", "CLAMBER_SERVER");
    unsetenv("CLAMBER_SERVER");
}

static void history_takes_its_filters(void **state)
{
    (void)state;
    struct arguments arguments;
    setenv("TZ", "UTC", 1);
    assert_int_equal(
        read_line(&arguments,
                  "history bob --versus alice --size 3 --pool 3-blitz --casual --result "
                  "win --reason time --since 2029-02-28 --until 2029-03-01 --limit 7 "
                  "--all --json"),
        ARGUMENTS_OK);
    assert_string_equal(arguments.operands[0], "bob");
    assert_string_equal(arguments.versus, "alice");
    assert_string_equal(arguments.pool, "3-blitz");
    assert_string_equal(arguments.result, "win");
    assert_string_equal(arguments.reason, "time");
    assert_int_equal(arguments.size, 3);
    assert_int_equal(arguments.rated, 0);
    assert_int_equal(arguments.since, 1866931200000);
    assert_int_equal(arguments.until, 1867017600000);
    assert_int_equal(arguments.limit, 7);
    assert_true(arguments.all && arguments.json);
}

static void exports_take_the_filters_of_history(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "export --rated bob --output games.ndjson --size 4"),
                     ARGUMENTS_OK);
    assert_string_equal(arguments.operands[0], "bob");
    assert_string_equal(arguments.output, "games.ndjson");
    assert_int_equal(arguments.rated, 1);
    assert_int_equal(arguments.size, 4);
}

static void a_bot_has_a_level_and_a_seed(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "bot"), ARGUMENTS_OK);
    assert_int_equal(arguments.command, COMMAND_BOT);
    assert_int_equal(arguments.level, 3);
    assert_int_equal(arguments.seed, -1);
    assert_false(arguments.terms_given);
    assert_int_equal(read_line(&arguments, "bot --level 5 --seed 0 --size 4"), ARGUMENTS_OK);
    assert_int_equal(arguments.level, 5);
    assert_int_equal(arguments.seed, 0);
    assert_true(arguments.terms_given);
    expect_wrong("bot --level 6", "1-5");
    expect_wrong("bot --level 15", "1-5");
    expect_wrong("bot --seed x", "--seed x");
    expect_wrong("bot --seed -1", "--seed -1");
    expect_wrong("bot --rated --time none", "clock");
    expect_wrong("play --level 2", "--level");
}

static void operands_may_be_many_and_stand_among_options(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, "--json verify a b --key K c - e"), ARGUMENTS_OK);
    static const char *const files[] = {"a", "b", "c", "-", "e"};
    assert_int_equal(arguments.operand_count, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(arguments.operands[i], files[i]);
    assert_string_equal(arguments.key, "K");
    assert_true(arguments.json);
    assert_int_equal(read_line(&arguments, "openings C3 C4 C3xC4 --size=3"), ARGUMENTS_OK);
    assert_int_equal(arguments.operand_count, 3);
    assert_string_equal(arguments.operands[2], "C3xC4");
}

static void help_and_version_are_found_anywhere(void **state)
{
    (void)state;
    struct arguments arguments;
    assert_int_equal(read_line(&arguments, ""), ARGUMENTS_HELP);
    assert_int_equal(arguments.command, COMMAND_COUNT);
    assert_int_equal(read_line(&arguments, "--help"), ARGUMENTS_HELP);
    assert_int_equal(read_line(&arguments, "record --help"), ARGUMENTS_HELP);
    assert_int_equal(arguments.command, COMMAND_RECORD);
    assert_int_equal(read_line(&arguments, "record -h"), ARGUMENTS_HELP);
    assert_int_equal(read_line(&arguments, "--version"), ARGUMENTS_OK);
    assert_int_equal(arguments.command, COMMAND_VERSION);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    expect_wrong("pley", "pley");
    expect_wrong("play --sise 3", "--sise");
    expect_wrong("play --sise 3", "see: clamber help play");
    expect_wrong("pley", "see: clamber help");
    expect_wrong("play --size", "needs a value: 3|4: cells a side");
    expect_wrong("play --size 5", "3|4");
    expect_wrong("play --time 5+x", "it takes TIME: 5+3 (minutes and seconds");
    expect_wrong("play --color green", "--color green");
    expect_wrong("play --json=yes", "takes no value");
    expect_wrong("play now", "now");
    expect_wrong("games --since 2029-02-28", "--since");
    expect_wrong("history --since yesterday", "YYYY-MM-DD");
    expect_wrong("history --since 2029-02-29", "YYYY-MM-DD");
    expect_wrong("history --since 2029-02-28x", "YYYY-MM-DD");
    expect_wrong("history --limit 0", "--limit");
    expect_wrong("history --limit 101", "--limit");
    expect_wrong("history --result win", "NAME");
    expect_wrong("record", "record needs GAME");
    expect_wrong("ratings alice", "ratings needs NAME POOL");
    expect_wrong("verify", "verify needs FILE...");
    expect_wrong("verify a --key x --key-file y", "--key-file");
    expect_wrong("history --output x", "--output");
    expect_wrong("export --limit 3", "--limit");
    expect_wrong("export --result win", "NAME");
    expect_wrong("play --guest --name x", "guest");
    expect_wrong("play --guest --rated", "casual");
    expect_wrong("play --rated --time none", "clock");
    expect_wrong("play --accept abc --size 4", "--accept");
    expect_wrong("play --accept abc --challenge bob", "--challenge");
    expect_wrong("watch --tv game00000001", "--tv");
    expect_wrong("watch --challenge bob", "--challenge");
    expect_wrong("play --server a:b", "HOST:PORT");
}

static void help_tells_every_command_and_option(void **state)
{
    (void)state;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    arguments_help(out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        arguments_command_help((enum command)i, out);
    fclose(out);
    static const char *const words[] = {"play",     "watch",        "record GAME", "--server",
                                        "--accept", "--everywhere", "--bots"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_non_null(strstr(text, words[i]));
    /* No line is too long for a terminal; a line of usage may be. */
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        assert_true(strlen(line) <= 80 || strncmp(line, "Usage:", 6) == 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playing_takes_its_options),
        cmocka_unit_test(challenges_and_tv_are_options),
        cmocka_unit_test(nothing_said_is_the_defaults),
        cmocka_unit_test(the_server_comes_from_the_environment_or_the_line),
        cmocka_unit_test(history_takes_its_filters),
        cmocka_unit_test(exports_take_the_filters_of_history),
        cmocka_unit_test(a_bot_has_a_level_and_a_seed),
        cmocka_unit_test(operands_may_be_many_and_stand_among_options),
        cmocka_unit_test(help_and_version_are_found_anywhere),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(help_tells_every_command_and_option),
    };
    return cmocka_run_group_tests(tests, no_environment, NULL);
}
