/* The log of a game: what happened, in the fewest bytes, and no more than what cannot be derived.
 * The same bytes are kept in memory, appended to the store entry by entry, and folded into the
 * finished game's row. Times are written as the difference to the entry before, so a log is read
 * from its beginning. Format: proto/PROTOCOL.md does not know it; migrations would have to. */
#pragma once

#include "core/turn.h"
#include "server/machine/storage.h"

struct log_item {
    enum stream_kind kind;
    int64_t v;
    int64_t at; /* wall time */

    /* STREAM_MOVE */
    struct turn turn;
    int64_t held_ms;  /* between the turn before and its being on disk: charged to nobody */
    int64_t spent_ms; /* from then on: charged, less the credit, where a clock runs */
    int64_t lag_ms;   /* credited */
    int64_t left_ms;  /* on the mover's clock afterwards; 0 without a clock */

    /* STREAM_OFFER, STREAM_OFFER_CLOSED */
    enum color by;
    enum offer offer;
    enum offer_end how;

    /* STREAM_TAKEBACK */
    int64_t ply; /* turns of the line that stand */

    /* STREAM_END */
    int winner; /* enum color, or -1 */
    enum reason reason;
    int64_t clock_ms[2]; /* both clocks at the end; STREAM_TAKEBACK: as they are put back */
    bool rated;          /* the ratings changed: */
    struct rating_change ratings[2];
};

/* Encodes `item`; previous_at is the wall time of the entry before, 0 for the first. */
void log_encode(const struct log_item *item, int64_t previous_at, struct log_entry *entry);

struct log {
    unsigned char *bytes;
    size_t length, capacity;
    int64_t v;  /* of the last entry */
    int64_t at; /* of the last entry */
};

void log_init(struct log *log);
void log_deinit(struct log *log);
/* Takes a copy of a folded log; its v and at are found by reading it. False where it is damaged. */
bool log_load(struct log *log, const unsigned char *bytes, size_t length);
void log_append(struct log *log, const struct log_entry *entry);

struct log_reader {
    const unsigned char *bytes;
    size_t length, at_byte;
    int64_t v, at;
    bool damaged;
};

void log_read(struct log_reader *reader, const struct log *log);
/* The next entry. False at the end, or where the log is damaged (then `damaged` is set). */
bool log_next(struct log_reader *reader, struct log_item *item);
