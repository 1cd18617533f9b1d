#include "proto/client/line_edit.h"

#include <string.h>

#include "proto/client/glyph.h"

enum {
    KEY_START = 1, /* Ctrl-A */
    KEY_LEFT = 2,  /* Ctrl-B */
    KEY_CTRL_D = 4,
    KEY_END = 5,   /* Ctrl-E */
    KEY_RIGHT = 6, /* Ctrl-F */
    KEY_BACKSPACE = 8,
    KEY_TAB = 9,
    KEY_LINE_FEED = 10,
    KEY_ERASE_REST = 11, /* Ctrl-K */
    KEY_REDRAW = 12,     /* Ctrl-L */
    KEY_RETURN = 13,
    KEY_ERASE_ALL = 21,  /* Ctrl-U */
    KEY_ERASE_WORD = 23, /* Ctrl-W */
    KEY_ESCAPE = 27,
    KEY_DELETE = 127,
};

/* The numbers of sequences that end with '~'. */
enum { NUMBER_PASTE = 200, NUMBER_PASTED = 201 };

static enum line_edit_step plain(struct line_edit *edit, unsigned char byte);
static enum line_edit_step control(struct line_edit *edit, unsigned char byte);
static enum line_edit_step escaped(struct line_edit *edit, unsigned char byte);
static enum line_edit_step sequence(struct line_edit *edit, unsigned char byte);
static enum line_edit_step numbered(struct line_edit *edit);
static enum line_edit_step compose(struct line_edit *edit, char byte);
static enum line_edit_step insert(struct line_edit *edit, const char *bytes, size_t count);
static enum line_edit_step erase(struct line_edit *edit, size_t from, size_t to);
static enum line_edit_step move(struct line_edit *edit, size_t cursor);
static bool joins(const struct line_edit *edit, size_t at);
static size_t left_of(const struct line_edit *edit);
static size_t right_of(const struct line_edit *edit);
static size_t word_left_of(const struct line_edit *edit);
static size_t word_right_of(const struct line_edit *edit);

void line_edit_init(struct line_edit *edit)
{
    *edit = (struct line_edit){.mode = LINE_EDIT_PLAIN};
    utf8_init(&edit->coming);
}

void line_edit_clear(struct line_edit *edit)
{
    edit->text[0] = '\0';
    edit->length = edit->cursor = edit->characters = 0;
}

enum line_edit_step line_edit_byte(struct line_edit *edit, unsigned char byte)
{
    switch (edit->mode) {
    case LINE_EDIT_SEQUENCE:
        return sequence(edit, byte);
    case LINE_EDIT_ESCAPE:
        return escaped(edit, byte);
    case LINE_EDIT_PLAIN:
        break;
    }
    return plain(edit, byte);
}

enum line_edit_step line_edit_pause(struct line_edit *edit)
{
    bool alone = edit->mode == LINE_EDIT_ESCAPE;
    /* It may be the mark at the end of what is pasted, and that must not be missed. */
    if (edit->pasting)
        return LINE_EDIT_NONE;
    edit->mode = LINE_EDIT_PLAIN;
    return alone ? LINE_EDIT_CANCELED : LINE_EDIT_NONE;
}

static enum line_edit_step plain(struct line_edit *edit, unsigned char byte)
{
    if (byte >= 0x80)
        return glyph_locale_is_utf8() ? compose(edit, (char)byte) : LINE_EDIT_NONE;
    /* A character that breaks off is none. */
    edit->begun_length = 0;
    utf8_init(&edit->coming);
    if (byte >= 0x20 && byte < KEY_DELETE)
        return insert(edit, &(char){(char)byte}, 1);
    if (byte == KEY_ESCAPE) {
        edit->mode = LINE_EDIT_ESCAPE;
        return LINE_EDIT_NONE;
    }
    if (!edit->pasting)
        return control(edit, byte);
    /* Several lines are pasted as one: nothing is said or played that nobody has looked at. */
    bool blank = byte == KEY_TAB || byte == KEY_LINE_FEED || byte == KEY_RETURN;
    return blank ? insert(edit, " ", 1) : LINE_EDIT_NONE;
}

static enum line_edit_step control(struct line_edit *edit, unsigned char byte)
{
    switch (byte) {
    case KEY_START:
        return move(edit, 0);
    case KEY_END:
        return move(edit, edit->length);
    case KEY_LEFT:
        return move(edit, left_of(edit));
    case KEY_RIGHT:
        return move(edit, right_of(edit));
    case KEY_CTRL_D:
        return edit->length == 0 ? LINE_EDIT_ENDED : erase(edit, edit->cursor, right_of(edit));
    case KEY_BACKSPACE:
    case KEY_DELETE:
        return erase(edit, left_of(edit), edit->cursor);
    case KEY_TAB:
        return LINE_EDIT_TAB;
    case KEY_LINE_FEED:
    case KEY_RETURN:
        return LINE_EDIT_ENTERED;
    case KEY_REDRAW:
        return LINE_EDIT_REDRAW;
    case KEY_ERASE_ALL:
        return erase(edit, 0, edit->cursor);
    case KEY_ERASE_REST:
        return erase(edit, edit->cursor, edit->length);
    case KEY_ERASE_WORD:
        return erase(edit, word_left_of(edit), edit->cursor);
    }
    return LINE_EDIT_NONE;
}

