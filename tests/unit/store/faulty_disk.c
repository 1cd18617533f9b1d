#include "tests/unit/store/faulty_disk.h"

#include <assert.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct faulty_disk disk;

/* A file of ours, followed in memory by the real one. */
struct file {
    sqlite3_file base;
    const char *name;
    sqlite3_file real[];
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

/* Whether this operation goes through. */
static bool passes(bool is_sync)
{
    disk.operations++;
    if (disk.failed && is_sync)
        disk.syncs_after++;
    if (disk.trouble == DISK_SOUND || disk.operations < disk.at)
        return true;
    if (disk.trouble == DISK_KILLS)
        raise(SIGKILL);
    if (!disk.failed)
        disk.failed_at_sync = is_sync;
    disk.failed = true;
    return false;
}

static void keep_copy(sqlite3_file *file, const char *name)
{
    char path[256];
    const char *last = strrchr(name, '/');
    snprintf(path, sizeof(path), "%s%s", disk.kept, last);
    sqlite3_int64 size = 0;
    int code = file->pMethods->xFileSize(file, &size);
    assert(code == SQLITE_OK);
    char *bytes = calloc(1, (size_t)size + 1);
    if (size > 0)
        code = file->pMethods->xRead(file, bytes, (int)size, 0);
    assert(code == SQLITE_OK);
    FILE *copy = fopen(path, "wb");
    assert(copy != NULL);
    size_t written = fwrite(bytes, 1, (size_t)size, copy);
    assert(written == (size_t)size);
    fclose(copy);
    free(bytes);
}

static int on_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    file = passes(false) ? real_of(file) : NULL;
    return file == NULL ? SQLITE_IOERR_WRITE : file->pMethods->xWrite(file, bytes, count, offset);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    file = passes(false) ? real_of(file) : NULL;
    return file == NULL ? SQLITE_IOERR_TRUNCATE : file->pMethods->xTruncate(file, size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    if (!passes(true))
        return SQLITE_IOERR_FSYNC;
    sqlite3_file *real = real_of(file);
    int code = real->pMethods->xSync(real, flags);
    if (code == SQLITE_OK && disk.kept != NULL)
        keep_copy(real, ((struct file *)file)->name);
    return code;
}

/* All else is passed on as it is. */
static int on_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int on_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int on_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int on_check_lock(sqlite3_file *file, int *reserved)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int on_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int on_sector_size(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int on_characteristics(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int on_shared_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int on_shared_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void on_shared_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int on_shared_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_file_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_characteristics,
    .xShmMap = on_shared_map,
    .xShmLock = on_shared_lock,
    .xShmBarrier = on_shared_barrier,
    .xShmUnmap = on_shared_unmap,
};

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                   int *flags_out)
{
    (void)vfs;
    struct file *ours = (struct file *)file;
    int code = real_vfs->xOpen(real_vfs, name, ours->real, flags, flags_out);
    file->pMethods = code == SQLITE_OK ? &methods : NULL;
    ours->name = name;
    return code;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    if (!passes(false))
        return SQLITE_IOERR_DELETE;
    if (disk.kept != NULL) {
        char path[256];
        snprintf(path, sizeof(path), "%s%s", disk.kept, strrchr(name, '/'));
        unlink(path);
    }
    return real_vfs->xDelete(real_vfs, name, sync);
}

void disk_install(void)
{
    static sqlite3_vfs vfs;
    real_vfs = sqlite3_vfs_find(NULL);
    assert(real_vfs != NULL && real_vfs != &vfs);
    vfs = *real_vfs;
    vfs.zName = "troubled";
    vfs.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
    vfs.xOpen = on_open;
    vfs.xDelete = on_delete;
    int code = sqlite3_vfs_register(&vfs, 1);
    assert(code == SQLITE_OK);
}
