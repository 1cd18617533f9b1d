#include "core/turn.h"

#include <assert.h>
#include <string.h>

/* A cell of the notation is two characters, and between two cells stands one 'x'. */
#define CELL_LENGTH 2
#define STRIDE (CELL_LENGTH + 1)

static char lower_case(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_skip_text(const char *text, size_t length)
{
    static const char skip[] = "skip";
    if (length != strlen(skip))
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower_case(text[i]) != skip[i])
            return false;
    return true;
}

/* Whether the text is cells joined by 'x', on whatever board. */
static bool is_cells_text(const char *text, size_t length)
{
    if (length % STRIDE != CELL_LENGTH)
        return false;
    for (size_t i = 0; i < length; i += STRIDE) {
        char letter = lower_case(text[i]);
        if (letter < 'a' || letter > 'z' || text[i + 1] < '1' || text[i + 1] > '9')
            return false;
        if (i + CELL_LENGTH < length && lower_case(text[i + CELL_LENGTH]) != 'x')
            return false;
    }
    return true;
}

static void name_off_board(const char *text, char off_board[BOARD_CELL_TEXT])
{
    char letter = lower_case(text[0]);
    off_board[0] = (char)(letter - 'a' + 'A');
    off_board[1] = text[1];
    off_board[2] = '\0';
}

enum turn_error turn_parse(struct turn *turn, int size, const char *text, size_t length,
                           char off_board[BOARD_CELL_TEXT])
{
    if (is_skip_text(text, length)) {
        *turn = (struct turn){.count = 0};
        return TURN_OK;
    }
    size_t count = (length + 1) / STRIDE;
    if (count > (size_t)board_cells(size) || !is_cells_text(text, length))
        return TURN_MALFORMED;

    struct turn read = {.count = (uint8_t)count};
    for (size_t i = 0; i < count; i++) {
        const char *name = text + i * STRIDE;
        int cell = board_cell_parse(size, name);
        if (cell < 0) {
            if (off_board != NULL)
                name_off_board(name, off_board);
            return TURN_OFF_BOARD;
        }
        read.cells[i] = (uint8_t)cell;
    }
    *turn = read;
    return TURN_OK;
}

size_t turn_format(const struct turn *turn, int size, char out[TURN_TEXT_MAX])
{
    if (turn_is_skip(turn)) {
        strcpy(out, "skip");
        return strlen(out);
    }
    assert(turn->count <= board_cells(size));
    char *end = out;
    for (int i = 0; i < turn->count; i++) {
        if (i > 0)
            *end++ = 'x';
        board_cell_format(size, turn->cells[i], end);
        end += CELL_LENGTH;
    }
    return (size_t)(end - out);
}

bool turn_equal(const struct turn *a, const struct turn *b)
{
    return a->count == b->count && memcmp(a->cells, b->cells, a->count) == 0;
}
