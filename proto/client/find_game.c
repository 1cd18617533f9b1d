#include "proto/client/find_game.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/lobby_page.h"
#include "proto/client/member.h"

#define TICK_MS 1000

/* What a line or a happening has led to. */
enum step { STEP_STAY, STEP_FOUND, STEP_QUIT, STEP_FAIL };

static enum step take_happening(struct app *app, struct lobby *lobby,
                                const struct happening *happening);
static enum step take_line(struct app *app, struct lobby *lobby, char *line);
static void take_seek_words(struct app *app, struct lobby *lobby, char *words);
static bool take_number(struct app *app, struct lobby *lobby, const char *line);
static enum step take_letter(struct app *app, struct lobby *lobby, const char *line);
static void show(struct app *app, const struct lobby *lobby);
static void print_list(const struct app *app, const struct lobby *lobby);
static void print_change(struct app *app, const struct lobby *lobby, const json_t *message);

enum find_game_end find_game(struct app *app, struct lobby *lobby)
{
    enum step step = STEP_STAY;
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
        case APP_QUIT:
            step = STEP_QUIT;
            break;
        case APP_EDITED:
        case APP_TAB:
        case APP_REDRAW:
        case APP_TICK:
            break;
        }
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
    bool listed = lobby->listed;
    switch (lobby_take(lobby, &app->session, happening, app_server_time(app))) {
    case LOBBY_SAME:
        break;
    case LOBBY_CHANGED:
        if (app->interface != INTERFACE_LINES)
            break;
        if (!listed && lobby->listed)
            print_list(app, lobby);
        else
            print_change(app, lobby, happening->message);
        break;
    case LOBBY_GAME:
        return STEP_FOUND;
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

static enum step take_line(struct app *app, struct lobby *lobby, char *line)
{
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "q") == 0)
        return STEP_QUIT;
    if (strcasecmp(line, "cancel") == 0) {
        lobby_cancel(lobby, &app->session);
        app_say(app, "Not waiting any more.");
    } else if (strncasecmp(line, "seek", 4) == 0 && (line[4] == '\0' || line[4] == ' ')) {
        take_seek_words(app, lobby, line + 4);
    } else if (strcasecmp(line, "help") == 0) {
        app_say(app, "seek [3|4] [5+3|1d|none] [rated|casual] [blue|red]: wait for an opponent; "
                     "a number: take that seek; a letter: go on with a game; cancel; quit.");
    } else if (strcasecmp(line, "list") == 0 && app->interface == INTERFACE_LINES) {
        print_list(app, lobby);
    } else if (line[0] >= 'a' && line[0] <= 'z' && line[1] == '\0') {
        return take_letter(app, lobby, line);
    } else if (!take_number(app, lobby, line)) {
        app_warn(app, "\"%.40s\" is nothing I know here; \"help\" tells what is.", line);
    }
    return STEP_STAY;
}

static void take_seek_words(struct app *app, struct lobby *lobby, char *words)
{
    struct terms terms = app->arguments->terms;
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (terms_take_word(&terms, word))
            continue;
        app_warn(app,
                 "\"%.40s\" is none of the terms of a game: a size 3 or 4, a time as 5+3, 1d "
                 "or none, rated or casual, blue or red.",
                 word);
        return;
    }
    const char *problem = terms_problem(&terms);
    if (problem == NULL && terms.rated && strcmp(app->session.kind, "guest") == 0)
        problem = "guests play casual games only";
    if (problem != NULL)
        app_warn(app, "That cannot be: %s.", problem);
    else
        lobby_want_seek(lobby, &app->session, &terms);
}

/* False where the line is no number at all. */
static bool take_number(struct app *app, struct lobby *lobby, const char *line)
{
    size_t length = strlen(line);
    if (length == 0 || length > 4 || strspn(line, "0123456789") != length)
        return false;
    size_t number = (size_t)atoi(line);
    if (number == 0 || number > json_array_size(lobby->seeks)) {
        app_warn(app, "There is no seek %s.", line);
        return true;
    }
    const json_t *seek = json_array_get(lobby->seeks, number - 1);
    if (strcmp(member_text(json_object_get(seek, "user"), "name", ""), app->session.name) == 0)
        app_warn(app, "That seek is your own.");
    else
        lobby_want_accept(lobby, &app->session, member_text(seek, "id", ""));
    return true;
}

static enum step take_letter(struct app *app, struct lobby *lobby, const char *line)
{
    size_t index = (size_t)(line[0] - 'a');
    if (index >= json_array_size(lobby->unfinished)) {
        app_warn(app, "There is no game %s.", line);
        return STEP_STAY;
    }
    member_copy(json_array_get(lobby->unfinished, index), "id", lobby->game, sizeof lobby->game);
    return STEP_FOUND;
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
        .message = app->lost ? app->trouble : app->message,
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
    for (size_t i = 0; i < count; i++) {
        lobby_page_seek(json_array_get(lobby->seeks, i), app->session.name, false, text);
        printf("%d  %s\n", (int)i + 1, text);
    }
    if (count == 0)
        printf("Nobody seeks a game just now.\n");
}

static void print_change(struct app *app, const struct lobby *lobby, const json_t *message)
{
    char text[LOBBY_LINE_MAX];
    const char *kind = member_text(message, "ev", "");
    if (strcmp(kind, "seek_added") == 0) {
        lobby_page_seek(json_object_get(message, "seek"), app->session.name, false, text);
        app_say(app, "%d  %s", (int)json_array_size(lobby->seeks), text);
    } else if (strcmp(kind, "seek_removed") == 0) {
        app_say(app, "A seek is gone; \"list\" shows the others.");
    } else if (lobby->own_seek[0] != '\0') {
        lobby_page_waiting(lobby, text);
        app_say(app, "%s", text);
    }
}
