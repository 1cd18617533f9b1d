/* The driver over real sockets, around a machine and a store that do as the test says. */
#include "server/io/driver.h"
#include "tests/support/cmocka_test.h"
#include "tests/unit/io/fake_parts.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_CONNECTIONS 8
/* Only to end a test that hangs. */
#define HANG_S 60

/* ---- A server in a thread ----------------------------------------------------------------- */

struct server {
    uv_loop_t loop;
    struct listener lines, web;
    struct machine *machine;
    struct store *store;
    struct driver driver;
    struct sockaddr_in address;
    pthread_t thread;
    int status;
    bool ended;
};

static void *server_thread(void *argument)
{
    struct server *server = argument;
    server->status = driver_run(&server->driver);
    return NULL;
}

static int set_up(void **state)
{
    struct server *server = calloc(1, sizeof *server);
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    assert_int_equal(uv_loop_init(&server->loop), 0);
    assert_true(address_parse(&address, "127.0.0.1:0", error));
    assert_true(listener_open(&server->lines, &server->loop, &address, error));
    int length = sizeof server->address;
    uv_tcp_getsockname(&server->lines.tcp, (struct sockaddr *)&server->address, &length);
    server->machine = fake_machine_create(MAX_CONNECTIONS);
    server->store = fake_store_create();
    struct driver_parts parts = {.loop = &server->loop,
                                 .machine = server->machine,
                                 .store = server->store,
                                 .lines = &server->lines,
                                 .web = &server->web,
                                 .max_connections = MAX_CONNECTIONS,
                                 .open_limits = true};
    assert_true(driver_init(&server->driver, &parts));
    driver_restore(&server->driver, &(struct restored){0});
    assert_int_equal(pthread_create(&server->thread, NULL, server_thread, server), 0);
    *state = server;
    return 0;
}

/* Its exit status, once it has ended. */
static int server_end(struct server *server)
{
    pthread_join(server->thread, NULL);
    server->ended = true;
    return server->status;
}

static int server_stop(struct server *server)
{
    kill(getpid(), SIGTERM);
    return server_end(server);
}

static int tear_down(void **state)
{
    struct server *server = *state;
    if (!server->ended)
        assert_int_equal(server_stop(server), 0);
    driver_deinit(&server->driver);
    assert_int_equal(uv_loop_close(&server->loop), 0);
    fake_machine_destroy(server->machine);
    fake_store_destroy(server->store);
    free(server);
    return 0;
}

/* ---- A peer ------------------------------------------------------------------------------- */

/* `receive_buffer` 0 leaves it to the system. */
static int dial(const struct server *server, int receive_buffer)
{
    int peer = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval hang = {.tv_sec = HANG_S};
    assert_true(peer >= 0);
    if (receive_buffer > 0)
        setsockopt(peer, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &hang, sizeof hang);
    assert_int_equal(
        connect(peer, (const struct sockaddr *)&server->address, sizeof server->address), 0);
    return peer;
}

static void put(int peer, const char *text)
{
    size_t length = strlen(text);
    assert_int_equal(send(peer, text, length, MSG_NOSIGNAL), (ssize_t)length);
}

/* Reads one line, byte by byte, into `line`. False at the end of the stream. */
static bool take_line(int peer, char line[256])
{
    for (size_t length = 0; length < 255; length++) {
        ssize_t count = recv(peer, line + length, 1, 0);
        if (count <= 0)
            return false;
        if (line[length] == '\n') {
            line[length] = '\0';
            return true;
        }
    }
    fail_msg("a line is too long");
    return false;
}

static void expect(int peer, const char *wanted)
{
    char line[256];
    assert_true(take_line(peer, line));
    assert_string_equal(line, wanted);
}

static void expect_end(int peer)
{
    char line[256];
    assert_false(take_line(peer, line));
    close(peer);
}

/* Nothing has come, and nothing comes in a moment. */
static void expect_silence(int peer)
{
    struct pollfd in = {.fd = peer, .events = POLLIN};
    assert_int_equal(poll(&in, 1, 50), 0);
}

