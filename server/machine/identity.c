/* Who is who: register, login, guest, resume, logout, set_password, whoami. */
#include "server/machine/account.h"
#include "server/machine/challenge.h"
#include "server/machine/connection.h"
#include "server/machine/guesses.h"
#include "server/machine/operations.h"
#include "server/machine/rematch.h"
#include "server/machine/seek.h"
#include "server/machine/token.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Whether the address has done this too often, or too much is being hashed or stored; answered. */
static bool refused_by_limits(struct machine *machine, struct connection *connection,
                              const struct request *request, enum limit limit)
{
    int64_t wait_ms =
        machine->config.open_limits
            ? 0
            : limits_take(&machine->limits, connection->address, limit, machine->now_ms);
    if (wait_ms > 0) {
        reply_retry(machine, connection, request, ERROR_RATE_LIMITED,
                    "too many attempts from your address", wait_ms);
        return true;
    }
    bool hashes = request->operation != OPERATION_GUEST && request->operation != OPERATION_RESUME;
    if ((hashes && machine->hashing >= HASHES_MAX) || store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
        return true;
    }
    return false;
}

/* Whether too many wrong passwords were tried for that name; answered. */
static bool refused_by_guesses(struct machine *machine, struct connection *connection,
                               const struct request *request, const char *name)
{
    int64_t wait_ms = guesses_wait(machine, name);
    if (wait_ms > 0)
        reply_retry(machine, connection, request, ERROR_RATE_LIMITED,
                    "too many wrong passwords for that name", wait_ms);
    return wait_ms > 0;
}

/* `user`, `token`, `expires_at`, and where asked for `playing`. */
static void reply_identity(struct machine *machine, struct connection *connection,
                           const struct request *request, const struct account *account,
                           int64_t expires_at, bool with_playing)
{
    struct user_view view;
    account_view(&account->row, machine->wall_ms, &view);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "user");
    view_user(writer, &view);
    writer_key_string(writer, "token", connection->token_text);
    writer_key_integer(writer, "expires_at", expires_at);
    if (with_playing) {
        writer_key(writer, "playing");
        writer_array(writer);
        for (const struct game *game = account->games; game != NULL;
             game = game->next_of_account[game->accounts[COLOR_RED] == account])
            writer_string(writer, game->id);
        writer_array_end(writer);
    }
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    sodium_memzero(connection->token_text, sizeof connection->token_text);
}

/* ---- register, guest ---------------------------------------------------------------------- */

static void issue_account(struct machine *machine, struct connection *connection,
                          struct request *request);

static void account_stored(struct machine *machine, struct connection *connection,
                           struct request *request, const struct store_result *result)
{
    if (result->status == STORE_NAME_TAKEN && request->operation == OPERATION_GUEST) {
        issue_account(machine, connection, request);
        return;
    }
    if (result->status == STORE_NAME_TAKEN) {
        reply_error(machine, connection, request, ERROR_NAME_TAKEN, "that name is taken");
        return;
    }
    struct token_hash token;
    token_hash_of(connection->token_text, &token);
    struct account *account = account_load(machine, connection->row);
    int64_t expires_at = connection->row->created_at + TOKEN_LIFE_MS;
    reply_identity(machine, connection, request, account, expires_at, false);
    connection_sign_in(machine, connection, account, &token, expires_at);
}

static void issue_account(struct machine *machine, struct connection *connection,
                          struct request *request)
{
    struct account_row *row = connection->row;
    entropy_id(&machine->entropy, row->id);
    if (row->kind == ACCOUNT_GUEST)
        entropy_guest_name(&machine->entropy, row->name);
    row->created_at = machine->wall_ms;
    struct store_request *store = store_request_new(machine, STORE_ACCOUNT_ADD);
    store->as.account_add.account = *row;
    store->as.account_add.expires_at = row->created_at + TOKEN_LIFE_MS;
    token_make(machine, connection->token_text, &store->as.account_add.token);
    wait_for_store(machine, connection, request, store, account_stored);
}

/* Room for an account's row that lives as long as the request. */
static struct account_row *row_of(struct connection *connection)
{
    if (connection->row == NULL)
        connection->row = calloc(1, sizeof *connection->row);
    if (connection->row == NULL)
        abort();
    return connection->row;
}

static struct account_row *new_row(struct connection *connection, enum account_kind kind)
{
    struct account_row *row = row_of(connection);
    row->kind = kind;
    for (int pool = 0; pool < POOL_COUNT; pool++)
        rating_init(&row->ratings[pool]);
    return row;
}

static void register_hashed(struct machine *machine, struct connection *connection,
                            struct request *request, bool ok, const char *hash)
{
    if (!ok) {
        reply_retry(machine, connection, request, ERROR_BUSY, "not enough memory to hash", 1000);
        return;
    }
    struct account_row *row = new_row(connection, request->bot ? ACCOUNT_BOT : ACCOUNT_HUMAN);
    strcpy(row->name, request->name);
    memcpy(row->password, hash, sizeof row->password);
    issue_account(machine, connection, request);
}

