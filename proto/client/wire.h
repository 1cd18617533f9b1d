/* One TCP connection to the server, as lines: connecting, reading, writing, without ever waiting.
 * Owned by struct connection, which decides when to connect again. Knows nothing of JSON. */
#pragma once

#include <poll.h>

#include "proto/client/address.h"
#include "proto/framer.h"

/* Longest line taken from a server: the record of a game of 10,000 long turns fits. */
#define WIRE_LINE_MAX ((size_t)16 << 20)
#define WIRE_READ_SIZE 16384
#define WIRE_WHY_MAX 160

enum wire_state { WIRE_CLOSED, WIRE_CONNECTING, WIRE_OPEN };

struct addrinfo;

struct wire {
    enum wire_state state;
    int socket;   /* -1 while closed */
    bool reached; /* somebody has taken the connection; stays when it closes */
    struct addrinfo *addresses, *candidate;
    struct framer framer;
    char in[WIRE_READ_SIZE];
    const char *unread; /* what of `in` the framer has not taken */
    size_t unread_length;
    char *out; /* what the socket has not taken */
    size_t out_length, out_room;
    char why[WIRE_WHY_MAX]; /* why it is closed, in plain words */
};

/* Aborts where memory is out, as all of the client does. */
void wire_init(struct wire *wire);
void wire_deinit(struct wire *wire);

/* Looks the host up and begins to connect. False with `why` where that fails at once. */
bool wire_connect(struct wire *wire, const struct address *address);
void wire_close(struct wire *wire, const char *why);

/* Fills in what to poll for; the socket is -1 while closed. */
void wire_watch(const struct wire *wire, struct pollfd *watched);

/* Does what poll reported. Afterwards all lines must be taken with wire_line. The state tells what
 * came of it; a wire that closed says why. */
void wire_serve(struct wire *wire, short happened);

/* Takes the next whole line, valid until the next call. False where there is none; the wire may
 * have closed over a line that is too long. */
bool wire_line(struct wire *wire, const char **line, size_t *length);

/* Sends a line, adding the LF: at once as far as the socket takes it, the rest when it does. */
void wire_send(struct wire *wire, const char *line, size_t length);
