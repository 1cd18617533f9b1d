/* The 12 ways in which the board can be turned and mirrored onto itself. Cells that a symmetry maps
 * onto each other are alike: adjacency, and so the whole game, is the same before and after.
 * Computed from the coordinates of cells; asked where games are compared (opening statistics). */
#pragma once

#include "core/turn.h"

/* Symmetries are numbered from 0, which changes nothing. */
#define SYMMETRY_COUNT 12

/* Where `cell` goes. */
int symmetry_cell(int size, int symmetry, int cell);

/* The turn as it is played on the board's image; a skip is a skip. */
void symmetry_turn(int size, int symmetry, const struct turn *turn, struct turn *image);

/* The one that takes every cell back. */
int symmetry_inverse(int symmetry);
