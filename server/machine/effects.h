/* What the machine wants done, in order.
 * The driver walks the list after each step, takes what it keeps, and clears it. */
#pragma once

#include "server/machine/event.h"

/* Room before the bytes of a message in which a transport may write the head of its frame, so that
 * the same bytes serve those who get lines and those who get frames. */
#define MESSAGE_ROOM 10

/* One line of output, ended by LF, shared by all who get it. Counted on the loop's thread only. */
struct message {
    uint32_t references;
    uint32_t length;
    char room[MESSAGE_ROOM]; /* the transport's; right before `bytes` */
    char bytes[];
};

/* A new message with one reference; aborts where memory is out. */
struct message *message_create(const char *bytes, size_t length);
struct message *message_keep(struct message *message);
void message_release(struct message *message);

enum effect_kind {
    EFFECT_SEND,   /* a message to some connections, once store request `after` is on disk */
    EFFECT_CLOSE,  /* end a connection when what was sent to it before is written */
    EFFECT_STORE,  /* write a request */
    EFFECT_READ,   /* answer a read, once store request `after` is on disk */
    EFFECT_HASH,   /* make or check a password hash */
    EFFECT_PAUSE,  /* give no further line of this connection until EFFECT_RESUME */
    EFFECT_RESUME, /* go on with its lines */
};

/* Memory to be wiped when done; freed with hash_request_destroy. */
struct hash_request {
    uint64_t ticket;
    bool check;                            /* check against `hash`, or make a new one */
    char hash[PASSWORD_HASH_SIZE];         /* to check against; "" fits nothing but takes as long */
    char password[PASSWORD_HASH_SIZE + 1]; /* 8..128 bytes and a NUL */
};
void hash_request_destroy(struct hash_request *request);

struct effect {
    enum effect_kind kind;
    uint64_t after; /* _SEND, _READ: number of the last store request issued before; 0 for none */
    union {
        struct {
            struct message *message; /* one reference belongs to the effect */
            uint32_t first, count;   /* the recipients, in effects->conns */
        } send;
        struct conn_id conn;         /* _CLOSE, _PAUSE, _RESUME */
        struct store_request *store; /* malloc'ed */
        struct read_request *read;   /* malloc'ed */
        struct hash_request *hash;
    } as;
};

struct effects {
    struct effect *items;
    size_t count, capacity;
    struct conn_id *conns; /* recipients of all sends of the list */
    size_t conn_count, conn_capacity;
};

void effects_init(struct effects *effects);
/* Frees all that the effects own, save where the pointer was taken and set to NULL, and empties it.
 */
void effects_clear(struct effects *effects);
void effects_deinit(struct effects *effects);

/* For the machine: appending. Ownership of what is pointed to goes to the list. */
void effects_send(struct effects *effects, uint64_t after, struct message *message,
                  const struct conn_id *conns, size_t count);
void effects_close(struct effects *effects, struct conn_id conn);
void effects_store(struct effects *effects, struct store_request *request);
void effects_read(struct effects *effects, uint64_t after, struct read_request *request);
void effects_hash(struct effects *effects, struct hash_request *request);
void effects_pause(struct effects *effects, struct conn_id conn);
void effects_resume(struct effects *effects, struct conn_id conn);
