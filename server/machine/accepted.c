#include "server/machine/accepted.h"

#include <string.h>

void accepted_remember(struct machine *machine, const char *id, const struct account *by,
                       const struct game *game)
{
    struct accepted *entry = &machine->accepted[machine->accepted_next++ % ACCEPTED_MAX];
    strcpy(entry->id, id);
    strcpy(entry->account, by->row.id);
    strcpy(entry->game, game->id);
}

const char *accepted_before(const struct machine *machine, const char *id, const struct account *by)
{
    /* A slot never used has the id "". */
    for (size_t i = 0; id[0] != '\0' && i < ACCEPTED_MAX; i++) {
        const struct accepted *entry = &machine->accepted[i];
        if (strcmp(entry->id, id) == 0 && strcmp(entry->account, by->row.id) == 0)
            return entry->game;
    }
    return NULL;
}
