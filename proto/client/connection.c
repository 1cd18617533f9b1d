#include "proto/client/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/client/member.h"
#include "proto/json.h"

static bool lose(struct connection *connection, int64_t now_ms, const char *why,
                 struct happening *happening);
static bool keep_up(struct connection *connection, int64_t now_ms, struct happening *happening);
static bool take(struct connection *connection, int64_t now_ms, struct happening *happening);
static bool greet(struct connection *connection, struct happening *happening);
static bool deliver(struct connection *connection, int64_t now_ms, struct happening *happening);
static void observe_time(struct connection *connection, int64_t now_ms);
static void be_away(struct connection *connection, int64_t away_ms);

void connection_init(struct connection *connection, const struct address *address, uint32_t chance)
{
    *connection = (struct connection){.address = *address, .state = CONNECTION_WAITING};
    connection->chance = chance != 0 ? chance : 1;
    connection->server_ahead_ms = INT64_MIN;
    wire_init(&connection->wire);
}

void connection_deinit(struct connection *connection)
{
    json_decref(connection->message);
    wire_deinit(&connection->wire);
}

void connection_watch(const struct connection *connection, struct pollfd *watched)
{
    wire_watch(&connection->wire, watched);
}

int64_t connection_wait_ms(const struct connection *connection, int64_t now_ms)
{
    int64_t until = 0;
    switch (connection->state) {
    case CONNECTION_WAITING:
        until = connection->retry_at_ms;
        break;
    case CONNECTION_CONNECTING:
    case CONNECTION_GREETING:
        until = connection->heard_at_ms + CONNECTION_PATIENCE_MS;
        break;
    case CONNECTION_OPEN:
        until = connection->heard_at_ms + CONNECTION_QUIET_MS;
        if (connection->ping_request != 0)
            until += CONNECTION_PATIENCE_MS;
        break;
    case CONNECTION_FAILED:
        return INT64_MAX;
    }
    return until > now_ms ? until - now_ms : 0;
}

void connection_serve(struct connection *connection, short happened)
{
    wire_serve(&connection->wire, happened);
}

bool connection_next(struct connection *connection, int64_t now_ms, struct happening *happening)
{
    json_decref(connection->message);
    connection->message = NULL;
    *happening = (struct happening){0};
    const char *line;
    size_t length;
    while (wire_line(&connection->wire, &line, &length)) {
        connection->heard_at_ms = now_ms;
        connection->message = json_read(line, length, NULL, 0);
        if (!json_is_object(connection->message)) {
            wire_close(&connection->wire, "what answers there is not a Clamber server");
            break;
        }
        observe_time(connection, now_ms);
        if (take(connection, now_ms, happening))
            return true;
        json_decref(connection->message);
        connection->message = NULL;
    }
    return keep_up(connection, now_ms, happening);
}

int64_t connection_request(struct connection *connection, json_t *request)
{
    int64_t number = 0;
    if (connection->state == CONNECTION_OPEN && connection->wire.state == WIRE_OPEN) {
        number = ++connection->last_request;
        json_object_set_new(request, "id", json_integer(number));
        char *line = json_dumps(request, JSON_COMPACT);
        if (line == NULL)
            abort();
        wire_send(&connection->wire, line, strlen(line));
        free(line);
    }
    json_decref(request);
    return number;
}

void connection_settle(struct connection *connection)
{
    backoff_reset(&connection->backoff);
}

void connection_give_up(struct connection *connection, const char *why, int64_t away_ms)
{
    be_away(connection, away_ms);
    wire_close(&connection->wire, why);
}

int64_t connection_server_time(const struct connection *connection, int64_t now_ms)
{
    if (connection->server_ahead_ms == INT64_MIN)
        return 0;
    return now_ms + connection->server_ahead_ms;
}

/* A word from the server left it at `at` or later, so the largest difference seen is the nearest
 * to the truth. The server's wall time never goes back. */
static void observe_time(struct connection *connection, int64_t now_ms)
{
    int64_t at = member_integer(connection->message, "at", 0);
    if (at > 0 && at < JSON_INTEGER_MAX && at - now_ms > connection->server_ahead_ms)
        connection->server_ahead_ms = at - now_ms;
}

static bool take(struct connection *connection, int64_t now_ms, struct happening *happening)
{
    if (connection->state == CONNECTION_OPEN)
        return deliver(connection, now_ms, happening);
    return greet(connection, happening);
}

