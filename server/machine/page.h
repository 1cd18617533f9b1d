/* What the operations that give the past page by page share: filters, and cursors that are bound to
 * them. Used by history.c and export.c. */
#pragma once

#include "server/machine/connection.h"
#include "server/machine/cursor.h"

/* Room for all filters of an operation as text, two names of 20 included. */
#define PAGE_FILTERS_SIZE 256

/* A name of the right length in lower case, or false: then no such user exists. "" where not sent.
 */
bool page_name(const char *name, char out[NAME_SIZE]);

/* Asks the store for a page of ended games, which `answered` is to show; with their logs where it
 * needs them. Answers at once what cannot be asked for. */
void page_ask_history(struct machine *machine, struct connection *connection,
                      struct request *request, int limit, bool logs,
                      void (*answered)(struct machine *, struct connection *, struct request *,
                                       const struct read_answer *));
/* The filters of such a request. */
void page_history_filters(const struct request *request, char out[PAGE_FILTERS_SIZE]);

/* The place that the request's cursor names, or the beginning; false, and answered, where it was
 * not given out for these filters. */
bool page_place(struct machine *machine, struct connection *connection,
                const struct request *request, const char *filters, struct cursor *cursor);

/* Begins the reply with the list of that name, for its elements to be written. */
struct writer *page_begin(struct machine *machine, const struct request *request, const char *key);
/* Ends list and reply; `next` is where the next page begins, NULL on the last. */
void page_end(struct machine *machine, struct connection *connection, const struct cursor *next,
              const char *filters);
