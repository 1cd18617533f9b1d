#include "proto/client/table.h"

#include <string.h>
#include <strings.h>

#include "proto/client/game_lines.h"
#include "proto/client/game_page.h"
#include "proto/client/member.h"
#include "proto/client/turn_entry.h"

#define RUNNING_TICK_MS 200
#define IDLE_TICK_MS 1000

#define HELP                                                                                       \
    "A turn is a cell to place on, as C3, or captures, as B2xC4xE5. \"B2x\" or Tab tells what B2 " \
    "can capture, \"legal\" all there is. On the board * is the last turn, - what it removed, + "  \
    "what can be chosen. resign; abort (before both have moved); quit (the game goes on)."

struct table {
    struct app *app;
    struct follow *follow;
    bool playing;
    int viewer;       /* the colour this user plays, or -1 */
    uint64_t choices; /* cells pointed out on request */
    int64_t request;  /* of a resign, an abort or a question; 0 for none */
    bool resigning;   /* asked for once */
    bool over_shown;
    bool done;
    enum table_end end;
};

static void leave(struct table *table, enum table_end end);
static void take_event(struct table *table, struct app_event *event);
static void take_happening(struct table *table, const struct happening *happening);
static void take_other_event(struct table *table, const json_t *event);
static void take_game(struct table *table, const json_t *message);
static void take_end(struct table *table);
static void take_reply(struct table *table, const json_t *reply);
static void take_line(struct table *table, const char *line);
static bool take_parting_word(struct table *table, const char *line);
static void take_turn(struct table *table, const char *line);
static void resign(struct table *table);
static void explain(struct table *table, const char *prefix);
static void send_request(struct table *table, json_t *request);
static void refuse(struct table *table, const char *code, const char *why);
static void show(struct table *table);

enum table_end table_sit(struct app *app, const char *game, bool playing, struct terms *terms)
{
    struct table table = {.app = app, .playing = playing, .viewer = -1, .end = TABLE_QUIT};
    struct app_event event;
    table.follow = session_follow(&app->session, game);
    line_edit_clear(&app->edit);
    app->message[0] = '\0';
    while (!table.done) {
        bool running = table.follow->state.running >= 0;
        show(&table);
        app_next(app, running ? RUNNING_TICK_MS : IDLE_TICK_MS, &event);
        take_event(&table, &event);
    }
    const struct game_state *state = &table.follow->state;
    app_close_screen(app);
    if (app->interface == INTERFACE_SCREEN && table.follow->known && table.end != TABLE_FAILED) {
        game_lines_board(app, state, 0);
        if (game_state_over(state))
            game_lines_result(state);
    }
    terms->size = state->size;
    terms->time = state->time;
    terms->rated = state->rated;
    session_unfollow(&app->session, table.follow);
    return table.end;
}

static void leave(struct table *table, enum table_end end)
{
    table->done = true;
    table->end = end;
}

static void take_event(struct table *table, struct app_event *event)
{
    switch (event->kind) {
    case APP_HAPPENING:
        take_happening(table, &event->happening);
        break;
    case APP_LINE:
        take_line(table, event->line);
        break;
    case APP_EDITED:
        table->choices = 0;
        break;
    case APP_TAB:
        if (table->app->edit.text[0] != '\0')
            explain(table, table->app->edit.text);
        break;
    case APP_CANCELED:
        table->choices = 0;
        table->app->message[0] = '\0';
        break;
    case APP_INPUT_ENDED:
        /* Nobody is left to play; a script that only watches need not say anything. */
        if (table->playing || table->app->interface == INTERFACE_SCREEN)
            leave(table, TABLE_QUIT);
        break;
    case APP_QUIT:
        leave(table, TABLE_QUIT);
        break;
    case APP_REDRAW:
    case APP_TICK:
        break;
    }
}

