/* The parts of a record as views, strictly: what goes into the signature must be written again from
 * them, byte for byte. */
#pragma once

#include <jansson.h>

#include "proto/verify/finding.h"
#include "proto/view.h"

#define RATING_SHOWN_MAX 100000

/* What proof.h calls the header: what a game is, before anything has happened in it. `view` borrows
 * from the record and from `time`; only members of the header are filled in. */
struct record_header {
    struct game_view view;
    struct time_control time;
};

bool read_header(const json_t *record, struct record_header *header, struct finding *finding);

/* One event of the stream, which should be number `v`. `event` borrows from `value` and from
 * `ratings`. */
bool read_event(const json_t *value, int64_t v, struct stream_view *event,
                struct rating_change ratings[2], struct finding *finding);

/* Parts that a snapshot has, too. A clock is null where there is none. */
bool read_clock(const json_t *value, int64_t v, struct clock_view *clock, struct finding *finding);
bool read_ratings(const json_t *value, int64_t v, struct rating_change ratings[2],
                  struct finding *finding);
/* Null is REASON_NONE. */
bool read_result(const json_t *value, int64_t v, struct result_view *result,
                 struct finding *finding);
/* "by" and "kind" of an offer. */
struct members;
void read_offer(struct members *members, enum color *by, enum offer *offer);
