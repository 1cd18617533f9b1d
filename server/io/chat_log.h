/* The chat log: a file for moderators, to which each line of chat is appended once it is on disk
 * and before anybody is shown it, as one JSON object:
 *
 *     {"at":…,"game":"…","room":"players"|"spectators","user":"…","seq":…,"text":"…"}
 *
 * The database has the same lines, but no other process may open it while the server runs. SIGHUP
 * opens the file anew, for whoever rotates it. A file that cannot be written stops nobody's play.
 * Called by the driver, on the loop's thread; NULL, which is no chat log, is let pass. */
#pragma once

#include "server/machine/storage.h"

#include <uv.h>

#define CHAT_LOG_ERROR_SIZE 512

struct chat_log;

/* Opens the file, made where it is missing, to append. NULL where that cannot be, with one line in
 * `error`. */
struct chat_log *chat_log_create(uv_loop_t *loop, const char *path,
                                 char error[CHAT_LOG_ERROR_SIZE]);
/* Its memory goes once the loop has run its closing callbacks. */
void chat_log_destroy(struct chat_log *log);

/* A request on its way to disk: what it says is kept until it is there. */
void chat_log_add(struct chat_log *log, const struct store_request *request);
/* The request of that number is on disk. Numbers come in order. */
void chat_log_stored(struct chat_log *log, uint64_t number);
