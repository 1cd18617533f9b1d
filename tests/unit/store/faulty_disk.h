/* A disk that goes wrong when told to: SQLite's file system with every write, sync, truncation and
 * deletion counted. Becomes the default of the process with disk_install. */
#pragma once

#include <stdbool.h>

enum disk_trouble {
    DISK_SOUND,
    DISK_FAILS, /* from the given operation on every one of them fails */
    DISK_KILLS, /* the process is killed in place of the given operation */
};

struct faulty_disk {
    enum disk_trouble trouble;
    int at;              /* operation, from 1 */
    int operations;      /* so far */
    int syncs_after;     /* tried after the first failure */
    bool failed;         /* an operation has failed */
    bool failed_at_sync; /* and it was a sync */
    const char *kept;    /* folder that gets a copy of each file when it is synced, or NULL: what
                          * a power cut would leave */
};

extern struct faulty_disk disk;

void disk_install(void);
