#include "tests/unit/store/fixture.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define START_AT INT64_C(1700000000000)

void fixture_folder(char folder[64])
{
    /* In memory where there is such a place: what the disk does is not what most tests ask. */
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, 64, "%s/clamber-store-XXXXXX", place);
    assert_non_null(mkdtemp(folder));
}

void fixture_remove_folder(const char *folder)
{
    static const char *const names[] = {"lock", "clamber.db", "clamber.db-wal", "clamber.db-shm",
                                        "clamber.db-journal"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[128];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void open_both(struct fixture *fixture)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    fixture->store = store_open(fixture->folder, notice, error);
    assert_string_equal(error, "");
    assert_string_equal(notice, "");
    assert_non_null(fixture->store);
    fixture->reader = reader_open(fixture->folder, error);
    assert_string_equal(error, "");
    assert_non_null(fixture->reader);
}

void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){.now = START_AT};
    fixture_folder(fixture->folder);
    open_both(fixture);
}

void fixture_close(struct fixture *fixture)
{
    reader_close(fixture->reader);
    store_close(fixture->store);
    fixture->reader = NULL;
    fixture->store = NULL;
}

void fixture_reopen(struct fixture *fixture)
{
    fixture_close(fixture);
    open_both(fixture);
}

void fixture_deinit(struct fixture *fixture)
{
    fixture_close(fixture);
    fixture_remove_folder(fixture->folder);
}

void make_id(char id[ID_SIZE], char letter, int number)
{
    snprintf(id, ID_SIZE, "%c%011d", letter, number);
}

struct token_hash make_token(int number)
{
    struct token_hash token;
    for (int i = 0; i < TOKEN_HASH_SIZE; i++)
        token.bytes[i] = (unsigned char)(number >> (i % 4 * 8));
    return token;
}

static struct store_request make_request(struct fixture *fixture, enum store_kind kind)
{
    return (struct store_request){.kind = kind, .number = ++fixture->number, .at = fixture->now};
}

struct store_request account_add(struct fixture *fixture, int account, const char *name,
                                 enum account_kind kind)
{
    struct store_request request = make_request(fixture, STORE_ACCOUNT_ADD);
    struct account_row *row = &request.as.account_add.account;
    make_id(row->id, 'a', account);
    snprintf(row->name, sizeof(row->name), "%s", name);
    row->kind = kind;
    if (kind != ACCOUNT_GUEST)
        snprintf(row->password, sizeof(row->password), "$argon2id$of-%s", name);
    row->created_at = fixture->now;
    request.as.account_add.token = make_token(account);
    request.as.account_add.expires_at = fixture->now + 1000000;
    return request;
}

struct store_request token_add(struct fixture *fixture, int account, int token, int64_t expires_at)
{
    struct store_request request = make_request(fixture, STORE_TOKEN_ADD);
    make_id(request.as.token.account, 'a', account);
    request.as.token.token = make_token(token);
    request.as.token.expires_at = expires_at;
    return request;
}

struct store_request seek_add(struct fixture *fixture, int seek, int account)
{
    struct store_request request = make_request(fixture, STORE_SEEK_ADD);
    request.as.seek_add = (struct seek_row){
        .size = 4,
        .time = {.kind = TIME_PER_MOVE, .per_move_ms = 86400000},
        .rated = true,
        .color = WANTED_RED,
        .rating_min = 1200,
        .rating_max = 1800,
        .at = fixture->now,
    };
    make_id(request.as.seek_add.id, 's', seek);
    make_id(request.as.seek_add.account, 'a', account);
    return request;
}

struct store_request challenge_add(struct fixture *fixture, int challenge, int from, int to)
{
    struct store_request request = make_request(fixture, STORE_CHALLENGE_ADD);
    request.as.challenge_add = (struct challenge_row){
        .size = 4,
        .time = {.kind = TIME_PER_MOVE, .per_move_ms = 86400000},
        .rated = true,
        .color = WANTED_BLUE,
        .at = fixture->now,
    };
    make_id(request.as.challenge_add.id, 'c', challenge);
    make_id(request.as.challenge_add.from, 'a', from);
    make_id(request.as.challenge_add.to, 'a', to);
    return request;
}

