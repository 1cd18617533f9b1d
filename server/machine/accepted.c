#include "server/machine/accepted.h"

#include <string.h>

void accepted_remember(struct machine *machine, const struct accepted_row *row)
{
    machine->accepted[machine->accepted_next++ % ACCEPTED_MAX] = *row;
}

const char *accepted_before(const struct machine *machine, const char *id, const struct account *by)
{
    /* A slot never used has the id "". */
    for (size_t i = 0; id[0] != '\0' && i < ACCEPTED_MAX; i++) {
        const struct accepted_row *row = &machine->accepted[i];
        if (strcmp(row->id, id) == 0 && strcmp(row->account, by->row.id) == 0)
            return row->game;
    }
    return NULL;
}
