#include "proto/client/game_page.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/board_drawing.h"
#include "proto/client/glyph.h"
#include "proto/client/notice.h"
#include "proto/client/terms.h"
#include "proto/client/words.h"

#define PANEL_LEAST 26
#define PANEL_MOST 48
#define GAP 2
/* Lines besides the board where all stands in one column: title, two players, status, message and
 * the line being typed. */
#define STACKED_LINES 6

struct layout {
    enum board_scale scale;
    bool beside; /* the panel stands right of the board */
    int width, height;
};

/* A column of text lines that is being filled from the top. */
struct column {
    struct canvas *canvas;
    int x, y, width, end;
};

static struct layout choose_layout(int size, int width, int height);
static bool draw_beside(const struct game_page *page, const struct layout *layout,
                        struct canvas *canvas);
static bool draw_stacked(const struct game_page *page, const struct layout *layout,
                         struct canvas *canvas);
static void draw_board(const struct game_page *page, const struct layout *layout,
                       struct canvas *canvas, int x, int y);
static void draw_title(const struct game_page *page, struct column *column, bool whole);
static void draw_player(const struct game_page *page, struct column *column, enum color color);
static void draw_status(const struct game_page *page, struct column *column, int height);
static bool draw_message(const struct game_page *page, struct column *column, int height);
static void draw_explanation(const struct game_page *page, struct canvas *canvas);
static void draw_notice(const struct game_page *page, struct column *column);
static void draw_turns(const struct game_page *page, struct column *column);
static void draw_chat(const struct game_page *page, struct column *column);
static void chat_text(const struct game_page *page, const struct company_line *line,
                      char out[NOTICE_MAX]);

void game_page_draw(const struct game_page *page, struct canvas *canvas, int *cursor_x,
                    int *cursor_y)
{
    struct layout layout = choose_layout(page->state->size, canvas->width, canvas->height);
    bool whole =
        layout.beside ? draw_beside(page, &layout, canvas) : draw_stacked(page, &layout, canvas);
    if (page->explained && !whole)
        draw_explanation(page, canvas);
    *cursor_y = canvas->height - 1;
    game_page_draw_input(canvas, *cursor_y, page->input, page->cursor, page->hint, cursor_x);
}

void game_page_draw_input(struct canvas *canvas, int y, const char *input, size_t cursor,
                          const char *hint, int *cursor_x)
{
    int room = canvas->width - 3;
    int columns = 0; /* from what is shown first to the cursor */
    const char *first = input;
    for (const char *at = input; at < input + cursor;)
        columns += glyph_cluster(&at);
    while (room > 0 && columns > room)
        columns -= glyph_cluster(&first);
    /* What a line of the board may have left there on a small screen. */
    for (int x = 0; x < canvas->width; x++)
        canvas_put(canvas, x, y, ' ', STYLE_PLAIN);
    canvas_text(canvas, 0, y, 2, "> ", STYLE_STRONG);
    if (input[0] == '\0')
        canvas_text(canvas, 2, y, room + 1, hint, STYLE_FAINT);
    else
        canvas_text(canvas, 2, y, room + 1, first, STYLE_PLAIN);
    *cursor_x = 2 + columns;
}

void game_page_terms(const struct game_state *state, char out[96])
{
    char time[TIME_TEXT_MAX];
    terms_format_time(&state->time, time);
    snprintf(out, 96, "size %d, %s, %s", state->size, time, state->rated ? "rated" : "casual");
}

void game_page_status(const struct game_state *state, int viewer, char out[256])
{
    if (game_state_over(state)) {
        words_result(state, out);
        return;
    }
    enum color to_move = game_state_to_move(state);
    char skipped[64] = "";
    if (state->outcome != OUTCOME_GOES_ON) {
        bool won = state->outcome == OUTCOME_WON;
        snprintf(out, 256, "%s %s.", words_color(won ? color_other(to_move) : to_move),
                 won ? "has captured all" : "has no turn");
        return;
    }
    if (state->ply > 0 && turn_is_skip(&state->turns[state->ply - 1]))
        snprintf(skipped, sizeof skipped, "%s had no turn and was skipped. ",
                 words_color(color_other(to_move)));
    if (viewer < 0)
        snprintf(out, 256, "%sTurn %d: %s (%s) is to move.", skipped, (int)state->ply + 1,
                 words_color(to_move), state->players[to_move].name);
    else
        snprintf(out, 256, "%sTurn %d: %s.", skipped, (int)state->ply + 1,
                 to_move == (enum color)viewer ? "it is your turn" : "waiting for the other side");
}

static struct layout choose_layout(int size, int width, int height)
{
    struct layout layout = {.scale = BOARD_TINY};
    static const enum board_scale wanted[] = {BOARD_LARGE, BOARD_SMALL, BOARD_TINY};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        layout.scale = wanted[i];
        layout.width = board_drawing_width(size, layout.scale);
        layout.height = board_drawing_height(size, layout.scale);
        layout.beside = true;
        if (layout.width + GAP + PANEL_LEAST <= width && layout.height < height && height >= 10)
            return layout;
        layout.beside = false;
        if (layout.width <= width && layout.height + STACKED_LINES <= height)
            return layout;
    }
    return layout;
}