struct store_request chat_add(struct fixture *fixture, int game, enum chat_room room, int64_t seq,
                              int account, const char *text, struct chat_line *line)
{
    struct store_request request = make_request(fixture, STORE_CHAT_ADD);
    make_id(request.as.chat_add.game, 'g', game);
    request.as.chat_add.room = room;
    request.as.chat_add.line = line;
    *line = (struct chat_line){.seq = seq, .at = fixture->now};
    make_id(line->account, 'a', account);
    snprintf(line->text, sizeof(line->text), "%s", text);
    return request;
}

struct store_request ignore_set(struct fixture *fixture, int account, int other, bool on)
{
    struct store_request request = make_request(fixture, STORE_IGNORE_SET);
    make_id(request.as.ignore_set.account, 'a', account);
    make_id(request.as.ignore_set.other, 'a', other);
    request.as.ignore_set.on = on;
    return request;
}

struct store_request sweep(struct fixture *fixture)
{
    return make_request(fixture, STORE_SWEEP);
}

struct store_request guest_close(struct fixture *fixture, int account)
{
    struct store_request request = make_request(fixture, STORE_GUEST_CLOSE);
    make_id(request.as.guest_close.account, 'a', account);
    return request;
}

/* An entry whose bytes tell which it is. */
static struct log_entry make_entry(struct fixture *fixture, int game, int64_t v,
                                   enum stream_kind kind)
{
    struct log_entry entry = {.v = v, .at = fixture->now, .kind = kind};
    int length = snprintf((char *)entry.data, sizeof(entry.data), "<%d.%d>", game, (int)v);
    entry.length = (uint8_t)length;
    return entry;
}

struct store_request game_start(struct fixture *fixture, int game, int blue, int red)
{
    struct store_request request = make_request(fixture, STORE_GAME_START);
    struct game_row *row = &request.as.game_start.game;
    *row = (struct game_row){
        .size = 3,
        .time = {.kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000},
        .status = GAME_PLAYING,
        .winner = -1,
        .started_at = fixture->now,
        .v = 1,
    };
    make_id(row->id, 'g', game);
    make_id(row->players[COLOR_BLUE].account, 'a', blue);
    make_id(row->players[COLOR_RED].account, 'a', red);
    row->players[COLOR_BLUE].rating = PLAYER_UNRATED;
    row->players[COLOR_RED].rating = 1500;
    request.as.game_start.entry = make_entry(fixture, game, 1, STREAM_START);
    return request;
}

void add_accept(struct store_request *request, char kind, int accepted, int accepter)
{
    make_id(kind == 's' ? request->as.game_start.seek : request->as.game_start.challenge, kind,
            accepted);
    make_id(request->as.game_start.accepter, 'a', accepter);
}

struct store_request game_move(struct fixture *fixture, int game, int64_t v)
{
    struct store_request request = make_request(fixture, STORE_GAME_LOG);
    make_id(request.as.game_log.game, 'g', game);
    request.as.game_log.ply = (int)v - 1;
    request.as.game_log.count = 1;
    request.as.game_log.entries[0] = make_entry(fixture, game, v, STREAM_MOVE);
    request.as.game_log.winner = -1;
    return request;
}

struct store_request game_end(struct fixture *fixture, int game, int64_t v, int winner,
                              enum reason reason)
{
    struct store_request request = game_move(fixture, game, v);
    request.as.game_log.ply = (int)v - 2;
    request.as.game_log.entries[0].kind = STREAM_END;
    request.as.game_log.ended = true;
    request.as.game_log.status = winner == -1 ? GAME_ABORTED : GAME_FINISHED;
    request.as.game_log.winner = winner;
    request.as.game_log.reason = reason;
    return request;
}

void add_rating(struct store_request *request, int account, int pool, uint32_t version,
                double rating, double deviation)
{
    struct rating_write *write = &request->as.game_log.ratings[request->as.game_log.rating_count++];
    *write = (struct rating_write){
        .pool = pool,
        .version = version,
        .after = {.rating = rating,
                  .deviation = deviation,
                  .volatility = 0.06,
                  .at_ms = request->at,
                  .games = version + 1},
    };
    make_id(write->account, 'a', account);
}

