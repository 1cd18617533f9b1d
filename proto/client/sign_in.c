#include "proto/client/sign_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/ask.h"
#include "proto/client/credentials.h"
#include "proto/client/question.h"
#include "proto/client/words.h"

/* How often a person may mistype before the program gives up. */
#define ATTEMPTS 3

enum way { WAY_REGISTER, WAY_LOGIN, WAY_GUEST };

static int resume_kept(struct app *app, const char *name, bool *done);
static int sign_in_anew(struct app *app, enum way way, const char *given);
static int attempts(struct app *app, enum way way, const char *given);
static int ask_way(struct app *app);
static bool means(const char *answer, const char *word);
static int attempt(struct app *app, enum way way, const char *name, const char *password,
                   bool *done, char why[WORDS_MAX]);
static bool credentials(struct app *app, enum way way, const char *given,
                        char name[PLAYER_NAME_MAX], char password[PASSWORD_TEXT_MAX]);
static void keep(struct app *app);

int sign_in(struct app *app)
{
    const struct arguments *arguments = app->arguments;
    if (arguments->guest || arguments->new_account) {
        if (!app_connect(app, NULL))
            return app_fail_to_connect(app);
        return sign_in_anew(app, arguments->guest ? WAY_GUEST : WAY_REGISTER, arguments->name);
    }
    bool done = false;
    int status = resume_kept(app, arguments->name, &done);
    if (status != 0 || done)
        return status;
    if (arguments->name != NULL)
        return sign_in_anew(app, WAY_LOGIN, arguments->name);
    if (!credentials_can_ask())
        return app_fail(app, "say who plays: --name NAME (with --register for a new one), or "
                             "--guest");
    return ask_way(app);
}

/* Connects with the token kept from last time; without one, or where it is not taken any more,
 * connects without identity and leaves *done false. */
static int resume_kept(struct app *app, const char *name, bool *done)
{
    char found[PLAYER_NAME_MAX];
    char token[TOKEN_TEXT_MAX];
    bool kept = token_store_find(&app->tokens, name, found, token);
    if (app_connect(app, kept ? token : NULL)) {
        *done = kept;
        if (kept) {
            keep(app);
            app_say(app, "Signed in as %s.", app->session.name);
        }
        return 0;
    }
    if (!kept || strcmp(app->session.code, "bad_credentials") != 0)
        return app_fail_to_connect(app);
    token_store_forget(&app->tokens, found);
    app_warn(app, "The sign-in of %s kept from last time is no longer valid.", found);
    return 0;
}

static int ask_way(struct app *app)
{
    char answer[WORDS_MAX];
    char address[ADDRESS_TEXT_MAX];
    address_format(&app->arguments->server, address);
    app_say(app,
            "Welcome to Clamber at %s.\n"
            "  r  register a name, for rated games\n"
            "  l  log in with a name you have\n"
            "  g  play as a guest (casual games only)\n"
            "  q  quit",
            address);
    while (question_ask("> ", answer, sizeof answer)) {
        if (means(answer, "register"))
            return sign_in_anew(app, WAY_REGISTER, NULL);
        if (means(answer, "login"))
            return sign_in_anew(app, WAY_LOGIN, NULL);
        if (means(answer, "guest"))
            return sign_in_anew(app, WAY_GUEST, NULL);
        if (means(answer, "quit"))
            break;
        if (strcasecmp(answer, "rules") == 0)
            app_say(app, "%s", WORDS_RULES);
        app_say(app, "Type r, l, g or q.");
    }
    return app_fail(app, "not signed in");
}

/* A word may be cut short, but not be another: "rules" is not the wish to register. */
static bool means(const char *answer, const char *word)
{
    size_t length = strlen(answer);
    return length > 0 && strncasecmp(answer, word, length) == 0;
}

static int sign_in_anew(struct app *app, enum way way, const char *given)
{
    int status = attempts(app, way, given);
    question_unhush();
    return status;
}

/* Asks for what is missing and tries; a person gets more than one try. */
static int attempts(struct app *app, enum way way, const char *given)
{
    char why[WORDS_MAX] = "";
    for (int i = 0; i < ATTEMPTS; i++) {
        char name[PLAYER_NAME_MAX] = "";
        char password[PASSWORD_TEXT_MAX] = "";
        bool done = false;
        if (way != WAY_GUEST && !credentials(app, way, given, name, password))
            return 1;
        int status = attempt(app, way, name, password, &done, why);
        memset(password, 0, sizeof password);
        if (status != 0 || done)
            return status;
        /* The same again would only be refused again. */
        bool fixed = given != NULL && (way == WAY_REGISTER || getenv("CLAMBER_PASSWORD") != NULL);
        if (!credentials_can_ask() || way == WAY_GUEST || fixed)
            break;
        app_warn(app, "%s", why);
    }
    return app_fail(app, "%s", why);
}

/* One try. *done where it worked; otherwise `why` says why not, unless the status says to end. */
static int attempt(struct app *app, enum way way, const char *name, const char *password,
                   bool *done, char why[WORDS_MAX])
{
    static const char *const operations[] = {
        [WAY_REGISTER] = "register", [WAY_LOGIN] = "login", [WAY_GUEST] = "guest"};
    json_t *request = json_pack("{s:s}", "op", operations[way]);
    if (way != WAY_GUEST) {
        json_object_set_new(request, "name", json_string(name));
        json_object_set_new(request, "password", json_string(password));
    }
    json_t *reply = ask(&app->session, request);
    if (reply == NULL)
        return app_fail_over(app, "signing in");
    *done = session_sign_in(&app->session, json_object_get(reply, "ok"));
    if (*done) {
        keep(app);
        app_say(app, "Signed in as %s.", app->session.name);
    } else {
        words_error(json_object_get(reply, "error"), why);
    }
    json_decref(reply);
    return 0;
}

static bool credentials(struct app *app, enum way way, const char *given,
                        char name[PLAYER_NAME_MAX], char password[PASSWORD_TEXT_MAX])
{
    char called[80];
    if (!credentials_name(app, given, name))
        return false;
    snprintf(called, sizeof called, "password for %s", name);
    struct password_wanted wanted = {.question = "Password: ",
                                     .called = called,
                                     .environment = "CLAMBER_PASSWORD",
                                     .twice = way == WAY_REGISTER};
    return credentials_password(app, &wanted, password);
}

/* Not being able to keep it is no reason not to play. */
static void keep(struct app *app)
{
    if (!token_store_keep(&app->tokens, app->session.name, app->session.token))
        app_warn(app, "The sign-in could not be kept for next time: %s.", strerror(errno));
}
