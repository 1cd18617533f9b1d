/* History and ratings under audit: every page of every list, against the ledger. */
#pragma once

#include "tests/simulation/auditor.h"

void audit_history(struct auditor *auditor);
