/* What is on disk at the end of a run, held against the games that are there: what clamberd --check
 * does. The last thing that is done with a run: its server stops for it. */
#pragma once

#include "tests/simulation/run.h"

void audit_database(struct run *run);
