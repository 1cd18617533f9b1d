#include "server/machine/mainline.h"

#include <stdlib.h>
#include <string.h>

void mainline_init(struct mainline *line)
{
    memset(line, 0, sizeof *line);
}

void mainline_deinit(struct mainline *line)
{
    free(line->v);
    mainline_init(line);
}

static void add(struct mainline *line, int64_t v)
{
    if (line->count == line->capacity) {
        line->capacity = line->capacity == 0 ? 128 : line->capacity * 2;
        line->v = realloc(line->v, line->capacity * sizeof *line->v);
        if (line->v == NULL)
            abort();
    }
    line->v[line->count++] = v;
}

bool mainline_read(struct mainline *line, const unsigned char *bytes, size_t length,
                   int64_t before_v)
{
    struct log_reader reader = {.bytes = bytes, .length = length};
    struct log_item item;
    line->count = 0;
    while (reader.v + 1 < before_v && log_next(&reader, &item)) {
        if (item.kind == STREAM_MOVE || item.kind == STREAM_SKIP)
            add(line, item.v);
        else if (item.kind == STREAM_TAKEBACK && item.ply > (int64_t)line->count)
            return false;
        else if (item.kind == STREAM_TAKEBACK)
            line->count = (size_t)item.ply;
    }
    return !reader.damaged;
}
