/* The lobby as one connection has been told of it: what was open when it came, what came and went
 * since. For the judge and the audit. */
#pragma once

#include <jansson.h>

#include "server/machine/storage.h"

#define LOBBY_VIEW_MAX 1024

struct lobby_view {
    bool follows;
    size_t count;
    char seeks[LOBBY_VIEW_MAX][ID_SIZE]; /* the oldest first */
};

/* The reply to `lobby`: it is told of everything from here on. */
void lobby_view_set(struct lobby_view *view, const json_t *seeks);

/* An event. NULL, or what is wrong about it. */
const char *lobby_view_added(struct lobby_view *view, const json_t *seek);
const char *lobby_view_removed(struct lobby_view *view, const char *id);

/* Whether both show the same seeks in the same order. */
bool lobby_view_equal(const struct lobby_view *a, const struct lobby_view *b);
