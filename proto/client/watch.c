#include "proto/client/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "proto/client/ask.h"
#include "proto/client/listing.h"
#include "proto/client/member.h"
#include "proto/client/signals.h"
#include "proto/client/table.h"
#include "proto/client/words.h"

static int watch(struct app *app);
static int choose(struct app *app, char game[GAME_ID_MAX]);
static size_t ask_which(struct app *app, const json_t *games);

int watch_run(const struct arguments *arguments)
{
    struct app app;
    signals_catch_quit();
    app_init(&app, arguments);
    int status = app_connect(&app, NULL) ? watch(&app) : app_fail_to_connect(&app);
    app_deinit(&app);
    return status;
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
    return table_sit(app, game, false, &terms) == TABLE_FAILED ? 1 : 0;
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
    while (terminal_ask("Which one? [1] ", false, answer, sizeof answer)) {
        if (answer[0] == '\0')
            return 0;
        int number = atoi(answer);
        if (number >= 1 && (size_t)number <= count)
            return (size_t)number - 1;
        app_say(app, "Type a number from 1 to %d.", (int)count);
    }
    return count;
}