static struct hash_request *new_hash(const char *password, const char *check_against)
{
    struct hash_request *hash = calloc(1, sizeof *hash);
    if (hash == NULL)
        abort();
    hash->check = check_against != NULL;
    if (hash->check)
        memcpy(hash->hash, check_against, sizeof hash->hash);
    size_t length = strlen(password);
    assert(length < sizeof hash->password);
    memcpy(hash->password, password, length);
    return hash;
}

void op_register(struct machine *machine, struct connection *connection, struct request *request)
{
    if (!refused_by_limits(machine, connection, request, LIMIT_ACCOUNTS))
        wait_for_hash(machine, connection, request, new_hash(request->password, NULL),
                      register_hashed);
}

void op_guest(struct machine *machine, struct connection *connection, struct request *request)
{
    if (refused_by_limits(machine, connection, request, LIMIT_ACCOUNTS))
        return;
    new_row(connection, ACCOUNT_GUEST);
    issue_account(machine, connection, request);
}

/* ---- login -------------------------------------------------------------------------------- */

static void bad_credentials(struct machine *machine, struct connection *connection,
                            const struct request *request, const char *message)
{
    reply_error(machine, connection, request, ERROR_BAD_CREDENTIALS, message);
}

static void login_hashed(struct machine *machine, struct connection *connection,
                         struct request *request, bool ok, const char *hash);

static void login_read(struct machine *machine, struct connection *connection,
                       struct request *request,
                       void (*answered)(struct machine *, struct connection *, struct request *,
                                        const struct read_answer *))
{
    struct read_request *read = read_request_new(machine, READ_ACCOUNT);
    strcpy(read->as.account.name, request->name);
    read->as.account.at = INT64_MAX;
    wait_for_read(machine, connection, request, read, answered);
}

static void login_check(struct machine *machine, struct connection *connection,
                        struct request *request, const char *against)
{
    wait_for_hash(machine, connection, request, new_hash(request->password, against), login_hashed);
}

static void log_in(struct machine *machine, struct connection *connection,
                   const struct request *request, struct account *account)
{
    struct token_hash token;
    int64_t expires_at = machine->wall_ms + TOKEN_LIFE_MS;
    struct store_request *store = store_request_new(machine, STORE_TOKEN_ADD);
    strcpy(store->as.token.account, account->row.id);
    token_make(machine, connection->token_text, &token);
    store->as.token.token = token;
    store->as.token.expires_at = expires_at;
    strcpy(store_issue(machine, store)->account, account->row.id);
    reply_identity(machine, connection, request, account, expires_at, false);
    connection_sign_in(machine, connection, account, &token, expires_at);
}

/* The password fits the account as it was read some time ago. By now the account may be in memory,
 * and then that is newer; otherwise this answer is. */
static void login_answered_again(struct machine *machine, struct connection *connection,
                                 struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        bad_credentials(machine, connection, request, "wrong name or password");
        return;
    }
    const struct account *known = account_find(machine, answer->account->id);
    const struct account_row *newest = known != NULL ? &known->row : answer->account;
    if (strcmp(newest->password, connection->row->password) == 0) {
        struct account *account = account_load(machine, answer->account);
        account_know_ignored(account, answer);
        log_in(machine, connection, request, account);
        return;
    }
    *connection->row = *newest;
    login_check(machine, connection, request, newest->password);
}

static void login_hashed(struct machine *machine, struct connection *connection,
                         struct request *request, bool ok, const char *hash)
{
    (void)hash;
    if (ok) {
        login_read(machine, connection, request, login_answered_again);
        return;
    }
    guesses_wrong(machine, request->name);
    bad_credentials(machine, connection, request, "wrong name or password");
}

static void login_answered(struct machine *machine, struct connection *connection,
                           struct request *request, const struct read_answer *answer)
{
    /* An unknown name and a guest's take as long as a wrong password. */
    char against[PASSWORD_HASH_SIZE] = "";
    if (answer->status == READ_FOUND && answer->account->kind != ACCOUNT_GUEST) {
        *row_of(connection) = *answer->account;
        memcpy(against, answer->account->password, sizeof against);
    }
    login_check(machine, connection, request, against);
}

void op_login(struct machine *machine, struct connection *connection, struct request *request)
{
    if (refused_by_limits(machine, connection, request, LIMIT_SIGN_INS))
        return;
    if (!request_name_valid(request->name) || !request_password_valid(request->password))
        bad_credentials(machine, connection, request, "wrong name or password");
    else if (!refused_by_guesses(machine, connection, request, request->name))
        login_read(machine, connection, request, login_answered);
}

/* ---- resume ------------------------------------------------------------------------------- */

static void resume_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer);

static void resume_read(struct machine *machine, struct connection *connection,
                        struct request *request)
{
    struct read_request *read = read_request_new(machine, READ_TOKEN);
    token_hash_of(request->token, &read->as.token);
    wait_for_read(machine, connection, request, read, resume_answered);
}