static void take_happening(struct table *table, const struct happening *happening)
{
    switch (happening->kind) {
    case HAPPENING_FAILED:
        app_fail(table->app, "%s", happening->why);
        leave(table, TABLE_FAILED);
        break;
    case HAPPENING_LOST:
        table->request = 0;
        break;
    case HAPPENING_GAME:
        if (happening->follow == table->follow)
            take_game(table, happening->message);
        break;
    case HAPPENING_MOVE:
        if (happening->follow == table->follow)
            take_reply(table, happening->message);
        break;
    case HAPPENING_REPLY:
        if (table->request != 0 && happening->request == table->request) {
            table->request = 0;
            take_reply(table, happening->message);
        }
        break;
    case HAPPENING_EVENT:
        take_other_event(table, happening->message);
        break;
    case HAPPENING_OPEN:
    case HAPPENING_READY:
        break;
    }
}

/* A seek of this user's that is still open somewhere may be taken at any time. */
static void take_other_event(struct table *table, const json_t *event)
{
    const char *game = member_text(json_object_get(event, "game"), "id", "");
    app_emit(table->app, event);
    if (strcmp(member_text(event, "ev", ""), "game_started") == 0 &&
        strcmp(game, table->follow->game) != 0)
        app_say(table->app, "Another game of yours has begun: %.16s.", game);
}

/* The game has moved on: by a snapshot or by an event. */
static void take_game(struct table *table, const json_t *message)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    bool first = json_object_get(message, "ev") == NULL;
    app_emit(app, message);
    if (first && table->playing) {
        table->viewer = game_state_color_of(state, app->session.name);
        if (table->viewer < 0)
            app_warn(app, "You do not play in this game.");
    }
    if (first && app->interface == INTERFACE_LINES)
        game_lines_header(app, state, table->viewer);
    else if (app->interface == INTERFACE_LINES)
        game_lines_event(app, state, table->viewer, message);
    if (member_integer(message, "v", 0) > 0) {
        table->choices = 0;
        table->resigning = false;
        if (!app->warned)
            app->message[0] = '\0';
    }
    if (game_state_over(state) && !table->over_shown)
        take_end(table);
}

static void take_end(struct table *table)
{
    table->over_shown = true;
    table->app->message[0] = '\0';
    if (table->app->interface == INTERFACE_LINES)
        game_lines_result(&table->follow->state);
    if (!table->playing || table->app->interface != INTERFACE_SCREEN)
        leave(table, TABLE_OVER);
}

static void take_reply(struct table *table, const json_t *reply)
{
    char why[WORDS_MAX];
    const json_t *error = json_object_get(reply, "error");
    app_emit(table->app, reply);
    if (error == NULL || table->app->interface == INTERFACE_JSON)
        return;
    words_error(error, why);
    app_warn(table->app, "%s", why);
}

static void take_line(struct table *table, const char *line)
{
    struct app *app = table->app;
    bool again = table->resigning;
    table->choices = 0;
    table->resigning = false;
    if (line[0] == '\0' || take_parting_word(table, line))
        return;
    if (strcasecmp(line, "help") == 0) {
        app_say(app, "%s", HELP);
    } else if (strcasecmp(line, "board") == 0 && app->interface == INTERFACE_LINES) {
        game_lines_board(app, &table->follow->state, 0);
    } else if (strcasecmp(line, "legal") == 0) {
        explain(table, "");
    } else if (strncasecmp(line, "legal ", 6) == 0) {
        explain(table, line + 6 + strspn(line + 6, " "));
    } else if (turn_entry_is_question(line)) {
        explain(table, line);
    } else if (!table->playing) {
        app_warn(app, "You are watching; \"quit\" leaves.");
    } else if (strcasecmp(line, "abort") == 0) {
        send_request(table, json_pack("{s:s, s:s}", "op", "abort", "game", table->follow->game));
    } else if (strcasecmp(line, "resign") == 0) {
        table->resigning = again;
        resign(table);
    } else {
        take_turn(table, line);
    }
}

static bool take_parting_word(struct table *table, const char *line)
{
    bool screen = table->app->interface == INTERFACE_SCREEN;
    bool over = table->follow->known && game_state_over(&table->follow->state);
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "q") == 0)
        leave(table, TABLE_QUIT);
    else if (table->playing && screen && strcasecmp(line, "lobby") == 0)
        leave(table, TABLE_LOBBY);
    else if (table->playing && over && strcasecmp(line, "new") == 0)
        leave(table, TABLE_LOBBY);
    else if (table->playing && over && strcasecmp(line, "again") == 0)
        leave(table, TABLE_AGAIN);
    return table->done;
}

