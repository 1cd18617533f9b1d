#include "server/machine/deadlines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void deadlines_init(struct deadlines *deadlines)
{
    memset(deadlines, 0, sizeof *deadlines);
}

void deadlines_deinit(struct deadlines *deadlines)
{
    free(deadlines->heap);
    deadlines_init(deadlines);
}

static bool earlier(const struct deadline *a, const struct deadline *b)
{
    return a->due_ms != b->due_ms ? a->due_ms < b->due_ms : a->order < b->order;
}

static void put(struct deadlines *deadlines, size_t place, struct deadline *deadline)
{
    deadlines->heap[place] = deadline;
    deadline->place = (uint32_t)place;
}

static void sift_up(struct deadlines *deadlines, size_t place, struct deadline *deadline)
{
    for (; place > 1 && earlier(deadline, deadlines->heap[place / 2]); place /= 2)
        put(deadlines, place, deadlines->heap[place / 2]);
    put(deadlines, place, deadline);
}

static void sift_down(struct deadlines *deadlines, size_t place, struct deadline *deadline)
{
    for (;;) {
        size_t child = place * 2;
        if (child > deadlines->count)
            break;
        if (child < deadlines->count && earlier(deadlines->heap[child + 1], deadlines->heap[child]))
            child++;
        if (!earlier(deadlines->heap[child], deadline))
            break;
        put(deadlines, place, deadlines->heap[child]);
        place = child;
    }
    put(deadlines, place, deadline);
}

void deadlines_arm(struct deadlines *deadlines, struct deadline *deadline, int64_t due_ms)
{
    deadlines_drop(deadlines, deadline);
    if (deadlines->count + 2 > deadlines->capacity) {
        deadlines->capacity = deadlines->capacity == 0 ? 64 : deadlines->capacity * 2;
        deadlines->heap = realloc(deadlines->heap, deadlines->capacity * sizeof(struct deadline *));
        if (deadlines->heap == NULL)
            abort();
    }
    deadline->due_ms = due_ms;
    deadline->order = deadlines->armed++;
    deadlines->count++;
    sift_up(deadlines, deadlines->count, deadline);
}

void deadlines_drop(struct deadlines *deadlines, struct deadline *deadline)
{
    if (!deadline_armed(deadline))
        return;
    size_t place = deadline->place;
    assert(deadlines->heap[place] == deadline);
    deadline->place = 0;
    struct deadline *last = deadlines->heap[deadlines->count--];
    if (last == deadline)
        return;
    if (place > 1 && earlier(last, deadlines->heap[place / 2]))
        sift_up(deadlines, place, last);
    else
        sift_down(deadlines, place, last);
}

struct deadline *deadlines_first(const struct deadlines *deadlines)
{
    return deadlines->count == 0 ? NULL : deadlines->heap[1];
}