/* The other side stands above, as if across the table. */
static enum color upper_player(const struct game_page *page)
{
    return page->viewer == COLOR_RED ? COLOR_BLUE : COLOR_RED;
}

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

/* False where there was no room for all of the message. */
static bool draw_beside(const struct game_page *page, const struct layout *layout,
                        struct canvas *canvas)
{
    struct column panel = {.canvas = canvas,
                           .x = layout->width + GAP,
                           .width = at_most(canvas->width - layout->width - GAP, PANEL_MOST),
                           .end = canvas->height - 1};
    draw_board(page, layout, canvas, 0, 0);
    draw_title(page, &panel, true);
    panel.y++;
    draw_player(page, &panel, upper_player(page));
    draw_player(page, &panel, color_other(upper_player(page)));
    panel.y++;
    draw_status(page, &panel, 6);
    draw_notice(page, &panel);
    bool whole = draw_message(page, &panel, panel.end - panel.y);
    if (page->message[0] == '\0')
        panel.y++;
    draw_chat(page, &panel);
    draw_turns(page, &panel);
    return whole;
}

/* The same. */
static bool draw_stacked(const struct game_page *page, const struct layout *layout,
                         struct canvas *canvas)
{
    struct column column = {.canvas = canvas, .width = canvas->width, .end = canvas->height - 1};
    int spare = canvas->height - layout->height - STACKED_LINES;
    /* Where there is no room for all, the board, the player to move and the message come first. */
    if (spare >= 0)
        draw_title(page, &column, false);
    if (spare >= -2)
        draw_player(page, &column, upper_player(page));
    draw_board(page, layout, canvas, (canvas->width - layout->width) / 2, column.y);
    column.y += layout->height;
    if (column.y > column.end - 1)
        column.y = column.end - 1;
    /* What is left of a board that is higher than the screen. */
    for (int x = 0; x < column.width; x++)
        canvas_put(canvas, x, column.y, ' ', STYLE_PLAIN);
    if (column.end - column.y >= 2)
        draw_player(page, &column, color_other(upper_player(page)));
    bool message = page->message[0] != '\0';
    int left = column.end - column.y;
    if (!message || left >= 2)
        draw_status(page, &column, message ? left - 1 : left);
    draw_notice(page, &column);
    bool whole = draw_message(page, &column, column.end - column.y);
    draw_chat(page, &column);
    draw_turns(page, &column);
    return whole;
}

static void draw_board(const struct game_page *page, const struct layout *layout,
                       struct canvas *canvas, int x, int y)
{
    struct board_drawing drawing = {
        .position = &page->state->position,
        .last = game_state_last_cells(page->state),
        .removed = game_state_removed_cells(page->state),
        .choices = page->choices,
        .ascii = page->ascii,
    };
    board_drawing_draw(&drawing, layout->scale, canvas, x > 0 ? x : 0, y);
}

static void draw_title(const struct game_page *page, struct column *column, bool whole)
{
    char terms[96];
    char line[192];
    game_page_terms(page->state, terms);
    snprintf(line, sizeof line, "Clamber: %s", terms);
    column->y += canvas_paragraph(column->canvas, column->x, column->y, column->width,
                                  whole ? 2 : 1, line, STYLE_STRONG);
    if (!whole)
        return;
    snprintf(line, sizeof line, "game %s, %d watching", page->state->id, page->state->spectators);
    canvas_text(column->canvas, column->x, column->y++, column->width, line, STYLE_FAINT);
}

/* "> b Blue alice 1500 (away)    4:59" */
static void draw_player(const struct game_page *page, struct column *column, enum color color)
{
    const struct game_state *state = page->state;
    const struct game_player *player = &state->players[color];
    bool to_move = !game_state_over(state) && game_state_to_move(state) == color;
    char rating[16] = "";
    char line[128];
    char left[32] = "";
    if (state->rating_changed)
        snprintf(rating, sizeof rating, " %d", state->ratings[color].after);
    else if (player->rating != PLAYER_UNRATED)
        snprintf(rating, sizeof rating, " %d", player->rating);
    if (state->clocked)
        words_time_left(game_state_left_ms(state, color, page->server_now_ms), left);
    int clock_width = canvas_text_width(left);
    int name_width = column->width - clock_width - 5;
    bool away = !player->connected && !game_state_over(state);
    int length =
        snprintf(line, sizeof line, "%s %s%s%s%s", words_color(color), player->name, rating,
                 (int)color == page->viewer ? " (you)" : "", away ? " (away)" : "");
    /* Where there is no room for the colour's name, its sign has to do. */
    size_t skipped = length > name_width ? strlen(words_color(color)) + 1 : 0;
    enum style style = color == COLOR_BLUE ? STYLE_BLUE : STYLE_RED;
    canvas_put(column->canvas, column->x, column->y, to_move ? '>' : ' ', STYLE_STRONG);
    canvas_text(column->canvas, column->x + 2, column->y, 1, board_drawing_sign(color, page->ascii),
                style);
    canvas_text(column->canvas, column->x + 4, column->y, name_width, line + skipped, style);
    canvas_text(column->canvas, column->x + column->width - clock_width, column->y, clock_width,
                left, state->running == (int)color ? STYLE_STRONG : STYLE_PLAIN);
    column->y++;
}

