#include "server/io/log.h"

#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* A pipe that is ready takes at least this much without blocking. */
#define LINE_SIZE 1024

static const char *log_level_text(enum log_level level)
{
    switch (level) {
    case LOG_LEVEL_INFO:
        return "info";
    case LOG_LEVEL_WARNING:
        return "warning";
    case LOG_LEVEL_ERROR:
        return "error";
    }
    return "error";
}

/* The time and the level; returns the length. */
static size_t log_head(char line[LINE_SIZE], enum log_level level)
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(line, LINE_SIZE, "%Y-%m-%dT%H:%M:%S", &parts);
    length += (size_t)snprintf(line + length, LINE_SIZE - length,
                               ".%03dZ %s: ", (int)(now.tv_nsec / 1000000), log_level_text(level));
    return length;
}

static void log_write(char line[LINE_SIZE], size_t length)
{
    static unsigned long dropped;
    struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) {
        dropped++;
        return;
    }
    if (dropped > 0) {
        dprintf(STDERR_FILENO, "(%lu lines were dropped: nobody read them)\n", dropped);
        dropped = 0;
    }
    line[length] = '\n';
    if (write(STDERR_FILENO, line, length + 1) < 0)
        dropped++;
}

void log_line(enum log_level level, const char *format, ...)
{
    char line[LINE_SIZE];
    size_t length = log_head(line, level);
    size_t room = LINE_SIZE - length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(line + length, room, format, arguments);
    va_end(arguments);
    if (wanted < 0)
        return;
    /* The NUL's place is taken by the line end. */
    length += (size_t)wanted < room ? (size_t)wanted : room - 1;
    log_write(line, length);
}
