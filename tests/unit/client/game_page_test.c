#include "proto/client/game_page.h"

#include <locale.h>
#include <string.h>

#include "proto/client/lobby_page.h"
#include "tests/support/cmocka_test.h"
#include "tests/unit/client/golden.h"
#include "tests/unit/client/stream.h"

#define TEN_TENS "\u5341\u5341\u5341\u5341\u5341\u5341\u5341\u5341\u5341\u5341"

struct fixture {
    struct stream stream;
    struct game_state state;
    struct game_page page;
};

static void begin(struct fixture *fixture, int size)
{
    stream_init(&fixture->stream, size);
    game_state_init(&fixture->state);
    json_t *snapshot = stream_snapshot(&fixture->stream, true);
    assert_true(game_state_snapshot(&fixture->state, snapshot));
    json_decref(snapshot);
    fixture->page = (struct game_page){
        .state = &fixture->state,
        .viewer = COLOR_BLUE,
        .server_now_ms = 12000,
        .ascii = true,
        .message = "",
        .input = "",
        .hint = "a turn",
    };
}

static void take(struct fixture *fixture, json_t *event)
{
    assert_int_equal(game_state_event(&fixture->state, event), GAME_STEP_NEW);
    json_decref(event);
}

static void expect(const struct fixture *fixture, int width, int height, const char *name)
{
    struct canvas canvas;
    int x;
    int y;
    canvas_init(&canvas, width, height);
    game_page_draw(&fixture->page, &canvas, &x, &y);
    assert_in_range(x, 0, width - 1);
    assert_int_equal(y, height - 1);
    golden_expect(&canvas, false, name);
    canvas_deinit(&canvas);
}

static void a_game_being_played(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 3);
    static const char *const turns[] = {"D4", "D5", "C3", "E5"};
    for (size_t i = 0; i < 4; i++)
        take(&fixture, stream_turn(&fixture.stream, turns[i]));
    fixture.page.input = "D4x";
    fixture.page.cursor = 3;
    fixture.page.choices = board_bit(board_cell_parse(3, "E5"));
    fixture.page.message = "D4 can capture D5 E5.";
    expect(&fixture, 80, 24, "page_3_80x24");
    expect(&fixture, 40, 24, "page_3_40x24");
    expect(&fixture, 28, 16, "page_3_28x16");
    fixture.page.viewer = -1;
    fixture.page.input = "";
    fixture.page.cursor = 0;
    fixture.page.message = "";
    expect(&fixture, 40, 20, "page_3_40x20_spectator");
    game_state_deinit(&fixture.state);
}

static void a_game_of_size_4_at_its_end(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 4);
    fixture.page.viewer = COLOR_RED;
    static const char *const turns[] = {"D4", "D5", "D4xD5"};
    for (size_t i = 0; i < 3; i++)
        take(&fixture, stream_turn(&fixture.stream, turns[i]));
    take(&fixture, stream_end(&fixture.stream, COLOR_BLUE, "capture"));
    expect(&fixture, 80, 24, "page_4_80x24_end");
    expect(&fixture, 40, 24, "page_4_40x24_end");
    game_state_deinit(&fixture.state);
}

/* Whatever the size, it is drawn without leaving the canvas, and the line being typed is there. */
static void every_size_of_screen_is_drawn(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, 4);
    take(&fixture, stream_turn(&fixture.stream, "D4"));
    fixture.page.input = "D4xD5xD6xD7";
    fixture.page.cursor = 11;
    fixture.page.message = "A message that is longer than a narrow screen is wide.";
    for (int width = 1; width <= 100; width += 3) {
        for (int height = 1; height <= 40; height++) {
            struct canvas canvas;
            int x;
            int y;
            canvas_init(&canvas, width, height);
            game_page_draw(&fixture.page, &canvas, &x, &y);
            assert_int_equal(canvas.cells[(height - 1) * width].character, '>');
            canvas_deinit(&canvas);
        }
    }
    game_state_deinit(&fixture.state);
}

