/* How fast the store is: moves made durable by size of transaction, ends of games, pages of
 * history, the sweep, and the load at start. Only the ratios say much: the disk is another on each
 * machine. bench-store [GAMES [FOLDER]] */
#include "server/store/reader.h"
#include "tests/support/random.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ACCOUNTS 20000
#define MOVES_A_GAME 20 /* of unfinished games at the load */
#define ACTIVE 2000     /* games in which moves are made at the same time */
#define COMMITS 400     /* a size of transaction */
#define PAGES 2000

struct bench {
    struct store *store;
    struct reader *reader;
    struct random random;
    int64_t now;
    int game_count;
    int64_t *v; /* of each game */
    struct store_request requests[STORE_BATCH_MAX];
    size_t count;
};

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

/* Ids as random as the real ones, so that they meet the same pages. */
static void make_id(char id[ID_SIZE], char letter, int number)
{
    struct random random = {.state = (uint64_t)number * 7919 + (unsigned char)letter};
    for (int i = 0; i < ID_LENGTH; i++)
        id[i] = (char)('a' + (int)random_below(&random, 26));
    id[ID_LENGTH] = '\0';
}

static void flush(struct bench *bench)
{
    struct store_request *pointers[STORE_BATCH_MAX];
    struct store_result results[STORE_BATCH_MAX];
    char error[STORE_ERROR_SIZE];
    for (size_t i = 0; i < bench->count; i++)
        pointers[i] = &bench->requests[i];
    if (!store_commit(bench->store, pointers, bench->count, results, error)) {
        fprintf(stderr, "%s\n", error);
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < bench->count; i++)
        assert(results[i].status == STORE_DONE);
    bench->count = 0;
}

/* The next request; what was added before is committed where it fills a transaction. */
static struct store_request *next(struct bench *bench, enum store_kind kind)
{
    if (bench->count == STORE_BATCH_MAX)
        flush(bench);
    struct store_request *request = &bench->requests[bench->count++];
    *request = (struct store_request){.kind = kind, .at = ++bench->now};
    return request;
}

static void add_account(struct bench *bench, int number, enum account_kind kind)
{
    struct store_request *request = next(bench, STORE_ACCOUNT_ADD);
    struct account_row *account = &request->as.account_add.account;
    make_id(account->id, 'a', number);
    snprintf(account->name, sizeof(account->name), "p%d", number);
    account->kind = kind;
    if (kind != ACCOUNT_GUEST)
        memset(account->password, '$', 97);
    account->created_at = bench->now;
    for (int i = 0; i < TOKEN_HASH_SIZE; i++)
        request->as.account_add.token.bytes[i] = (unsigned char)random_next(&bench->random);
    request->as.account_add.expires_at = bench->now + INT64_C(2592000000);
}

static void set_entry(struct bench *bench, struct log_entry *entry, int game, enum stream_kind kind)
{
    *entry = (struct log_entry){
        .v = ++bench->v[game], .at = bench->now, .kind = kind, .length = 14, .data = "bench"};
}

static void add_game(struct bench *bench, int game)
{
    struct store_request *request = next(bench, STORE_GAME_START);
    struct game_row *row = &request->as.game_start.game;
    *row = (struct game_row){
        .size = 3 + game % 2,
        .time = {.kind = TIME_FISCHER, .initial_ms = 60000 << game % 4, .increment_ms = 3000},
        .rated = true,
        .winner = -1,
        .started_at = bench->now,
    };
    make_id(row->id, 'g', game);
    int blue = (int)random_below(&bench->random, ACCOUNTS);
    make_id(row->players[COLOR_BLUE].account, 'a', blue);
    make_id(row->players[COLOR_RED].account, 'a', (blue + 1 + game % 100) % ACCOUNTS);
    make_id(request->as.game_start.seek, 's', game);
    strcpy(request->as.game_start.accepter, row->players[COLOR_RED].account);
    set_entry(bench, &request->as.game_start.entry, game, STREAM_START);
}

static void add_move(struct bench *bench, int game)
{
    struct store_request *request = next(bench, STORE_GAME_LOG);
    make_id(request->as.game_log.game, 'g', game);
    request->as.game_log.count = 1;
    set_entry(bench, &request->as.game_log.entries[0], game, STREAM_MOVE);
}

static void add_end(struct bench *bench, int game)
{
    add_move(bench, game);
    struct store_request *request = &bench->requests[bench->count - 1];
    request->as.game_log.entries[0].kind = STREAM_END;
    request->as.game_log.ended = true;
    request->as.game_log.status = GAME_FINISHED;
    request->as.game_log.winner = game % 3 == 0 ? COLOR_BLUE : COLOR_RED;
    request->as.game_log.reason = REASON_CAPTURE + (unsigned)game % 4;
}

static void measure_moves(struct bench *bench)
{
    static const int sizes[] = {1, 8, 64, STORE_BATCH_MAX};
    int active = bench->game_count < ACTIVE ? bench->game_count : ACTIVE;
    double single = 0;
    for (int i = 0; i < 4; i++) {
        double begin = seconds(), begin_work = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        for (int batch = 0; batch < COMMITS; batch++) {
            for (int j = 0; j < sizes[i]; j++)
                add_move(bench, (int)random_below(&bench->random, (uint32_t)active));
            flush(bench);
        }
        double rate = COMMITS * sizes[i] / (seconds() - begin);
        double worked = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin_work;
        if (i == 0)
            single = rate;
        printf("%3d moves a transaction: %8.0f durable moves/s, x%.1f, %.1f us of work each\n",
               sizes[i], rate, rate / single, worked * 1e6 / (COMMITS * sizes[i]));
    }
}

