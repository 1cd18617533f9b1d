#include "proto/client/table.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/game_lines.h"
#include "proto/client/game_page.h"
#include "proto/client/lobby.h"
#include "proto/client/member.h"
#include "proto/client/moment.h"
#include "proto/client/notice.h"
#include "proto/client/table_inside.h"
#include "proto/client/turn_entry.h"

#define RUNNING_TICK_MS 200
#define IDLE_TICK_MS 1000

/* On a screen narrower than this the page has hardly room for what is said: it is a message then.
 */
#define CHAT_WIDTH 64
/* How long the end of a game stays on the screen before the next on tv. */
#define TV_PAUSE_MS 5000

static void take_event(struct table *table, struct app_event *event);
static void take_happening(struct table *table, const struct happening *happening);
static void come_back(struct table *table);
static void take_other_event(struct table *table, const json_t *event);
static void take_game(struct table *table, const json_t *message);
static void take_first(struct table *table);
static void take_chat(struct table *table, const json_t *event);
static void tell(struct table *table, const json_t *event);
static void take_end(struct table *table);
static void take_answer(struct table *table, int64_t request, const json_t *reply);
static void take_missed_chat(struct table *table, const json_t *reply);
static void take_reply(struct table *table, const json_t *reply);
static void ask_chat(struct table *table);
static void go_on_to(struct table *table, const char *game);
static int64_t send_request(struct table *table, json_t *request);
static const char *hint(const struct table *table);
static void show(struct table *table);

enum table_end table_sit(struct app *app, char game[GAME_ID_MAX], enum table_seat seat,
                         struct terms *terms)
{
    struct table table = {.app = app, .seat = seat, .viewer = -1, .end = TABLE_QUIT};
    struct app_event event;
    table.follow = session_follow(&app->session, game);
    company_init(&table.company);
    line_edit_clear(&app->edit);
    app->message[0] = '\0';
    while (!table.done) {
        bool soon = table.follow->state.running >= 0 || table.chat_due;
        show(&table);
        app_next(app, soon ? RUNNING_TICK_MS : IDLE_TICK_MS, &event);
        take_event(&table, &event);
        if (table.chat_due && table.follow->stage == FOLLOW_LIVE)
            ask_chat(&table);
        if (table.next[0] != '\0' && !table.done && moment_now_ms() >= table.next_at_ms)
            table_leave(&table, TABLE_NEXT);
    }
    const struct game_state *state = &table.follow->state;
    if (table.end != TABLE_NEXT)
        app_close_screen(app);
    if (app->interface == INTERFACE_SCREEN && table.follow->known && !app->terminal.open &&
        table.end != TABLE_FAILED) {
        game_lines_board(app, state, 0);
        if (game_state_over(state))
            game_lines_result(state);
    }
    terms->size = state->size;
    terms->time = state->time;
    terms->rated = state->rated;
    session_unfollow(&app->session, table.follow);
    if (table.end == TABLE_NEXT)
        snprintf(game, GAME_ID_MAX, "%s", table.next);
    return table.end;
}

void table_leave(struct table *table, enum table_end end)
{
    table->done = true;
    table->end = end == TABLE_QUIT && table_over(table) ? TABLE_OVER : end;
}

bool table_over(const struct table *table)
{
    return table->follow->known && game_state_over(&table->follow->state);
}

int64_t table_send(struct table *table, json_t *request)
{
    table->unanswered = send_request(table, request);
    return table->unanswered;
}

static int64_t send_request(struct table *table, json_t *request)
{
    int64_t number = session_request(&table->app->session, request);
    if (number == 0)
        table_refuse(table, "storage_unavailable",
                     "There is no connection just now; try again when it is back.");
    else if (table->first_request == 0)
        table->first_request = number;
    return number;
}

void table_refuse(struct table *table, const char *code, const char *why)
{
    if (table->app->interface != INTERFACE_JSON) {
        app_warn(table->app, "%s", why);
        return;
    }
    json_t *reply = json_pack("{s:n, s:{s:s, s:s}}", "re", "error", "code", code, "message", why);
    app_emit(table->app, reply);
    json_decref(reply);
}

static void take_event(struct table *table, struct app_event *event)
{
    switch (event->kind) {
    case APP_HAPPENING:
        take_happening(table, &event->happening);
        break;
    case APP_LINE:
        table_command(table, event->line);
        break;
    case APP_EDITED:
        table->choices = 0;
        break;
    case APP_TAB:
        if (table->app->edit.text[0] != '\0')
            table_explain(table, table->app->edit.text);
        break;
    case APP_CANCELED:
        table->choices = 0;
        table->app->message[0] = '\0';
        break;
    case APP_INPUT_ENDED:
        /* Nobody is left to play; a script that only watches need not say anything. */
        if (table->seat == TABLE_PLAYER || table->app->interface == INTERFACE_SCREEN)
            table_leave(table, TABLE_QUIT);
        break;
    case APP_QUIT:
        table_leave(table, TABLE_QUIT);
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
        table_leave(table, TABLE_FAILED);
        break;
    case HAPPENING_LOST:
        company_lost(&table->company);
        table->doubtful = table->doubtful || table->unanswered != 0;
        table->unanswered = 0;
        break;
    case HAPPENING_READY:
        come_back(table);
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
        if (table->first_request != 0 && happening->request >= table->first_request)
            take_answer(table, happening->request, happening->message);
        else
            lobby_drop_late(&table->app->session, happening->message);
        break;
    case HAPPENING_EVENT:
        take_other_event(table, happening->message);
        break;
    case HAPPENING_OPEN:
        break;
    }
}

