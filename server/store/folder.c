#include "server/store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_NAME "lock"
#define DATABASE_NAME "clamber.db"

static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    int length = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX;
}

bool folder_database_path(const char *folder, char path[PATH_MAX])
{
    return join(path, folder, DATABASE_NAME);
}

static bool fail(char error[STORE_ERROR_SIZE], const char *what, const char *path)
{
    snprintf(error, STORE_ERROR_SIZE, "cannot %s %.400s: %s", what, path, strerror(errno));
    return false;
}

/* A new name in a folder is there after a power cut only once the folder is synced. */
static bool sync_folder(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool synced = fsync(descriptor) == 0;
    int error = errno;
    close(descriptor);
    errno = error;
    return synced;
}

/* Makes one folder and syncs the one that it is in. One that is there already is fine. */
static bool make_one(const char *path, const char *parent)
{
    if (mkdir(path, 0700) == 0)
        return sync_folder(parent);
    struct stat found;
    int error = errno;
    if (error == EEXIST && stat(path, &found) == 0 && !S_ISDIR(found.st_mode))
        error = ENOTDIR;
    errno = error;
    return error == EEXIST;
}

static bool make_folders(const char *path, char error[STORE_ERROR_SIZE])
{
    char part[PATH_MAX];
    char parent[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof(part)) {
        errno = length == 0 ? ENOENT : ENAMETOOLONG;
        return fail(error, "make the folder", path);
    }
    strcpy(parent, path[0] == '/' ? "/" : ".");
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (!make_one(part, parent))
            return fail(error, "make the folder", part);
        memcpy(parent, part, i + 1);
    }
    return true;
}

/* Says who holds the lock, where the holder has written its process id. */
static bool fail_locked(int lock, const char *path, char error[STORE_ERROR_SIZE])
{
    char holder[32] = "";
    ssize_t length = pread(lock, holder, sizeof(holder) - 1, 0);
    holder[length > 0 ? length : 0] = '\0';
    int process = atoi(holder);
    char who[48] = "";
    if (process > 0)
        snprintf(who, sizeof(who), " (process %d)", process);
    snprintf(
        error, STORE_ERROR_SIZE,
        "another clamberd%s is using %.300s: stop it first, or choose another folder with --data",
        who, path);
    return false;
}

/* False where it could not be written. */
static bool sign(int lock)
{
    char text[32];
    int length = snprintf(text, sizeof(text), "%ld\n", (long)getpid());
    return ftruncate(lock, 0) == 0 && pwrite(lock, text, (size_t)length, 0) == length;
}

static bool take_lock(struct folder *folder, const char *path, char error[STORE_ERROR_SIZE])
{
    char name[PATH_MAX];
    if (!join(name, path, LOCK_NAME) || !folder_database_path(path, folder->database)) {
        errno = ENAMETOOLONG;
        return fail(error, "use the folder", path);
    }
    folder->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (folder->lock < 0)
        return fail(error, "write in the folder", path);
    if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            fail_locked(folder->lock, path, error);
        else
            fail(error, "lock", name);
    } else if (sign(folder->lock)) {
        return true;
    } else {
        fail(error, "write", name);
    }
    close(folder->lock);
    return false;
}

/* SQLite would make the file readable by everyone, and it holds password hashes. The files beside
 * it get the same rights. */
static bool make_database(const struct folder *folder, const char *path,
                          char error[STORE_ERROR_SIZE])
{
    int descriptor = open(folder->database, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != EEXIST)
        return fail(error, "make the database", folder->database);
    if (descriptor >= 0)
        close(descriptor);
    if (!sync_folder(path))
        return fail(error, "sync the folder", path);
    return true;
}

bool folder_open(struct folder *folder, const char *path, char error[STORE_ERROR_SIZE])
{
    if (!make_folders(path, error) || !take_lock(folder, path, error))
        return false;
    if (make_database(folder, path, error))
        return true;
    folder_close(folder);
    return false;
}

void folder_close(struct folder *folder)
{
    close(folder->lock);
}