static void resume_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer)
{
    if (answer->status == READ_NOT_FOUND) {
        bad_credentials(machine, connection, request, "that token is unknown or has expired");
        return;
    }
    if (machine->revoked > connection->read_after) {
        resume_read(machine, connection, request);
        return;
    }
    struct account *account = account_load(machine, answer->account);
    account_know_ignored(account, answer);
    struct store_request *store = store_request_new(machine, STORE_TOKEN_TOUCH);
    struct token_hash token;
    token_hash_of(request->token, &token);
    int64_t expires_at = machine->wall_ms + TOKEN_LIFE_MS;
    strcpy(store->as.token.account, account->row.id);
    store->as.token.token = token;
    store->as.token.expires_at = expires_at;
    store_issue(machine, store);
    /* Only tokens that we made are found, and those are shorter than this. */
    assert(strlen(request->token) < sizeof connection->token_text);
    strcpy(connection->token_text, request->token);
    reply_identity(machine, connection, request, account, expires_at, true);
    connection_sign_in(machine, connection, account, &token, expires_at);
}

void op_resume(struct machine *machine, struct connection *connection, struct request *request)
{
    if (!refused_by_limits(machine, connection, request, LIMIT_SIGN_INS))
        resume_read(machine, connection, request);
}

/* ---- logout, set_password, whoami --------------------------------------------------------- */

/* Signs out the account's connections with (or, `others`, without) that token; NULL is any. */
static void sign_out(struct machine *machine, struct account *account,
                     const struct token_hash *token, bool others)
{
    struct connection *next;
    for (struct connection *c = account->connections; c != NULL; c = next) {
        next = c->next_of_account;
        if (token == NULL || token_equal(&c->token, token) != others)
            connection_sign_out(machine, c);
    }
}

void op_logout(struct machine *machine, struct connection *connection, struct request *request)
{
    struct account *account = connection->account;
    struct token_hash token = connection->token;
    struct store_request *store = store_request_new(machine, STORE_TOKEN_DROP);
    strcpy(store->as.token_drop.account, account->row.id);
    store->as.token_drop.all = request->everywhere;
    store->as.token_drop.token = token;
    store_issue(machine, store);
    machine->revoked = machine->issued;
    reply_empty(machine, connection, request);
    bool for_good = account->row.kind == ACCOUNT_GUEST;
    if (for_good) {
        challenge_drop_all_of(machine, account);
        rematch_withdraw_all_of(machine, account);
    }
    sign_out(machine, account, request->everywhere ? NULL : &token, false);
    if (for_good) {
        seek_drop_in_memory(machine, account);
        account_close_guest(machine, account);
    }
}

static void check_old_password(struct machine *machine, struct connection *connection,
                               struct request *request);

static void new_password_hashed(struct machine *machine, struct connection *connection,
                                struct request *request, bool ok, const char *hash)
{
    struct account *account = connection->account;
    if (!ok) {
        reply_retry(machine, connection, request, ERROR_BUSY, "not enough memory to hash", 1000);
        return;
    }
    if (strcmp(account->row.password, connection->row->password) != 0) {
        /* Changed from another connection since the old one was checked. */
        check_old_password(machine, connection, request);
        return;
    }
    struct store_request *store = store_request_new(machine, STORE_PASSWORD_SET);
    strcpy(store->as.password_set.account, account->row.id);
    memcpy(store->as.password_set.password, hash, PASSWORD_HASH_SIZE);
    store->as.password_set.keep = connection->token;
    memcpy(account->row.password, hash, PASSWORD_HASH_SIZE);
    store_issue(machine, store);
    machine->revoked = machine->issued;
    reply_empty(machine, connection, request);
    struct token_hash keep = connection->token;
    sign_out(machine, account, &keep, true);
}

static void old_password_hashed(struct machine *machine, struct connection *connection,
                                struct request *request, bool ok, const char *hash)
{
    (void)hash;
    if (!ok) {
        guesses_wrong(machine, connection->account->row.name);
        bad_credentials(machine, connection, request, "the old password is wrong");
        return;
    }
    wait_for_hash(machine, connection, request, new_hash(request->new_password, NULL),
                  new_password_hashed);
}

static void check_old_password(struct machine *machine, struct connection *connection,
                               struct request *request)
{
    const struct account_row *row = &connection->account->row;
    *row_of(connection) = *row;
    wait_for_hash(machine, connection, request, new_hash(request->old_password, row->password),
                  old_password_hashed);
}

void op_set_password(struct machine *machine, struct connection *connection,
                     struct request *request)
{
    if (connection->account->row.kind == ACCOUNT_GUEST)
        reply_error(machine, connection, request, ERROR_FORBIDDEN, "a guest has no password");
    else if (refused_by_limits(machine, connection, request, LIMIT_SIGN_INS))
        return;
    else if (!request_password_valid(request->old_password))
        bad_credentials(machine, connection, request, "the old password is wrong");
    else if (!refused_by_guesses(machine, connection, request, connection->account->row.name))
        check_old_password(machine, connection, request);
}

void op_whoami(struct machine *machine, struct connection *connection, struct request *request)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "user");
    if (connection->account == NULL) {
        writer_null(writer);
    } else {
        struct user_view view;
        account_view(&connection->account->row, machine->wall_ms, &view);
        view_user(writer, &view);
    }
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}
