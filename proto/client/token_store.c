#include "proto/client/token_store.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 1200

static bool make_folders(const char *folder);
static bool name_to_path(const struct token_store *store, const char *name, const char *suffix,
                         char path[PATH_SIZE]);
static bool read_token(const char *path, char token[TOKEN_TEXT_MAX]);
static bool newest(const struct token_store *store, char found[PLAYER_NAME_MAX]);

void token_store_init(struct token_store *store, const struct address *address)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    char server[ADDRESS_TEXT_MAX];
    address_format(address, server);
    int length = -1;
    /* The XDG specification has relative paths ignored. */
    if (state != NULL && state[0] == '/')
        length = snprintf(store->folder, sizeof store->folder, "%s/clamber/%s", state, server);
    else if (home != NULL && home[0] == '/')
        length = snprintf(store->folder, sizeof store->folder, "%s/.local/state/clamber/%s", home,
                          server);
    if (length < 0 || (size_t)length >= sizeof store->folder)
        store->folder[0] = '\0';
}

bool token_store_find(const struct token_store *store, const char *name,
                      char found[PLAYER_NAME_MAX], char token[TOKEN_TEXT_MAX])
{
    char path[PATH_SIZE];
    if (name != NULL)
        snprintf(found, PLAYER_NAME_MAX, "%s", name);
    else if (!newest(store, found))
        return false;
    return name_to_path(store, found, "", path) && read_token(path, token);
}

/* Written beside and renamed, so that a crash leaves the old sign-in or the new one. */
bool token_store_keep(const struct token_store *store, const char *name, const char *token)
{
    char path[PATH_SIZE];
    char draft[PATH_SIZE];
    char suffix[32];
    snprintf(suffix, sizeof suffix, ".%d~", (int)getpid());
    errno = ENOENT;
    if (!name_to_path(store, name, "", path) || !name_to_path(store, name, suffix, draft) ||
        !make_folders(store->folder))
        return false;
    int file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    size_t length = strlen(token);
    bool written = write(file, token, length) == (ssize_t)length && fsync(file) == 0;
    if (close(file) == 0 && written && rename(draft, path) == 0)
        return true;
    int failure = errno;
    unlink(draft);
    errno = failure;
    return false;
}

void token_store_forget(const struct token_store *store, const char *name, const char *token)
{
    char path[PATH_SIZE];
    char kept[TOKEN_TEXT_MAX];
    if (name_to_path(store, name, "", path) && read_token(path, kept) && strcmp(kept, token) == 0)
        unlink(path);
}

/* The folders of the path that are missing, each for its owner only. */
static bool make_folders(const char *folder)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* A file is named for the user, in lower case since names differ by more than case. */
static bool name_to_path(const struct token_store *store, const char *name, const char *suffix,
                         char path[PATH_SIZE])
{
    char lower[PLAYER_NAME_MAX];
    size_t length = strlen(name);
    if (store->folder[0] == '\0' || length == 0 || length >= sizeof lower)
        return false;
    for (size_t i = 0; i <= length; i++) {
        if (name[i] != '\0' && !isalnum((unsigned char)name[i]) && strchr("-_", name[i]) == NULL)
            return false;
        lower[i] = (char)tolower((unsigned char)name[i]);
    }
    snprintf(path, PATH_SIZE, "%s/%s%s", store->folder, lower, suffix);
    return true;
}

static bool read_token(const char *path, char token[TOKEN_TEXT_MAX])
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, token, TOKEN_TEXT_MAX - 1);
    close(file);
    if (length <= 0)
        return false;
    token[length] = '\0';
    token[strcspn(token, " \t\r\n")] = '\0';
    return token[0] != '\0';
}

static bool newest(const struct token_store *store, char found[PLAYER_NAME_MAX])
{
    struct timespec latest = {0};
    bool any = false;
    DIR *folder = store->folder[0] != '\0' ? opendir(store->folder) : NULL;
    if (folder == NULL)
        return false;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        struct stat status;
        char path[PATH_SIZE];
        /* Names of users only: neither "." nor a draft that was left behind. */
        if (strlen(entry->d_name) >= PLAYER_NAME_MAX ||
            !name_to_path(store, entry->d_name, "", path) || stat(path, &status) != 0)
            continue;
        bool later =
            status.st_mtim.tv_sec > latest.tv_sec ||
            (status.st_mtim.tv_sec == latest.tv_sec && status.st_mtim.tv_nsec > latest.tv_nsec);
        if (any && !later)
            continue;
        latest = status.st_mtim;
        snprintf(found, PLAYER_NAME_MAX, "%s", entry->d_name);
        any = true;
    }
    closedir(folder);
    return any;
}
