#include "server/machine/token.h"

#include "server/machine/connection.h"

#include <sodium.h>
#include <string.h>

void token_make(struct machine *machine, char text[64], struct token_hash *hash)
{
    unsigned char bytes[32];
    entropy_bytes(&machine->entropy, bytes, sizeof bytes);
    sodium_bin2base64(text, 64, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    token_hash_of(text, hash);
}

void token_hash_of(const char *text, struct token_hash *hash)
{
    crypto_generichash(hash->bytes, sizeof hash->bytes, (const unsigned char *)text, strlen(text),
                       NULL, 0);
}

void token_expires(struct connection *connection, int64_t expires_at)
{
    for (struct connection *c = connection->account->connections; c != NULL;
         c = c->next_of_account) {
        if (token_equal(&c->token, &connection->token))
            c->token_expires_at = expires_at;
    }
}

/* Once a day, lest every request be a write; and before it would die for want of that. */
static void note_use(struct machine *machine, struct connection *connection)
{
    int64_t expires_at = connection->token_used_at + TOKEN_LIFE_MS;
    int64_t gain_ms = expires_at - connection->token_expires_at;
    bool dies = connection->token_expires_at <= machine->wall_ms + SWEEP_EVERY_MS;
    if (gain_ms <= 0 || (gain_ms < TOKEN_TOUCH_MS && !dies))
        return;
    struct store_request *store = store_request_new(machine, STORE_TOKEN_TOUCH);
    strcpy(store->as.token.account, connection->account->row.id);
    store->as.token.token = connection->token;
    store->as.token.expires_at = expires_at;
    store_issue(machine, store);
    token_expires(connection, expires_at);
}

void token_sweep(struct machine *machine)
{
    struct connection *end = machine->connections + machine->config.max_connections;
    for (struct connection *c = machine->connections; c < end; c++) {
        if (c->account != NULL)
            note_use(machine, c);
    }
    for (struct connection *c = machine->connections; c < end; c++) {
        if (c->account != NULL && c->token_expires_at <= machine->wall_ms)
            connection_sign_out(machine, c);
    }
}

bool token_equal(const struct token_hash *a, const struct token_hash *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}
