#include "proto/client/line_edit.h"

#include <string.h>

enum {
    KEY_START = 1, /* Ctrl-A */
    KEY_END = 5,   /* Ctrl-E */
    KEY_CTRL_D = 4,
    KEY_BACKSPACE = 8,
    KEY_TAB = 9,
    KEY_LINE_FEED = 10,
    KEY_REDRAW = 12, /* Ctrl-L */
    KEY_RETURN = 13,
    KEY_ERASE_ALL = 21,  /* Ctrl-U */
    KEY_ERASE_WORD = 23, /* Ctrl-W */
    KEY_ESCAPE = 27,
    KEY_DELETE = 127,
};

static enum line_edit_step control(struct line_edit *edit, unsigned char byte);
static enum line_edit_step sequence(struct line_edit *edit, unsigned char byte);
static enum line_edit_step insert(struct line_edit *edit, char character);
static enum line_edit_step erase(struct line_edit *edit, size_t from, size_t to);
static enum line_edit_step move(struct line_edit *edit, size_t cursor);

void line_edit_clear(struct line_edit *edit)
{
    *edit = (struct line_edit){.mode = LINE_EDIT_PLAIN};
}

enum line_edit_step line_edit_byte(struct line_edit *edit, unsigned char byte)
{
    switch (edit->mode) {
    case LINE_EDIT_SEQUENCE:
        return sequence(edit, byte);
    case LINE_EDIT_ESCAPE:
        if (byte == '[' || byte == 'O') {
            edit->mode = LINE_EDIT_SEQUENCE;
            edit->number = 0;
            edit->number_ended = false;
            return LINE_EDIT_NONE;
        }
        edit->mode = LINE_EDIT_PLAIN;
        /* Another Escape is answered as one; Alt with a key is no key of ours. */
        return byte == KEY_ESCAPE ? LINE_EDIT_CANCELED : LINE_EDIT_NONE;
    case LINE_EDIT_PLAIN:
        break;
    }
    if (byte >= 0x20 && byte < KEY_DELETE)
        return insert(edit, (char)byte);
    return control(edit, byte);
}

enum line_edit_step line_edit_pause(struct line_edit *edit)
{
    bool alone = edit->mode == LINE_EDIT_ESCAPE;
    edit->mode = LINE_EDIT_PLAIN;
    return alone ? LINE_EDIT_CANCELED : LINE_EDIT_NONE;
}

static enum line_edit_step control(struct line_edit *edit, unsigned char byte)
{
    size_t word;
    switch (byte) {
    case KEY_START:
        return move(edit, 0);
    case KEY_END:
        return move(edit, edit->length);
    case KEY_CTRL_D:
        return edit->length == 0 ? LINE_EDIT_ENDED : LINE_EDIT_NONE;
    case KEY_BACKSPACE:
    case KEY_DELETE:
        return edit->cursor > 0 ? erase(edit, edit->cursor - 1, edit->cursor) : LINE_EDIT_NONE;
    case KEY_TAB:
        return LINE_EDIT_TAB;
    case KEY_LINE_FEED:
    case KEY_RETURN:
        return LINE_EDIT_ENTERED;
    case KEY_REDRAW:
        return LINE_EDIT_REDRAW;
    case KEY_ERASE_ALL:
        return erase(edit, 0, edit->cursor);
    case KEY_ERASE_WORD:
        word = edit->cursor;
        while (word > 0 && edit->text[word - 1] == ' ')
            word--;
        while (word > 0 && edit->text[word - 1] != ' ')
            word--;
        return erase(edit, word, edit->cursor);
    case KEY_ESCAPE:
        edit->mode = LINE_EDIT_ESCAPE;
        break;
    }
    return LINE_EDIT_NONE;
}

/* The rest of "ESC [" or "ESC O": parameters, then the byte that names the key. */
static enum line_edit_step sequence(struct line_edit *edit, unsigned char byte)
{
    if (byte >= 0x20 && byte < 0x40) {
        if (byte < '0' || byte > '9')
            edit->number_ended = true;
        else if (!edit->number_ended && edit->number < 1000)
            edit->number = edit->number * 10 + (byte - '0');
        return LINE_EDIT_NONE;
    }
    edit->mode = LINE_EDIT_PLAIN;
    switch (byte) {
    case 'C':
        return move(edit, edit->cursor + 1);
    case 'D':
        return edit->cursor > 0 ? move(edit, edit->cursor - 1) : LINE_EDIT_NONE;
    case 'H':
        return move(edit, 0);
    case 'F':
        return move(edit, edit->length);
    case '~':
        if (edit->number == 1 || edit->number == 7)
            return move(edit, 0);
        if (edit->number == 4 || edit->number == 8)
            return move(edit, edit->length);
        if (edit->number == 3 && edit->cursor < edit->length)
            return erase(edit, edit->cursor, edit->cursor + 1);
        break;
    }
    return LINE_EDIT_NONE;
}

static enum line_edit_step insert(struct line_edit *edit, char character)
{
    if (edit->length + 1 >= sizeof edit->text)
        return LINE_EDIT_NONE;
    memmove(edit->text + edit->cursor + 1, edit->text + edit->cursor, edit->length - edit->cursor);
    edit->text[edit->cursor++] = character;
    edit->text[++edit->length] = '\0';
    return LINE_EDIT_CHANGED;
}

static enum line_edit_step erase(struct line_edit *edit, size_t from, size_t to)
{
    if (from == to)
        return LINE_EDIT_NONE;
    memmove(edit->text + from, edit->text + to, edit->length - to + 1);
    edit->length -= to - from;
    edit->cursor = from;
    return LINE_EDIT_CHANGED;
}

static enum line_edit_step move(struct line_edit *edit, size_t cursor)
{
    edit->cursor = cursor <= edit->length ? cursor : edit->length;
    return LINE_EDIT_CHANGED;
}
