/* The page of a game on a screen of any size: board, players, clocks, turns, message, and the line
 * being typed. Chooses the largest board that leaves room for the rest. Pure. */
#pragma once

#include "proto/client/canvas.h"
#include "proto/client/company.h"

struct game_page {
    const struct game_state *state;
    int viewer; /* the colour that looks at it, or -1 for a spectator */
    int64_t server_now_ms;
    uint64_t choices; /* cells to point out */
    bool ascii;
    const struct company *company; /* NULL for none */
    const char *message;           /* "" for none */
    bool warned;                   /* the message is about something wrong */
    bool explained;                /* it is shown whole, instead of the board if need be */
    const char *input;             /* the line being typed */
    size_t cursor;
    const char *hint; /* shown while nothing is typed */
};

/* Draws it over the whole canvas and tells where the cursor belongs. */
void game_page_draw(const struct game_page *page, struct canvas *canvas, int *cursor_x,
                    int *cursor_y);

/* Draws "> " and the line being typed on line y, so that the cursor is always seen. */
void game_page_draw_input(struct canvas *canvas, int y, const char *input, size_t cursor,
                          const char *hint, int *cursor_x);

/* "size 3, 5+3, rated" */
void game_page_terms(const struct game_state *state, char out[96]);

/* What is going on, in one sentence: whose turn it is, or how the game ended. */
void game_page_status(const struct game_state *state, int viewer, char out[256]);
