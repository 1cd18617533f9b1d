/* Asking and waiting for the answer, for those who have nothing else to do meanwhile: queries,
 * signing in, scripts. Whatever else happens on the session is passed over. */
#pragma once

#include "proto/client/session.h"

/* How long a command waits for a server that does not answer. */
#define ASK_PATIENCE_MS INT64_C(60000)

/* Waits until the session is ready, at most patience_ms, making one attempt to connect, or going on
 * with one. False with session->why. */
bool ask_ready(struct session *session, int64_t patience_ms);

/* Waits for the next thing to happen, at most until until_ms. False with session->why where nothing
 * has, or ("interrupted") a signal asks the program to end. */
bool ask_next(struct session *session, int64_t until_ms, struct happening *happening);

/* Sends a request, which it takes over, and waits for its reply, which the caller owns: an object
 * with `ok` or `error`. NULL with session->why where the connection was lost over it. */
json_t *ask(struct session *session, json_t *request);
