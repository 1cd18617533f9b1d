/* What is wrong with a record, and where. Written by every check of proto/verify, read by whoever
 * asked for the verdict. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define FINDING_TEXT_MAX 240

struct finding {
    int64_t v;                   /* of the event it is about; 0 where it is about the record */
    char what[FINDING_TEXT_MAX]; /* plain English; printable ASCII whatever the record holds */
};

/* Fills it in. Always false, so that a check can end with it. */
bool finding_set(struct finding *finding, int64_t v, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
