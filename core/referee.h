/* The referee: what a turn does, and why it may not be played. RULES: "A turn", "End, skip".
 * The only place of these rules; server, terminal, browser and verifier all call it.
 * Pure: no allocation, no I/O, and no list of full turns (see perft.h for that). */
#pragma once

#include "core/position.h"
#include "core/turn.h"

/* Turns after which a game is ended without a winner, unless configured otherwise. */
#define REFEREE_TURN_LIMIT 10000

enum refusal {
    REFUSAL_NONE,
    REFUSAL_MALFORMED,     /* not a turn at all (given by referee_read only) */
    REFUSAL_OFF_BOARD,     /* names a cell the board does not have (referee_read only) */
    REFUSAL_SKIP,          /* a skip is the referee's to make, never a player's */
    REFUSAL_NOT_EMPTY,     /* placing on a stack */
    REFUSAL_NO_STACK,      /* the capturing cell is empty */
    REFUSAL_NOT_YOURS,     /* the capturing stack is the opponent's */
    REFUSAL_NOTHING_THERE, /* the captured cell is empty */
    REFUSAL_OWN_STACK,     /* the captured stack is the player's own */
    REFUSAL_HIGHER,        /* the captured stack is higher than the capturing one */
    REFUSAL_NOT_ADJACENT,  /* a lower stack that is not next to the capturing one */
    REFUSAL_NOT_TOUCHING,  /* an equal stack of a group that the capturing stack does not touch */
    REFUSAL_LOWER_ALONE,   /* a lower-stack capture is the only one of its turn */
    REFUSAL_GAME_WON,      /* the chain goes on after the capture that won */
    REFUSAL_TOO_HIGH,      /* the captured stack would exceed 65,535 pieces */
};

/* One plain English phrase without a full stop, e.g. "the cell is not empty". */
const char *refusal_text(enum refusal refusal);

/* What a turn led to. */
enum outcome {
    OUTCOME_GOES_ON, /* the other side is to move, and has a legal turn */
    OUTCOME_SKIP,    /* the other side is to move, but has no legal turn: referee_skip is due */
    OUTCOME_WON,     /* the side that moved has won; there is no further turn */
};

/* Plays `turn` for the side to move. On REFUSAL_NONE *position is after the turn with the other
 * side to move, and *outcome says what follows; otherwise neither is touched. */
enum refusal referee_apply(struct position *position, const struct turn *turn,
                           enum outcome *outcome);

/* turn_parse and then the refusal it means: REFUSAL_NONE, _MALFORMED or _OFF_BOARD. */
enum refusal referee_read(struct turn *turn, int size, const char *text, size_t length);

/* Whether the side to move has any legal turn. */
bool referee_can_move(const struct position *position);

/* Passes the move to the other side. The side to move must have no legal turn. */
void referee_skip(struct position *position);

/* For offering turns step by step. Cells the side to move may place on. */
uint64_t referee_placements(const struct position *position);

/* Cells that the stack on `cell` may capture first; none unless it is of the side to move. */
uint64_t referee_first_captures(const struct position *position, int cell);

/* Cells by which `prefix`, a legal capture so far (count >= 1; count 1 is a capturing stack alone),
 * may go on. On a refusal *next is untouched. A prefix that has won or was a lower-stack capture
 * goes on nowhere. */
enum refusal referee_next(const struct position *position, const struct turn *prefix,
                          uint64_t *next);
