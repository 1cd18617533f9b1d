/* Rate limits as token buckets, per connection, per address and per name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bucket of `burst` uses that refills by one each `refill_ms`. Kept as the time at which it will
 * be full again (the generic cell rate algorithm, ITU-T I.371), so a bucket is one number. */
struct bucket {
    int64_t full_at_ms;
};

struct bucket_rule {
    int64_t refill_ms;
    int64_t burst;
};

/* Takes one use. 0 where there was one; otherwise milliseconds until there will be. */
int64_t bucket_take(struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms);
/* The two halves of it: the wait, and the use, which may leave a debt where there was none. */
int64_t bucket_wait(const struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms);
void bucket_use(struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms);

/* Buckets of addresses; the least lately used make room. An IPv6 address counts by its first 64
 * bits, since one person commonly has all of those. */
#define LIMITS_ADDRESSES 4096

enum limit {
    LIMIT_ACCOUNTS, /* register, guest */
    LIMIT_SIGN_INS, /* login, resume, set_password */
    LIMIT_GUESSES,  /* wrong passwords: of a name, see guesses.h */
    LIMIT_HTTP,     /* requests by HTTP: one connection for each would know no limit */
    LIMIT_COUNT,
};

struct address_limits {
    unsigned char address[16];
    int64_t used_ms;
    bool taken;
    struct bucket buckets[LIMIT_COUNT];
};

struct limits {
    struct address_limits *entries; /* a set-associative cache of LIMITS_ADDRESSES */
};

void limits_init(struct limits *limits);
void limits_deinit(struct limits *limits);

/* As bucket_take, for one kind of use by one address (16 bytes, IPv4 mapped). */
int64_t limits_take(struct limits *limits, const unsigned char address[16], enum limit limit,
                    int64_t now_ms);
int64_t limits_wait(struct limits *limits, const unsigned char address[16], enum limit limit,
                    int64_t now_ms);
void limits_use(struct limits *limits, const unsigned char address[16], enum limit limit,
                int64_t now_ms);

extern const struct bucket_rule limits_requests; /* all requests of one connection */
extern const struct bucket_rule limits_chat;     /* lines of chat of one account */
