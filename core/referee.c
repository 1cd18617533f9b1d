#include "core/referee.h"

#include <assert.h>

#include "core/capture.h"

/* How the captures of a turn stand after some of them. */
struct chain {
    bool lower; /* the turn is a lower-stack capture */
    bool won;
};

const char *refusal_text(enum refusal refusal)
{
    switch (refusal) {
    case REFUSAL_NONE:
        return "the turn is legal";
    case REFUSAL_MALFORMED:
        return "that is not a turn";
    case REFUSAL_OFF_BOARD:
        return "the board has no such cell";
    case REFUSAL_SKIP:
        return "a turn is skipped by the referee, never by a player";
    case REFUSAL_NOT_EMPTY:
        return "the cell is not empty";
    case REFUSAL_NO_STACK:
        return "there is no stack to capture with";
    case REFUSAL_NOT_YOURS:
        return "the capturing stack is the opponent's";
    case REFUSAL_NOTHING_THERE:
        return "there is no stack to capture";
    case REFUSAL_OWN_STACK:
        return "the stack to capture is your own";
    case REFUSAL_HIGHER:
        return "the stack to capture is higher";
    case REFUSAL_NOT_ADJACENT:
        return "a lower stack must be next to the capturing one";
    case REFUSAL_NOT_TOUCHING:
        return "no group with that stack touches the capturing one";
    case REFUSAL_LOWER_ALONE:
        return "a lower-stack capture stands alone in its turn";
    case REFUSAL_GAME_WON:
        return "the capture before has won the game";
    case REFUSAL_TOO_HIGH:
        return "the stack would be too high to count";
    }
    assert(false && "a refusal outside the enum");
    return "";
}

static enum refusal place(struct position *position, int cell)
{
    if ((position_empty(position) & board_bit(cell)) == 0)
        return REFUSAL_NOT_EMPTY;
    position->stacks[position->to_move] |= board_bit(cell);
    position->height[cell] = 1;
    return REFUSAL_NONE;
}

static enum refusal check_capturing_stack(const struct position *position, int cell)
{
    if ((position_empty(position) & board_bit(cell)) != 0)
        return REFUSAL_NO_STACK;
    if ((position->stacks[position->to_move] & board_bit(cell)) == 0)
        return REFUSAL_NOT_YOURS;
    return REFUSAL_NONE;
}

/* Why the stack on `from` may not capture the one on `to`, `alone` where that is the only capture
 * of its turn. RULES: "A turn", 2 and 3. */
static enum refusal check_capture(const struct position *position, int from, int to, bool alone)
{
    if ((position_empty(position) & board_bit(to)) != 0)
        return REFUSAL_NOTHING_THERE;
    if ((position->stacks[position->to_move] & board_bit(to)) != 0)
        return REFUSAL_OWN_STACK;
    if (position->height[to] > position->height[from])
        return REFUSAL_HIGHER;
    if (position->height[to] < position->height[from]) {
        if (!alone)
            return REFUSAL_LOWER_ALONE;
        bool adjacent = (capture_lower(position, from) & board_bit(to)) != 0;
        return adjacent ? REFUSAL_NONE : REFUSAL_NOT_ADJACENT;
    }
    if (position->height[to] == UINT16_MAX)
        return REFUSAL_TOO_HIGH;
    bool touching = (capture_equal(position, from) & board_bit(to)) != 0;
    return touching ? REFUSAL_NONE : REFUSAL_NOT_TOUCHING;
}

/* Plays the captures of `turn`, none where it is only a capturing stack. On a refusal *position is
 * somewhere in between. */
static enum refusal play_captures(struct position *position, const struct turn *turn,
                                  struct chain *chain)
{
    *chain = (struct chain){.lower = false, .won = false};
    enum refusal refusal = check_capturing_stack(position, turn->cells[0]);
    for (int i = 1; i < turn->count && refusal == REFUSAL_NONE; i++) {
        int from = turn->cells[i - 1];
        int to = turn->cells[i];
        if (chain->won)
            return REFUSAL_GAME_WON;
        refusal = check_capture(position, from, to, turn->count == 2);
        if (refusal == REFUSAL_NONE) {
            chain->lower = position->height[to] < position->height[from];
            chain->won = capture_take(position, to);
        }
    }
    return refusal;
}

static void assert_on_board(const struct turn *turn, int size)
{
    assert(turn->count <= board_cells(size));
    for (int i = 0; i < turn->count; i++)
        assert(turn->cells[i] < board_cells(size));
}

enum refusal referee_apply(struct position *position, const struct turn *turn,
                           enum outcome *outcome)
{
    assert_on_board(turn, position->size);
    if (turn_is_skip(turn))
        return REFUSAL_SKIP;

    struct position after = *position;
    struct chain chain = {.lower = false, .won = false}; /* a placement never wins */
    enum refusal refusal =
        turn_is_capture(turn) ? play_captures(&after, turn, &chain) : place(&after, turn->cells[0]);
    if (refusal != REFUSAL_NONE)
        return refusal;
    after.to_move = (uint8_t)color_other(after.to_move);
#ifdef CLAMBER_CHECK
    position_check(&after);
#endif
    *position = after;
    if (chain.won)
        *outcome = OUTCOME_WON;
    else
        *outcome = referee_can_move(&after) ? OUTCOME_GOES_ON : OUTCOME_SKIP;
    return REFUSAL_NONE;
}

enum refusal referee_read(struct turn *turn, int size, const char *text, size_t length)
{
    switch (turn_parse(turn, size, text, length, NULL)) {
    case TURN_OK:
        return REFUSAL_NONE;
    case TURN_MALFORMED:
        return REFUSAL_MALFORMED;
    case TURN_OFF_BOARD:
        return REFUSAL_OFF_BOARD;
    }
    assert(false && "a turn_error outside the enum");
    return REFUSAL_MALFORMED;
}

bool referee_can_move(const struct position *position)
{
    if (position_empty(position) != 0)
        return true;
    for (uint64_t rest = position->stacks[position->to_move]; rest != 0; rest &= rest - 1)
        if (referee_first_captures(position, board_lowest(rest)) != 0)
            return true;
    return false;
}

void referee_skip(struct position *position)
{
    assert(!referee_can_move(position));
    position->to_move = (uint8_t)color_other(position->to_move);
}

uint64_t referee_placements(const struct position *position)
{
    return position_empty(position);
}

uint64_t referee_first_captures(const struct position *position, int cell)
{
    if (check_capturing_stack(position, cell) != REFUSAL_NONE)
        return 0;
    return capture_lower(position, cell) | capture_equal(position, cell);
}

enum refusal referee_next(const struct position *position, const struct turn *prefix,
                          uint64_t *next)
{
    assert_on_board(prefix, position->size);
    if (turn_is_skip(prefix))
        return REFUSAL_SKIP;

    struct position after = *position;
    struct chain chain;
    enum refusal refusal = play_captures(&after, prefix, &chain);
    if (refusal != REFUSAL_NONE)
        return refusal;
    int last = prefix->cells[prefix->count - 1];
    if (prefix->count == 1)
        *next = referee_first_captures(position, last);
    else if (chain.lower || chain.won)
        *next = 0;
    else
        *next = capture_equal(&after, last);
    return REFUSAL_NONE;
}
