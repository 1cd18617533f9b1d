#include "server/io/chat_log.h"

#include "proto/request.h"
#include "proto/writer.h"
#include "server/io/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A line on its way to disk. */
struct waiting_line {
    struct waiting_line *next;
    uint64_t number; /* of the store request */
    size_t length;
    char bytes[]; /* with its line end */
};

struct chat_log {
    char *path;
    int file;
    bool torn;        /* the file ends in the middle of a line */
    uint64_t missing; /* lines that could not be written since the last that could */
    struct waiting_line *first, *last;
    struct writer writer;
    uv_signal_t reopen;
};

/* Not blocked by a pipe that nobody reads: play waits for no moderator. */
static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
                S_IRUSR | S_IWUSR);
}

/* Whether the file ends in the middle of a line, as a crash may leave it. */
static bool ends_torn(int file, const char *path)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
        return false;
    char last = '\n';
    int reading = open(path, O_RDONLY | O_CLOEXEC);
    bool torn = reading >= 0 && pread(reading, &last, 1, status.st_size - 1) == 1 && last != '\n';
    if (reading >= 0)
        close(reading);
    return torn;
}

/* The old file is kept where the new one cannot be opened. */
static void on_reopen(uv_signal_t *handle, int number)
{
    struct chat_log *log = handle->data;
    (void)number;
    int file = open_file(log->path);
    if (file < 0) {
        log_line(LOG_LEVEL_WARNING, "%.300s: the chat log cannot be opened again: %s", log->path,
                 strerror(errno));
        return;
    }
    close(log->file);
    log->file = file;
    log->torn = ends_torn(file, log->path);
    log_line(LOG_LEVEL_INFO, "%.300s: the chat log is opened again", log->path);
}

struct chat_log *chat_log_create(uv_loop_t *loop, const char *path, char error[CHAT_LOG_ERROR_SIZE])
{
    struct chat_log *log = calloc(1, sizeof *log);
    if (log == NULL || (log->path = strdup(path)) == NULL)
        abort();
    log->file = open_file(path);
    if (log->file < 0 || uv_signal_init(loop, &log->reopen) != 0) {
        snprintf(error, CHAT_LOG_ERROR_SIZE, "%.300s: the chat log cannot be opened: %s", path,
                 strerror(errno));
        if (log->file >= 0)
            close(log->file);
        free(log->path);
        free(log);
        return NULL;
    }
    log->torn = ends_torn(log->file, path);
    log->reopen.data = log;
    uv_signal_start(&log->reopen, on_reopen, SIGHUP);
    /* It is no reason for the loop to go on. */
    uv_unref((uv_handle_t *)&log->reopen);
    writer_init(&log->writer);
    return log;
}

static void on_closed(uv_handle_t *handle)
{
    struct chat_log *log = handle->data;
    while (log->first != NULL) {
        struct waiting_line *line = log->first;
        log->first = line->next;
        free(line);
    }
    writer_deinit(&log->writer);
    close(log->file);
    free(log->path);
    free(log);
}

void chat_log_destroy(struct chat_log *log)
{
    if (log != NULL)
        uv_close((uv_handle_t *)&log->reopen, on_closed);
}

static void write_text(struct writer *writer, const struct store_request *request)
{
    const struct chat_line *line = request->as.chat_add.line;
    writer_clear(writer);
    writer_object(writer);
    writer_key_integer(writer, "at", line->at);
    writer_key_string(writer, "game", request->as.chat_add.game);
    writer_key_string(writer, "room", chat_room_text(request->as.chat_add.room));
    writer_key_string(writer, "user", line->name);
    writer_key_integer(writer, "seq", line->seq);
    writer_key_string(writer, "text", line->text);
    writer_object_end(writer);
    writer_raw(writer, "\n", 1);
}

void chat_log_add(struct chat_log *log, const struct store_request *request)
{
    if (log == NULL || request->kind != STORE_CHAT_ADD)
        return;
    write_text(&log->writer, request);
    struct waiting_line *line = malloc(sizeof *line + log->writer.length);
    if (line == NULL)
        abort();
    line->next = NULL;
    line->number = request->number;
    line->length = log->writer.length;
    memcpy(line->bytes, log->writer.bytes, line->length);
    if (log->last != NULL)
        log->last->next = line;
    else
        log->first = line;
    log->last = line;
}

/* A line that was cut short by a full disk or a crash is ended first, so that it spoils no other.
 */
static bool append(struct chat_log *log, const struct waiting_line *line)
{
    if (log->torn && write(log->file, "\n", 1) != 1)
        return false;
    log->torn = false;
    ssize_t written = write(log->file, line->bytes, line->length);
    log->torn = written > 0 && (size_t)written < line->length;
    if (log->torn)
        errno = ENOSPC;
    return written == (ssize_t)line->length;
}

/* Said once, when it begins, and once when it is over. */
static void tell(struct chat_log *log, bool appended)
{
    if (!appended && log->missing++ == 0)
        log_line(LOG_LEVEL_WARNING, "%.300s: chat is not logged, play goes on: %s", log->path,
                 strerror(errno));
    if (!appended || log->missing == 0)
        return;
    log_line(LOG_LEVEL_WARNING, "%.300s: chat is logged again; lines missing: %" PRIu64, log->path,
             log->missing);
    log->missing = 0;
}

void chat_log_stored(struct chat_log *log, uint64_t number)
{
    while (log != NULL && log->first != NULL && log->first->number <= number) {
        struct waiting_line *line = log->first;
        log->first = line->next;
        if (log->first == NULL)
            log->last = NULL;
        tell(log, append(log, line));
        free(line);
    }
}
