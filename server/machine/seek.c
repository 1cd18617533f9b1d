#include "server/machine/seek.h"

#include "server/machine/account.h"
#include "server/machine/connection.h"

#include <stdlib.h>
#include <string.h>

struct seek *seek_find(struct machine *machine, const char *id)
{
    return table_find(&machine->seeks_by_id, id);
}

struct seek *seek_add(struct machine *machine, struct account *account, const struct seek_row *row,
                      bool stored)
{
    struct seek *seek = calloc(1, sizeof *seek);
    if (seek == NULL)
        abort();
    seek->row = *row;
    seek->account = account;
    seek->stored = stored;
    table_add(&machine->seeks_by_id, seek);

    seek->previous = machine->last_seek;
    if (machine->last_seek != NULL)
        machine->last_seek->next = seek;
    else
        machine->seeks = seek;
    machine->last_seek = seek;

    seek->next_of_account = account->seeks;
    if (account->seeks != NULL)
        account->seeks->previous_of_account = seek;
    account->seeks = seek;
    account->seek_count++;
    return seek;
}

static void unlink_seek(struct machine *machine, struct seek *seek)
{
    struct account *account = seek->account;
    table_remove(&machine->seeks_by_id, seek);
    if (seek->previous != NULL)
        seek->previous->next = seek->next;
    else
        machine->seeks = seek->next;
    if (seek->next != NULL)
        seek->next->previous = seek->previous;
    else
        machine->last_seek = seek->previous;
    if (seek->previous_of_account != NULL)
        seek->previous_of_account->next_of_account = seek->next_of_account;
    else
        account->seeks = seek->next_of_account;
    if (seek->next_of_account != NULL)
        seek->next_of_account->previous_of_account = seek->previous_of_account;
    account->seek_count--;
}

/* Sends what the writer holds to everybody in the lobby. */
static void tell_lobby(struct machine *machine)
{
    struct message *message = message_take(machine);
    size_t count = 0;
    for (const struct connection *c = machine->lobby; c != NULL; c = c->next_in_lobby) {
        recipients_reserve(machine, count + 1)[count] = c->id;
        count++;
    }
    if (count == 0)
        message_release(message);
    else
        message_send(machine, message, machine->recipients, count);
}

void seek_remove(struct machine *machine, struct seek *seek)
{
    unlink_seek(machine, seek);
    writer_key_string(event_begin(machine, "seek_removed"), "id", seek->row.id);
    view_event_end(&machine->writer);
    tell_lobby(machine);
    account_settle(machine, seek->account);
    free(seek);
}

void seek_store_drop(struct machine *machine, const struct seek *seek)
{
    if (!seek->stored)
        return;
    struct store_request *store = store_request_new(machine, STORE_SEEK_DROP);
    strcpy(store->as.seek_drop.id, seek->row.id);
    store_issue(machine, store);
}

void seek_write(struct writer *writer, const struct seek *seek)
{
    const struct seek_row *row = &seek->row;
    const struct account_row *account = &seek->account->row;
    struct seek_view view = {
        .id = row->id,
        .user = {.name = account->name,
                 .kind = account->kind,
                 .rating = account_rating(account, pool_of(row->size, &row->time))},
        .size = row->size,
        .time = &row->time,
        .rated = row->rated,
        .color = row->color,
        .rating_min = row->rating_min,
        .rating_max = row->rating_max,
        .at = row->at,
    };
    view_seek(writer, &view);
}

void seek_tell_added(struct machine *machine, const struct seek *seek)
{
    if (machine->lobby == NULL)
        return;
    struct writer *writer = event_begin(machine, "seek_added");
    writer_key(writer, "seek");
    seek_write(writer, seek);
    view_event_end(writer);
    tell_lobby(machine);
}

static bool in_range(const struct seek_row *row, const struct account_row *account)
{
    int rating = account_rating(account, pool_of(row->size, &row->time));
    return !row->rated || (rating >= row->rating_min && rating <= row->rating_max);
}

bool seek_admits(const struct seek *seek, const struct account_row *account)
{
    return in_range(&seek->row, account);
}

bool seek_fits(const struct seek_row *a, const struct account_row *account_a, const struct seek *b)
{
    const struct seek_row *row = &b->row;
    return a->size == row->size && a->rated == row->rated &&
           time_control_equal(&a->time, &row->time) &&
           (a->color == WANTED_RANDOM || a->color != row->color) && in_range(row, account_a) &&
           in_range(a, &b->account->row);
}

void seek_drop_in_memory(struct machine *machine, struct account *account)
{
    struct seek *next;
    for (struct seek *seek = account->seeks; seek != NULL; seek = next) {
        next = seek->next_of_account;
        if (!seek->stored)
            seek_remove(machine, seek);
    }
}

void seek_drop_clocked(struct machine *machine, struct account *account)
{
    struct seek *next;
    for (struct seek *seek = account->seeks; seek != NULL; seek = next) {
        next = seek->next_of_account;
        if (seek->row.time.kind == TIME_FISCHER)
            seek_remove(machine, seek);
    }
}

void seek_drop_expired(struct machine *machine)
{
    while (machine->seeks != NULL && machine->seeks->row.at + PAIRING_LIFE_MS <= machine->wall_ms)
        seek_remove(machine, machine->seeks);
}

void seek_free_all(struct machine *machine)
{
    while (machine->seeks != NULL) {
        struct seek *seek = machine->seeks;
        unlink_seek(machine, seek);
        free(seek);
    }
}
