#include "proto/client/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/ask.h"
#include "proto/client/listing.h"
#include "proto/client/member.h"
#include "proto/client/question.h"
#include "proto/client/sign_in.h"
#include "proto/client/signals.h"
#include "proto/client/table.h"
#include "proto/client/words.h"

#define WAIT_TICK_MS 60000

static int enter(struct app *app);
static int watch(struct app *app);
static int watch_tv(struct app *app);
static int wait_for_tv(struct app *app, char game[GAME_ID_MAX]);
static int choose(struct app *app, char game[GAME_ID_MAX]);
static size_t ask_which(struct app *app, const json_t *games);

int watch_run(const struct arguments *arguments)
{
    struct app app;
    signals_catch_quit();
    app_init(&app, arguments);
    int status = enter(&app);
    if (status == 0)
        status = arguments->tv ? watch_tv(&app) : watch(&app);
    app_deinit(&app);
    return status;
}

/* Anybody may watch; who wants to speak has a name. */
static int enter(struct app *app)
{
    if (app->arguments->name != NULL)
        return sign_in(app);
    return app_connect(app, NULL) ? 0 : app_fail_to_connect(app);
}

static int watch(struct app *app)
{
    char game[GAME_ID_MAX] = "";
    struct terms terms;
    if (app->arguments->operand_count > 0)
        snprintf(game, sizeof game, "%s", app->arguments->operands[0]);
    else if (choose(app, game) != 0)
        return 1;
    if (game[0] == '\0')
        return 0;
    terms_init(&terms);
    return table_sit(app, game, TABLE_SPECTATOR, &terms) == TABLE_FAILED ? 1 : 0;
}

static int watch_tv(struct app *app)
{
    char game[GAME_ID_MAX] = "";
    struct terms terms;
    terms_init(&terms);
    int status = wait_for_tv(app, game);
    while (status == 0 && game[0] != '\0') {
        enum table_end end = table_sit(app, game, TABLE_TV, &terms);
        if (end != TABLE_NEXT)
            game[0] = '\0';
        if (end == TABLE_FAILED)
            status = 1;
    }
    return status;
}

/* Asks for the game on tv and waits until there is one; "" where nobody wants to wait. */
static int wait_for_tv(struct app *app, char game[GAME_ID_MAX])
{
    struct app_event event;
    const json_t *told;
    bool done = false;
    session_request(&app->session, json_pack("{s:s}", "op", "tv"));
    while (!done && game[0] == '\0') {
        app_next(app, WAIT_TICK_MS, &event);
        if (event.kind == APP_QUIT ||
            (event.kind == APP_LINE && strcasecmp(event.line, "quit") == 0))
            done = true;
        if (event.kind != APP_HAPPENING)
            continue;
        told = event.happening.message;
        switch (event.happening.kind) {
        case HAPPENING_FAILED:
            return app_fail(app, "%s", event.happening.why);
        case HAPPENING_READY:
            session_request(&app->session, json_pack("{s:s}", "op", "tv"));
            break;
        case HAPPENING_REPLY:
            told = json_object_get(told, "ok");
            member_copy(json_object_get(told, "game"), "id", game, GAME_ID_MAX);
            if (game[0] == '\0')
                app_say(app, "No game is being played just now; waiting for one.");
            break;
        case HAPPENING_EVENT:
            app_emit(app, told);
            member_copy(json_object_get(told, "game"), "id", game, GAME_ID_MAX);
            break;
        case HAPPENING_OPEN:
        case HAPPENING_LOST:
        case HAPPENING_GAME:
        case HAPPENING_MOVE:
            break;
        }
    }
    return 0;
}

/* The highest rated game, unless a person prefers another. "" where none is played. */
static int choose(struct app *app, char game[GAME_ID_MAX])
{
    char why[WORDS_MAX];
    json_t *reply = ask(&app->session, json_pack("{s:s, s:i}", "op", "games", "limit", 20));
    if (reply == NULL)
        return app_fail(app, "%s", app->session.why);
    const json_t *games = json_object_get(json_object_get(reply, "ok"), "games");
    size_t index = 0;
    int status = 0;
    if (!json_is_array(games)) {
        words_error(json_object_get(reply, "error"), why);
        status = app_fail(app, "%s", why);
    } else if (json_array_size(games) == 0) {
        app_say(app, "No game is being played just now.");
    } else {
        if (app->interface == INTERFACE_SCREEN && json_array_size(games) > 1)
            index = ask_which(app, games);
        member_copy(json_array_get(games, index), "id", game, GAME_ID_MAX);
    }
    json_decref(reply);
    return status;
}

/* The index chosen; past the end where the person wants none. */
static size_t ask_which(struct app *app, const json_t *games)
{
    size_t count = json_array_size(games);
    char answer[16];
    for (size_t i = 0; i < count; i++) {
        printf("%2d  ", (int)i + 1);
        listing_game(json_array_get(games, i), stdout);
    }
    fflush(stdout);
    while (question_ask("Which one? [1] ", answer, sizeof answer)) {
        if (answer[0] == '\0')
            return 0;
        if (strcasecmp(answer, "q") == 0 || strcasecmp(answer, "quit") == 0)
            break;
        int number = strspn(answer, "0123456789") == strlen(answer) ? atoi(answer) : 0;
        if (number >= 1 && (size_t)number <= count)
            return (size_t)number - 1;
        app_say(app, "Type a number from 1 to %d, or q.", (int)count);
    }
    return count;
}
