#include "proto/client/query.h"

#include <assert.h>
#include <string.h>

#include "proto/client/app.h"
#include "proto/client/listing.h"
#include "proto/client/member.h"

static int query(struct app *app);
static int log_out(struct app *app);
static void add_operands(json_t *request, const struct arguments *arguments);
static json_t *openings_moves(const struct arguments *arguments);
static void add_filters(json_t *request, const struct arguments *arguments);
static int print_pages(struct app *app, json_t *request);
static int print_answer(struct app *app, const json_t *ok, int already);
static void print_none(struct app *app);

int query_run(const struct arguments *arguments)
{
    struct app app;
    app_init(&app, arguments);
    int status = arguments->command == COMMAND_LOGOUT ? log_out(&app) : query(&app);
    app_deinit(&app);
    return status;
}

static int query(struct app *app)
{
    if (!app_connect(app, NULL))
        return app_fail_to_connect(app);
    return print_pages(app, query_request(app->arguments));
}

/* The kept sign-in is forgotten only once the server has made it worthless, or says it is. */
static int log_out(struct app *app)
{
    char name[PLAYER_NAME_MAX];
    char token[TOKEN_TEXT_MAX];
    if (!token_store_find(&app->tokens, app->arguments->name, name, token))
        return app_fail(app, "nobody is signed in here%s%s",
                        app->arguments->name != NULL ? " as " : "",
                        app->arguments->name != NULL ? app->arguments->name : "");
    if (!app_connect(app, token)) {
        if (strcmp(app->session.code, "bad_credentials") != 0)
            return app_fail_to_connect(app);
        token_store_forget(&app->tokens, name, token);
        json_t *none = json_object();
        app_emit(app, none);
        json_decref(none);
        app_say(app, "The sign-in of %s had already ended.", name);
        return 0;
    }
    json_t *ok = app_ask(
        app, json_pack("{s:s, s:b}", "op", "logout", "everywhere", app->arguments->everywhere));
    if (ok == NULL)
        return 1;
    token_store_forget(&app->tokens, name, token);
    app_emit(app, ok);
    app_say(app, "%s is signed out%s.", name, app->arguments->everywhere ? " everywhere" : "");
    json_decref(ok);
    return 0;
}

json_t *query_request(const struct arguments *arguments)
{
    const char *operation = NULL;
    switch (arguments->command) {
    case COMMAND_GAMES:
        operation = "games";
        break;
    case COMMAND_HISTORY:
        operation = "history";
        break;
    case COMMAND_EXPORT:
        operation = "export";
        break;
    case COMMAND_RECORD:
        operation = "record";
        break;
    case COMMAND_USER:
        operation = "user";
        break;
    case COMMAND_LEADERBOARD:
        operation = "leaderboard";
        break;
    case COMMAND_RATINGS:
        operation = "rating_history";
        break;
    case COMMAND_OPENINGS:
        operation = "openings";
        break;
    case COMMAND_KEY:
        operation = "key";
        break;
    case COMMAND_PLAY:
    case COMMAND_WATCH:
    case COMMAND_BOT:
    case COMMAND_VERIFY:
    case COMMAND_PASSWORD:
    case COMMAND_LOGOUT:
    case COMMAND_HELP:
    case COMMAND_VERSION:
    case COMMAND_COUNT:
        break;
    }
    assert(operation != NULL);
    json_t *request = json_pack("{s:s}", "op", operation);
    add_operands(request, arguments);
    add_filters(request, arguments);
    return request;
}

static void add_operands(json_t *request, const struct arguments *arguments)
{
    /* The fields that the operands of a command are. */
    static const char *const fields[COMMAND_COUNT][2] = {
        [COMMAND_HISTORY] = {"user"},     [COMMAND_EXPORT] = {"user"},
        [COMMAND_RECORD] = {"game"},      [COMMAND_USER] = {"name"},
        [COMMAND_LEADERBOARD] = {"pool"}, [COMMAND_RATINGS] = {"user", "pool"},
    };
    if (arguments->command == COMMAND_OPENINGS) {
        json_object_set_new(request, "moves", openings_moves(arguments));
        if (arguments->size == 0)
            json_object_set_new(request, "size", json_integer(BOARD_MIN_SIZE));
        return;
    }
    assert(arguments->operand_count <= 2);
    for (int i = 0; i < arguments->operand_count; i++)
        json_object_set_new(request, fields[arguments->command][i],
                            json_string(arguments->operands[i]));
}

