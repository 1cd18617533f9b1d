/* A second set of books: accounts, games, results and ratings, computed from nothing but the order
 * in which requests got on disk, with core's arithmetic. What the server tells of history is held
 * against it. */
#pragma once

#include "server/machine/storage.h"
#include "server/machine/table.h"

struct ledger_account {
    char id[ID_SIZE];
    char name[NAME_SIZE];
    enum account_kind kind;
    struct rating ratings[POOL_COUNT];
    uint32_t versions[POOL_COUNT];
    int64_t won, lost, none;
};

struct ledger_game {
    char id[ID_SIZE];
    struct ledger_account *players[2]; /* by enum color */
    int size, pool;
    struct time_control time;
    bool rated;
    bool ended;
    int winner; /* enum color, or -1 */
    enum reason reason;
    int64_t ended_at;
    struct rating before[2], after[2]; /* of a rated game that counted, by enum color */
};

/* A seek or challenge that was accepted. */
struct ledger_accept {
    char id[ID_SIZE];
    bool is_seek;
    const struct ledger_account *by;
    char game[ID_SIZE];
};

struct ledger {
    struct table accounts;      /* struct ledger_account, by id */
    struct table games;         /* struct ledger_game, by id */
    struct ledger_game **ended; /* in the order in which they ended */
    size_t ended_count, ended_room;
    struct ledger_accept *accepts; /* in the order in which they were stored */
    size_t accept_count, accept_room;
    char complaint[512]; /* "" for none */
};

void ledger_init(struct ledger *ledger);
void ledger_deinit(struct ledger *ledger);

/* A request is on disk. What it says of ratings must be what follows from the books so far. */
void ledger_written(struct ledger *ledger, const struct store_request *request,
                    const struct store_result *result);
