#include "proto/client/play.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/find_game.h"
#include "proto/client/sign_in.h"
#include "proto/client/signals.h"
#include "proto/client/table.h"

static int play_games(struct app *app, struct lobby *lobby);
static bool begin(struct app *app, struct lobby *lobby);
static void tell_way_back(struct app *app, const char *game);

int play_run(const struct arguments *arguments)
{
    struct app app;
    struct lobby lobby;
    signals_catch_quit();
    app_init(&app, arguments);
    int status = sign_in(&app);
    if (status == 0) {
        lobby_init(&lobby);
        app_open_screen(&app);
        status = play_games(&app, &lobby);
        lobby_deinit(&lobby);
    }
    app_deinit(&app);
    return status;
}

static int play_games(struct app *app, struct lobby *lobby)
{
    bool at_once = begin(app, lobby);
    for (;;) {
        struct terms terms = lobby->terms;
        if (!at_once) {
            app_open_screen(app);
            switch (find_game(app, lobby)) {
            case FIND_GAME_FOUND:
                break;
            case FIND_GAME_QUIT:
                app_close_screen(app);
                return 0;
            case FIND_GAME_FAILED:
                return 1;
            }
        }
        at_once = false;
        json_array_append_new(lobby->seen, json_string(lobby->game));
        switch (table_sit(app, lobby->game, TABLE_PLAYER, &terms)) {
        case TABLE_OVER:
            return 0;
        case TABLE_QUIT:
            tell_way_back(app, lobby->game);
            return 0;
        case TABLE_FAILED:
            return 1;
        case TABLE_NEXT:
            at_once = true;
            break;
        case TABLE_LOBBY:
            break;
        case TABLE_AGAIN:
            terms.color = "random";
            lobby_want_seek(lobby, &app->session, &terms);
            break;
        }
    }
}

/* Decides what to begin with: what the options say, else an unfinished game where nobody can be
 * asked. True where there is a game to sit down at, without a look at the lobby. */
static bool begin(struct app *app, struct lobby *lobby)
{
    const struct arguments *arguments = app->arguments;
    const json_t *unfinished = json_array_get(app->session.playing, 0);
    if (app->session.playing != NULL)
        json_array_extend(lobby->seen, app->session.playing);
    if (arguments->accept != NULL) {
        lobby_want_accept(lobby, &app->session, arguments->accept);
    } else if (arguments->challenge != NULL) {
        challenges_make(&lobby->challenges, &app->session, arguments->challenge, &arguments->terms);
    } else if (arguments->terms_given) {
        lobby_want_seek(lobby, &app->session, &arguments->terms);
    } else if (json_is_string(unfinished) && app->interface != INTERFACE_SCREEN) {
        snprintf(lobby->game, sizeof lobby->game, "%s", json_string_value(unfinished));
        app_say(app, "Going on with your unfinished game %s.", lobby->game);
        return true;
    } else if (json_is_string(unfinished)) {
        app_say(app, "You have an unfinished game: type \"a\" to go on with it.");
    } else if (app->interface == INTERFACE_JSON) {
        lobby_want_seek(lobby, &app->session, &arguments->terms);
    }
    return false;
}

static void tell_way_back(struct app *app, const char *game)
{
    char address[ADDRESS_TEXT_MAX];
    char option[ADDRESS_TEXT_MAX + 16] = "";
    address_format(&app->arguments->server, address);
    if (strcmp(address, ADDRESS_DEFAULT) != 0)
        snprintf(option, sizeof option, " --server %s", address);
    app_say(app,
            "You have left game %s. Where it goes on, come back with: clamber play%s --name %s",
            game, option, app->session.name);
}