/* The line being typed scrolls by columns, whatever its characters take. */
static void the_cursor_is_always_seen(void **state)
{
    (void)state;
    static const char text[] = "say \u5341\u5341\u5341\u5341e\u0301\u0301fgh";
    struct canvas canvas;
    int x;
    canvas_init(&canvas, 10, 1);
    game_page_draw_input(&canvas, 0, text, strlen(text), "", &x);
    assert_int_equal(x, 8);
    golden_expect(&canvas, false, "input_end");
    game_page_draw_input(&canvas, 0, text, strlen(text) - 3, "", &x);
    assert_int_equal(x, 9);
    golden_expect(&canvas, false, "input_middle");
    game_page_draw_input(&canvas, 0, text, 0, "", &x);
    assert_int_equal(x, 2);
    golden_expect(&canvas, false, "input_start");
    canvas_deinit(&canvas);
}

/* People's words in any script; what is longer than there is room for is seen to be cut. */
static void what_is_said(void **state)
{
    (void)state;
    struct fixture fixture;
    struct company company;
    begin(&fixture, 3);
    company_init(&company);
    fixture.page.company = &company;
    static const char *const lines[] = {
        "\u00BFQu\u00E9 tal? \u041F\u0440\u0438\u0432\u0435\u0442",
        TEN_TENS TEN_TENS "\u5341\u5341\u5341\u5341",
        "cafe\u0301 noe\u0308l",
    };
    for (int i = 0; i < 3; i++) {
        company.lines[i] = (struct company_line){.room = CHAT_PLAYERS, .seq = i + 1, .by = "bob"};
        strcpy(company.lines[i].text, lines[i]);
    }
    company.count = 3;
    expect(&fixture, 80, 24, "page_chat_80x24");
    memset(company.lines[2].text, 'x', CHAT_CHARACTERS_MAX);
    expect(&fixture, 80, 24, "page_chat_80x24_cut");
    game_state_deinit(&fixture.state);
}

static void the_lobby(void **state)
{
    (void)state;
    struct lobby lobby;
    struct canvas canvas;
    int x;
    lobby_init(&lobby);
    lobby.listed = true;
    json_decref(lobby.seeks);
    lobby.seeks =
        json_pack("[{s:s, s:{s:s, s:i}, s:i, s:{s:i, s:i}, s:b, s:s}, {s:s, s:{s:s, s:n}, s:i, "
                  "s:n, s:b, s:s}]",
                  "id", "a", "user", "name", "bob", "rating", 1500, "size", 3, "time", "initial_ms",
                  300000, "increment_ms", 3000, "rated", 1, "color", "blue", "id", "b", "user",
                  "name", "guest-k2", "rating", "size", 4, "time", "rated", 0, "color", "random");
    json_array_append_new(lobby.unfinished,
                          json_pack("{s:s, s:{s:s}, s:{s:s}, s:i, s:{s:i}, s:b, s:i}", "id", "c",
                                    "blue", "name", "alice", "red", "name", "carol", "size", 3,
                                    "time", "per_move_ms", 86400000, "rated", 0, "ply", 11));
    lobby.want = LOBBY_SEEK;
    struct lobby_page page = {.lobby = &lobby,
                              .server = "127.0.0.1:5577",
                              .name = "alice",
                              .server_now_ms = 0,
                              .message = "",
                              .input = "",
                              .cursor = 0};
    canvas_init(&canvas, 80, 20);
    lobby_page_draw(&page, &canvas, &x);
    golden_expect(&canvas, false, "lobby_80x20");
    canvas_deinit(&canvas);
    canvas_init(&canvas, 40, 20);
    lobby_page_draw(&page, &canvas, &x);
    golden_expect(&canvas, false, "lobby_40x20");
    canvas_deinit(&canvas);
    for (int height = 1; height < 12; height++) {
        canvas_init(&canvas, 30, height);
        lobby_page_draw(&page, &canvas, &x);
        assert_int_equal(canvas.cells[(height - 1) * 30].character, '>');
        canvas_deinit(&canvas);
    }
    lobby_deinit(&lobby);
}

int main(void)
{
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_being_played),
        cmocka_unit_test(a_game_of_size_4_at_its_end),
        cmocka_unit_test(every_size_of_screen_is_drawn),
        cmocka_unit_test(the_cursor_is_always_seen),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(the_lobby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
