#include "server/store/opening.h"

#include "core/symmetry.h"

#include <assert.h>
#include <string.h>

#define ALL_FRAMES ((UINT32_C(1) << SYMMETRY_COUNT) - 1)

size_t opening_turn_length(unsigned char first)
{
    return first > OPENING_CAPTURE ? 1 + (size_t)first - OPENING_CAPTURE : 1;
}

size_t opening_turn_write(const struct turn *turn, unsigned char bytes[OPENING_TURN_SIZE])
{
    if (turn_is_skip(turn)) {
        bytes[0] = 0;
        return 1;
    }
    if (!turn_is_capture(turn)) {
        bytes[0] = (unsigned char)(turn->cells[0] + 1);
        return 1;
    }
    bytes[0] = (unsigned char)(OPENING_CAPTURE + turn->count);
    memcpy(bytes + 1, turn->cells, turn->count);
    return 1 + (size_t)turn->count;
}

bool opening_turn_read(struct turn *turn, int size, const unsigned char *bytes, size_t length)
{
    if (length == 0 || length != opening_turn_length(bytes[0]))
        return false;
    struct turn read = {.count = bytes[0] > 0};
    if (bytes[0] > OPENING_CAPTURE) {
        read.count = (uint8_t)(bytes[0] - OPENING_CAPTURE);
        if (read.count > board_cells(size))
            return false;
        memcpy(read.cells, bytes + 1, read.count);
    } else if (bytes[0] > 0) {
        read.cells[0] = (uint8_t)(bytes[0] - 1);
    }
    for (int i = 0; i < read.count; i++) {
        if (read.cells[i] >= board_cells(size))
            return false;
    }
    *turn = read;
    return true;
}

int opening_turn_compare(const struct turn *a, const struct turn *b)
{
    unsigned char a_bytes[OPENING_TURN_SIZE], b_bytes[OPENING_TURN_SIZE];
    size_t a_length = opening_turn_write(a, a_bytes), b_length = opening_turn_write(b, b_bytes);
    /* Neither begins the other, so they differ within the shorter, or are equal. */
    return memcmp(a_bytes, b_bytes, a_length < b_length ? a_length : b_length);
}

/* Of the images under the symmetries of a set the first in the order of bytes; gives those that
 * lead to it. */
static uint32_t first_image(int size, uint32_t symmetries, const struct turn *turn,
                            struct turn *first)
{
    uint32_t leading = 0;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        if ((symmetries & UINT32_C(1) << symmetry) == 0)
            continue;
        struct turn image;
        symmetry_turn(size, symmetry, turn, &image);
        int order = leading == 0 ? -1 : opening_turn_compare(&image, first);
        if (order < 0) {
            *first = image;
            leading = 0;
        }
        if (order <= 0)
            leading |= UINT32_C(1) << symmetry;
    }
    return leading;
}

void opening_line_make(struct opening_line *line, int size, const struct opening *opening)
{
    assert(opening->count >= 0 && opening->count <= OPENING_TURNS);
    *line = (struct opening_line){.count = opening->count, .frames = ALL_FRAMES};
    size_t length = 0;
    for (int ply = 0; ply < opening->count; ply++) {
        struct turn first;
        line->frames = first_image(size, line->frames, &opening->turns[ply], &first);
        length += opening_turn_write(&first, line->bytes + length);
        line->lengths[ply + 1] = length;
    }
}

void opening_line_turn_back(const struct opening_line *line, int size, const struct turn *turn,
                            struct turn *seen)
{
    uint32_t back = 0;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        if ((line->frames & UINT32_C(1) << symmetry) != 0)
            back |= UINT32_C(1) << symmetry_inverse(symmetry);
    }
    first_image(size, back, turn, seen);
}
