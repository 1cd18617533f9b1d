/* One way to talk over a connection: how its bytes become requests, and what the machine says
 * becomes bytes. A client has one at a time: lines, or HTTP, which may become WebSocket.
 * Implemented in wire_….c; called by the client, on the loop's thread. */
#pragma once

#include "server/io/client.h"

struct wire {
    /* Makes client->speaker; aborts where memory is out. */
    void (*start)(struct client *client);
    void (*end)(struct client *client);

    /* Takes from *bytes (moving it and *length on) what may go now, at most a round's, by
     * client_may_give. */
    void (*take)(struct client *client, const char **bytes, size_t *length);
    /* The peer sends no more: hands over what is left without an end. */
    void (*finish)(struct client *client);
    /* Tells the peer what the machine says. */
    void (*send)(struct client *client, struct message *message);

    /* These may be NULL. */

    /* Goes on by itself, without a request of the peer; and whether it would, if called. */
    void (*go_on)(struct client *client);
    bool (*would_go_on)(const struct client *client);
    /* Looks at the time, every now and then. One that has it is always waited for. */
    void (*look_at_time)(struct client *client, int64_t now_ms);
    /* Queues its last words, before the connection closes; or drops it, where none are right. */
    void (*farewell)(struct client *client);
    /* The peer does not read and is to be cut off: says so in place of all that waits. */
    void (*cut_off)(struct client *client);

    const char *too_many; /* what a connection beyond the limit gets */
};

extern const struct wire wire_lines, wire_http, wire_websocket;
