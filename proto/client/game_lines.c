#include "proto/client/game_lines.h"

#include <string.h>
#include <unistd.h>

#include "proto/client/board_drawing.h"
#include "proto/client/game_page.h"
#include "proto/client/member.h"
#include "proto/client/words.h"

/* "Blue alice (1500), 4:59 left" */
static void print_player(const struct app *app, const struct game_state *state, enum color color)
{
    const struct game_player *player = &state->players[color];
    printf("%s %s %s", board_drawing_sign(color, app->ascii), words_color(color), player->name);
    if (player->rating != PLAYER_UNRATED)
        printf(" (%d)", player->rating);
    if (state->clocked) {
        char left[32];
        words_time_left(game_state_left_ms(state, color, app_server_time(app)), left);
        printf(", %s left", left);
    }
    putchar('\n');
}

static void print_status(const struct game_state *state, int viewer)
{
    char status[WORDS_MAX];
    game_page_status(state, viewer, status);
    printf("%s\n", status);
}

void game_lines_header(const struct app *app, const struct game_state *state, int viewer)
{
    char terms[96];
    game_page_terms(state, terms);
    printf("Game %s: %s\n", state->id, terms);
    print_player(app, state, COLOR_BLUE);
    print_player(app, state, COLOR_RED);
    if (viewer >= 0)
        printf("You play %s.\n", words_color((enum color)viewer));
    game_lines_board(app, state, 0);
    if (!game_state_over(state))
        print_status(state, viewer);
    if (viewer >= 0 && !game_state_over(state) && isatty(STDIN_FILENO))
        printf("Type a turn (C3, B2xC4), legal, board, help or quit.\n");
    fflush(stdout);
}

void game_lines_event(const struct app *app, const struct game_state *state, int viewer,
                      const json_t *event)
{
    const char *kind = member_text(event, "ev", "");
    bool skip = strcmp(kind, "skip") == 0;
    if (!skip && strcmp(kind, "move") != 0 && strcmp(kind, "takeback") != 0)
        return;
    if (state->ply > 0 && strcmp(kind, "takeback") != 0) {
        char turn[TURN_TEXT_MAX];
        enum color color = state->ply % 2 == 1 ? COLOR_BLUE : COLOR_RED;
        turn_format(&state->turns[state->ply - 1], state->size, turn);
        printf("%d. %s %s\n", (int)state->ply, words_color(color), turn);
    }
    /* A skip changes nothing on the board. */
    if (!skip) {
        game_lines_board(app, state, 0);
        if (state->clocked) {
            print_player(app, state, COLOR_BLUE);
            print_player(app, state, COLOR_RED);
        }
    }
    if (state->outcome == OUTCOME_GOES_ON)
        print_status(state, viewer);
    fflush(stdout);
}

void game_lines_board(const struct app *app, const struct game_state *state, uint64_t choices)
{
    struct board_drawing drawing = {
        .position = &state->position,
        .last = game_state_last_cells(state),
        .removed = game_state_removed_cells(state),
        .choices = choices,
        .ascii = app->ascii,
    };
    struct canvas canvas;
    canvas_init(&canvas, board_drawing_width(state->size, BOARD_LARGE),
                board_drawing_height(state->size, BOARD_LARGE));
    board_drawing_draw(&drawing, BOARD_LARGE, &canvas, 0, 0);
    canvas_write(&canvas, app->colored, stdout);
    canvas_deinit(&canvas);
    fflush(stdout);
}

void game_lines_result(const struct game_state *state)
{
    char words[WORDS_MAX];
    words_result(state, words);
    printf("%s\n", words);
    if (state->rating_changed) {
        for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
            words_rating_change(state, (enum color)color, words);
            printf("Rating: %s\n", words);
        }
    }
    fflush(stdout);
}
