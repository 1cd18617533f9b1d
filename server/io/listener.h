/* One listening TCP socket.
 * Owned by the driver, which is told of each connection that can be accepted. */
#pragma once

#include "server/io/address.h"

#include <uv.h>

struct listener {
    uv_tcp_t tcp;
    bool open; /* the handles are in use */
    /* The system had no room for a connection. libuv would try again and again and do nothing else;
     * so the handle has given up the socket, which is kept here for a while. Else -1. */
    int resting;
    uv_timer_t rest;
    bool failing; /* that has been said, and no connection has come since */
    void (*arrived)(void *context, uv_stream_t *stream);
    void *context;
};

/* Binds and listens; connections are told of once the loop runs. False with one plain line in
 * `error` that says what to do. */
bool listener_open(struct listener *listener, uv_loop_t *loop, const struct address *address,
                   char error[ADDRESS_ERROR_SIZE]);

/* Where it listens indeed: the port that was free. */
void listener_address(const struct listener *listener, char text[ADDRESS_TEXT_SIZE]);

/* Stops listening. Does nothing where it is not open. */
void listener_close(struct listener *listener);
