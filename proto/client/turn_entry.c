#include "proto/client/turn_entry.h"

#include <stdio.h>
#include <string.h>

/* A text that is being put together, cut where it is full. */
struct text {
    char *out;
    size_t length;
};

static void add(struct text *text, const char *more);
static void add_cells(struct text *text, int size, uint64_t cells);
static bool read_prefix(const struct position *position, const char *text, struct turn *prefix);
static uint64_t explain_all(const struct position *position, struct text *text);

bool turn_entry_read(const struct position *position, const char *text, struct turn *turn,
                     char why[WORDS_MAX])
{
    struct position after = *position;
    enum outcome outcome;
    char canonical[TURN_TEXT_MAX];
    enum refusal refusal = referee_read(turn, position->size, text, strlen(text));
    if (refusal == REFUSAL_MALFORMED || refusal == REFUSAL_OFF_BOARD) {
        words_refusal(refusal, text, why);
        return false;
    }
    turn_format(turn, position->size, canonical);
    refusal = referee_apply(&after, turn, &outcome);
    if (refusal == REFUSAL_NONE)
        return true;
    words_refusal(refusal, canonical, why);
    return false;
}

uint64_t turn_entry_choices(const struct position *position, const char *text)
{
    struct turn prefix;
    uint64_t next = 0;
    if (!read_prefix(position, text, &prefix) ||
        referee_next(position, &prefix, &next) != REFUSAL_NONE)
        return 0;
    return next;
}

uint64_t turn_entry_explain(const struct position *position, const char *prefix,
                            char out[TURN_ENTRY_TEXT_MAX])
{
    struct text text = {.out = out};
    struct turn turn;
    uint64_t next = 0;
    char canonical[TURN_TEXT_MAX];
    out[0] = '\0';
    if (prefix[0] == '\0')
        return explain_all(position, &text);
    if (!read_prefix(position, prefix, &turn)) {
        words_refusal(REFUSAL_MALFORMED, prefix, out);
        return 0;
    }
    turn_format(&turn, position->size, canonical);
    enum refusal refusal = referee_next(position, &turn, &next);
    if (refusal != REFUSAL_NONE) {
        words_refusal(refusal, canonical, out);
        return 0;
    }
    add(&text, canonical);
    if (next == 0) {
        add(&text, turn.count > 1 ? " can capture nothing more." : " can capture nothing.");
        return 0;
    }
    add(&text, turn.count > 1 ? " may go on, or not, with" : " can capture");
    add_cells(&text, position->size, next);
    add(&text, ".");
    return next;
}

bool turn_entry_is_question(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && (text[length - 1] == 'x' || text[length - 1] == 'X');
}

static void add(struct text *text, const char *more)
{
    size_t length = strlen(more);
    if (length >= TURN_ENTRY_TEXT_MAX - text->length)
        length = TURN_ENTRY_TEXT_MAX - text->length - 1;
    memcpy(text->out + text->length, more, length);
    text->length += length;
    text->out[text->length] = '\0';
}

static void add_cells(struct text *text, int size, uint64_t cells)
{
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        char name[BOARD_CELL_TEXT];
        board_cell_format(size, board_lowest(rest), name);
        add(text, " ");
        add(text, name);
    }
}

/* The capture typed so far, with or without an 'x' at its end. */
static bool read_prefix(const struct position *position, const char *text, struct turn *prefix)
{
    size_t length = strlen(text);
    if (turn_entry_is_question(text))
        length--;
    return turn_parse(prefix, position->size, text, length, NULL) == TURN_OK &&
           !turn_is_skip(prefix);
}

static uint64_t explain_all(const struct position *position, struct text *text)
{
    uint64_t choices = referee_placements(position);
    add(text, choices != 0 ? "Place on" : "There is no empty cell to place on");
    add_cells(text, position->size, choices);
    add(text, ".");
    uint64_t own = position->stacks[position->to_move];
    bool any = false;
    for (uint64_t rest = own; rest != 0; rest &= rest - 1) {
        int cell = board_lowest(rest);
        uint64_t captures = referee_first_captures(position, cell);
        if (captures == 0)
            continue;
        add(text, any ? "; " : " Capture with ");
        any = true;
        char name[BOARD_CELL_TEXT];
        board_cell_format(position->size, cell, name);
        add(text, name);
        add(text, ":");
        add_cells(text, position->size, captures);
        choices |= captures;
    }
    add(text, any ? "." : " Nothing can be captured.");
    return choices;
}
