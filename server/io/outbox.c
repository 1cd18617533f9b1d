#include "server/io/outbox.h"

#include <assert.h>
#include <stdlib.h>

#define FIRST_CAPACITY 8u
/* An empty ring larger than this is given back. */
#define KEPT_CAPACITY 64u

void outbox_init(struct outbox *outbox)
{
    *outbox = (struct outbox){0};
}

static struct piece *outbox_at(const struct outbox *outbox, uint32_t index)
{
    return &outbox->ring[(outbox->head + index) & (outbox->capacity - 1)];
}

void outbox_deinit(struct outbox *outbox)
{
    for (uint32_t i = 0; i < outbox->count; i++)
        message_release(outbox_at(outbox, i)->message);
    free(outbox->ring);
    outbox_init(outbox);
}

static void outbox_grow(struct outbox *outbox)
{
    uint32_t capacity = outbox->capacity == 0 ? FIRST_CAPACITY : 2 * outbox->capacity;
    struct piece *ring = calloc(capacity, sizeof *ring);
    if (ring == NULL)
        abort();
    for (uint32_t i = 0; i < outbox->count; i++)
        ring[i] = *outbox_at(outbox, i);
    free(outbox->ring);
    outbox->ring = ring;
    outbox->head = 0;
    outbox->capacity = capacity;
}

static bool outbox_counts(const struct piece *piece)
{
    return piece->length <= OUTBOX_SOFT_LIMIT;
}

void outbox_push(struct outbox *outbox, struct message *message)
{
    outbox_push_part(outbox, message, message->bytes, message->length);
}

void outbox_push_part(struct outbox *outbox, struct message *message, char *bytes, size_t length)
{
    assert(length > 0);
    if (outbox->count == outbox->capacity)
        outbox_grow(outbox);
    struct piece *piece = outbox_at(outbox, outbox->count++);
    *piece = (struct piece){.message = message_keep(message), .bytes = bytes, .length = length};
    outbox->bytes += length;
    if (outbox_counts(piece))
        outbox->counted += length;
}

void outbox_cut(struct outbox *outbox, size_t in_flight)
{
    uint32_t kept = 0;
    size_t bytes = 0;
    while (kept < outbox->count && (bytes < in_flight || (kept == 0 && outbox->written > 0))) {
        bytes += outbox_at(outbox, kept)->length - (kept == 0 ? outbox->written : 0);
        kept++;
    }
    while (outbox->count > kept) {
        struct piece *last = outbox_at(outbox, --outbox->count);
        outbox->bytes -= last->length;
        if (outbox_counts(last))
            outbox->counted -= last->length;
        message_release(last->message);
    }
}

unsigned outbox_gather(const struct outbox *outbox, uv_buf_t *buffers, unsigned most, size_t *bytes)
{
    unsigned count = outbox->count < most ? outbox->count : most;
    *bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct piece *piece = outbox_at(outbox, i);
        size_t from = i == 0 ? outbox->written : 0;
        buffers[i] = uv_buf_init(piece->bytes + from, (unsigned)(piece->length - from));
        *bytes += buffers[i].len;
    }
    return count;
}

void outbox_written(struct outbox *outbox, size_t bytes)
{
    assert(bytes <= outbox->bytes);
    outbox->bytes -= bytes;
    while (bytes > 0) {
        struct piece *first = outbox_at(outbox, 0);
        size_t left = first->length - outbox->written;
        size_t part = bytes < left ? bytes : left;
        bytes -= part;
        if (outbox_counts(first))
            outbox->counted -= part;
        outbox->written += part;
        if (part == left) {
            outbox->written = 0;
            outbox->head = (outbox->head + 1) & (outbox->capacity - 1);
            outbox->count--;
            message_release(first->message);
        }
    }
    assert((outbox->count == 0) == (outbox->bytes == 0));
    if (outbox->count == 0 && outbox->capacity > KEPT_CAPACITY)
        outbox_deinit(outbox);
}
