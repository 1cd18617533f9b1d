#include "tests/support/lobby_view.h"

#include <stdio.h>
#include <string.h>

static size_t find(const struct lobby_view *view, const char *id)
{
    size_t at = 0;
    while (at < view->count && strcmp(view->seeks[at], id) != 0)
        at++;
    return at;
}

static const char *id_of(const json_t *seek)
{
    const char *id = json_string_value(json_object_get(seek, "id"));
    return id == NULL ? "" : id;
}

static const char *add(struct lobby_view *view, const char *id)
{
    if (strlen(id) != ID_LENGTH)
        return "a seek without its id";
    if (find(view, id) < view->count)
        return "a seek that is in the lobby already";
    if (view->count == LOBBY_VIEW_MAX)
        return "more seeks than the test has room for";
    strcpy(view->seeks[view->count++], id);
    return NULL;
}

void lobby_view_set(struct lobby_view *view, const json_t *seeks)
{
    size_t index;
    const json_t *seek;
    view->follows = true;
    view->count = 0;
    json_array_foreach(seeks, index, seek)
        add(view, id_of(seek));
}

const char *lobby_view_added(struct lobby_view *view, const json_t *seek)
{
    return view->follows ? add(view, id_of(seek)) : "it does not follow the lobby";
}

const char *lobby_view_removed(struct lobby_view *view, const char *id)
{
    if (!view->follows)
        return "it does not follow the lobby";
    size_t at = id == NULL ? view->count : find(view, id);
    if (at == view->count)
        return "a seek goes that was not in the lobby";
    view->count--;
    memmove(view->seeks[at], view->seeks[at + 1], (view->count - at) * sizeof view->seeks[0]);
    return NULL;
}

bool lobby_view_equal(const struct lobby_view *a, const struct lobby_view *b)
{
    return a->count == b->count && memcmp(a->seeks, b->seeks, a->count * sizeof a->seeks[0]) == 0;
}
