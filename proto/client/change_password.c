#include "proto/client/change_password.h"

#include <errno.h>
#include <string.h>

#include "proto/client/credentials.h"
#include "proto/client/question.h"
#include "proto/client/signals.h"

/* A password is changed by whoever knows it, so the sign-in that may be kept here is not needed. */
struct change {
    char name[PLAYER_NAME_MAX];
    char old[PASSWORD_TEXT_MAX], new[PASSWORD_TEXT_MAX];
};

static int run(struct app *app, struct change *change);
static bool gather(struct app *app, struct change *change);

int change_password_run(const struct arguments *arguments)
{
    struct app app;
    struct change change = {0};
    signals_catch_quit();
    app_init(&app, arguments);
    int status = run(&app, &change);
    question_unhush();
    memset(&change, 0, sizeof change);
    app_deinit(&app);
    return status;
}

static int run(struct app *app, struct change *change)
{
    if (!gather(app, change))
        return 1;
    if (!app_connect(app, NULL))
        return app_fail_to_connect(app);
    json_t *ok = app_ask(app, json_pack("{s:s, s:s, s:s}", "op", "login", "name", change->name,
                                        "password", change->old));
    if (ok == NULL)
        return 1;
    bool signed_in = session_sign_in(&app->session, ok);
    json_decref(ok);
    if (!signed_in)
        return app_fail(app, "the server's answer makes no sense");
    ok = app_ask(app, json_pack("{s:s, s:s, s:s}", "op", "set_password", "old", change->old, "new",
                                change->new));
    if (ok == NULL)
        return 1;
    app_emit(app, ok);
    json_decref(ok);
    if (!token_store_keep(&app->tokens, app->session.name, app->session.token))
        app_warn(app, "The sign-in could not be kept for next time: %s.", strerror(errno));
    app_say(app, "%s has a new password, and is signed out everywhere but here.",
            app->session.name);
    return 0;
}

/* The name where it was not said: of the sign-in kept here. */
static bool gather(struct app *app, struct change *change)
{
    char token[TOKEN_TEXT_MAX];
    char called_old[80], called_new[80];
    const char *given = app->arguments->name;
    if (given != NULL || !token_store_find(&app->tokens, NULL, change->name, token)) {
        if (!credentials_name(app, given, change->name))
            return false;
    } else {
        app_say(app, "A new password for %s.", change->name);
    }
    snprintf(called_old, sizeof called_old, "password for %s", change->name);
    snprintf(called_new, sizeof called_new, "new password for %s", change->name);
    struct password_wanted old = {
        .question = "Old password: ", .called = called_old, .environment = "CLAMBER_PASSWORD"};
    struct password_wanted new = {.question = "New password: ",
                                  .called = called_new,
                                  .environment = "CLAMBER_NEW_PASSWORD",
                                  .twice = true};
    return credentials_password(app, &old, change->old) &&
           credentials_password(app, &new, change->new);
}
