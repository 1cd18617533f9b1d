#include "proto/client/credentials.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/client/question.h"
#include "proto/request.h"

static bool from_text(struct app *app, const struct password_wanted *wanted, const char *text,
                      char password[PASSWORD_TEXT_MAX]);
static bool from_person(struct app *app, const struct password_wanted *wanted,
                        char password[PASSWORD_TEXT_MAX]);
static bool ask_until_valid(struct app *app, const struct password_wanted *wanted,
                            char password[PASSWORD_TEXT_MAX]);

bool credentials_can_ask(void)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

bool credentials_name(struct app *app, const char *given, char name[PLAYER_NAME_MAX])
{
    if (given != NULL) {
        snprintf(name, PLAYER_NAME_MAX, "%s", given);
        if (request_name_valid(name))
            return true;
        app_fail(app, "\"%s\" is no name to sign in with: " CREDENTIALS_NAME_RULE, given);
        return false;
    }
    if (!credentials_can_ask()) {
        app_fail(app, "say the name: --name NAME");
        return false;
    }
    /* After a password that was refused. */
    question_unhush();
    while (question_ask("Name: ", name, PLAYER_NAME_MAX)) {
        if (request_name_valid(name))
            return true;
        app_warn(app, "That is no name: " CREDENTIALS_NAME_RULE ".");
    }
    app_fail(app, "not signed in");
    return false;
}

bool credentials_password(struct app *app, const struct password_wanted *wanted,
                          char password[PASSWORD_TEXT_MAX])
{
    const char *given = getenv(wanted->environment);
    char line[APP_LINE_MAX + 1];
    if (given != NULL)
        return from_text(app, wanted, given, password);
    if (credentials_can_ask())
        return from_person(app, wanted, password);
    if (app_read_line(app, line))
        return from_text(app, wanted, line, password);
    app_fail(app, "no %s: set %s, or give it as a line of standard input", wanted->called,
             wanted->environment);
    return false;
}

static bool from_text(struct app *app, const struct password_wanted *wanted, const char *text,
                      char password[PASSWORD_TEXT_MAX])
{
    snprintf(password, PASSWORD_TEXT_MAX, "%.*s", PASSWORD_TEXT_MAX - 1, text);
    if (request_password_valid(password))
        return true;
    app_fail(app, "the %s is not of 8 to 128 bytes", wanted->called);
    return false;
}

static bool from_person(struct app *app, const struct password_wanted *wanted,
                        char password[PASSWORD_TEXT_MAX])
{
    question_hush();
    if (ask_until_valid(app, wanted, password))
        return true;
    question_unhush();
    app_fail(app, "no password was given");
    return false;
}

static bool ask_until_valid(struct app *app, const struct password_wanted *wanted,
                            char password[PASSWORD_TEXT_MAX])
{
    char again[PASSWORD_TEXT_MAX];
    while (question_ask(wanted->question, password, PASSWORD_TEXT_MAX)) {
        if (!request_password_valid(password)) {
            app_warn(app, "A password has 8 to 128 bytes.");
            continue;
        }
        if (!wanted->twice)
            return true;
        if (!question_ask("Once more: ", again, sizeof again))
            break;
        bool same = strcmp(password, again) == 0;
        memset(again, 0, sizeof again);
        if (same)
            return true;
        app_warn(app, "These are two different passwords.");
    }
    return false;
}
