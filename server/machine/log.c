#include "server/machine/log.h"

#include <assert.h>
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
    int64_t count = get_number(reader);
    if (count < 1 || count > BOARD_MAX_CELLS) {
        reader->damaged = true;
        return;
    }
    item->turn.count = (uint8_t)count;
    for (int i = 0; i < item->turn.count; i++) {
        int64_t cell = get_number(reader);
        if (cell >= BOARD_MAX_CELLS)
            reader->damaged = true;
        item->turn.cells[i] = (uint8_t)cell;
    }
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
    item->winner = (int)get_number(reader) - 1;
    item->reason = (enum reason)get_number(reader);
    item->clock_ms[0] = get_number(reader);
    item->clock_ms[1] = get_number(reader);
    item->rated = get_number(reader) != 0;
    for (int i = 0; item->rated && i < 2; i++) {
        item->ratings[i].before = (int)get_number(reader);
        item->ratings[i].before_rd = (int)get_number(reader);
        item->ratings[i].after = (int)get_number(reader);
        item->ratings[i].after_rd = (int)get_number(reader);
    }
    if (item->winner > COLOR_RED || item->reason > REASON_TURN_LIMIT)
        reader->damaged = true;
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
    return !reader.damaged && log->v > 0;
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
    int64_t kind = get_number(reader);
    reader->at += get_number(reader);
    item->v = ++reader->v;
    item->at = reader->at;
    if (kind > STREAM_END) {
        reader->damaged = true;
        return false;
    }
    item->kind = (enum stream_kind)kind;
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
    }
    return !reader->damaged;
}
