/* One game under audit: its stream played by the rules, its record and its snapshot beside it. */
#pragma once

#include "tests/simulation/auditor.h"

void audit_game(struct auditor *auditor, const struct judge_game *game);
