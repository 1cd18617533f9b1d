/* What is still to be written to one connection: a queue of shared messages, and its limits.
 * Owns a reference to each message. Used by the client; never touches the socket itself. */
#pragma once

#include "server/machine/effects.h"

#include <uv.h>

/* A queue over the hard limit is not waited for; one over the soft limit for so long only. */
#define OUTBOX_HARD_LIMIT (256u * 1024)
#define OUTBOX_SOFT_LIMIT (64u * 1024)
#define OUTBOX_PATIENCE_MS 10000
/* The connection's next request waits until no more than this is left. */
#define OUTBOX_LOW_MARK (32u * 1024)

/* A part of a message, or all of it; `bytes` lie in the message or its room. */
struct piece {
    struct message *message;
    char *bytes;
    size_t length;
};

struct outbox {
    struct piece *ring; /* `count` pieces from `head` on */
    uint32_t head, count, capacity;
    size_t written; /* bytes of the first piece that are written */
    size_t bytes;   /* not yet written */
    /* Of these, what counts against the limits. A piece over the soft limit does not: only a
     * reply is that long, and it is the only one, since no request of its connection starts before
     * it is drained. */
    size_t counted;
};

void outbox_init(struct outbox *outbox);
/* Releases what was not written. */
void outbox_deinit(struct outbox *outbox);

/* Appends a whole message, with a reference of its own. Aborts where memory is out. */
void outbox_push(struct outbox *outbox, struct message *message);
/* Appends `length` bytes of it, not 0. */
void outbox_push_part(struct outbox *outbox, struct message *message, char *bytes, size_t length);

/* Forgets what has not been begun: all but the piece that is partly written and those that lie
 * within the first `in_flight` bytes. */
void outbox_cut(struct outbox *outbox, size_t in_flight);

/* Points up to `most` buffers at the bytes to be written next; returns how many, and in *bytes how
 * much that is. They stay valid until outbox_written says so much was written. */
unsigned outbox_gather(const struct outbox *outbox, uv_buf_t *buffers, unsigned most,
                       size_t *bytes);

/* So many bytes, at most what outbox_gather gave, have been written. */
void outbox_written(struct outbox *outbox, size_t bytes);
