#include "proto/client/find_game.h"

#include <string.h>
#include <unistd.h>

#include "proto/client/lobby_commands.h"
#include "proto/client/lobby_page.h"
#include "proto/client/member.h"

#define TICK_MS 1000

/* What a line or a happening has led to. */
enum step { STEP_STAY, STEP_FOUND, STEP_QUIT, STEP_FAIL };

static enum step take_happening(struct app *app, struct lobby *lobby,
                                const struct happening *happening);
static void take_ignoring(struct app *app, struct lobby *lobby, const json_t *reply);
static enum step take_line(struct app *app, struct lobby *lobby, char *line);
static void emit(struct app *app, const struct lobby *lobby, const struct happening *happening);
static void tell_closed(struct app *app, const struct lobby *lobby, const json_t *event);
static void show(struct app *app, const struct lobby *lobby);
static void print_list(const struct app *app, const struct lobby *lobby);
static void print_change(struct app *app, const struct lobby *lobby, const json_t *message);

enum find_game_end find_game(struct app *app, struct lobby *lobby)
{
    enum step step = STEP_STAY;
    bool ended = false;
    struct app_event event;
    lobby_enter(lobby, &app->session);
    while (step == STEP_STAY) {
        show(app, lobby);
        app_next(app, TICK_MS, &event);
        switch (event.kind) {
        case APP_HAPPENING:
            step = take_happening(app, lobby, &event.happening);
            break;
        case APP_LINE:
            step = take_line(app, lobby, event.line);
            break;
        case APP_CANCELED:
            lobby_cancel(lobby, &app->session);
            break;
        case APP_INPUT_ENDED:
            ended = true;
            break;
        case APP_QUIT:
            step = STEP_QUIT;
            break;
        case APP_EDITED:
        case APP_TAB:
        case APP_REDRAW:
        case APP_TICK:
            break;
        }
        /* A challenge is made and a seek taken even where nobody stays to wait for the answer. */
        bool asked = challenges_making(&lobby->challenges) || lobby->want == LOBBY_ACCEPT;
        if (ended && step == STEP_STAY && !asked)
            step = STEP_QUIT;
    }
    if (step != STEP_FAIL)
        lobby_leave(lobby, &app->session);
    if (step == STEP_FOUND)
        return FIND_GAME_FOUND;
    return step == STEP_QUIT ? FIND_GAME_QUIT : FIND_GAME_FAILED;
}

static enum step take_happening(struct app *app, struct lobby *lobby,
                                const struct happening *happening)
{
    if (happening->kind == HAPPENING_FAILED) {
        app_fail(app, "%s", happening->why);
        return STEP_FAIL;
    }
    bool complete = lobby->listed && lobby->challenges.listed;
    emit(app, lobby, happening);
    if (happening->kind == HAPPENING_EVENT && app->interface != INTERFACE_JSON &&
        strcmp(member_text(happening->message, "ev", ""), "challenge_closed") == 0)
        tell_closed(app, lobby, happening->message);
    if (happening->kind == HAPPENING_REPLY && happening->request == lobby->ignoring.request) {
        take_ignoring(app, lobby, happening->message);
        return STEP_STAY;
    }
    switch (lobby_take(lobby, &app->session, happening, app_server_time(app))) {
    case LOBBY_SAME:
        break;
    case LOBBY_CHANGED:
        if (app->interface != INTERFACE_LINES)
            break;
        if (!complete && lobby->listed && lobby->challenges.listed)
            print_list(app, lobby);
        else
            print_change(app, lobby, happening->message);
        break;
    case LOBBY_GAME:
        return STEP_FOUND;
    case LOBBY_TOLD:
        if (app->interface != INTERFACE_JSON)
            app_warn(app, "%s", lobby->why);
        break;
    case LOBBY_REFUSED:
        if (app->interface != INTERFACE_SCREEN) {
            app_fail(app, "%s", lobby->why);
            return STEP_FAIL;
        }
        app_warn(app, "%s", lobby->why);
        break;
    }
    return STEP_STAY;
}

static void take_ignoring(struct app *app, struct lobby *lobby, const json_t *reply)
{
    char words[WORDS_MAX];
    bool done = ignoring_take(&lobby->ignoring, reply, words);
    if (app->interface == INTERFACE_JSON)
        return;
    if (done)
        app_say(app, "%s", words);
    else
        app_warn(app, "%s", words);
}

static enum step take_line(struct app *app, struct lobby *lobby, char *line)
{
    switch (lobby_command(app, lobby, line)) {
    case LOBBY_COMMAND_DONE:
        break;
    case LOBBY_COMMAND_GAME:
        return STEP_FOUND;
    case LOBBY_COMMAND_LIST:
        if (app->interface == INTERFACE_LINES)
            print_list(app, lobby);
        break;
    case LOBBY_COMMAND_QUIT:
        return STEP_QUIT;
    }
    return STEP_STAY;
}

/* A script is told of what it asked for about challenges and people, and of all events. Those that
 * were open when it came are events too. */