/* Waits until the machine has so many connections. */
static void expect_connections(int peer, const char *wanted)
{
    char line[256] = "";
    while (strcmp(line, wanted) != 0) {
        put(peer, "count\n");
        assert_true(take_line(peer, line));
    }
}

/* Reads `count` bytes and says whether all of them are letters or line ends. */
static bool take_letters(int peer, size_t count)
{
    static char bytes[65536];
    while (count > 0) {
        ssize_t taken = recv(peer, bytes, count < sizeof bytes ? count : sizeof bytes, 0);
        if (taken <= 0)
            return false;
        for (ssize_t i = 0; i < taken; i++) {
            if (bytes[i] != 'x' && bytes[i] != '\n')
                return false;
        }
        count -= (size_t)taken;
    }
    return true;
}

/* ---- Lines -------------------------------------------------------------------------------- */

static void lines_are_answered_however_they_come(void **state)
{
    int peer = dial(*state, 0);
    expect(peer, "hello");
    for (const char *byte = "say one\r\nsay two\n"; *byte != '\0'; byte++)
        put(peer, (const char[]){*byte, '\0'});
    expect(peer, "one");
    expect(peer, "two");
    put(peer, "\n \t\nsay 3\nsay 4\nsa");
    expect(peer, "3");
    expect(peer, "4");
    put(peer, "y 5\n");
    expect(peer, "5");
    close(peer);
}

static void a_long_line_costs_one_answer(void **state)
{
    int peer = dial(*state, 0);
    char line[9002];
    expect(peer, "hello");
    memset(line, 'x', sizeof line);
    memcpy(line + 9000, "\n", 2);
    put(peer, line);
    put(peer, "say on\n");
    expect(peer, "too long");
    expect(peer, "on");
    close(peer);
}

static void many_lines_at_once_are_answered_in_order(void **state)
{
    int peer = dial(*state, 0);
    char text[4096] = "";
    expect(peer, "hello");
    for (int i = 0; i < 200; i++)
        snprintf(text + strlen(text), 20, "%s %d\n", i % 50 == 7 ? "read" : "say", i);
    put(peer, text);
    for (int i = 0; i < 200; i++) {
        snprintf(text, sizeof text, "%d", i);
        expect(peer, text);
    }
    close(peer);
}

static void a_half_closed_connection_gets_what_it_is_owed(void **state)
{
    struct server *server = *state;
    int peer = dial(server, 0);
    expect(peer, "hello");
    fake_store_hold(server->store, true);
    put(peer, "read a\nhash b\nkeep c\nread d\nsay e");
    shutdown(peer, SHUT_WR);
    expect(peer, "a");
    char hash[256];
    assert_true(take_line(peer, hash));
    assert_memory_equal(hash, "$argon2id$", 10);
    expect_silence(peer);
    fake_store_hold(server->store, false);
    expect(peer, "c");
    expect(peer, "d");
    expect(peer, "e");
    expect_end(peer);
}

static void a_close_comes_after_the_last_words(void **state)
{
    struct server *server = *state;
    int peer = dial(server, 0);
    expect(peer, "hello");
    fake_store_hold(server->store, true);
    put(peer, "keep a\nclose b\nsay c\n");
    expect_silence(peer);
    fake_store_hold(server->store, false);
    expect(peer, "a");
    expect(peer, "b");
    /* What came behind the close in the same breath is on its own. */
    char line[256];
    while (take_line(peer, line))
        assert_string_equal(line, "c");
    close(peer);
}

static void passwords_are_hashed_and_checked(void **state)
{
    int peer = dial(*state, 0);
    char hash[256], text[1024];
    expect(peer, "hello");
    put(peer, "hash secret password\n");
    assert_true(take_line(peer, hash));
    snprintf(text, sizeof text, "check %s secret password\ncheck %s secret passwort\n", hash, hash);
    put(peer, text);
    expect(peer, "fits");
    expect(peer, "differs");
    put(peer, "check - secret password\n");
    expect(peer, "differs");
    close(peer);
}

/* ---- Limits ------------------------------------------------------------------------------- */

