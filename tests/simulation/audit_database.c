#include "tests/simulation/audit_database.h"

#include <inttypes.h>

#include "server/check/check.h"

static void complain(void *context, const char *line)
{
    run_complain(context, "the database: %s", line);
}

void audit_database(struct run *run)
{
    struct check_counts counts;
    char error[STORE_ERROR_SIZE];
    disk_close(&run->world->disk);
    if (!check_folder(run->world->disk.folder, complain, run, &counts, error))
        run_complain(run, "the database cannot be checked: %s", error);
    else if (counts.ended != (int64_t)run->ledger.ended_count)
        run_complain(run, "%zu games have ended, and %" PRId64 " are in the database",
                     run->ledger.ended_count, counts.ended);
}
