/* What the commands that stay (play, watch) share: the session, the person at the terminal or the
 * script at the pipe, and one function that waits for whatever happens next on either side. */
#pragma once

#include "proto/client/arguments.h"
#include "proto/client/line_edit.h"
#include "proto/client/session.h"
#include "proto/client/terminal.h"
#include "proto/client/token_store.h"

enum interface {
    INTERFACE_SCREEN, /* a terminal, drawn anew as things change */
    INTERFACE_LINES,  /* text, line after line, for a pipe or a dumb terminal */
    INTERFACE_JSON,   /* what the server sends, for scripts */
};

/* Longest line taken from standard input, in bytes: "say " and the longest line of chat, however
 * many bytes its characters have. */
#define APP_LINE_MAX 2048
/* Longest message to the person: a line of chat among them. */
#define APP_MESSAGE_MAX 2048

struct app {
    const struct arguments *arguments;
    enum interface interface;
    bool ascii, colored;
    struct session session;
    struct token_store tokens;

    struct terminal terminal;
    struct line_edit edit;
    struct framer lines; /* of standard input, unless it is a screen */
    char input[256];
    const char *unread;
    size_t unread_length;
    bool input_ended;

    char message[APP_MESSAGE_MAX];   /* what the person was told last */
    bool warned;                     /* the message is about something wrong */
    bool explained;                  /* it is something to be read in peace */
    bool lost;                       /* there is no connection just now */
    char trouble[WIRE_WHY_MAX + 80]; /* why not */
    char shown[APP_MESSAGE_MAX + WIRE_WHY_MAX + 80];
};

enum app_kind {
    APP_HAPPENING, /* of the session: see `happening` */
    APP_LINE,      /* a line was entered: `line`, without blanks around it */
    APP_EDITED,    /* the line being typed has changed */
    APP_TAB,
    APP_CANCELED,    /* Escape, with nothing typed */
    APP_INPUT_ENDED, /* told once; no line will come any more */
    APP_REDRAW,      /* the screen has another size, or wants to be drawn anew */
    APP_TICK,        /* the wait asked for is over */
    APP_QUIT,        /* a signal asks the program to end */
};

struct app_event {
    enum app_kind kind;
    struct happening happening;
    char line[APP_LINE_MAX + 1];
};

/* Chooses the interface by the arguments and what standard input and output are. */
void app_init(struct app *app, const struct arguments *arguments);
void app_deinit(struct app *app);

/* Connects, with the token if it is not NULL. False, having said why, where there is no server. */
bool app_connect(struct app *app, const char *token);

/* Takes over the screen where there is one. */
void app_open_screen(struct app *app);
void app_close_screen(struct app *app);

/* Waits for the next thing that happens, at most tick_ms. */
void app_next(struct app *app, int64_t tick_ms, struct app_event *event);

/* Waits for a line of standard input alone, blanks and all; for what is asked before the session
 * begins. False at its end. Not for the screen. */
bool app_read_line(struct app *app, char line[APP_LINE_MAX + 1]);

/* Tells the person something: on the screen's message line, on standard output as a line, or beside
 * JSON on standard error. */
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what was asked to be explained: the screen may give it all its room. */
void app_explain(struct app *app, const char *text);

/* The same for what has gone wrong; as a line it goes to standard error. */
void app_warn(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What stands on the message line of a screen: the trouble with the connection, then what the
 * person was told last, or `otherwise` where neither is. Valid until the next call. */
const char *app_message(struct app *app, const char *otherwise);

/* Prints an object as one line of JSON, with that interface only. */
void app_emit(struct app *app, const json_t *value);

/* "clamber: …" on standard error, the screen given back first. Gives exit status 1. */
int app_fail(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Asks and waits (see ask.h), taking over the request: the `ok` of the reply, which the caller
 * owns; NULL, having said why, where there is none. */
json_t *app_ask(struct app *app, json_t *request);

/* Says that no reply came to what was being done, as session->why tells. Gives exit status 1. */
int app_fail_over(struct app *app, const char *doing);

/* Says what to do where no server was reached, as session->why tells. Gives exit status 1. */
int app_fail_to_connect(struct app *app);

/* Now, by the server's wall clock. */
int64_t app_server_time(const struct app *app);
