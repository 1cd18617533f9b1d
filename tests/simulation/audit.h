/* The auditor of a simulation: connects like anybody, and holds what the server tells of games and
 * history against the rules, the ledger, and what it told before. */
#pragma once

#include "tests/simulation/run.h"

/* The streams of at most so many games, the latest. What was ever shown of them must be there, in
 * the same bytes (the judge compares), and follow from the rules. */
void audit_games(struct run *run, size_t most);
/* All games, history, ratings; then everybody leaves, and nothing may be left over. */
void audit_all(struct run *run);
