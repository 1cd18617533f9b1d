/* What the driver needs around it, small enough to be steered by a test: a machine whose requests
 * are words, a store that commits when it is let, a reader that finds everything.
 *
 * The machine says "hello" to each connection and understands:
 *     say X        X
 *     keep X       X, resting on a store request
 *     read X       X, once a read has been answered; the connection is paused meanwhile
 *     hash X       the hash of the password X; paused meanwhile
 *     check H X    "fits" or "differs": the hash H (or -) against the password X
 *     close X      X, and closes
 *     all X        X to everybody
 *     long N       one line of N letters
 *     many N       N lines of 1,000 letters
 *     count        how many connections there are
 * A line that is too long gets "too long"; at the end everybody gets "shutdown". */
#pragma once

#include "server/machine/machine.h"
#include "server/store/reader.h"
#include "server/store/store.h"

struct machine *fake_machine_create(uint32_t max_connections);
void fake_machine_destroy(struct machine *machine);

struct store *fake_store_create(void);
void fake_store_destroy(struct store *store);
/* From any thread: commits begun later wait, until let go on. */
void fake_store_hold(struct store *store, bool hold);
/* From any thread: commits fail from now on. */
void fake_store_break(struct store *store);
