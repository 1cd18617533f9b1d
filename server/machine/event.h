/* What can happen to the machine. */
#pragma once

#include "server/machine/storage.h"

/* Names a connection across layers. A slot is used again with another generation, so what comes
 * late for a connection that is gone finds nobody. Generation 0 is nobody. */
struct conn_id {
    uint32_t slot;
    uint32_t generation;
};

/* Entropy that comes with every connection. */
#define ENTROPY_SIZE 32

enum event_kind {
    EVENT_RESTORED,     /* first of all: what was going on before; the machine starts */
    EVENT_CONNECTED,    /* a connection; answered with hello */
    EVENT_LINE,         /* one request line of a connection that is not paused */
    EVENT_TOO_LONG,     /* the same, but over the limit and dropped */
    EVENT_DISCONNECTED, /* gone, for whatever reason; told once, also after EFFECT_CLOSE */
    EVENT_TICK,         /* time has passed */
    EVENT_STORED,       /* a store request is on disk; told in the order of their numbers */
    EVENT_ANSWERED,     /* a read has its answer */
    EVENT_HASHED,       /* a password has been hashed or checked */
    EVENT_SHUTDOWN,     /* the server is to stop: requests are answered shutting_down from now on */
    EVENT_OVERDUE,      /* and then: so is whoever still waits for a password */
};

struct event {
    enum event_kind kind;
    int64_t now_ms;  /* monotonic, never goes back */
    int64_t wall_ms; /* Unix time; the machine clamps it so that it never goes back */
    union {
        const struct restored *restored;
        struct {
            struct conn_id conn;
            unsigned char entropy[ENTROPY_SIZE];
            unsigned char address[16]; /* of the peer, IPv4 mapped; for limits per address */
            bool by_http;              /* it may carry one request alone, and come again for each */
        } connected;
        struct {
            struct conn_id conn;
            const char *bytes; /* without the line end; not NUL-terminated */
            size_t length;
            int64_t lag_ms; /* round trip of the connection; 0 where it is not known */
        } line;
        struct {
            struct conn_id conn;
        } conn; /* _TOO_LONG, _DISCONNECTED */
        struct store_result stored;
        const struct read_answer *answered;
        struct {
            uint64_t ticket;
            bool ok;                       /* made, or the password fits */
            char hash[PASSWORD_HASH_SIZE]; /* where one was to be made */
        } hashed;
        struct {
            int64_t retry_after_ms; /* for clients */
        } shutdown;
    } as;
};