/* Connected anew: the stream is taken up by the follow, the rest here. A rematch that was asked for
 * may have begun meanwhile; asking again tells. */
static void come_back(struct table *table)
{
    if (table->doubtful)
        table_refuse(table, "unanswered",
                     "The connection was lost before an answer came: look whether it was done, "
                     "and do it again if not.");
    table->doubtful = false;
    table->chat_due = table->follow->known;
    if (table->viewer >= 0 && table_over(table) && table->company.rematch[table->viewer])
        table->rematch_request = send_request(
            table, json_pack("{s:s, s:s}", "op", "rematch", "game", table->follow->game));
    if (table->seat == TABLE_TV)
        table->tv_request = send_request(table, json_pack("{s:s}", "op", "tv"));
}

/* What is not about this game: another game or a challenge of this user's, or the next on tv. */
static void take_other_event(struct table *table, const json_t *event)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    const char *kind = member_text(event, "ev", "");
    const json_t *game = json_object_get(event, "game");
    const char *id = member_text(game, "id", "");
    bool other = strcmp(id, table->follow->game) != 0;
    app_emit(app, event);
    if (strcmp(kind, "tv") == 0 && table->seat == TABLE_TV && id[0] != '\0' && other) {
        go_on_to(table, id);
    } else if (strcmp(kind, "game_started") == 0 && other) {
        int viewer = table->viewer;
        const char *now_mine = viewer == COLOR_BLUE ? "red" : "blue";
        const char *now_theirs = viewer == COLOR_BLUE ? "blue" : "red";
        if (viewer >= 0 && table_over(table) && table->company.rematch[viewer] &&
            strcmp(member_text(json_object_get(game, now_mine), "name", ""),
                   state->players[viewer].name) == 0 &&
            strcmp(member_text(json_object_get(game, now_theirs), "name", ""),
                   state->players[1 - viewer].name) == 0)
            go_on_to(table, id);
        else if (app->interface != INTERFACE_JSON)
            app_say(app, "Another game of yours has begun: %.16s.", id);
    } else if (strcmp(kind, "challenge") == 0 && app->interface != INTERFACE_JSON) {
        char by[PLAYER_NAME_MAX];
        const json_t *challenge = json_object_get(event, "challenge");
        member_copy(json_object_get(challenge, "user"), "name", by, sizeof by);
        if (strcmp(by, app->session.name) != 0)
            app_say(app, "%s challenges you: answer in the lobby.", by);
    }
}

/* The game has moved on: by a snapshot or by an event. */
static void take_game(struct table *table, const json_t *message)
{
    struct app *app = table->app;
    const char *kind = member_text(message, "ev", NULL);
    bool chat = kind != NULL && strcmp(kind, "chat") == 0;
    if (chat) {
        take_chat(table, message);
        return;
    }
    app_emit(app, message);
    if (kind == NULL) {
        take_first(table);
    } else {
        company_event(&table->company, message, app_server_time(app));
        if (member_integer(message, "v", 0) > 0) {
            table->choices = 0;
            table->resigning = false;
            if (!app->warned)
                app->message[0] = '\0';
        }
        tell(table, message);
        if (app->interface == INTERFACE_LINES)
            game_lines_event(app, &table->follow->state, table->viewer, message);
    }
    if (table_over(table) && !table->over_shown)
        take_end(table);
}

/* The game as it stood when this user sat down. */
static void take_first(struct table *table)
{
    struct app *app = table->app;
    int color = app->session.name[0] == '\0'
                    ? -1
                    : game_state_color_of(&table->follow->state, app->session.name);
    table->company.room = color >= 0 ? CHAT_PLAYERS : CHAT_SPECTATORS;
    if (table->seat == TABLE_PLAYER) {
        table->viewer = color;
        if (color < 0)
            app_warn(app, "You do not play in this game.");
    }
    if (app->interface == INTERFACE_LINES)
        game_lines_header(app, &table->follow->state, table->viewer);
    ask_chat(table);
}

/* Each line is shown once, whether it was told or caught up with. */
static void take_chat(struct table *table, const json_t *event)
{
    if (!company_event(&table->company, event, app_server_time(table->app)))
        return;
    app_emit(table->app, event);
    int width, height;
    terminal_size(&width, &height);
    if (table->app->interface == INTERFACE_LINES ||
        (table->app->interface == INTERFACE_SCREEN && width < CHAT_WIDTH))
        tell(table, event);
}

