#include "tests/support/disk.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void give_up(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s\n", what, about);
    abort();
}

void disk_init(struct disk *disk)
{
    *disk = (struct disk){0};
    const char *parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(disk->folder, sizeof disk->folder, "%s/clamber-world-XXXXXX", parent);
    if (mkdtemp(disk->folder) == NULL)
        give_up("cannot make a folder", disk->folder);
}

static void remove_folder(const char *folder)
{
    DIR *listing = opendir(folder);
    if (listing == NULL)
        give_up("cannot list", folder);
    for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2)
            unlinkat(dirfd(listing), entry->d_name, 0);
    }
    closedir(listing);
    if (rmdir(folder) != 0)
        give_up("cannot remove", folder);
}

void disk_deinit(struct disk *disk)
{
    disk_close(disk);
    fifo_deinit(&disk->pending);
    fifo_deinit(&disk->written);
    fifo_deinit(&disk->asked);
    fifo_deinit(&disk->answered);
    remove_folder(disk->folder);
}

void disk_open(struct disk *disk, struct restored *restored)
{
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    disk->store = store_open(disk->folder, notice, error);
    if (disk->store == NULL || !store_load(disk->store, restored, error))
        give_up("the store does not open", error);
    disk->reader = reader_open(disk->folder, error);
    if (disk->reader == NULL)
        give_up("the reader does not open", error);
}

void disk_close(struct disk *disk)
{
    void *item;
    while ((item = fifo_take(&disk->pending)) != NULL)
        store_request_destroy(item);
    while ((item = fifo_take(&disk->written)) != NULL)
        free(item);
    while ((item = fifo_take(&disk->asked)) != NULL)
        free(item);
    while ((item = fifo_take(&disk->answered)) != NULL)
        read_answer_destroy(item);
    if (disk->reader != NULL)
        reader_close(disk->reader);
    store_close(disk->store);
    disk->reader = NULL;
    disk->store = NULL;
}

static void keep_result(struct disk *disk, const struct store_result *result)
{
    struct store_result *kept = malloc(sizeof *kept);
    if (kept == NULL)
        abort();
    *kept = *result;
    fifo_put(&disk->written, kept);
}

void disk_write(struct disk *disk, size_t most)
{
    struct store_request *requests[STORE_BATCH_MAX];
    struct store_result results[STORE_BATCH_MAX];
    char error[STORE_ERROR_SIZE];
    size_t count = 0;
    while (count < most && count < STORE_BATCH_MAX && disk->pending.count > 0)
        requests[count++] = fifo_take(&disk->pending);
    if (count == 0)
        return;
    if (!store_commit(disk->store, requests, count, results, error))
        give_up("the store does not write", error);
    for (size_t i = 0; i < count; i++) {
        keep_result(disk, &results[i]);
        if (disk->on_written != NULL)
            disk->on_written(disk->context, requests[i], &results[i]);
        store_request_destroy(requests[i]);
    }
}

void disk_fetch(struct disk *disk)
{
    char error[STORE_ERROR_SIZE];
    struct read_request *request = fifo_take(&disk->asked);
    if (request == NULL)
        return;
    struct read_answer *answer = reader_answer(disk->reader, request, error);
    if (answer->status == READ_FAILED)
        give_up("the reader does not read", error);
    fifo_put(&disk->answered, answer);
    free(request);
}
