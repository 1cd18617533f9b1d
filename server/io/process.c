#include "server/io/process.h"

#include "server/io/log.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Files beside the connections: the database and its log twice, the loop, listeners, standard
 * streams, and some room. */
#define OTHER_FILES 64

uint32_t process_prepare(uint32_t wanted)
{
    /* A peer that has gone is told by the write that fails. */
    signal(SIGPIPE, SIG_IGN);
    /* The database has hashes of passwords. */
    umask(S_IRWXG | S_IRWXO);

    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return wanted;
    if (files.rlim_cur < files.rlim_max) {
        struct rlimit more = {.rlim_cur = files.rlim_max, .rlim_max = files.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            files = more;
    }
    if (files.rlim_cur == RLIM_INFINITY || files.rlim_cur >= (rlim_t)wanted + OTHER_FILES)
        return wanted;
    uint32_t room = files.rlim_cur > OTHER_FILES + 1 ? (uint32_t)files.rlim_cur - OTHER_FILES : 1;
    log_line(LOG_LEVEL_WARNING,
             "only %u connections at a time: the limit of open files (ulimit -n) is %llu", room,
             (unsigned long long)files.rlim_cur);
    return room;
}