/* The turns joined by blanks, as the server writes them. */
static json_t *openings_moves(const struct arguments *arguments)
{
    char moves[OPENING_TURNS_MAX * TURN_TEXT_MAX];
    size_t length = 0;
    moves[0] = '\0';
    for (int i = 0; i < arguments->operand_count && length < sizeof moves; i++)
        length += (size_t)snprintf(moves + length, sizeof moves - length, "%s%s", i > 0 ? " " : "",
                                   arguments->operands[i]);
    return json_string(moves);
}

/* The options allowed for the command are fields of its operation, by the same names. */
static void add_filters(json_t *request, const struct arguments *arguments)
{
    const struct {
        const char *field, *value;
    } texts[] = {{"versus", arguments->versus},
                 {"pool", arguments->pool},
                 {"result", arguments->result},
                 {"reason", arguments->reason}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].value != NULL)
            json_object_set_new(request, texts[i].field, json_string(texts[i].value));
    }
    if (arguments->size != 0)
        json_object_set_new(request, "size", json_integer(arguments->size));
    if (arguments->rated >= 0)
        json_object_set_new(request, "rated", json_boolean(arguments->rated));
    if (arguments->since >= 0)
        json_object_set_new(request, "since", json_integer(arguments->since));
    if (arguments->at >= 0)
        json_object_set_new(request, "at", json_integer(arguments->at));
    if (arguments->until >= 0)
        json_object_set_new(request, "until", json_integer(arguments->until));
    if (arguments->bots)
        json_object_set_new(request, "bots", json_true());
    if (arguments->limit > 0)
        json_object_set_new(request, "limit", json_integer(arguments->limit));
    else if (arguments->all)
        json_object_set_new(request, "limit", json_integer(100));
}

/* Asks for one page, or for all of them. */
static int print_pages(struct app *app, json_t *request)
{
    int count = 0;
    for (bool more = true; more;) {
        json_t *ok = app_ask(app, json_incref(request));
        if (ok == NULL) {
            json_decref(request);
            return 1;
        }
        count += print_answer(app, ok, count);
        json_t *cursor = json_object_get(ok, "cursor");
        more = app->arguments->all && json_is_string(cursor);
        if (more)
            json_object_set(request, "cursor", cursor);
        else if (json_is_string(cursor) && app->interface != INTERFACE_JSON)
            app_say(app, "There is more: --all shows everything.");
        json_decref(ok);
    }
    if (count == 0)
        print_none(app);
    json_decref(request);
    return 0;
}

/* Prints an answer or a page of one; gives how many rows it had. */
static int print_answer(struct app *app, const json_t *ok, int already)
{
    static const char *const lists[] = {"games", "points", "players"};
    if (app->interface == INTERFACE_JSON) {
        app_emit(app, ok);
        return 1;
    }
    if (app->arguments->command == COMMAND_RECORD) {
        listing_record(json_object_get(ok, "record"), stdout);
        return 1;
    }
    if (app->arguments->command == COMMAND_USER) {
        listing_user(ok, stdout);
        return 1;
    }
    if (app->arguments->command == COMMAND_OPENINGS) {
        listing_openings(ok, stdout);
        return 1;
    }
    if (app->arguments->command == COMMAND_KEY) {
        printf("%s\n", member_text(ok, "key", ""));
        return 1;
    }
    int count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const json_t *list = json_object_get(ok, lists[i]);
        for (size_t k = 0; k < json_array_size(list); k++, count++) {
            const json_t *row = json_array_get(list, k);
            if (i == 0)
                listing_game(row, stdout);
            else if (i == 1)
                listing_point(row, stdout);
            else
                listing_player(row, already + count + 1, stdout);
        }
    }
    return count;
}

static void print_none(struct app *app)
{
    if (app->arguments->command == COMMAND_GAMES)
        app_say(app, "No game is being played just now.");
    else if (app->arguments->command == COMMAND_HISTORY)
        app_say(app, "No such games.");
    else if (app->arguments->command == COMMAND_RATINGS)
        app_say(app, "No rated games there in that time.");
    else
        app_say(app, "Nobody is listed there yet.");
}
