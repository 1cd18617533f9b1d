/* First turns of a game as the key by which the database counts them.
 * Games that differ only by a symmetry of the board are the same game, so a line is written in the
 * frame in which its bytes are the smallest. The bytes of a turn never begin those of another, so
 * the smallest image of a line begins with the smallest images of all its prefixes.
 * Pure: called by what writes and reads opening statistics, and by the check of a database. */
#pragma once

#include "server/machine/storage.h"

/* A turn: 0 for a skip, cell + 1 for a placement, or OPENING_CAPTURE + the number of cells and then
 * the cells. No byte is ever 255. */
#define OPENING_CAPTURE 64
#define OPENING_TURN_SIZE (1 + BOARD_MAX_CELLS)
#define OPENING_LINE_SIZE (OPENING_TURNS * OPENING_TURN_SIZE)

struct opening_line {
    unsigned char bytes[OPENING_LINE_SIZE];
    int count;                         /* turns */
    size_t lengths[OPENING_TURNS + 1]; /* in bytes, of the prefix of so many turns */
    /* The symmetries, as a set of bits, that map the opening to the line: more than one where the
     * turns look the same in several ways. */
    uint32_t frames;
};

/* The opening must be one of a game on a board of that size; count 0 is let pass. */
void opening_line_make(struct opening_line *line, int size, const struct opening *opening);

/* A turn of a game that began with the line, seen from where the opening was: of the turns that are
 * the same to it, the first in the order of their bytes. */
void opening_line_turn_back(const struct opening_line *line, int size, const struct turn *turn,
                            struct turn *seen);

/* The number of bytes of a turn that begins with this one. */
size_t opening_turn_length(unsigned char first);
/* Gives the number of bytes. */
size_t opening_turn_write(const struct turn *turn, unsigned char bytes[OPENING_TURN_SIZE]);
/* Whether the bytes are exactly one turn on a board of that size. */
bool opening_turn_read(struct turn *turn, int size, const unsigned char *bytes, size_t length);
/* By their bytes: less than, equal to or greater than 0, as memcmp. */
int opening_turn_compare(const struct turn *a, const struct turn *b);
