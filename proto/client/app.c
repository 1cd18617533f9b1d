#include "proto/client/app.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/client/ask.h"
#include "proto/client/board_drawing.h"
#include "proto/client/glyph.h"
#include "proto/client/moment.h"
#include "proto/client/signals.h"
#include "proto/client/standard_input.h"
#include "proto/client/words.h"

/* So long a person waits for the server without being told so. */
#define SILENT_MS 2000
/* An Escape that no other byte follows for so long was the key itself. */
#define ESCAPE_PAUSE_MS 50

static void choose_interface(struct app *app);
static bool locale_is_plain(void);
static bool take_signal(struct app *app, struct app_event *event);
static bool take_session(struct app *app, struct app_event *event);
static bool take_input(struct app *app, struct app_event *event);
static bool take_byte(struct app *app, unsigned char byte, struct app_event *event);
static void cancel(struct app *app, struct app_event *event);
static bool take_line(struct app *app, struct app_event *event);
static bool wait_for_input(struct app *app, int64_t wait_ms);
static void read_input(struct app *app);
static void copy_line(const char *text, size_t length, char out[APP_LINE_MAX + 1]);
static void trim(const char *text, size_t length, char out[APP_LINE_MAX + 1]);
static void print_message(FILE *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

void app_init(struct app *app, const struct arguments *arguments)
{
    *app = (struct app){.arguments = arguments};
    app->unread = app->input;
    setlocale(LC_CTYPE, "");
    choose_interface(app);
    line_edit_init(&app->edit);
    token_store_init(&app->tokens, &arguments->server);
    session_init(&app->session, &arguments->server, NULL, moment_chance());
    terminal_init(&app->terminal, app->colored);
    if (!framer_init(&app->lines, APP_LINE_MAX))
        abort();
}

void app_deinit(struct app *app)
{
    app_close_screen(app);
    session_deinit(&app->session);
    framer_deinit(&app->lines);
}

bool app_connect(struct app *app, const char *token)
{
    session_deinit(&app->session);
    session_init(&app->session, &app->arguments->server, token, moment_chance());
    if (ask_ready(&app->session, SILENT_MS))
        return true;
    const struct connection *connection = &app->session.connection;
    if (connection->state == CONNECTION_WAITING || connection->state == CONNECTION_FAILED ||
        app->session.code[0] != '\0' || signals_quit() != 0)
        return false;
    if (isatty(STDERR_FILENO)) {
        char address[ADDRESS_TEXT_MAX];
        address_format(&app->arguments->server, address);
        fprintf(stderr, "Waiting for %s ...\n", address);
    }
    return ask_ready(&app->session, ASK_PATIENCE_MS);
}

void app_open_screen(struct app *app)
{
    if (app->interface != INTERFACE_SCREEN || app->terminal.open)
        return;
    if (!terminal_open(&app->terminal))
        app->interface = INTERFACE_LINES;
}

void app_close_screen(struct app *app)
{
    terminal_close(&app->terminal);
}

void app_next(struct app *app, int64_t tick_ms, struct app_event *event)
{
    int64_t until_ms = moment_now_ms() + tick_ms;
    fflush(stdout);
    for (;;) {
        *event = (struct app_event){.kind = APP_TICK};
        if (take_signal(app, event) || take_session(app, event) || take_input(app, event))
            return;
        int64_t now_ms = moment_now_ms();
        if (now_ms >= until_ms)
            return;
        bool escape = app->edit.mode == LINE_EDIT_ESCAPE;
        int64_t wait_ms = session_wait_ms(&app->session, now_ms);
        if (wait_ms > until_ms - now_ms)
            wait_ms = until_ms - now_ms;
        if (escape && wait_ms > ESCAPE_PAUSE_MS)
            wait_ms = ESCAPE_PAUSE_MS;
        bool input = wait_for_input(app, wait_ms);
        if (escape && !input && line_edit_pause(&app->edit) == LINE_EDIT_CANCELED) {
            cancel(app, event);
            return;
        }
    }
}

bool app_read_line(struct app *app, char line[APP_LINE_MAX + 1])
{
    struct app_event event = {.kind = APP_TICK};
    while (!take_line(app, &event)) {
        if (app->input_ended || !signals_wait(STDIN_FILENO))
            return false;
        read_input(app);
    }
    memcpy(line, event.line, sizeof event.line);
    return event.kind == APP_LINE;
}

void app_say(struct app *app, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    app->warned = app->explained = false;
    if (app->interface == INTERFACE_SCREEN && app->terminal.open)
        vsnprintf(app->message, sizeof app->message, format, arguments);
    else
        print_message(app->interface == INTERFACE_JSON ? stderr : stdout, format, arguments);
    va_end(arguments);
}

void app_explain(struct app *app, const char *text)
{
    app_say(app, "%s", text);
    app->explained = true;
}

void app_warn(struct app *app, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    app->warned = true;
    app->explained = false;
    if (app->interface == INTERFACE_SCREEN && app->terminal.open)
        vsnprintf(app->message, sizeof app->message, format, arguments);
    else
        print_message(stderr, format, arguments);
    va_end(arguments);
}

const char *app_message(struct app *app, const char *otherwise)
{
    bool both = app->lost && app->message[0] != '\0';
    snprintf(app->shown, sizeof app->shown, "%s%s%s", app->lost ? app->trouble : "",
             both ? " " : "", app->message);
    return app->shown[0] != '\0' ? app->shown : otherwise;
}

void app_emit(struct app *app, const json_t *value)
{
    if (app->interface != INTERFACE_JSON)
        return;
    json_dumpf(value, stdout, JSON_COMPACT);
    fputc('\n', stdout);
    fflush(stdout);
}

int app_fail(struct app *app, const char *format, ...)
{
    app_close_screen(app);
    fflush(stdout);
    fputs("clamber: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    print_message(stderr, format, arguments);
    va_end(arguments);
    return 1;
}

json_t *app_ask(struct app *app, json_t *request)
{
    char why[WORDS_MAX];
    json_t *reply = ask(&app->session, request);
    if (reply == NULL) {
        app_fail_over(app, "waiting for its answer");
        return NULL;
    }
    json_t *ok = json_incref(json_object_get(reply, "ok"));
    if (ok == NULL) {
        words_error(json_object_get(reply, "error"), why);
        app_fail(app, "%s", why);
    }
    json_decref(reply);
    return ok;
}

int app_fail_over(struct app *app, const char *doing)
{
    if (signals_quit() != 0)
        return app_fail(app, "interrupted while %s", doing);
    return app_fail(app, "the server was lost while %s: %s", doing, app->session.why);
}

int app_fail_to_connect(struct app *app)
{
    char address[ADDRESS_TEXT_MAX];
    const char *why = app->session.why;
    if (signals_quit() != 0)
        return app_fail(app, "interrupted while connecting");
    address_format(&app->arguments->server, address);
    if (app->session.connection.state == CONNECTION_FAILED)
        return app_fail(app, "%s: %s", address, why);
    if (app->session.connection.wire.reached && !app->session.connection.greeted)
        return app_fail(app,
                        "no Clamber server at %s (%s); is that the port of \"lines\", not of "
                        "\"web\"?",
                        address, why);
    if (address_is_local(&app->arguments->server))
        return app_fail(app,
                        "no server answers at %s (%s); start one with: clamberd --data DIR "
                        "--listen %s",
                        address, why, address);
    return app_fail(app, "no server answers at %s (%s); is --server right?", address, why);
}

int64_t app_server_time(const struct app *app)
{
    return connection_server_time(&app->session.connection, moment_now_ms());
}

static void choose_interface(struct app *app)
{
    const char *terminal = getenv("TERM");
    const char *no_color = getenv("NO_COLOR");
    bool capable = terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
    if (app->arguments->json)
        app->interface = INTERFACE_JSON;
    else if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && capable)
        app->interface = INTERFACE_SCREEN;
    else
        app->interface = INTERFACE_LINES;
    app->ascii = app->arguments->ascii || locale_is_plain();
    switch (app->arguments->color) {
    case COLOR_AUTO:
        app->colored = isatty(STDOUT_FILENO) && capable && (no_color == NULL || !no_color[0]);
        break;
    case COLOR_ALWAYS:
        app->colored = true;
        break;
    case COLOR_NEVER:
        app->colored = false;
        break;
    }
}

/* Whether the signs of the colours cannot be shown, or would take two columns each. */
static bool locale_is_plain(void)
{
    return glyph_columns(L'\u25C6') != 1;
}

static bool take_signal(struct app *app, struct app_event *event)
{
    if (signals_quit() != 0) {
        event->kind = APP_QUIT;
        return true;
    }
    if (signals_take_stop()) {
        terminal_suspend(&app->terminal);
        event->kind = APP_REDRAW;
        return true;
    }
    if (signals_take_continue()) {
        terminal_retake(&app->terminal);
        event->kind = APP_REDRAW;
        return true;
    }
    if (signals_take_resize()) {
        terminal_forget(&app->terminal);
        event->kind = APP_REDRAW;
        return true;
    }
    return false;
}

/* Keeps the person informed of the connection itself, whatever page is shown. */
static bool take_session(struct app *app, struct app_event *event)
{
    if (!session_next(&app->session, moment_now_ms(), &event->happening))
        return false;
    event->kind = APP_HAPPENING;
    if (event->happening.kind == HAPPENING_LOST) {
        snprintf(app->trouble, sizeof app->trouble, "No connection (%s); trying again ...",
                 event->happening.why);
        if (!app->lost && app->interface != INTERFACE_SCREEN)
            app_warn(app, "%s", app->trouble);
        app->lost = true;
    } else if (event->happening.kind == HAPPENING_READY && app->lost) {
        app->lost = false;
        app->trouble[0] = '\0';
        app_say(app, "Connected again.");
    }
    return true;
}

static bool take_input(struct app *app, struct app_event *event)
{
    if (app->interface != INTERFACE_SCREEN) {
        bool taken = take_line(app, event);
        trim(event->line, strlen(event->line), event->line);
        return taken;
    }
    while (app->unread_length > 0) {
        app->unread_length--;
        if (take_byte(app, (unsigned char)*app->unread++, event))
            return true;
    }
    if (!app->input_ended)
        return false;
    event->kind = APP_QUIT; /* the terminal is gone */
    return true;
}

static bool take_byte(struct app *app, unsigned char byte, struct app_event *event)
{
    switch (line_edit_byte(&app->edit, byte)) {
    case LINE_EDIT_NONE:
        return false;
    case LINE_EDIT_FULL:
        app_warn(app, "The line is full: chat takes up to %d characters.", CHAT_CHARACTERS_MAX);
        event->kind = APP_EDITED;
        return true;
    case LINE_EDIT_CHANGED:
        event->kind = APP_EDITED;
        return true;
    case LINE_EDIT_ENTERED:
        trim(app->edit.text, app->edit.length, event->line);
        line_edit_clear(&app->edit);
        app->message[0] = '\0';
        event->kind = event->line[0] != '\0' ? APP_LINE : APP_EDITED;
        return true;
    case LINE_EDIT_TAB:
        event->kind = APP_TAB;
        return true;
    case LINE_EDIT_CANCELED:
        cancel(app, event);
        return true;
    case LINE_EDIT_ENDED:
        event->kind = APP_INPUT_ENDED;
        return true;
    case LINE_EDIT_REDRAW:
        terminal_forget(&app->terminal);
        event->kind = APP_REDRAW;
        return true;
    }
    return false;
}

/* What is being typed is taken back first, and only with nothing typed what it was typed for. */
static void cancel(struct app *app, struct app_event *event)
{
    event->kind = app->edit.length > 0 ? APP_EDITED : APP_CANCELED;
    line_edit_clear(&app->edit);
}

/* The next line of a pipe: what is buffered first, and after the last one that it has ended. */
static bool take_line(struct app *app, struct app_event *event)
{
    bool drained = app->unread_length == 0 && app->input_ended;
    if (drained && app->lines.buffer == NULL)
        return false;
    enum frame frame = drained ? framer_finish(&app->lines)
                               : framer_feed(&app->lines, &app->unread, &app->unread_length);
    switch (frame) {
    case FRAME_LINE:
        copy_line(app->lines.line, app->lines.length, event->line);
        event->kind = APP_LINE;
        return true;
    case FRAME_TOO_LONG:
        app_warn(app, "That line is too long.");
        return false;
    case FRAME_NONE:
        break;
    }
    if (!drained)
        return false;
    framer_deinit(&app->lines);
    app->lines.buffer = NULL;
    event->kind = APP_INPUT_ENDED;
    return true;
}

/* Whether bytes came from standard input. */
static bool wait_for_input(struct app *app, int64_t wait_ms)
{
    struct pollfd watched[3];
    watched[0] = (struct pollfd){.fd = app->input_ended ? -1 : STDIN_FILENO, .events = POLLIN};
    watched[1] = (struct pollfd){.fd = signals_descriptor(), .events = POLLIN};
    session_watch(&app->session, &watched[2]);
    if (app->unread_length > 0)
        watched[0].fd = -1;
    int ready = poll(watched, 3, (int)(wait_ms < 60000 ? wait_ms : 60000));
    if (ready <= 0)
        return false;
    if (watched[1].revents != 0)
        signals_drain();
    session_serve(&app->session, watched[2].revents);
    if (watched[0].revents == 0)
        return false;
    read_input(app);
    return true;
}

static void read_input(struct app *app)
{
    ssize_t taken = standard_input_read(app->input, sizeof app->input);
    if (taken > 0) {
        app->unread = app->input;
        app->unread_length = (size_t)taken;
    } else if (taken == 0 || (errno != EINTR && errno != EAGAIN)) {
        app->input_ended = true;
    }
}

/* A NUL byte would end the text early and stand for less than was typed. */
static void copy_line(const char *text, size_t length, char out[APP_LINE_MAX + 1])
{
    for (size_t i = 0; i < length; i++)
        out[i] = text[i] != '\0' ? text[i] : '?';
    out[length] = '\0';
}

/* Without the blanks around it. `out` may be the text itself. */
static void trim(const char *text, size_t length, char out[APP_LINE_MAX + 1])
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    memmove(out, text, length);
    out[length] = '\0';
}

static void print_message(FILE *out, const char *format, va_list arguments)
{
    vfprintf(out, format, arguments);
    fputc('\n', out);
    fflush(out);
}
