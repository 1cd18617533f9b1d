/* `clamber export`: the records of many games as NDJSON, one a line. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status: 0 only where every record is written. */
int export_run(const struct arguments *arguments);
