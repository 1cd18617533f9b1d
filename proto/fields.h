/* Reading the typed fields of a request, one value at a time. Called by request.c, and for times by
 * whoever else reads one; knows nothing of operations, nor of what fields mean together. */
#pragma once

#include "proto/request.h"

/* Stores the value of one field in its member of *request; false where it is not of the field's
 * type or out of range. A string is borrowed from `value`. */
bool field_read(struct request *request, enum field field, const json_t *value);

/* A time control as on the wire; null is none. False where it is not exactly one. */
bool field_read_time(const json_t *value, struct time_control *out);