/* What follows an Escape: the rest of a key, or a key pressed with Alt. */
static enum line_edit_step escaped(struct line_edit *edit, unsigned char byte)
{
    edit->mode = LINE_EDIT_PLAIN;
    if (edit->pasting && byte != '[' && byte != KEY_ESCAPE)
        return LINE_EDIT_NONE;
    switch (byte) {
    case '[':
    case 'O':
        edit->mode = LINE_EDIT_SEQUENCE;
        edit->number = 0;
        edit->number_ended = edit->modified = false;
        return LINE_EDIT_NONE;
    case 'b':
        return move(edit, word_left_of(edit));
    case 'f':
        return move(edit, word_right_of(edit));
    case 'd':
        return erase(edit, edit->cursor, word_right_of(edit));
    case KEY_BACKSPACE:
    case KEY_DELETE:
        return erase(edit, word_left_of(edit), edit->cursor);
    case KEY_ESCAPE: /* another Escape is answered as one; also a way out of a paste without end */
        edit->pasting = false;
        return LINE_EDIT_CANCELED;
    }
    return LINE_EDIT_NONE;
}

/* The rest of "ESC [" or "ESC O": parameters, then the byte that names the key. */
static enum line_edit_step sequence(struct line_edit *edit, unsigned char byte)
{
    if (byte >= 0x20 && byte < 0x40) {
        if (byte < '0' || byte > '9')
            edit->number_ended = true;
        else if (edit->number_ended)
            edit->modified = true;
        else if (edit->number < 1000)
            edit->number = edit->number * 10 + (byte - '0');
        return LINE_EDIT_NONE;
    }
    edit->mode = LINE_EDIT_PLAIN;
    if (edit->pasting && !(byte == '~' && edit->number == NUMBER_PASTED))
        return LINE_EDIT_NONE;
    switch (byte) {
    case 'C':
        return move(edit, edit->modified ? word_right_of(edit) : right_of(edit));
    case 'D':
        return move(edit, edit->modified ? word_left_of(edit) : left_of(edit));
    case 'H':
        return move(edit, 0);
    case 'F':
        return move(edit, edit->length);
    case '~':
        return numbered(edit);
    }
    return LINE_EDIT_NONE;
}

static enum line_edit_step numbered(struct line_edit *edit)
{
    switch (edit->number) {
    case 1:
    case 7:
        return move(edit, 0);
    case 4:
    case 8:
        return move(edit, edit->length);
    case 3:
        return erase(edit, edit->cursor, right_of(edit));
    case NUMBER_PASTE:
    case NUMBER_PASTED:
        edit->pasting = edit->number == NUMBER_PASTE;
        break;
    }
    return LINE_EDIT_NONE;
}

/* A byte of a character of several. One that cannot go on what was begun may begin another. */
static enum line_edit_step compose(struct line_edit *edit, char byte)
{
    if (!utf8_feed(&edit->coming, &byte, 1)) {
        edit->begun_length = 0;
        utf8_init(&edit->coming);
        if (!utf8_feed(&edit->coming, &byte, 1)) {
            utf8_init(&edit->coming);
            return LINE_EDIT_NONE;
        }
    }
    edit->begun[edit->begun_length++] = byte;
    if (!utf8_whole(&edit->coming))
        return LINE_EDIT_NONE;
    size_t count = edit->begun_length;
    edit->begun_length = 0;
    /* Control characters; no server takes them in a line of chat. */
    bool is_control = edit->begun[0] == '\xC2' && (unsigned char)byte < 0xA0;
    return is_control ? LINE_EDIT_NONE : insert(edit, edit->begun, count);
}

/* One character. */
static enum line_edit_step insert(struct line_edit *edit, const char *bytes, size_t count)
{
    if (edit->characters == LINE_EDIT_CHARACTERS)
        return LINE_EDIT_FULL;
    memmove(edit->text + edit->cursor + count, edit->text + edit->cursor,
            edit->length - edit->cursor + 1);
    memcpy(edit->text + edit->cursor, bytes, count);
    edit->length += count;
    edit->cursor += count;
    edit->characters++;
    while (joins(edit, edit->cursor))
        edit->cursor = right_of(edit);
    return LINE_EDIT_CHANGED;
}

static enum line_edit_step erase(struct line_edit *edit, size_t from, size_t to)
{
    if (from == to)
        return LINE_EDIT_NONE;
    for (size_t i = from; i < to; i++)
        edit->characters -= (edit->text[i] & 0xC0) != 0x80;
    memmove(edit->text + from, edit->text + to, edit->length - to + 1);
    edit->length -= to - from;
    edit->cursor = from;
    return LINE_EDIT_CHANGED;
}

static enum line_edit_step move(struct line_edit *edit, size_t cursor)
{
    edit->cursor = cursor;
    return LINE_EDIT_CHANGED;
}

/* Whether what stands there belongs to the character before it. */
static bool joins(const struct line_edit *edit, size_t at)
{
    const char *text = edit->text + at;
    return at < edit->length && glyph_columns(glyph_next(&text)) == 0;
}

/* The place one character to the left of the cursor; characters can only be told apart from the
 * start on. */
static size_t left_of(const struct line_edit *edit)
{
    const char *at = edit->text;
    const char *before = at;
    while (at < edit->text + edit->cursor) {
        before = at;
        glyph_cluster(&at);
    }
    return (size_t)(before - edit->text);
}

static size_t right_of(const struct line_edit *edit)
{
    const char *at = edit->text + edit->cursor;
    if (*at != '\0')
        glyph_cluster(&at);
    return (size_t)(at - edit->text);
}

/* Words are what stands between blanks. */
static size_t word_left_of(const struct line_edit *edit)
{
    size_t at = edit->cursor;
    while (at > 0 && edit->text[at - 1] == ' ')
        at--;
    while (at > 0 && edit->text[at - 1] != ' ')
        at--;
    return at > 0 && joins(edit, at) ? at - 1 : at;
}

static size_t word_right_of(const struct line_edit *edit)
{
    size_t at = edit->cursor;
    at += strspn(edit->text + at, " ");
    return at + strcspn(edit->text + at, " ");
}