static void draw_status(const struct game_page *page, struct column *column, int height)
{
    const struct game_state *state = page->state;
    char status[WORDS_MAX];
    char changes[2][WORDS_CHANGE_MAX];
    char text[2 * WORDS_MAX];
    game_page_status(state, page->viewer, status);
    if (state->rating_changed) {
        words_rating_change(state, COLOR_BLUE, changes[COLOR_BLUE]);
        words_rating_change(state, COLOR_RED, changes[COLOR_RED]);
        snprintf(text, sizeof text, "%s Ratings: %s, %s.", status, changes[COLOR_BLUE],
                 changes[COLOR_RED]);
    } else {
        snprintf(text, sizeof text, "%s", status);
    }
    column->y += canvas_paragraph(column->canvas, column->x, column->y, column->width, height, text,
                                  STYLE_STRONG);
}

static bool draw_message(const struct game_page *page, struct column *column, int height)
{
    int room = height > 0 ? height : 0;
    column->y += canvas_paragraph(column->canvas, column->x, column->y, column->width, room,
                                  page->message, page->warned ? STYLE_WARNING : STYLE_PLAIN);
    return canvas_paragraph_height(column->width, room + 1, page->message) <= room;
}

/* Instead of everything else: Enter, or the next turn, brings that back. */
static void draw_explanation(const struct game_page *page, struct canvas *canvas)
{
    for (int i = 0; i < canvas->width * canvas->height; i++)
        canvas_put(canvas, i % canvas->width, i / canvas->width, ' ', STYLE_PLAIN);
    canvas_paragraph(canvas, 0, 0, canvas->width, canvas->height - 1, page->message, STYLE_PLAIN);
}

/* What stands open between the sides. */
static void draw_notice(const struct game_page *page, struct column *column)
{
    char notice[NOTICE_MAX];
    if (page->company == NULL)
        return;
    notice_standing(page->state, page->company, page->viewer, page->server_now_ms, notice);
    column->y += canvas_paragraph(column->canvas, column->x, column->y, column->width,
                                  at_most(column->end - column->y, 4), notice, STYLE_LAST);
}

/* The latest of what was said, at the foot of the column, in at most half of the room left. */
static void draw_chat(const struct game_page *page, struct column *column)
{
    if (page->company == NULL)
        return;
    const struct company_line *lines = page->company->lines;
    int last = page->company->count - 1;
    int room = (column->end - column->y + 1) / 2;
    for (int i = last; i >= 0 && room > 0; i--) {
        char text[NOTICE_MAX];
        chat_text(page, &lines[i], text);
        int height = canvas_paragraph_height(column->width, room + 1, text);
        /* Only the latest is shown although a part of it must be left out. */
        bool cut = height > room;
        if (cut && i < last)
            break;
        if (cut)
            height = room;
        room -= height;
        column->end -= height;
        canvas_paragraph(column->canvas, column->x, column->end, column->width, height, text,
                         STYLE_PLAIN);
        if (cut)
            canvas_text(column->canvas, column->x + column->width - 3, column->end + height - 1, 3,
                        "...", STYLE_PLAIN);
    }
}

static void chat_text(const struct game_page *page, const struct company_line *line,
                      char out[NOTICE_MAX])
{
    bool aside = page->viewer >= 0 && line->room == CHAT_SPECTATORS;
    snprintf(out, NOTICE_MAX, "%s%s: %s", line->by, aside ? " (watching)" : "", line->text);
}

/* The latest turns, as many as there is room for. */
static void draw_turns(const struct game_page *page, struct column *column)
{
    const struct game_state *state = page->state;
    int room = column->end - column->y;
    int64_t first = state->ply > room ? state->ply - room : 0;
    for (int64_t i = first; i < state->ply && room > 0; i++) {
        char turn[TURN_TEXT_MAX];
        char line[TURN_TEXT_MAX + 16];
        turn_format(&state->turns[i], state->size, turn);
        enum color color = i % 2 == 0 ? COLOR_BLUE : COLOR_RED;
        snprintf(line, sizeof line, "%3d. %s %s", (int)i + 1,
                 board_drawing_sign(color, page->ascii), turn);
        canvas_text(column->canvas, column->x, column->y++, column->width, line, STYLE_FAINT);
    }
}
