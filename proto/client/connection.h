/* A connection to a server that is kept up: it connects, connects again when it is lost, numbers
 * requests and hands over replies and events in order. It also notices a peer that has silently
 * gone. Who is signed in and what is watched is the session's business.
 *
 * To be driven like this: poll on connection_watch's socket for at most connection_wait_ms, tell
 * connection_serve, then call connection_next until it gives nothing. Time is the caller's, from
 * any clock that never goes back. */
#pragma once

#include <stdint.h>

#include "proto/client/backoff.h"
#include "proto/client/happening.h"
#include "proto/client/wire.h"

#define CONNECTION_PROTOCOL 1
/* Without a word for so long the server is asked whether it is there … */
#define CONNECTION_QUIET_MS INT64_C(20000)
/* … and for so long given time to answer that, or to let us in. */
#define CONNECTION_PATIENCE_MS INT64_C(15000)

enum connection_state {
    CONNECTION_WAITING,    /* until retry_at_ms */
    CONNECTION_CONNECTING, /* until patience ends */
    CONNECTION_GREETING,   /* connected, hello is awaited */
    CONNECTION_OPEN,
    CONNECTION_FAILED, /* not a server for us; nothing more comes */
};

struct connection {
    struct address address;
    struct wire wire;
    struct backoff backoff;
    enum connection_state state;
    bool greeted; /* whether the last attempt has come as far as hello */
    int64_t retry_at_ms;
    int64_t heard_at_ms;  /* when the server was last heard, or an attempt begun */
    int64_t ping_request; /* awaiting its reply; 0 for none */
    int64_t last_request;
    int64_t away_ms;         /* how long the server said it would be away; 0 where it did not */
    int64_t server_ahead_ms; /* the server's wall time minus the caller's clock, as best known */
    uint32_t chance;         /* state of a small generator, for jitter only */
    json_t *message;         /* the last one handed out */
};

/* Nothing happens before the first connection_next. `chance` is any number that differs between
 * clients. */
void connection_init(struct connection *connection, const struct address *address, uint32_t chance);
void connection_deinit(struct connection *connection);

void connection_watch(const struct connection *connection, struct pollfd *watched);
int64_t connection_wait_ms(const struct connection *connection, int64_t now_ms);
void connection_serve(struct connection *connection, short happened);

/* The next thing that has happened. False where there is none for now. */
bool connection_next(struct connection *connection, int64_t now_ms, struct happening *happening);

/* Sends a request, which it takes over, under a number that is never used again, not even on a
 * later connection. Gives that number, or 0 where there is no open connection. */
int64_t connection_request(struct connection *connection, json_t *request);

/* All is well on this connection: after it the next is tried soon again. */
void connection_settle(struct connection *connection);

/* Gives the connection up as lost; the next is tried away_ms later than it would be. */
void connection_give_up(struct connection *connection, const char *why, int64_t away_ms);

/* The server's wall time now, as near as is known; 0 before the first hello. */
int64_t connection_server_time(const struct connection *connection, int64_t now_ms);
