/* What the machine wants done, as text: to compare two machines, and to read what went on.
 * Everything that another layer would see of an effect is in its text, and nothing else is: no
 * pointer, no padding. For tests only. */
#pragma once

#include "proto/writer.h"
#include "server/machine/effects.h"

/* Appends one line without its end. */
void trace_effect(struct writer *out, const struct effects *effects, const struct effect *effect);
void trace_store(struct writer *out, const struct store_request *request);

/* "connected 3.1", "line 3.1 {…}": what goes in. */
void trace_event(struct writer *out, const struct event *event);
