/* Accepts under audit: each that is on disk gives its game to whoever sends it again. */
#pragma once

#include "tests/simulation/auditor.h"

void audit_accepts(struct auditor *auditor);
