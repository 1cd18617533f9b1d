/* The line a person types in the screen view: bytes from the keyboard in, a text and what to do
 * with it out. Takes only ASCII, which is all that turns, names and commands need. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define LINE_EDIT_MAX 160

enum line_edit_step {
    LINE_EDIT_NONE,     /* nothing to show */
    LINE_EDIT_CHANGED,  /* the text or the cursor is different */
    LINE_EDIT_ENTERED,  /* Enter: take the text, then line_edit_clear */
    LINE_EDIT_TAB,      /* Tab: offer what may follow */
    LINE_EDIT_CANCELED, /* Escape */
    LINE_EDIT_ENDED,    /* Ctrl-D on an empty line */
    LINE_EDIT_REDRAW,   /* Ctrl-L */
};

struct line_edit {
    char text[LINE_EDIT_MAX];
    size_t length;
    size_t cursor;
    enum { LINE_EDIT_PLAIN, LINE_EDIT_ESCAPE, LINE_EDIT_SEQUENCE } mode;
    int number; /* the first parameter of a sequence, or 0 */
    bool number_ended;
};

void line_edit_clear(struct line_edit *edit);

/* Takes one byte. */
enum line_edit_step line_edit_byte(struct line_edit *edit, unsigned char byte);

/* No byte followed for a moment: an Escape stands for itself. Gives LINE_EDIT_NONE or _CANCELED. */
enum line_edit_step line_edit_pause(struct line_edit *edit);
