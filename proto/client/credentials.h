/* Names and passwords, from the options, the environment, the person or the first lines of standard
 * input. Before any screen is opened. Each says what is wrong where it gives false. */
#pragma once

#include "proto/client/app.h"

/* A byte more than is valid, so that one too long is not taken for its beginning. */
#define PASSWORD_TEXT_MAX 130

/* What a name is, to whoever has given another. */
#define CREDENTIALS_NAME_RULE                                                                      \
    "it begins with a letter, not with guest-, and has 2 to 20 letters, digits, _ or -"

/* Whether there is a person who can be asked. */
bool credentials_can_ask(void);

/* `given` where it is not NULL; a person is asked until it is a name. */
bool credentials_name(struct app *app, const char *given, char name[PLAYER_NAME_MAX]);

struct password_wanted {
    const char *question;    /* to a person */
    const char *called;      /* "password for ann" */
    const char *environment; /* the variable that may have it */
    bool twice;              /* a person types it twice: it is a new one */
};

/* A person's terminal stays hushed after it (see question.h): the caller unhushes it when the
 * server has answered, for nothing that is typed meanwhile is meant to be seen. */
bool credentials_password(struct app *app, const struct password_wanted *wanted,
                          char password[PASSWORD_TEXT_MAX]);
