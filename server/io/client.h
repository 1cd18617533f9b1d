/* One connection: its socket, its state and its queue. How bytes become requests and messages
 * become bytes is its wire's business (see wire.h), which a connection may change.
 * Owns its socket, what was read ahead and what is still to be written. Called by the driver on
 * the loop's thread; tells its host (the driver) of lines. Never waits for the peer: one that does
 * not read is cut off. */
#pragma once

#include "server/io/address.h"
#include "server/io/link.h"
#include "server/io/outbox.h"

/* Most lines of one connection carried out before others get their turn. */
#define CLIENT_LINES_A_ROUND 16
/* Most bytes read at a time, and so kept for a connection whose lines must wait. */
#define CLIENT_READ_SIZE (64u * 1024)
/* The next request waits while more than this of earlier replies is held for the disk. */
#define CLIENT_HELD_MARK (128u * 1024)
/* How long a closing connection may take to read its last words, and the peer to hang up. */
#define CLIENT_LAST_WORDS_MS 5000
#define CLIENT_LINGER_MS 500
/* A peer that takes nothing of what is being written for so long is cut off, however little it is.
 */
#define CLIENT_STUCK_MS 60000

/* Moves in client_move only. */
enum client_state {
    CLIENT_OPEN,      /* requests are read and answered */
    CLIENT_ENDED,     /* the peer sends no more: what it is owed is still sent */
    CLIENT_CLOSING,   /* we want it gone: what is queued is still sent, nothing more is taken */
    CLIENT_LINGERING, /* all is sent and our half is closed; what arrives is dropped until the peer
                       * hangs up, for closing at once could lose it the last words */
    CLIENT_GONE,      /* the socket is being closed; the host is told when it is */
};

struct client;
struct site;
struct wire;

struct client_host {
    /* It wants to talk to the machine: before its first line. */
    void (*joined)(void *context, struct client *client);
    /* It no longer does; it may join again. Not while the machine has a request of it. */
    void (*left)(void *context, struct client *client);
    /* A line, or one that was too long. Not called while paused. */
    void (*line)(void *context, struct client *client, const char *bytes, size_t length);
    void (*too_long)(void *context, struct client *client);
    /* Has something to do: client_give and client_settle are to be called before the loop waits. */
    void (*wake)(void *context, struct client *client);
    /* Is waited for: client_overdue is to be called now and then. */
    void (*patience)(void *context);
    /* The socket is closed. The host lets go of it and calls client_destroy. */
    void (*closed)(void *context, struct client *client);
    int64_t (*now)(void *context);
    int64_t (*wall_now)(void *context);
    bool (*stopping)(void *context);
    bool (*crowded)(void *context); /* there are so many that idle ones should make room */
    char *read_buffer;              /* CLIENT_READ_SIZE bytes, shared by all clients */
    struct site *site;              /* what web clients are served; NULL where there are none */
    void *context;
};

struct client {
    uv_tcp_t tcp;
    uv_write_t write;
    uv_shutdown_t shutdown;
    const struct client_host *host;
    struct conn_id id;
    struct sockaddr_storage peer;
    enum client_state state;
    bool joined;     /* the machine knows it */
    bool paused;     /* by the machine: no further line until it is resumed */
    bool occupied;   /* by its wire, which owes an answer: no further request until it is given */
    bool last_given; /* what was left without an end, at the peer's end, has been handed over */
    bool writing;    /* `write` is under way with the first `in_flight` bytes of the outbox */
    size_t in_flight;

    const struct wire *wire;
    void *speaker; /* what the wire keeps for it */
    char *ahead;   /* read, but not yet handed over: ahead_length bytes from ahead_at on; or NULL */
    size_t ahead_at, ahead_length;

    struct outbox outbox;
    uint32_t held; /* messages at the gate */
    size_t held_bytes;
    size_t unsent; /* as it was at the last look, and since when it has been just that */
    int64_t stuck_since;
    int64_t over_since;  /* the outbox has been over its soft limit since then; 0 where it is not */
    int64_t closing_end; /* when CLOSING or LINGERING is over, whatever the peer does */

    struct link link;
    int64_t echo_ms; /* round trip as the wire measured it, by frames of its own; 0 for not */

    size_t awake; /* the host's: its place among those to be settled, from 1; 0 for none */
};

/* Takes the next connection of a listener: not yet read, and known to nobody until client_open or
 * client_refuse. NULL where it has gone already. Aborts where memory is out. */
struct client *client_accept(uv_stream_t *listener, const struct client_host *host,
                             const struct wire *wire);
/* It has its id, and its requests may come. */
void client_open(struct client *client, struct conn_id id);
/* Says its wire's words for too many connections, and closes at once. */
void client_refuse(struct client *client);
/* Only once `closed` was told. */
void client_destroy(struct client *client);

void client_pause(struct client *client);
void client_resume(struct client *client);

/* A message at the gate was meant for it: counts it in, or out again. */
void client_hold(struct client *client, const struct message *message);
void client_unhold(struct client *client, const struct message *message);

/* Its round trip in milliseconds; 0 where it is not known. */
int64_t client_lag(struct client *client);

/* Tells it what the machine says. Dropped where the connection is on its way out. */
void client_send(struct client *client, struct message *message);

/* Ends it, with the wire's farewell, once all that was queued is written. */
void client_close(struct client *client);
/* Ends it now; client_reset so that the peer cannot take it for the end of what it was sent. */
void client_drop(struct client *client);
void client_reset(struct client *client);

/* Hands over requests that were read ahead, if any may go; at most a round's. */
void client_give(struct client *client);
bool client_may_give_more(const struct client *client);
/* Writes, enforces the limits, and ends what has come to its end. */
void client_settle(struct client *client);
/* Cuts it off where it was waited for too long. True where it is still being waited for. */
bool client_overdue(struct client *client, int64_t now_ms);

/* ---- For wires ---------------------------------------------------------------------------- */

/* Whether the next request may be carried out: one after another, and no further one before the
 * answers to those before have mostly gone. */
bool client_may_give(const struct client *client);
/* Queues part of a message. Only while OPEN or ENDED. */
void client_queue(struct client *client, struct message *message, char *bytes, size_t length);
/* The same with bytes of the wire's own, which are copied. */
void client_queue_bytes(struct client *client, const void *bytes, size_t length);
/* The peer has said, in the wire's own way, that it sends no more. */
void client_end(struct client *client);
void client_wake(struct client *client);
/* Drops it, and says why in the log. */
void client_lose(struct client *client, const char *why);
/* From now on it talks in another way. The wire before is done with it. */
void client_change_wire(struct client *client, const struct wire *wire);
int64_t client_now(const struct client *client);