static void emit(struct app *app, const struct lobby *lobby, const struct happening *happening)
{
    const struct challenges *challenges = &lobby->challenges;
    int64_t request = happening->request;
    if (happening->kind == HAPPENING_EVENT ||
        (happening->kind == HAPPENING_REPLY &&
         (request == challenges->make_request || request == challenges->answer_request ||
          request == challenges->cancel_request || request == lobby->ignoring.request)))
        app_emit(app, happening->message);
    if (happening->kind != HAPPENING_REPLY || request != challenges->list_request)
        return;
    json_t *in = json_object_get(json_object_get(happening->message, "ok"), "in");
    for (size_t i = 0; i < json_array_size(in); i++) {
        json_t *event =
            json_pack("{s:s, s:O}", "ev", "challenge", "challenge", json_array_get(in, i));
        app_emit(app, event);
        json_decref(event);
    }
}

/* How a challenge ended, to whoever reads the screen or the lines. */
static void tell_closed(struct app *app, const struct lobby *lobby, const json_t *event)
{
    const char *id = member_text(event, "id", "");
    const json_t *in = challenges_pick(lobby->challenges.in, id);
    const json_t *out = challenges_pick(lobby->challenges.out, id);
    char who[PLAYER_NAME_MAX];
    char how[16];
    member_copy(event, "how", how, sizeof how);
    member_copy(json_object_get(in != NULL ? in : out, in != NULL ? "user" : "to"), "name", who,
                sizeof who);
    if (in != NULL)
        app_say(app, "The challenge of %s is %s.", who, how);
    else if (out != NULL)
        app_say(app, "Your challenge to %s is %s.", who, how);
}

static void show(struct app *app, const struct lobby *lobby)
{
    if (app->interface != INTERFACE_SCREEN)
        return;
    int width, height, cursor_x;
    char address[ADDRESS_TEXT_MAX];
    struct canvas canvas;
    address_format(&app->arguments->server, address);
    struct lobby_page page = {
        .lobby = lobby,
        .server = address,
        .name = app->session.name,
        .server_now_ms = app_server_time(app),
        .message = app_message(app, ""),
        .warned = app->lost || app->warned,
        .input = app->edit.text,
        .cursor = app->edit.cursor,
    };
    terminal_size(&width, &height);
    canvas_init(&canvas, width, height);
    lobby_page_draw(&page, &canvas, &cursor_x);
    terminal_show(&app->terminal, &canvas, cursor_x, height - 1);
    canvas_deinit(&canvas);
}

static void print_list(const struct app *app, const struct lobby *lobby)
{
    char text[LOBBY_LINE_MAX];
    size_t count = json_array_size(lobby->seeks);
    for (size_t i = 0; i < json_array_size(lobby->unfinished); i++) {
        lobby_page_unfinished(json_array_get(lobby->unfinished, i), app->session.name, text);
        printf("%c  game %s\n", (char)('a' + i), text);
    }
    for (size_t i = 0; i < json_array_size(lobby->challenges.in); i++) {
        lobby_page_seek(json_array_get(lobby->challenges.in, i), app->session.name, false, text);
        printf("yes %d or no %d  %s\n", (int)i + 1, (int)i + 1, text);
    }
    for (size_t i = 0; i < json_array_size(lobby->challenges.out); i++) {
        lobby_page_outgoing(json_array_get(lobby->challenges.out, i), text);
        printf("cancel %d  %s\n", (int)i + 1, text);
    }
    for (size_t i = 0; i < count; i++) {
        lobby_page_seek(json_array_get(lobby->seeks, i), app->session.name, false, text);
        printf("%d  %s\n", (int)i + 1, text);
    }
    if (count == 0)
        printf("Nobody seeks a game just now.\n");
    if (isatty(STDIN_FILENO))
        printf(
            "Type \"seek\" to wait for an opponent, a number to take that seek, help or quit.\n");
}

static void print_change(struct app *app, const struct lobby *lobby, const json_t *message)
{
    char text[LOBBY_LINE_MAX];
    const char *kind = member_text(message, "ev", "");
    if (strcmp(kind, "seek_added") == 0) {
        lobby_page_seek(json_object_get(message, "seek"), app->session.name, false, text);
        app_say(app, "%d  %s", (int)json_array_size(lobby->seeks), text);
    } else if (strcmp(kind, "challenge") == 0) {
        const json_t *challenge = json_object_get(message, "challenge");
        const char *by = member_text(json_object_get(challenge, "user"), "name", "");
        lobby_page_outgoing(challenge, text);
        if (strcmp(by, app->session.name) == 0) {
            app_say(app, "You have challenged %s.", text);
            return;
        }
        lobby_page_seek(challenge, app->session.name, false, text);
        app_say(app, "You are challenged: yes %d or no %d  %s",
                (int)json_array_size(lobby->challenges.in),
                (int)json_array_size(lobby->challenges.in), text);
    } else if (strcmp(kind, "seek_removed") == 0) {
        app_say(app, "A seek is gone; \"list\" shows the others.");
    } else if (lobby->own_seek[0] != '\0') {
        lobby_page_waiting(lobby, text);
        app_say(app, "%s", text);
    }
}
