/* Sentences about what the sides of a game want of each other: offers, a player who is away, a
 * rematch, chat. Pure. */
#pragma once

#include "proto/client/company.h"
#include "proto/client/words.h"

#define NOTICE_MAX (COMPANY_TEXT_MAX + 64)

/* What one event tells, or "" where it is none of these: "alice offers a takeback: ...". */
void notice_event(const struct game_state *state, int viewer, const json_t *event,
                  char out[NOTICE_MAX]);

/* What stands open just now, for the page: "" where nothing does. */
void notice_standing(const struct game_state *state, const struct company *company, int viewer,
                     int64_t server_now_ms, char out[NOTICE_MAX]);
