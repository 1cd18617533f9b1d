#include "server/machine/log.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* LEB128: seven bits a byte, the lowest first. */
static void put_number(struct log_entry *entry, int64_t value)
{
    assert(value >= 0);
    uint64_t rest = (uint64_t)value;
    do {
        assert(entry->length < LOG_ENTRY_MAX);
        unsigned char more = rest > 127 ? 0x80 : 0;
        entry->data[entry->length++] = (unsigned char)((rest & 0x7f) | more);
        rest >>= 7;
    } while (rest > 0);
}

static int64_t get_number(struct log_reader *reader)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (reader->at_byte == reader->length)
            break;
        unsigned char byte = reader->bytes[reader->at_byte++];
        value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return (int64_t)value;
    }
    reader->damaged = true;
    return 0;
}

/* A number of at most `max`; 0, and the log is damaged, where it is more. */
static int64_t get_number_to(struct log_reader *reader, int64_t max)
{
    int64_t value = get_number(reader);
    if (value <= max)
        return value;
    reader->damaged = true;
    return 0;
}

static void put_move(struct log_entry *entry, const struct log_item *item)
{
    put_number(entry, item->turn.count);
    for (int i = 0; i < item->turn.count; i++)
        put_number(entry, item->turn.cells[i]);
    put_number(entry, item->spent_ms);
    put_number(entry, item->lag_ms);
    put_number(entry, item->held_ms);
    put_number(entry, item->left_ms);
}

static void get_move(struct log_reader *reader, struct log_item *item)
{
    item->turn.count = (uint8_t)get_number_to(reader, BOARD_MAX_CELLS);
    if (item->turn.count == 0)
        reader->damaged = true;
    for (int i = 0; i < item->turn.count; i++)
        item->turn.cells[i] = (uint8_t)get_number_to(reader, BOARD_MAX_CELLS - 1);
    item->spent_ms = get_number(reader);
    item->lag_ms = get_number(reader);
    item->held_ms = get_number(reader);
    item->left_ms = get_number(reader);
}

static void put_end(struct log_entry *entry, const struct log_item *item)
{
    put_number(entry, item->winner + 1);
    put_number(entry, item->reason);
    put_number(entry, item->clock_ms[0]);
    put_number(entry, item->clock_ms[1]);
    put_number(entry, item->rated);
    for (int i = 0; item->rated && i < 2; i++) {
        put_number(entry, item->ratings[i].before);
        put_number(entry, item->ratings[i].before_rd);
        put_number(entry, item->ratings[i].after);
        put_number(entry, item->ratings[i].after_rd);
    }
}

static void get_end(struct log_reader *reader, struct log_item *item)
{
    item->winner = (int)get_number_to(reader, COLOR_RED + 1) - 1;
    item->reason = (enum reason)get_number_to(reader, REASON_TURN_LIMIT);
    item->clock_ms[0] = get_number(reader);
    item->clock_ms[1] = get_number(reader);
    item->rated = get_number_to(reader, 1) != 0;
    for (int i = 0; item->rated && i < 2; i++) {
        item->ratings[i].before = (int)get_number_to(reader, INT_MAX);
        item->ratings[i].before_rd = (int)get_number_to(reader, INT_MAX);
        item->ratings[i].after = (int)get_number_to(reader, INT_MAX);
        item->ratings[i].after_rd = (int)get_number_to(reader, INT_MAX);
    }
    if (item->reason == REASON_NONE)
        reader->damaged = true;
}

static void put_offer(struct log_entry *entry, const struct log_item *item)
{
    put_number(entry, item->by);
    put_number(entry, item->offer);
    if (item->kind == STREAM_OFFER_CLOSED)
        put_number(entry, item->how);
}

static void get_offer(struct log_reader *reader, struct log_item *item)
{
    item->by = (enum color)get_number_to(reader, COLOR_RED);
    item->offer = (enum offer)get_number_to(reader, OFFER_COUNT - 1);
    if (item->kind == STREAM_OFFER_CLOSED)
        item->how = (enum offer_end)get_number_to(reader, OFFER_END_COUNT - 1);
}

static void put_takeback(struct log_entry *entry, const struct log_item *item)
{
    put_number(entry, item->ply);
    put_number(entry, item->clock_ms[0]);
    put_number(entry, item->clock_ms[1]);
}

static void get_takeback(struct log_reader *reader, struct log_item *item)
{
    item->ply = get_number(reader);
    item->clock_ms[0] = get_number(reader);
    item->clock_ms[1] = get_number(reader);
}

void log_encode(const struct log_item *item, int64_t previous_at, struct log_entry *entry)
{
    entry->v = item->v;
    entry->at = item->at;
    entry->kind = item->kind;
    entry->length = 0;
    put_number(entry, item->kind);
    put_number(entry, item->at - previous_at);
    switch (item->kind) {
    case STREAM_START:
    case STREAM_SKIP:
        break;
    case STREAM_MOVE:
        put_move(entry, item);
        break;
    case STREAM_END:
        put_end(entry, item);
        break;
    case STREAM_OFFER:
    case STREAM_OFFER_CLOSED:
        put_offer(entry, item);
        break;
    case STREAM_TAKEBACK:
        put_takeback(entry, item);
        break;
    }
}

void log_init(struct log *log)
{
    memset(log, 0, sizeof *log);
}

void log_deinit(struct log *log)
{
    free(log->bytes);
    log_init(log);
}

static void reserve(struct log *log, size_t more)
{
    if (log->length + more <= log->capacity)
        return;
    log->capacity = (log->length + more) * 2;
    log->bytes = realloc(log->bytes, log->capacity);
    if (log->bytes == NULL)
        abort();
}

bool log_load(struct log *log, const unsigned char *bytes, size_t length)
{
    log_init(log);
    if (length == 0)
        return false;
    reserve(log, length);
    memcpy(log->bytes, bytes, length);
    log->length = length;
    struct log_reader reader;
    struct log_item item;
    log_read(&reader, log);
    while (log_next(&reader, &item)) {
        log->v = item.v;
        log->at = item.at;
    }
    return !reader.damaged;
}

void log_append(struct log *log, const struct log_entry *entry)
{
    assert(entry->v == log->v + 1);
    reserve(log, entry->length);
    memcpy(log->bytes + log->length, entry->data, entry->length);
    log->length += entry->length;
    log->v = entry->v;
    log->at = entry->at;
}

void log_read(struct log_reader *reader, const struct log *log)
{
    *reader = (struct log_reader){.bytes = log->bytes, .length = log->length};
}

bool log_next(struct log_reader *reader, struct log_item *item)
{
    if (reader->damaged || reader->at_byte == reader->length)
        return false;
    memset(item, 0, sizeof *item);
    item->kind = (enum stream_kind)get_number_to(reader, STREAM_TAKEBACK);
    reader->at += get_number_to(reader, INT64_MAX - reader->at);
    item->v = ++reader->v;
    item->at = reader->at;
    if (reader->damaged)
        return false;
    switch (item->kind) {
    case STREAM_START:
    case STREAM_SKIP:
        break;
    case STREAM_MOVE:
        get_move(reader, item);
        break;
    case STREAM_END:
        get_end(reader, item);
        break;
    case STREAM_OFFER:
    case STREAM_OFFER_CLOSED:
        get_offer(reader, item);
        break;
    case STREAM_TAKEBACK:
        get_takeback(reader, item);
        break;
    }
    return !reader->damaged;
}
