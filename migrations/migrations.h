/* The schema of the database, step by step, as it is built into the program.
 * Made by embed.py from the files NNNN_name.sql of this folder; applied by server/store/schema.c.
 * A file that has been released is never changed: what is to be different goes into the next. */
#pragma once

#include <stddef.h>

struct migration {
    int number; /* the user_version of a database that has it: 1, 2, 3 … without a gap */
    const char *name;
    const char *sql;
};

extern const struct migration migrations[];
extern const size_t migration_count;