static void too_many_connections_are_told_so(void **state)
{
    int peers[MAX_CONNECTIONS];
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
        peers[i] = dial(*state, 0);
        expect(peers[i], "hello");
    }
    char line[256];
    int one_more = dial(*state, 0);
    assert_true(take_line(one_more, line));
    assert_non_null(strstr(line, "\"busy\""));
    expect_end(one_more);
    close(peers[0]);
    expect_connections(peers[1], "7");
    peers[0] = dial(*state, 0);
    expect(peers[0], "hello");
    for (int i = 0; i < MAX_CONNECTIONS; i++)
        close(peers[i]);
}

static void one_long_reply_comes_whole(void **state)
{
    int peer = dial(*state, 4096);
    expect(peer, "hello");
    put(peer, "long 3000000\nsay after\n");
    assert_true(take_letters(peer, 3000001));
    expect(peer, "after");
    close(peer);
}

static void who_does_not_read_is_cut_off_and_nobody_notices(void **state)
{
    int slow = dial(*state, 4096);
    int other = dial(*state, 0);
    expect(slow, "hello");
    expect(other, "hello");
    put(slow, "many 3000\n");
    expect_connections(other, "1");
    assert_false(take_letters(slow, 3000 * 1001));
    put(other, "all is well\n");
    expect(other, "is well");
    close(slow);
    close(other);
}

/* ---- The disk ----------------------------------------------------------------------------- */

static void nothing_is_seen_before_it_is_on_disk(void **state)
{
    struct server *server = *state;
    int peer = dial(server, 0);
    int other = dial(server, 0);
    expect(peer, "hello");
    expect(other, "hello");
    put(peer, "say before\n");
    expect(peer, "before");
    fake_store_hold(server->store, true);
    put(peer, "keep a\nall b\n");
    expect_silence(peer);
    expect_silence(other);
    fake_store_hold(server->store, false);
    expect(peer, "a");
    expect(peer, "b");
    expect(other, "b");
    close(peer);
    close(other);
}

static void what_was_not_stored_is_never_seen(void **state)
{
    struct server *server = *state;
    int peer = dial(server, 0);
    expect(peer, "hello");
    put(peer, "keep a\n");
    expect(peer, "a");
    fake_store_break(server->store);
    put(peer, "keep b\nall c\n");
    expect_end(peer);
    assert_int_equal(server_end(server), EXIT_FAILURE);
}

/* ---- The end ------------------------------------------------------------------------------ */

static void a_stop_tells_everybody_and_settles_what_is_owed(void **state)
{
    struct server *server = *state;
    int peer = dial(server, 0);
    int other = dial(server, 0);
    expect(peer, "hello");
    expect(other, "hello");
    fake_store_hold(server->store, true);
    put(peer, "keep a\nread b\n");
    expect_silence(peer);
    kill(getpid(), SIGTERM);
    expect_silence(other);
    fake_store_hold(server->store, false);
    expect(peer, "a");
    char line[256];
    bool answered = false;
    while (take_line(peer, line))
        answered = answered || strcmp(line, "b") == 0;
    assert_true(answered);
    expect(other, "shutdown");
    expect_end(other);
    close(peer);
    assert_int_equal(server_end(server), 0);
}

static void a_stop_waits_for_nobody_who_does_not_read(void **state)
{
    struct server *server = *state;
    int slow = dial(server, 4096);
    expect(slow, "hello");
    put(slow, "long 3000000\n");
    assert_true(take_letters(slow, 1));
    assert_int_equal(server_stop(server), 0);
    close(slow);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_are_answered_however_they_come, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_line_costs_one_answer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_lines_at_once_are_answered_in_order, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_half_closed_connection_gets_what_it_is_owed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_close_comes_after_the_last_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(passwords_are_hashed_and_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_connections_are_told_so, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_long_reply_comes_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_does_not_read_is_cut_off_and_nobody_notices, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_seen_before_it_is_on_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_not_stored_is_never_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stop_tells_everybody_and_settles_what_is_owed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_stop_waits_for_nobody_who_does_not_read, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
