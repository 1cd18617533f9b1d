/* Accounts, tokens, seeks, and the sweep. */
#include "server/store/row.h"
#include "server/store/write.h"

#include <assert.h>
#include <string.h>

static bool insert_token(struct database *database, const char *account,
                         const struct token_hash *token, int64_t expires_at)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKEN_INSERT);
    if (statement == NULL)
        return false;
    bind_bytes(statement, 1, token->bytes, sizeof(token->bytes));
    bind_text(statement, 2, account);
    bind_integer(statement, 3, expires_at);
    return database_run(database, statement, "add a token", NULL);
}

bool write_account_add(struct database *database, const struct store_request *request,
                       struct store_result *result)
{
    const struct account_row *account = &request->as.account_add.account;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account->id);
    bind_text(statement, 2, account->name);
    bind_text(statement, 3, code_text(CODE_ACCOUNT_KIND, (int)account->kind));
    bind_text(statement, 4, account->password);
    bind_integer(statement, 5, account->created_at);
    int added = 0;
    if (!database_run(database, statement, "add an account", &added))
        return false;
    if (added == 0) {
        result->status = STORE_NAME_TAKEN;
        return true;
    }
    return insert_token(database, account->id, &request->as.account_add.token,
                        request->as.account_add.expires_at);
}

static bool drop_expired(struct database *database, const char *account, int64_t now)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKENS_DELETE_EXPIRED);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_integer(statement, 2, now);
    return database_run(database, statement, "drop expired tokens", NULL);
}

/* Makes room for one more: there are never more than TOKENS_PER_ACCOUNT, so one at most goes. */
static bool drop_oldest(struct database *database, const char *account, struct store_result *result)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKEN_DELETE_BEYOND);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_integer(statement, 2, TOKENS_PER_ACCOUNT - 1);
    enum step step = database_step(database, statement, "drop the oldest token");
    if (step == STEP_ROW) {
        assert(sqlite3_column_bytes(statement, 0) == TOKEN_HASH_SIZE);
        memcpy(result->dropped.bytes, sqlite3_column_blob(statement, 0), TOKEN_HASH_SIZE);
        result->token_dropped = true;
        step = database_step(database, statement, "drop the oldest token");
    }
    sqlite3_reset(statement);
    return step == STEP_DONE;
}

bool write_token_add(struct database *database, const struct store_request *request,
                     struct store_result *result)
{
    const char *account = request->as.token.account;
    return drop_expired(database, account, request->at) && drop_oldest(database, account, result) &&
           insert_token(database, account, &request->as.token.token, request->as.token.expires_at);
}

/* A token may be gone by now: a logout everywhere or the sweep was stored between. */
bool write_token_touch(struct database *database, const struct store_request *request)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKEN_TOUCH);
    if (statement == NULL)
        return false;
    bind_bytes(statement, 1, request->as.token.token.bytes, TOKEN_HASH_SIZE);
    bind_text(statement, 2, request->as.token.account);
    bind_integer(statement, 3, request->as.token.expires_at);
    return database_run(database, statement, "move a token's expiry", NULL);
}

/* All tokens of an account but `keep`; NULL keeps none. */
static bool drop_others(struct database *database, const char *account,
                        const struct token_hash *keep)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKENS_DELETE_OTHERS);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_bytes(statement, 2, keep == NULL ? NULL : keep->bytes, TOKEN_HASH_SIZE);
    return database_run(database, statement, "drop tokens", NULL);
}

bool write_token_drop(struct database *database, const struct store_request *request)
{
    const char *account = request->as.token_drop.account;
    if (request->as.token_drop.all)
        return drop_others(database, account, NULL);
    sqlite3_stmt *statement = database_statement(database, STATEMENT_TOKEN_DELETE);
    if (statement == NULL)
        return false;
    bind_bytes(statement, 1, request->as.token_drop.token.bytes, TOKEN_HASH_SIZE);
    bind_text(statement, 2, account);
    return database_run(database, statement, "drop a token", NULL);
}

bool write_password_set(struct database *database, const struct store_request *request)
{
    const char *account = request->as.password_set.account;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_ACCOUNT_PASSWORD);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, account);
    bind_text(statement, 2, request->as.password_set.password);
    int changed = 0;
    if (!database_run(database, statement, "set a password", &changed))
        return false;
    if (changed != 1)
        return database_refuse(database, "cannot set a password: account %s has none", account);
    return drop_others(database, account, &request->as.password_set.keep);
}

bool write_seek_add(struct database *database, const struct store_request *request)
{
    const struct seek_row *seek = &request->as.seek_add;
    sqlite3_stmt *statement = database_statement(database, STATEMENT_SEEK_INSERT);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, seek->id);
    bind_text(statement, 2, seek->account);
    bind_integer(statement, 3, seek->size);
    bind_time(statement, 4, &seek->time);
    bind_integer(statement, 7, seek->rated);
    bind_text(statement, 8, code_text(CODE_WANTED_COLOR, (int)seek->color));
    bind_integer(statement, 9, seek->rating_min);
    bind_integer(statement, 10, seek->rating_max);
    bind_integer(statement, 11, seek->at);
    return database_run(database, statement, "add a seek", NULL);
}

/* A seek may be gone by now: the sweep was stored between. */
bool write_seek_drop(struct database *database, const struct store_request *request)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_SEEK_DELETE);
    if (statement == NULL)
        return false;
    bind_text(statement, 1, request->as.seek_drop.id);
    return database_run(database, statement, "drop a seek", NULL);
}

static bool sweep(struct database *database, enum statement which, int64_t at)
{
    sqlite3_stmt *statement = database_statement(database, which);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, at);
    return database_run(database, statement, "sweep", NULL);
}

/* What closed guests leave behind. */
static bool sweep_behind_guests(struct database *database, int64_t closed_at)
{
    return sweep(database, STATEMENT_SWEEP_GUEST_IGNORES, closed_at) &&
           sweep(database, STATEMENT_SWEEP_GUEST_ACCEPTED, closed_at);
}

bool write_guest_close(struct database *database, const struct store_request *request)
{
    sqlite3_stmt *statement = database_statement(database, STATEMENT_GUEST_CLOSE);
    if (statement == NULL)
        return false;
    bind_integer(statement, 1, request->at);
    bind_text(statement, 2, request->as.guest_close.account);
    int closed = 0;
    return database_run(database, statement, "close a guest", &closed) &&
           (closed == 0 || sweep_behind_guests(database, request->at));
}

bool write_sweep(struct database *database, const struct store_request *request)
{
    return sweep(database, STATEMENT_SWEEP_TOKENS, request->at) &&
           sweep(database, STATEMENT_SWEEP_SEEKS, request->at - PAIRING_LIFE_MS) &&
           sweep(database, STATEMENT_SWEEP_CHALLENGES, request->at - PAIRING_LIFE_MS) &&
           sweep(database, STATEMENT_SWEEP_GUESTS, request->at) &&
           sweep_behind_guests(database, request->at);
}
