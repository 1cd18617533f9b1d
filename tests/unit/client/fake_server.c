#include "tests/unit/client/fake_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/cmocka_test.h"

/* Only to tell a hang from slowness. */
#define DEADLINE_MS 20000

void fake_server_init(struct fake_server *server)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof name;
    *server = (struct fake_server){.peer = -1};
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(server->listener >= 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&name, size), 0);
    assert_int_equal(listen(server->listener, 8), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&name, &size), 0);
    snprintf(server->address.host, sizeof server->address.host, "127.0.0.1");
    snprintf(server->address.port, sizeof server->address.port, "%u", ntohs(name.sin_port));
}

void fake_server_deinit(struct fake_server *server)
{
    if (server->peer >= 0)
        close(server->peer);
    close(server->listener);
}

void fake_server_accept(struct fake_server *server)
{
    struct pollfd watched = {.fd = server->listener, .events = POLLIN};
    assert_int_equal(poll(&watched, 1, DEADLINE_MS), 1);
    server->peer = accept(server->listener, NULL, NULL);
    assert_true(server->peer >= 0);
    server->length = 0;
    fake_server_send(server, json_pack("{s:s, s:i, s:s, s:i}", "ev", "hello", "protocol", 1,
                                       "server", "clamberd/test", "at", 1000000));
}

void fake_server_send(struct fake_server *server, json_t *message)
{
    char *line = json_dumps(message, JSON_COMPACT);
    assert_non_null(line);
    size_t length = strlen(line);
    line[length] = '\n';
    assert_int_equal(send(server->peer, line, length + 1, MSG_NOSIGNAL), (ssize_t)length + 1);
    free(line);
    json_decref(message);
}

void fake_server_reply(struct fake_server *server, const json_t *request, const char *kind,
                       json_t *result)
{
    json_int_t id = json_integer_value(json_object_get(request, "id"));
    fake_server_send(server, json_pack("{s:I, s:o}", "re", id, kind, result));
}

void fake_server_cut(struct fake_server *server)
{
    close(server->peer);
    server->peer = -1;
}

/* One round of what the session's driver does. */
static bool work(struct session *session, int64_t now_ms, int wait_ms, struct happening *happening)
{
    struct pollfd watched;
    if (session_next(session, now_ms, happening))
        return true;
    session_watch(session, &watched);
    if (poll(&watched, 1, wait_ms) > 0)
        session_serve(session, watched.revents);
    return session_next(session, now_ms, happening);
}

/* Whether bytes have come within a moment. */
static bool receive(struct fake_server *server)
{
    struct pollfd watched = {.fd = server->peer, .events = POLLIN};
    if (poll(&watched, 1, 10) <= 0)
        return false;
    ssize_t taken = recv(server->peer, server->buffer + server->length,
                         sizeof server->buffer - server->length, 0);
    assert_true(taken > 0);
    server->length += (size_t)taken;
    return true;
}

json_t *fake_server_expect(struct fake_server *server, struct session *session, int64_t now_ms,
                           const char *operation)
{
    struct happening happening;
    char *end;
    int patience = DEADLINE_MS / 10;
    while ((end = memchr(server->buffer, '\n', server->length)) == NULL) {
        assert_true(patience-- > 0);
        if (!receive(server))
            assert_false(work(session, now_ms, 0, &happening));
    }
    size_t used = (size_t)(end - server->buffer) + 1;
    json_t *request = json_loadb(server->buffer, used, 0, NULL);
    memmove(server->buffer, server->buffer + used, server->length - used);
    server->length -= used;
    assert_non_null(request);
    assert_string_equal(json_string_value(json_object_get(request, "op")), operation);
    return request;
}

void fake_server_await(struct session *session, int64_t now_ms, enum happening_kind kind,
                       struct happening *happening)
{
    for (int i = 0; i < DEADLINE_MS / 10; i++) {
        if (!work(session, now_ms, 10, happening))
            continue;
        assert_int_equal(happening->kind, kind);
        return;
    }
    fail_msg("nothing happens");
}

void fake_server_settle(struct session *session, int64_t now_ms)
{
    struct happening happening;
    for (int i = 0; i < 5; i++)
        assert_false(work(session, now_ms, 2, &happening));
}