static void measure_load(struct bench *bench)
{
    char error[STORE_ERROR_SIZE];
    struct restored restored;
    double begin = seconds(), begin_work = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    if (!store_load(bench->store, &restored, error)) {
        fprintf(stderr, "%s\n", error);
        exit(EXIT_FAILURE);
    }
    double took = seconds() - begin, worked = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin_work;
    printf("load: %zu games, %zu accounts in %.2f s, %.2f s of them work, %.1f us a game\n",
           restored.game_count, restored.account_count, took, worked,
           worked * 1e6 / (double)restored.game_count);
    restored_deinit(&restored);
}

static void measure_ends(struct bench *bench)
{
    double begin = seconds();
    for (int game = 0; game < bench->game_count / 2; game++)
        add_end(bench, game);
    flush(bench);
    printf("ends of games: %.0f/s\n", bench->game_count / 2 / (seconds() - begin));
}

static void measure_page(struct bench *bench, const char *what, const struct history_filter *filter,
                         bool of_user)
{
    double begin = seconds(), longest = 0;
    int64_t rows = 0;
    for (int page = 0; page < PAGES; page++) {
        struct read_request request = {.kind = READ_HISTORY};
        request.as.history.filter = *filter;
        request.as.history.limit = 20;
        if (of_user)
            snprintf(request.as.history.filter.user, NAME_SIZE, "p%d",
                     (int)random_below(&bench->random, ACCOUNTS));
        else
            request.as.history.before =
                1 + random_below(&bench->random, (uint32_t)bench->game_count / 2);
        char error[STORE_ERROR_SIZE];
        double started = seconds();
        struct read_answer *answer = reader_answer(bench->reader, &request, error);
        double took = seconds() - started;
        longest = took > longest ? took : longest;
        assert(answer->status == READ_FOUND);
        rows += answer->count;
        read_answer_destroy(answer);
    }
    double took = seconds() - begin;
    printf("history %-24s %6.0f us a page of %4.1f, longest %6.0f us\n", what, took * 1e6 / PAGES,
           (double)rows / PAGES, longest * 1e6);
}

static void measure_history(struct bench *bench)
{
    const struct history_filter any = {.pool = POOL_NONE, .rated = -1};
    struct history_filter filter = any;
    measure_page(bench, "of all", &filter, false);
    measure_page(bench, "of a user", &filter, true);
    filter.reason = REASON_TIME;
    measure_page(bench, "of all by reason", &filter, false);
    filter.result = RESULT_WIN;
    measure_page(bench, "of a user, won, reason", &filter, true);
    filter = any;
    filter.pool = pool_of(4, &(struct time_control){.kind = TIME_PER_MOVE, .per_move_ms = 60000});
    measure_page(bench, "of an empty pool", &filter, false);
    filter = any;
    filter.size = 4;
    filter.pool = pool_of(3, &(struct time_control){.kind = TIME_FISCHER, .initial_ms = 60000});
    measure_page(bench, "that fits nothing", &filter, false);
}

static void measure_sweep(struct bench *bench)
{
    for (int i = 0; i < bench->game_count; i++)
        add_account(bench, ACCOUNTS + i, ACCOUNT_GUEST);
    flush(bench);
    next(bench, STORE_SWEEP);
    double begin = seconds();
    flush(bench);
    printf("sweep past %d open guests: %.0f ms\n", bench->game_count, (seconds() - begin) * 1e3);
}

static void fill(struct bench *bench)
{
    for (int i = 0; i < ACCOUNTS; i++)
        add_account(bench, i, ACCOUNT_HUMAN);
    for (int game = 0; game < bench->game_count; game++) {
        add_game(bench, game);
        for (int move = 0; move < MOVES_A_GAME; move++)
            add_move(bench, game);
    }
    flush(bench);
}

static void remove_folder(const char *folder)
{
    static const char *const names[] = {"lock", "clamber.db", "clamber.db-wal", "clamber.db-shm"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(int count, char **arguments)
{
    static struct bench bench = {.random = {.state = 1}, .now = INT64_C(1700000000000)};
    char folder[256], notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    setvbuf(stdout, NULL, _IOLBF, 0);
    bench.game_count = count > 1 ? atoi(arguments[1]) : 100000;
    snprintf(folder, sizeof(folder), "%s/bench-store-XXXXXX", count > 2 ? arguments[2] : "/tmp");
    bench.v = calloc((size_t)bench.game_count, sizeof(*bench.v));
    if (bench.game_count < 2 || bench.v == NULL || mkdtemp(folder) == NULL)
        return EXIT_FAILURE;
    bench.store = store_open(folder, notice, error);
    bench.reader = bench.store == NULL ? NULL : reader_open(folder, error);
    if (bench.reader == NULL) {
        fprintf(stderr, "%s\n", error);
        return EXIT_FAILURE;
    }
    double begin = seconds();
    fill(&bench);
    printf("%d games of %d moves made in %.1f s\n", bench.game_count, MOVES_A_GAME,
           seconds() - begin);
    measure_load(&bench);
    measure_moves(&bench);
    measure_ends(&bench);
    measure_history(&bench);
    measure_sweep(&bench);
    reader_close(bench.reader);
    store_close(bench.store);
    remove_folder(folder);
    free(bench.v);
    return EXIT_SUCCESS;
}
