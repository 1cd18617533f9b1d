/* The line a person types in the screen view: bytes from the keyboard in, a text of UTF-8 and what
 * to do with it out. All that is done is done to whole characters with the marks that join them
 * (see glyph.h). Touches no terminal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "proto/utf8.h"

/* "say " and the longest line of chat. */
#define LINE_EDIT_CHARACTERS 404
/* In bytes, with the end. */
#define LINE_EDIT_MAX (4 * LINE_EDIT_CHARACTERS + 1)

enum line_edit_step {
    LINE_EDIT_NONE,     /* nothing to show */
    LINE_EDIT_CHANGED,  /* the text or the cursor is different */
    LINE_EDIT_FULL,     /* a character was left out: the line has no room for it */
    LINE_EDIT_ENTERED,  /* Enter: take the text, then line_edit_clear */
    LINE_EDIT_TAB,      /* Tab: offer what may follow */
    LINE_EDIT_CANCELED, /* Escape */
    LINE_EDIT_ENDED,    /* Ctrl-D on an empty line */
    LINE_EDIT_REDRAW,   /* Ctrl-L */
};

struct line_edit {
    char text[LINE_EDIT_MAX];
    size_t length;
    size_t cursor;     /* in bytes; never within a character and its marks */
    size_t characters; /* of the text, as a server counts them: code points */
    enum { LINE_EDIT_PLAIN, LINE_EDIT_ESCAPE, LINE_EDIT_SEQUENCE } mode;
    int number; /* the first parameter of a sequence, or 0 */
    bool number_ended;
    bool modified; /* it has a second parameter: a key pressed with Ctrl or Alt */
    bool pasting;  /* between the marks that a terminal sets around what is pasted */
    /* A character of which not all bytes have come. */
    struct utf8 coming;
    char begun[4];
    size_t begun_length;
};

/* Begins, or begins anew: also what was half received is forgotten. */
void line_edit_init(struct line_edit *edit);

/* Empties the line; a paste that is under way goes on. */
void line_edit_clear(struct line_edit *edit);

/* Takes one byte. What is no UTF-8, or beyond ASCII in a locale without UTF-8, is passed over. */
enum line_edit_step line_edit_byte(struct line_edit *edit, unsigned char byte);

/* No byte followed for a moment: an Escape stands for itself. Gives LINE_EDIT_NONE or _CANCELED. */
enum line_edit_step line_edit_pause(struct line_edit *edit);
