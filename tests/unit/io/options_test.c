/* The command line and the configuration file. */
#include "server/io/options.h"
#include "tests/support/cmocka_test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct read {
    struct options options;
    enum options_outcome outcome;
    char error[OPTIONS_ERROR_SIZE];
};

/* Reads a command line whose words are parted by one blank each. */
static struct read read_line(const char *words)
{
    struct read read = {.error = ""};
    char text[1024];
    char *arguments[32] = {text};
    int count = 1;
    snprintf(text, sizeof text, "clamberd %s", words);
    for (char *blank = strchr(text, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
        *blank = '\0';
        if (blank[1] != '\0')
            arguments[count++] = blank + 1;
    }
    options_init(&read.options, 10000, 120000);
    read.outcome = options_parse(&read.options, count, arguments, read.error);
    return read;
}

/* Reads a configuration file with that text, and what may stand on the command line beside it. */
static struct read read_file(const char *contents, const char *words, char path[64])
{
    snprintf(path, 64, "/tmp/clamber-options-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, contents, strlen(contents)), (ssize_t)strlen(contents));
    close(file);
    char line[256];
    snprintf(line, sizeof line, "--config %s %s", path, words);
    struct read read = read_line(line);
    unlink(path);
    return read;
}

static void assert_address(const struct address *address, const char *wanted)
{
    char text[ADDRESS_TEXT_SIZE] = "off";
    if (!address->off)
        address_format(&address->socket, text);
    assert_string_equal(text, wanted);
}

static void without_any_the_defaults_hold(void **state)
{
    (void)state;
    struct read read = read_line("");
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_string_equal(read.options.data, "data");
    assert_address(&read.options.listen, "127.0.0.1:5577");
    assert_address(&read.options.web, "127.0.0.1:5578");
    assert_false(read.options.open_limits);
    assert_int_equal(read.options.max_connections, 10000);
    assert_int_equal(read.options.max_games, 120000);
}

static void a_database_can_be_checked_instead(void **state)
{
    (void)state;
    struct read read = read_line("--check /srv/games");
    assert_int_equal(read.outcome, OPTIONS_CHECK);
    assert_string_equal(read.options.data, "/srv/games");
    /* Listeners do not matter then. */
    assert_int_equal(read_line("--listen off --web off --check=/srv").outcome, OPTIONS_CHECK);
    assert_int_equal(read_line("--check").outcome, OPTIONS_WRONG);
    char path[64];
    assert_int_equal(read_file("check = \"/srv\";\n", "", path).outcome, OPTIONS_WRONG);
}

static void every_setting_can_be_given(void **state)
{
    (void)state;
    struct read read = read_line("--data /srv/games --listen [::1]:0 --web=off --open-limits "
                                 "--max-connections 7 --max-games=8");
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_string_equal(read.options.data, "/srv/games");
    assert_address(&read.options.listen, "[::1]:0");
    assert_address(&read.options.web, "off");
    assert_true(read.options.open_limits);
    assert_int_equal(read.options.max_connections, 7);
    assert_int_equal(read.options.max_games, 8);
}

static void names_of_the_web(void **state)
{
    (void)state;
    struct read read = read_line("--web-host clamber.example,,www.clamber.example, --web-origin "
                                 "https://clamber.example");
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_int_equal(read.options.web_hosts.count, 2);
    assert_string_equal(read.options.web_hosts.names[0], "clamber.example");
    assert_string_equal(read.options.web_hosts.names[1], "www.clamber.example");
    assert_int_equal(read.options.web_origins.count, 1);
    assert_string_equal(read.options.web_origins.names[0], "https://clamber.example");

    char path[64];
    read = read_file("web_host = \"a.example b.example\";\nweb_origin = \"http://a.example:81\";\n",
                     "--web-host c.example", path);
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_int_equal(read.options.web_hosts.count, 1);
    assert_string_equal(read.options.web_hosts.names[0], "c.example");
    assert_string_equal(read.options.web_origins.names[0], "http://a.example:81");
}

static void what_is_no_name_is_refused(void **state)
{
    static const char *const lines[] = {
        "--web-host a.example:80",
        "--web-host http://a.example",
        "--web-host a/b",
        "--web-origin a.example",
        "--web-origin ftp://a.example",
        "--web-origin http://",
        "--web-origin http://a.example/b",
        "--web-host a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct read read = read_line(lines[i]);
        if (read.outcome != OPTIONS_WRONG)
            fail_msg("%s is taken", lines[i]);
        assert_true(read.error[0] != '\0' && strchr(read.error, '\n') == NULL);
    }
}

static void help_and_version_are_asked_for(void **state)
{
    (void)state;
    assert_int_equal(read_line("--help").outcome, OPTIONS_HELP);
    assert_int_equal(read_line("--listen off --version").outcome, OPTIONS_VERSION);
}

static void mistakes_are_refused_in_one_line(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "--nonsense",
        "games",
        "-d games",
        "--",
        "--=x",
        "--data",
        "--data=",
        "--listen nowhere",
        "--listen 127.0.0.1:70000",
        "--open-limits=yes",
        "--open_limits",
        "--dat x",
        "--max-connections 0",
        "--max-connections -1",
        "--max-connections 1e3",
        "--max-games 99999999999999999999",
        "--listen off --web off",
        "--config",
        "--config /nonexistent/clamberd.conf",
        "--config /tmp",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct read read = read_line(bad[i]);
        assert_int_equal(read.outcome, OPTIONS_WRONG);
        assert_true(read.error[0] != '\0');
        assert_null(strchr(read.error, '\n'));
    }
}

static void open_limits_are_for_loopback_only(void **state)
{
    (void)state;
    assert_int_equal(read_line("--open-limits").outcome, OPTIONS_RUN);
    assert_int_equal(read_line("--open-limits --listen 0.0.0.0:0").outcome, OPTIONS_WRONG);
    assert_int_equal(read_line("--open-limits --web [::]:0").outcome, OPTIONS_WRONG);
    assert_int_equal(read_line("--open-limits --listen [::]:0 --listen [::1]:0").outcome,
                     OPTIONS_RUN);
}

static void a_file_sets_the_same(void **state)
{
    (void)state;
    char path[64];
    struct read read = read_file("# ours\ndata = \"/srv/clamber\";\nlisten = \"0.0.0.0:5577\";\n"
                                 "web = \"off\"\nmax_connections = 50;\nmax_games = 60L;\n"
                                 "open_limits = false;\n",
                                 "", path);
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_string_equal(read.options.data, "/srv/clamber");
    assert_address(&read.options.listen, "0.0.0.0:5577");
    assert_address(&read.options.web, "off");
    assert_int_equal(read.options.max_connections, 50);
    assert_int_equal(read.options.max_games, 60);
}

static void the_command_line_wins(void **state)
{
    (void)state;
    char path[64];
    struct read read = read_file("data = \"a\"; max_games = 5;", "--data b", path);
    assert_int_equal(read.outcome, OPTIONS_RUN);
    assert_string_equal(read.options.data, "b");
    assert_int_equal(read.options.max_games, 5);
}

static void assert_file_refused(const char *contents, int line)
{
    char path[64], where[80];
    struct read read = read_file(contents, "", path);
    assert_int_equal(read.outcome, OPTIONS_WRONG);
    snprintf(where, sizeof where, "%s:%d: ", path, line);
    assert_memory_equal(read.error, where, strlen(where));
    assert_null(strchr(read.error, '\n'));
}

static void a_mistake_in_a_file_is_told_with_its_line(void **state)
{
    (void)state;
    assert_file_refused("data = \"a\";\n\nlissten = \"127.0.0.1:1\";\n", 3);
    assert_file_refused("data = \"a\";\ndata = \"b\";\n", 2);
    assert_file_refused("data = ;\n", 1);
    assert_file_refused("\ndata = 5;\n", 2);
    assert_file_refused("listen = \"here\";\n", 1);
    assert_file_refused("max_games = \"many\";\n", 1);
    assert_file_refused("max_games = 0;\n", 1);
    assert_file_refused("max_games = 1.5;\n", 1);
    assert_file_refused("open_limits = 1;\n", 1);
    assert_file_refused("config = \"another\";\n", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_any_the_defaults_hold),
        cmocka_unit_test(a_database_can_be_checked_instead),
        cmocka_unit_test(every_setting_can_be_given),
        cmocka_unit_test(names_of_the_web),
        cmocka_unit_test(what_is_no_name_is_refused),
        cmocka_unit_test(help_and_version_are_asked_for),
        cmocka_unit_test(mistakes_are_refused_in_one_line),
        cmocka_unit_test(open_limits_are_for_loopback_only),
        cmocka_unit_test(a_file_sets_the_same),
        cmocka_unit_test(the_command_line_wins),
        cmocka_unit_test(a_mistake_in_a_file_is_told_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