/* In words, what stands on the page only as long as it lasts or not at all. */
static void tell(struct table *table, const json_t *event)
{
    struct app *app = table->app;
    const char *kind = member_text(event, "ev", "");
    char words[NOTICE_MAX];
    bool standing = strcmp(kind, "offer") == 0 || strcmp(kind, "away") == 0 ||
                    strcmp(member_text(event, "how", ""), "offered") == 0;
    notice_event(&table->follow->state, table->viewer, event, words);
    if (words[0] != '\0' && app->interface != INTERFACE_JSON &&
        !(standing && app->interface == INTERFACE_SCREEN))
        app_say(app, "%s", words);
}

static void take_end(struct table *table)
{
    struct app *app = table->app;
    bool screen = app->interface == INTERFACE_SCREEN;
    table->over_shown = true;
    app->message[0] = '\0';
    if (app->interface == INTERFACE_LINES)
        game_lines_result(&table->follow->state);
    switch (table->seat) {
    case TABLE_PLAYER:
        if (!screen && !app->arguments->stay)
            table_leave(table, TABLE_OVER);
        break;
    case TABLE_SPECTATOR:
        table_leave(table, TABLE_OVER);
        break;
    case TABLE_TV:
        break;
    }
}

/* The answer to something asked here. */
static void take_answer(struct table *table, int64_t request, const json_t *reply)
{
    const json_t *ok = json_object_get(reply, "ok");
    if (request == table->unanswered)
        table->unanswered = 0;
    if (request == table->chat_request) {
        table->chat_request = 0;
        take_missed_chat(table, reply);
        return;
    }
    if (request == table->tv_request) {
        const char *game = member_text(json_object_get(ok, "game"), "id", "");
        table->tv_request = 0;
        if (game[0] != '\0' && strcmp(game, table->follow->game) != 0)
            go_on_to(table, game);
        return;
    }
    if (request == table->ignoring.request) {
        char words[WORDS_MAX];
        if (ignoring_take(&table->ignoring, reply, words) &&
            table->app->interface != INTERFACE_JSON)
            app_say(table->app, "%s", words);
    }
    if (request == table->rematch_request) {
        table->rematch_request = 0;
        if (ok == NULL)
            table->company.rematch[COLOR_BLUE] = table->company.rematch[COLOR_RED] = false;
        if (member_text(ok, "game", NULL) != NULL)
            go_on_to(table, member_text(ok, "game", ""));
    }
    take_reply(table, reply);
}

static void take_missed_chat(struct table *table, const json_t *reply)
{
    const json_t *lines = json_object_get(json_object_get(reply, "ok"), "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        json_t *event =
            company_missed(&table->company, table->follow->game, json_array_get(lines, i));
        take_chat(table, event);
        json_decref(event);
    }
    if (company_caught_up(&table->company, reply))
        ask_chat(table);
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

/* For what was said while this user was not here. Only when the game is watched, so that nothing is
 * said between the two. */
static void ask_chat(struct table *table)
{
    table->chat_due = false;
    table->chat_request =
        send_request(table, company_catch_up(&table->company, table->follow->game));
}

static void go_on_to(struct table *table, const char *game)
{
    bool pause = table->seat == TABLE_TV && table->app->interface == INTERFACE_SCREEN;
    snprintf(table->next, sizeof table->next, "%s", game);
    table->next_at_ms = moment_now_ms() + (pause ? TV_PAUSE_MS : 0);
}

static const char *hint(const struct table *table)
{
    if (table->seat == TABLE_TV && table_over(table))
        return table->next[0] != '\0' ? "the next game follows; quit"
                                      : "waiting for the next game; quit";
    if (table->seat != TABLE_PLAYER)
        return table->app->session.name[0] != '\0' ? "say TEXT; quit" : "quit";
    if (table_over(table))
        return "rematch, again (same terms), new, quit";
    return "a turn (C3, B2xC4), legal, help, quit";
}

static void show(struct table *table)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    if (app->interface != INTERFACE_SCREEN || table->done)
        return;
    app_open_screen(app);
    int width, height, cursor_x, cursor_y;
    struct canvas canvas;
    struct game_page page = {
        .state = state,
        .viewer = table->viewer,
        .server_now_ms = app_server_time(app),
        .choices = table->choices,
        .ascii = app->ascii,
        .company = &table->company,
        .message = app_message(app, follow_moving(table->follow) ? "Sending your turn ..." : ""),
        .warned = app->lost || app->warned,
        .explained = app->explained && app->message[0] != '\0',
        .input = app->edit.text,
        .cursor = app->edit.cursor,
        .hint = hint(table),
    };
    if (table->choices == 0 && app->edit.text[0] != '\0' && !table_over(table))
        page.choices = turn_entry_choices(&state->position, app->edit.text);
    terminal_size(&width, &height);
    canvas_init(&canvas, width, height);
    game_page_draw(&page, &canvas, &cursor_x, &cursor_y);
    terminal_show(&app->terminal, &canvas, cursor_x, cursor_y);
    canvas_deinit(&canvas);
}
