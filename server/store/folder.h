/* The folder of the data and the lock on it: one server to a folder.
 * Held for as long as the store is open; called by store_open and store_close. Never looks into the
 * database. */
#pragma once

#include "server/store/store.h"

#include <limits.h>

struct folder {
    int lock;                /* file descriptor of the locked file */
    char database[PATH_MAX]; /* path of the database file */
};

/* Makes the folder (and those above it) where it is missing, takes the lock, and makes an empty
 * database file that only its owner may read where there is none. False with a line in `error`. */
bool folder_open(struct folder *folder, const char *path, char error[STORE_ERROR_SIZE]);
void folder_close(struct folder *folder);

/* The path of the database file in `folder`. False where it would be too long. */
bool folder_database_path(const char *folder, char path[PATH_MAX]);