/* Checked here first, so that a mistake costs no time on the clock. */
static void take_turn(struct table *table, const char *line)
{
    const struct game_state *state = &table->follow->state;
    char why[WORDS_MAX];
    struct turn turn;
    if (!table->follow->known || table->viewer < 0)
        refuse(table, "not_allowed_now", "You cannot move in this game.");
    else if (game_state_over(state))
        refuse(table, "game_over", "The game is over.");
    else if ((int)game_state_to_move(state) != table->viewer || state->outcome != OUTCOME_GOES_ON)
        refuse(table, "not_your_turn", "It is not your turn yet.");
    else if (follow_moving(table->follow))
        refuse(table, "not_your_turn", "Your turn is under way to the server.");
    else if (!turn_entry_read(&state->position, line, &turn, why))
        refuse(table, "illegal_move", why);
    else
        follow_play(table->follow, &turn);
}

/* A person confirms it by saying it again. */
static void resign(struct table *table)
{
    bool screen = table->app->interface == INTERFACE_SCREEN;
    if (screen && !table->resigning) {
        table->resigning = true;
        app_say(table->app, "Type \"resign\" once more to give the game up.");
        return;
    }
    table->resigning = false;
    send_request(table, json_pack("{s:s, s:s}", "op", "resign", "game", table->follow->game));
}

/* A script is answered by the server, a person by the referee that is at hand. */
static void explain(struct table *table, const char *prefix)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    char text[TURN_ENTRY_TEXT_MAX];
    if (!table->follow->known || game_state_over(state)) {
        refuse(table, "game_over", "There are no turns to choose from.");
        return;
    }
    if (app->interface == INTERFACE_JSON) {
        json_t *legal = json_pack("{s:s, s:s}", "op", "legal", "game", table->follow->game);
        if (prefix[0] != '\0')
            json_object_set_new(legal, "prefix", json_string(prefix));
        send_request(table, legal);
        return;
    }
    table->choices = turn_entry_explain(&state->position, prefix, text);
    app_say(app, "%s", text);
    if (app->interface == INTERFACE_LINES && table->choices != 0)
        game_lines_board(app, state, table->choices);
}

static void send_request(struct table *table, json_t *request)
{
    table->request = session_request(&table->app->session, request);
    if (table->request == 0)
        refuse(table, "storage_unavailable",
               "There is no connection just now; try again when it is back.");
}

/* Says no: to a person in words, to a script as the server would. */
static void refuse(struct table *table, const char *code, const char *why)
{
    if (table->app->interface != INTERFACE_JSON) {
        app_warn(table->app, "%s", why);
        return;
    }
    json_t *reply = json_pack("{s:n, s:{s:s, s:s}}", "re", "error", "code", code, "message", why);
    app_emit(table->app, reply);
    json_decref(reply);
}

static void show(struct table *table)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    if (app->interface != INTERFACE_SCREEN || table->done)
        return;
    app_open_screen(app);
    bool over = table->follow->known && game_state_over(state);
    int width, height, cursor_x, cursor_y;
    struct canvas canvas;
    struct game_page page = {
        .state = state,
        .viewer = table->viewer,
        .server_now_ms = app_server_time(app),
        .choices = table->choices,
        .ascii = app->ascii,
        .message = app->lost ? app->trouble : app->message,
        .warned = app->lost || app->warned,
        .input = app->edit.text,
        .cursor = app->edit.cursor,
        .hint = !table->playing ? "quit"
                : over          ? "again (same terms), new (lobby) or quit"
                                : "a turn, as C3 or B2xC4; legal, help, quit",
    };
    if (table->choices == 0 && app->edit.text[0] != '\0' && !over)
        page.choices = turn_entry_choices(&state->position, app->edit.text);
    if (!app->lost && app->message[0] == '\0' && follow_moving(table->follow))
        page.message = "Sending your turn ...";
    terminal_size(&width, &height);
    canvas_init(&canvas, width, height);
    game_page_draw(&page, &canvas, &cursor_x, &cursor_y);
    terminal_show(&app->terminal, &canvas, cursor_x, cursor_y);
    canvas_deinit(&canvas);
}
