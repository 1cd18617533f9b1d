/* What the server's storage threads are to the driver, without threads: the real store and the real
 * reader on a temporary folder, and the queues before and behind them.
 * Owned by the world, which decides when each thing happens. A thing is done in two steps, since
 * much can happen between them: a request is written, and later the machine is told; a read is
 * fetched, and later its answer is handed over. What the store cannot do ends the test. */
#pragma once

#include "server/store/reader.h"
#include "server/store/store.h"
#include "tests/support/fifo.h"

struct disk {
    char folder[64];
    struct store *store;
    struct reader *reader;
    struct fifo pending;  /* struct store_request: issued, not on disk */
    struct fifo written;  /* struct store_result: on disk, the machine not told */
    struct fifo asked;    /* struct read_request: not yet looked up */
    struct fifo answered; /* struct read_answer: looked up, not yet handed over */
    /* Told of every request as it gets on disk. May be NULL. */
    void (*on_written)(void *context, const struct store_request *request,
                       const struct store_result *result);
    void *context;
};

/* Makes the folder, in memory (/dev/shm) where the system has that: there a commit costs no wait.
 * Opens nothing. */
void disk_init(struct disk *disk);
/* Closes and removes the folder with all that is in it. */
void disk_deinit(struct disk *disk);

/* Opens the store and reads what was going on before; the caller frees *restored. */
void disk_open(struct disk *disk, struct restored *restored);
/* Closes the store: what was pending is lost, what was written stays. */
void disk_close(struct disk *disk);

/* Writes the oldest `most` pending requests (fewer where there are fewer) in one transaction. */
void disk_write(struct disk *disk, size_t most);
/* Looks up the oldest read. */
void disk_fetch(struct disk *disk);
