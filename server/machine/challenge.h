/* Challenges: one user asks another for a game. They are stored, so that people who are away find
 * them on return, and stay until answered, cancelled, or 7 days old. */
#pragma once

#include "server/machine/state.h"

void challenge_restore(struct machine *machine, const struct challenge_row *row);
/* Those older than 7 days go, and both are told; the store drops its own in the sweep. */
void challenge_expire(struct machine *machine);
/* A guest's last token is dead, so nobody can answer or cancel these any more: both sides are told
 * that they are cancelled. */
void challenge_drop_all_of(struct machine *machine, struct account *account);
void challenge_free_all(struct machine *machine);
