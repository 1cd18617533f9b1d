#include "server/machine/account.h"

#include "server/machine/connection.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void account_key(const char *name, char key[NAME_SIZE])
{
    size_t i = 0;
    for (; name[i] != '\0' && i < NAME_LENGTH; i++)
        key[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
    key[i] = '\0';
}

struct account *account_find(struct machine *machine, const char *id)
{
    return table_find(&machine->accounts, id);
}

struct account *account_find_name(struct machine *machine, const char *name)
{
    char key[NAME_SIZE];
    if (strlen(name) > NAME_LENGTH)
        return NULL;
    account_key(name, key);
    return table_find(&machine->accounts_by_key, key);
}

struct account *account_load(struct machine *machine, const struct account_row *row)
{
    struct account *account = account_find(machine, row->id);
    if (account != NULL)
        return account;
    account = calloc(1, sizeof *account);
    if (account == NULL)
        abort();
    account->row = *row;
    account->absent_since_ms = machine->now_ms;
    account->absence.kind = DEADLINE_ABSENCE;
    account_key(row->name, account->key);
    table_add(&machine->accounts, account);
    table_add(&machine->accounts_by_key, account);
    return account;
}

static bool in_use(const struct account *account)
{
    return account->connection_count > 0 || account->game_count > 0 || account->seek_count > 0 ||
           account->rematch_count > 0 || account->challenge_count[CHALLENGE_FROM] > 0 ||
           account->challenge_count[CHALLENGE_TO] > 0 || deadline_armed(&account->absence);
}

void account_settle(struct machine *machine, struct account *account)
{
    if (in_use(account))
        return;
    /* Also where it was in use again while it still stood in the list. */
    account->idle_since_ticket = machine->tickets;
    if (account->idle)
        return;
    account->idle = true;
    account->next_idle = NULL;
    if (machine->idle_last != NULL)
        machine->idle_last->next_idle = account;
    else
        machine->idle_first = account;
    machine->idle_last = account;
}

static void forget(struct machine *machine, struct account *account)
{
    deadlines_drop(&machine->deadlines, &account->absence);
    table_remove(&machine->accounts, account);
    table_remove(&machine->accounts_by_key, account);
    free(account->ignored);
    free(account);
}

void account_free_idle(struct machine *machine)
{
    while (machine->idle_first != NULL) {
        struct account *account = machine->idle_first;
        /* A read that began before the account fell idle may still bear older ratings. */
        if (machine->reading > 0 && machine->answered_ticket < account->idle_since_ticket)
            return;
        machine->idle_first = account->next_idle;
        if (machine->idle_first == NULL)
            machine->idle_last = NULL;
        account->idle = false;
        if (!in_use(account))
            forget(machine, account);
    }
}

void account_free_all(struct machine *machine)
{
    size_t at = 0;
    struct account *account;
    while ((account = table_next(&machine->accounts, &at)) != NULL) {
        free(account->ignored);
        free(account);
    }
}

void account_close_guest(struct machine *machine, const struct account *account)
{
    if (account->row.kind != ACCOUNT_GUEST || account->connection_count > 0)
        return;
    struct store_request *store = store_request_new(machine, STORE_GUEST_CLOSE);
    strcpy(store->as.guest_close.account, account->row.id);
    store_issue(machine, store);
    /* A read under way may have found it. */
    machine->revoked = machine->issued;
}

void account_know_ignored(struct account *account, const struct read_answer *answer)
{
    /* While it is connected, what is in memory is newer. */
    if (account->connection_count > 0)
        return;
    account->ignored_count = 0;
    for (int i = 0; i < answer->ignored_count; i++)
        account_ignore(account, answer->ignored[i]);
}

void account_ignore(struct account *account, const char *other)
{
    assert(account->ignored_count < IGNORED_MAX);
    if (account->ignored == NULL)
        account->ignored = malloc(IGNORED_MAX * sizeof *account->ignored);
    if (account->ignored == NULL)
        abort();
    strcpy(account->ignored[account->ignored_count++], other);
}

bool account_ignores(const struct account *account, const char *other)
{
    for (int i = 0; i < account->ignored_count; i++) {
        if (strcmp(account->ignored[i], other) == 0)
            return true;
    }
    return false;
}

int account_rating(const struct account_row *row, int pool)
{
    if (row->kind == ACCOUNT_GUEST || pool == POOL_NONE)
        return PLAYER_UNRATED;
    return (int)lround(row->ratings[pool].rating);
}

void account_view(const struct account_row *row, int64_t wall_ms, struct user_view *view)
{
    memset(view, 0, sizeof *view);
    view->name = row->name;
    view->kind = row->kind;
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        const struct rating *rating = &row->ratings[pool];
        view->ratings[pool] = (struct rating_view){
            .rating = (int)lround(rating->rating),
            .rd = (int)lround(rating_deviation_at(rating, wall_ms)),
            .games = rating->games,
            .provisional = rating_provisional(rating, wall_ms),
        };
    }
}
