/* A turn and its notation. RULES: "Notation".
 * Knows only cells and text; whether a turn is legal is the referee's business. */
#pragma once

#include "core/board.h"

/* Room for the longest text of a turn (37 cells joined by 'x') and the NUL. */
#define TURN_TEXT_MAX 112

/* cells[0] is the cell placed on (count 1) or the capturing stack (count >= 2), the later ones are
 * captured in order. count 0 is a skip. */
struct turn {
    uint8_t count;
    uint8_t cells[BOARD_MAX_CELLS];
};

static inline bool turn_is_skip(const struct turn *turn)
{
    return turn->count == 0;
}

static inline bool turn_is_capture(const struct turn *turn)
{
    return turn->count >= 2;
}

enum turn_error {
    TURN_OK,
    TURN_MALFORMED, /* not of the grammar; a chain of more cells than the board has is this too */
    TURN_OFF_BOARD, /* of the grammar, but names a cell this board does not have */
};

/* Reads `length` bytes as a turn, letters in any case, "skip" too. Nothing else is accepted: no
 * blanks, no leading zero. *turn is written only on TURN_OK. Where off_board is not NULL it gets
 * the name of the offending cell on TURN_OFF_BOARD. */
enum turn_error turn_parse(struct turn *turn, int size, const char *text, size_t length,
                           char off_board[BOARD_CELL_TEXT]);

/* Writes the canonical text and a NUL; gives its length. */
size_t turn_format(const struct turn *turn, int size, char out[TURN_TEXT_MAX]);

/* Whether both are the same turn, cell by cell. */
bool turn_equal(const struct turn *a, const struct turn *b);
