/* A server for tests of the client, on loopback in the same thread: the test says each word. Time
 * is the test's too. */
#pragma once

#include <jansson.h>

#include "proto/client/session.h"

struct fake_server {
    int listener;
    int peer; /* the client's connection, or -1 */
    char buffer[65536];
    size_t length;
    struct address address;
};

void fake_server_init(struct fake_server *server);
void fake_server_deinit(struct fake_server *server);

/* Takes the client's connection, which must come, and says hello. */
void fake_server_accept(struct fake_server *server);

/* Sends one object, which it takes over. */
void fake_server_send(struct fake_server *server, json_t *message);

/* The `ok` or `error` for a request, as `result` is made. */
void fake_server_reply(struct fake_server *server, const json_t *request, const char *kind,
                       json_t *result);

/* The next request, which must come and be of this operation; the caller owns it. The session goes
 * on meanwhile, at now_ms: what it waits for itself may be under way, and nothing else may happen.
 */
json_t *fake_server_expect(struct fake_server *server, struct session *session, int64_t now_ms,
                           const char *operation);

/* Cuts the connection. */
void fake_server_cut(struct fake_server *server);

/* Lets the session do what it can at now_ms until something of this kind happens, which must be. */
void fake_server_await(struct session *session, int64_t now_ms, enum happening_kind kind,
                       struct happening *happening);

/* Lets the session work for a moment in which nothing may happen. */
void fake_server_settle(struct session *session, int64_t now_ms);