/* The first word must be hello. */
static bool greet(struct connection *connection, struct happening *happening)
{
    const char *event = member_text(connection->message, "ev", "");
    bool hello = strcmp(event, "hello") == 0;
    if (hello && member_integer(connection->message, "protocol", 0) == CONNECTION_PROTOCOL) {
        connection->state = CONNECTION_OPEN;
        connection->greeted = true;
        connection->away_ms = 0;
        connection->ping_request = 0;
        happening->kind = HAPPENING_OPEN;
        happening->message = connection->message;
        return true;
    }
    connection->state = CONNECTION_FAILED;
    wire_close(&connection->wire, "");
    happening->kind = HAPPENING_FAILED;
    happening->why = hello ? "the server speaks another version of the protocol than this program; "
                             "update clamber"
                           : "what answers there is not a Clamber server";
    return true;
}

static bool deliver(struct connection *connection, int64_t now_ms, struct happening *happening)
{
    const json_t *re = json_object_get(connection->message, "re");
    happening->message = connection->message;
    if (re == NULL) {
        if (strcmp(member_text(connection->message, "ev", ""), "shutdown") == 0)
            be_away(connection, member_integer(connection->message, "retry_after_ms", 0));
        happening->kind = HAPPENING_EVENT;
        return true;
    }
    int64_t request = member_integer(connection->message, "re", 0);
    if (connection->ping_request != 0 && request == connection->ping_request) {
        connection->ping_request = 0;
        const json_t *pong = json_object_get(connection->message, "ok");
        int64_t at = member_integer(pong, "at", 0);
        if (at > 0 && at - now_ms > connection->server_ahead_ms)
            connection->server_ahead_ms = at - now_ms;
        return false;
    }
    /* To a request that could not be read there is no number: none of ours is like that. */
    if (request <= 0)
        return false;
    happening->kind = HAPPENING_REPLY;
    happening->request = request;
    return true;
}

/* The server asks not to be sought before. */
static void be_away(struct connection *connection, int64_t away_ms)
{
    bool sensible = away_ms >= 0 && away_ms <= BACKOFF_LONGEST_MS;
    connection->away_ms = sensible ? away_ms : BACKOFF_LONGEST_MS;
}

/* Does what time and the state of the wire ask for, once all lines are taken. */
static bool keep_up(struct connection *connection, int64_t now_ms, struct happening *happening)
{
    int64_t silence_ms = now_ms - connection->heard_at_ms;
    switch (connection->state) {
    case CONNECTION_WAITING:
        if (now_ms < connection->retry_at_ms)
            return false;
        connection->heard_at_ms = now_ms;
        connection->state = CONNECTION_CONNECTING;
        connection->greeted = false;
        if (!wire_connect(&connection->wire, &connection->address))
            return lose(connection, now_ms, NULL, happening);
        return false;
    case CONNECTION_CONNECTING:
    case CONNECTION_GREETING:
        if (connection->wire.state == WIRE_CLOSED)
            return lose(connection, now_ms, NULL, happening);
        if (connection->wire.state == WIRE_OPEN)
            connection->state = CONNECTION_GREETING;
        if (silence_ms >= CONNECTION_PATIENCE_MS)
            return lose(connection, now_ms,
                        connection->wire.reached ? "it takes the connection and says nothing"
                                                 : "the server does not answer",
                        happening);
        return false;
    case CONNECTION_OPEN:
        if (connection->wire.state == WIRE_CLOSED)
            return lose(connection, now_ms, NULL, happening);
        if (silence_ms >= CONNECTION_QUIET_MS + CONNECTION_PATIENCE_MS)
            return lose(connection, now_ms, "the server has stopped answering", happening);
        if (silence_ms >= CONNECTION_QUIET_MS && connection->ping_request == 0)
            connection->ping_request =
                connection_request(connection, json_pack("{s:s}", "op", "ping"));
        return false;
    case CONNECTION_FAILED:
        return false;
    }
    return false;
}

static bool lose(struct connection *connection, int64_t now_ms, const char *why,
                 struct happening *happening)
{
    if (why != NULL)
        wire_close(&connection->wire, why);
    /* xorshift32 */
    connection->chance ^= connection->chance << 13;
    connection->chance ^= connection->chance >> 17;
    connection->chance ^= connection->chance << 5;
    int64_t wait_ms = backoff_next(&connection->backoff, connection->chance) + connection->away_ms;
    connection->away_ms = 0;
    connection->state = CONNECTION_WAITING;
    connection->retry_at_ms = now_ms + wait_ms;
    happening->kind = HAPPENING_LOST;
    happening->why = connection->wire.why;
    happening->retry_in_ms = wait_ms;
    return true;
}
