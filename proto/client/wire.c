#include "proto/client/wire.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void next_candidate(struct wire *wire);
static void drop_socket(struct wire *wire);
static void finish_connecting(struct wire *wire);
static void flush(struct wire *wire);
static void fill(struct wire *wire);

void wire_init(struct wire *wire)
{
    *wire = (struct wire){.state = WIRE_CLOSED, .socket = -1};
    wire->unread = wire->in;
    if (!framer_init(&wire->framer, WIRE_LINE_MAX))
        abort();
}

void wire_deinit(struct wire *wire)
{
    drop_socket(wire);
    if (wire->addresses != NULL)
        freeaddrinfo(wire->addresses);
    framer_deinit(&wire->framer);
    free(wire->out);
}

bool wire_connect(struct wire *wire, const struct address *address)
{
    wire->reached = false;
    assert(wire->state == WIRE_CLOSED);
    struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    int failure = getaddrinfo(address->host, address->port, &wanted, &wire->addresses);
    if (failure != 0) {
        wire->addresses = NULL;
        snprintf(wire->why, sizeof wire->why, "cannot find the host %.64s: %s", address->host,
                 gai_strerror(failure));
        return false;
    }
    /* What an earlier connection left half-read or unsent means nothing on this one. */
    framer_deinit(&wire->framer);
    if (!framer_init(&wire->framer, WIRE_LINE_MAX))
        abort();
    wire->unread_length = 0;
    wire->out_length = 0;
    wire->candidate = wire->addresses;
    next_candidate(wire);
    return wire->state != WIRE_CLOSED;
}

void wire_close(struct wire *wire, const char *why)
{
    drop_socket(wire);
    if (wire->addresses != NULL)
        freeaddrinfo(wire->addresses);
    wire->addresses = wire->candidate = NULL;
    wire->state = WIRE_CLOSED;
    snprintf(wire->why, sizeof wire->why, "%s", why);
}

void wire_watch(const struct wire *wire, struct pollfd *watched)
{
    *watched = (struct pollfd){.fd = wire->socket};
    if (wire->state == WIRE_CONNECTING)
        watched->events = POLLOUT;
    else if (wire->state == WIRE_OPEN)
        watched->events = (short)(POLLIN | (wire->out_length > 0 ? POLLOUT : 0));
}

void wire_serve(struct wire *wire, short happened)
{
    if (happened == 0)
        return;
    if (wire->state == WIRE_CONNECTING) {
        finish_connecting(wire);
        return;
    }
    if (wire->state == WIRE_OPEN && (happened & POLLOUT))
        flush(wire);
    if (wire->state == WIRE_OPEN && (happened & (POLLIN | POLLHUP | POLLERR)))
        fill(wire);
}

bool wire_line(struct wire *wire, const char **line, size_t *length)
{
    if (wire->state != WIRE_OPEN)
        return false;
    switch (framer_feed(&wire->framer, &wire->unread, &wire->unread_length)) {
    case FRAME_NONE:
        return false;
    case FRAME_LINE:
        *line = wire->framer.line;
        *length = wire->framer.length;
        return true;
    case FRAME_TOO_LONG:
        break;
    }
    wire_close(wire, "the server sent a line that is too long");
    return false;
}

void wire_send(struct wire *wire, const char *line, size_t length)
{
    assert(wire->state == WIRE_OPEN);
    size_t needed = wire->out_length + length + 1;
    if (needed > wire->out_room) {
        wire->out_room = needed * 2;
        wire->out = realloc(wire->out, wire->out_room);
        if (wire->out == NULL)
            abort();
    }
    memcpy(wire->out + wire->out_length, line, length);
    wire->out[needed - 1] = '\n';
    wire->out_length = needed;
    flush(wire);
}

static void drop_socket(struct wire *wire)
{
    if (wire->socket >= 0)
        close(wire->socket);
    wire->socket = -1;
}

/* Tries the addresses of the host in turn until one accepts or none is left. */
static void next_candidate(struct wire *wire)
{
    int failure = EADDRNOTAVAIL;
    for (; wire->candidate != NULL; wire->candidate = wire->candidate->ai_next) {
        const struct addrinfo *to = wire->candidate;
        wire->socket =
            socket(to->ai_family, to->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to->ai_protocol);
        if (wire->socket < 0) {
            failure = errno;
            continue;
        }
        /* Turns are small and each one is waited for. */
        int yes = 1;
        setsockopt(wire->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        wire->state = WIRE_CONNECTING;
        if (connect(wire->socket, to->ai_addr, to->ai_addrlen) == 0 || errno == EINPROGRESS)
            return;
        failure = errno;
        drop_socket(wire);
    }
    wire_close(wire, strerror(failure));
}

static void finish_connecting(struct wire *wire)
{
    int failure = 0;
    socklen_t size = sizeof failure;
    if (getsockopt(wire->socket, SOL_SOCKET, SO_ERROR, &failure, &size) != 0)
        failure = errno;
    if (failure == 0) {
        wire->state = WIRE_OPEN;
        wire->reached = true;
        return;
    }
    drop_socket(wire);
    wire->candidate = wire->candidate->ai_next;
    if (wire->candidate == NULL)
        wire_close(wire, strerror(failure));
    else
        next_candidate(wire);
}

static void flush(struct wire *wire)
{
    size_t sent = 0;
    while (sent < wire->out_length) {
        ssize_t taken = send(wire->socket, wire->out + sent, wire->out_length - sent, MSG_NOSIGNAL);
        if (taken >= 0) {
            sent += (size_t)taken;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            /* What the server said before it hung up is still to be read: reading tells. */
            sent = wire->out_length;
        }
    }
    if (sent > 0)
        memmove(wire->out, wire->out + sent, wire->out_length - sent);
    wire->out_length -= sent;
}

static void fill(struct wire *wire)
{
    assert(wire->unread_length == 0);
    ssize_t taken = recv(wire->socket, wire->in, sizeof wire->in, 0);
    if (taken > 0) {
        wire->unread = wire->in;
        wire->unread_length = (size_t)taken;
    } else if (taken == 0) {
        wire_close(wire, "the server closed the connection");
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        wire_close(wire, strerror(errno));
    }
}