struct store_result commit(struct fixture *fixture, const struct store_request *request)
{
    struct store_request copy = *request;
    struct store_request *requests[] = {&copy};
    struct store_result result;
    char error[STORE_ERROR_SIZE];
    bool committed = store_commit(fixture->store, requests, 1, &result, error);
    assert_string_equal(error, "");
    assert_true(committed);
    assert_true(result.number == request->number);
    return result;
}

void commit_fails(struct fixture *fixture, const struct store_request *request, const char *words)
{
    struct store_request copy = *request;
    struct store_request *requests[] = {&copy};
    struct store_result result;
    char error[STORE_ERROR_SIZE];
    assert_false(store_commit(fixture->store, requests, 1, &result, error));
    if (strstr(error, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, error);
}

struct read_answer *ask(struct fixture *fixture, const struct read_request *request)
{
    char error[STORE_ERROR_SIZE];
    struct read_answer *answer = reader_answer(fixture->reader, request, error);
    assert_string_equal(error, "");
    assert_int_not_equal(answer->status, READ_FAILED);
    assert_int_equal(answer->kind, request->kind);
    assert_true(answer->ticket == request->ticket);
    return answer;
}

struct read_answer *ask_account(struct fixture *fixture, const char *name)
{
    struct read_request request = {.kind = READ_ACCOUNT, .ticket = 7, .now = fixture->now};
    snprintf(request.as.account.name, sizeof(request.as.account.name), "%s", name);
    request.as.account.at = INT64_MAX;
    return ask(fixture, &request);
}

struct read_answer *ask_token(struct fixture *fixture, int token)
{
    struct read_request request = {.kind = READ_TOKEN, .ticket = 8, .now = fixture->now};
    request.as.token = make_token(token);
    return ask(fixture, &request);
}

struct read_answer *ask_game(struct fixture *fixture, int game)
{
    struct read_request request = {.kind = READ_GAME, .ticket = 9, .now = fixture->now};
    make_id(request.as.game.id, 'g', game);
    return ask(fixture, &request);
}

struct read_answer *ask_history(struct fixture *fixture, const struct history_filter *filter,
                                int limit, int64_t before)
{
    struct read_request request = {.kind = READ_HISTORY, .ticket = 10, .now = fixture->now};
    request.as.history.filter = *filter;
    request.as.history.limit = limit;
    request.as.history.before = before;
    return ask(fixture, &request);
}

static bool found(struct read_answer *answer)
{
    bool is_found = answer->status == READ_FOUND;
    read_answer_destroy(answer);
    return is_found;
}

bool account_found(struct fixture *fixture, const char *name)
{
    return found(ask_account(fixture, name));
}

bool token_found(struct fixture *fixture, int token)
{
    return found(ask_token(fixture, token));
}

struct history_filter any_game(void)
{
    return (struct history_filter){.pool = POOL_NONE, .rated = -1};
}

static sqlite3 *open_behind(const char *folder)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/clamber.db", folder);
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    return handle;
}

void run_sql(const char *folder, const char *sql)
{
    sqlite3 *handle = open_behind(folder);
    char *message = NULL;
    sqlite3_exec(handle, sql, NULL, NULL, &message);
    assert_null(message);
    assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

/* The first column of the first row as text. */
static void ask_text(sqlite3 *handle, const char *sql, char *text, size_t size)
{
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    snprintf(text, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
}

int64_t ask_sql(const char *folder, const char *sql)
{
    char text[32];
    sqlite3 *handle = open_behind(folder);
    ask_text(handle, sql, text, sizeof(text));
    assert_int_equal(sqlite3_close(handle), SQLITE_OK);
    return strtoll(text, NULL, 10);
}

void ask_sql_text(const char *folder, const char *sql, char *text, size_t size)
{
    char verdict[64];
    sqlite3 *handle = open_behind(folder);
    ask_text(handle, "PRAGMA integrity_check", verdict, sizeof(verdict));
    assert_string_equal(verdict, "ok");
    ask_text(handle, "SELECT count(*) FROM pragma_foreign_key_check", verdict, sizeof(verdict));
    assert_string_equal(verdict, "0");
    ask_text(handle, sql, text, size);
    assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

void make_database_of(const char *folder, int schema)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%04d.sql", STORE_DATA, schema);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s is missing: keep a database of every schema", path);
    char *sql = calloc(1, 1 << 20);
    assert_non_null(sql);
    assert_true(fread(sql, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    run_sql(folder, sql);
    free(sql);
}
