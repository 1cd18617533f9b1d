#include "server/machine/limits.h"

#include <stdlib.h>
#include <string.h>

#define WAYS 8

const struct bucket_rule limits_requests = {.refill_ms = 20, .burst = 400};

const struct bucket_rule limits_chat = {.refill_ms = 2000, .burst = 10};

static const struct bucket_rule rules[LIMIT_COUNT] = {
    [LIMIT_ACCOUNTS] = {.refill_ms = 10000, .burst = 30},
    [LIMIT_SIGN_INS] = {.refill_ms = 2000, .burst = 60},
    [LIMIT_GUESSES] = {.refill_ms = 60000, .burst = 20},
    [LIMIT_HTTP] = {.refill_ms = 10, .burst = 1000},
};

static int64_t full_at(const struct bucket *bucket, int64_t now_ms)
{
    return bucket->full_at_ms > now_ms ? bucket->full_at_ms : now_ms;
}

int64_t bucket_wait(const struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms)
{
    int64_t wait_ms =
        full_at(bucket, now_ms) + rule->refill_ms - now_ms - rule->burst * rule->refill_ms;
    return wait_ms > 0 ? wait_ms : 0;
}

void bucket_use(struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms)
{
    bucket->full_at_ms = full_at(bucket, now_ms) + rule->refill_ms;
}

int64_t bucket_take(struct bucket *bucket, const struct bucket_rule *rule, int64_t now_ms)
{
    int64_t wait_ms = bucket_wait(bucket, rule, now_ms);
    if (wait_ms == 0)
        bucket_use(bucket, rule, now_ms);
    return wait_ms;
}

void limits_init(struct limits *limits)
{
    limits->entries = calloc(LIMITS_ADDRESSES, sizeof *limits->entries);
    if (limits->entries == NULL)
        abort();
}

void limits_deinit(struct limits *limits)
{
    free(limits->entries);
    limits->entries = NULL;
}

static bool is_ipv4(const unsigned char address[16])
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    return memcmp(address, mapped, sizeof mapped) == 0;
}

/* The entry of an address: within the few places its hash allows, its own or the one that has not
 * been used for longest. */
static struct address_limits *entry_of(struct limits *limits, const unsigned char key[16])
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < 16; i++)
        hash = (hash ^ key[i]) * UINT64_C(1099511628211);
    struct address_limits *set =
        limits->entries + (size_t)((hash >> 20) % (LIMITS_ADDRESSES / WAYS)) * WAYS;
    struct address_limits *oldest = set;
    for (struct address_limits *entry = set; entry < set + WAYS; entry++) {
        if (entry->taken && memcmp(entry->address, key, 16) == 0)
            return entry;
        if (!entry->taken || (oldest->taken && entry->used_ms < oldest->used_ms))
            oldest = entry;
    }
    memset(oldest, 0, sizeof *oldest);
    memcpy(oldest->address, key, 16);
    oldest->taken = true;
    return oldest;
}

static struct bucket *find(struct limits *limits, const unsigned char address[16], enum limit limit,
                           int64_t now_ms)
{
    unsigned char key[16] = {0};
    memcpy(key, address, is_ipv4(address) ? 16 : 8);
    struct address_limits *entry = entry_of(limits, key);
    entry->used_ms = now_ms;
    return &entry->buckets[limit];
}

int64_t limits_take(struct limits *limits, const unsigned char address[16], enum limit limit,
                    int64_t now_ms)
{
    return bucket_take(find(limits, address, limit, now_ms), &rules[limit], now_ms);
}

int64_t limits_wait(struct limits *limits, const unsigned char address[16], enum limit limit,
                    int64_t now_ms)
{
    return bucket_wait(find(limits, address, limit, now_ms), &rules[limit], now_ms);
}

void limits_use(struct limits *limits, const unsigned char address[16], enum limit limit,
                int64_t now_ms)
{
    bucket_use(find(limits, address, limit, now_ms), &rules[limit], now_ms);
}
