#include "core/position.h"

#include <assert.h>
#include <string.h>

#define MAX_HEIGHT_DIGITS 5

/* A text being read: what is left of it. Every read_ function moves `at` past what it took, and
 * gives false where the text does not go on that way. */
struct reader {
    const char *at;
    const char *end;
};

void position_init(struct position *position, int size)
{
    assert(board_size_valid(size));
    *position = (struct position){.size = (uint8_t)size, .to_move = COLOR_BLUE};
}

static bool read_byte(struct reader *reader, char byte)
{
    if (reader->at == reader->end || *reader->at != byte)
        return false;
    reader->at++;
    return true;
}

static bool read_color(struct reader *reader, enum color *color)
{
    *color = COLOR_BLUE;
    if (read_byte(reader, 'b'))
        return true;
    *color = COLOR_RED;
    return read_byte(reader, 'r');
}

/* 1..65535 without a leading zero. */
static bool read_height(struct reader *reader, uint16_t *height)
{
    uint32_t value = 0;
    int digits = 0;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        value = value * 10 + (uint32_t)(*reader->at - '0');
        if (value == 0 || ++digits > MAX_HEIGHT_DIGITS)
            return false;
        reader->at++;
    }
    *height = (uint16_t)value;
    return value >= 1 && value <= UINT16_MAX;
}

static bool read_cell(struct reader *reader, struct position *position, int cell)
{
    if (read_byte(reader, '.'))
        return true;
    enum color color;
    if (!read_color(reader, &color) || !read_height(reader, &position->height[cell]))
        return false;
    position->stacks[color] |= board_bit(cell);
    return true;
}

/* The size of the board whose text has as many rows as this one; 0 where there is none. */
static int size_from_rows(const char *text, size_t length)
{
    int rows = 1;
    for (size_t i = 0; i < length; i++)
        rows += text[i] == '/';
    for (int size = BOARD_MIN_SIZE; size <= BOARD_MAX_SIZE; size++)
        if (board_rows(size) == rows)
            return size;
    return 0;
}

bool position_parse(struct position *position, const char *text, size_t length)
{
    int size = length < POSITION_TEXT_MAX ? size_from_rows(text, length) : 0;
    if (size == 0)
        return false;

    struct position read;
    position_init(&read, size);
    struct reader reader = {.at = text, .end = text + length};
    for (int cell = 0; cell < board_cells(size); cell++) {
        bool row_begins = cell == 0 || board_cell_row(size, cell) != board_cell_row(size, cell - 1);
        if (row_begins && cell > 0 && !read_byte(&reader, '/'))
            return false;
        if (!read_cell(&reader, &read, cell))
            return false;
    }
    enum color to_move;
    if (!read_byte(&reader, ' ') || !read_color(&reader, &to_move) || reader.at != reader.end)
        return false;
    read.to_move = (uint8_t)to_move;
    position_check(&read);
    *position = read;
    return true;
}

static char *write_height(char *out, uint16_t height)
{
    char digits[MAX_HEIGHT_DIGITS];
    int count = 0;
    for (unsigned rest = height; rest != 0; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    while (count > 0)
        *out++ = digits[--count];
    return out;
}

size_t position_format(const struct position *position, char out[POSITION_TEXT_MAX])
{
    static const char letters[] = {[COLOR_BLUE] = 'b', [COLOR_RED] = 'r'};
    int size = position->size;
    char *end = out;
    int row = 0;
    for (int cell = 0; cell < board_cells(size); cell++) {
        if (board_cell_row(size, cell) != row) {
            *end++ = '/';
            row++;
        }
        if (position->height[cell] == 0) {
            *end++ = '.';
            continue;
        }
        bool red = (position->stacks[COLOR_RED] & board_bit(cell)) != 0;
        *end++ = letters[red ? COLOR_RED : COLOR_BLUE];
        end = write_height(end, position->height[cell]);
    }
    *end++ = ' ';
    *end++ = letters[position->to_move];
    *end = '\0';
    return (size_t)(end - out);
}

bool position_equal(const struct position *a, const struct position *b)
{
    return a->size == b->size && a->to_move == b->to_move &&
           memcmp(a->stacks, b->stacks, sizeof a->stacks) == 0 &&
           memcmp(a->height, b->height, sizeof a->height) == 0;
}

void position_check(const struct position *position)
{
    assert(board_size_valid(position->size));
    assert(position->to_move == COLOR_BLUE || position->to_move == COLOR_RED);
    uint64_t blue = position->stacks[COLOR_BLUE];
    uint64_t red = position->stacks[COLOR_RED];
    assert((blue & red) == 0);
    assert(((blue | red) & ~board_all(position->size)) == 0);
    for (int cell = 0; cell < BOARD_MAX_CELLS; cell++) {
        bool occupied = ((blue | red) & board_bit(cell)) != 0;
        assert(occupied == (position->height[cell] > 0));
    }
}

uint64_t position_empty(const struct position *position)
{
    return board_all(position->size) &
           ~(position->stacks[COLOR_BLUE] | position->stacks[COLOR_RED]);
}
