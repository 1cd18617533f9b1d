/* What a person may type at the table: turns, questions, chat, offers, the ways to leave. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "proto/client/game_lines.h"
#include "proto/client/table_inside.h"
#include "proto/client/turn_entry.h"
#include "proto/client/words.h"

#define HELP                                                                                       \
    "A turn is a cell to place on, as C3, or your stack and what it captures, as B2xC4xE5: B2 "    \
    "captures C4, and that captures E5. \"B2x\" or Tab tells what B2 can capture, \"legal\" all "  \
    "there is. On the board * is the last turn, - what it removed, + what can be chosen. More: "   \
    "\"rules\", \"help words\"."
#define HELP_WORDS                                                                                 \
    "takeback, offer abort: ask for it (accept, decline, withdraw); say TEXT; " IGNORING_HELP      \
    "; claim (the other side has left); resign; abort (before both have moved); after the end "    \
    "rematch, no, again (the same terms), new (lobby); quit (the game goes on)."

static bool take_parting_word(struct table *table, const char *line);
static void say(struct table *table, const char *text);
static bool take_ignoring(struct table *table, const char *line);
static bool take_agreement(struct table *table, const char *line);
static void offer(struct table *table, enum offer offer);
static void answer(struct table *table, const char *which, bool accept, bool own);
static void ask_rematch(struct table *table, bool accept);
static void take_turn(struct table *table, const char *line);
static void resign(struct table *table);

void table_command(struct table *table, const char *line)
{
    struct app *app = table->app;
    bool again = table->resigning;
    bool player = table->seat == TABLE_PLAYER;
    table->choices = 0;
    table->resigning = false;
    if (line[0] == '\0' || take_parting_word(table, line))
        return;
    if (strcasecmp(line, "help") == 0) {
        app_explain(app, HELP);
    } else if (strcasecmp(line, "help words") == 0) {
        app_explain(app, HELP_WORDS);
    } else if (strcasecmp(line, "rules") == 0) {
        app_explain(app, WORDS_RULES);
    } else if (strcasecmp(line, "board") == 0 && app->interface == INTERFACE_LINES) {
        game_lines_board(app, &table->follow->state, 0);
    } else if (strcasecmp(line, "legal") == 0) {
        table_explain(table, "");
    } else if (strncasecmp(line, "legal ", 6) == 0) {
        table_explain(table, line + 6 + strspn(line + 6, " "));
    } else if (strncasecmp(line, "say ", 4) == 0) {
        say(table, line + 4 + strspn(line + 4, " "));
    } else if (take_ignoring(table, line)) {
        return;
    } else if (turn_entry_is_question(line)) {
        table_explain(table, line);
    } else if (!player) {
        app_warn(app, "You are watching; \"say TEXT\" speaks to the others who do, \"quit\" "
                      "leaves.");
    } else if (strcasecmp(line, "abort") == 0) {
        table_send(table, json_pack("{s:s, s:s}", "op", "abort", "game", table->follow->game));
    } else if (strcasecmp(line, "resign") == 0) {
        table->resigning = again;
        resign(table);
    } else if (!take_agreement(table, line)) {
        take_turn(table, line);
    }
}

static bool take_parting_word(struct table *table, const char *line)
{
    bool screen = table->app->interface == INTERFACE_SCREEN;
    bool player = table->seat == TABLE_PLAYER;
    bool over = table_over(table);
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "q") == 0)
        table_leave(table, TABLE_QUIT);
    else if (player && screen && strcasecmp(line, "lobby") == 0)
        table_leave(table, TABLE_LOBBY);
    else if (player && over && strcasecmp(line, "new") == 0)
        table_leave(table, TABLE_LOBBY);
    else if (player && over && strcasecmp(line, "again") == 0)
        table_leave(table, TABLE_AGAIN);
    return table->done;
}

/* In the players' room or the spectators', whichever this user belongs to. */
static void say(struct table *table, const char *text)
{
    struct app *app = table->app;
    const char *room = chat_room_text(table->company.room);
    json_t *value = json_string(text);
    if (app->session.name[0] == '\0')
        table_refuse(table, "unauthenticated",
                     "Only who has a name may speak: clamber watch --name NAME.");
    else if (value == NULL)
        table_refuse(table, "bad_request", "That is not UTF-8.");
    else
        table_send(table, json_pack("{s:s, s:s, s:s, s:O}", "op", "say", "game",
                                    table->follow->game, "room", room, "text", value));
    json_decref(value);
}

/* False where the line is not about it. */
static bool take_ignoring(struct table *table, const char *line)
{
    char why[WORDS_MAX];
    json_t *request;
    if (!ignoring_read(&table->ignoring, line, &request, why))
        return false;
    if (request == NULL)
        table_refuse(table, "bad_request", why);
    else
        table->ignoring.request = table_send(table, request);
    return true;
}

/* What takes both sides: offers and their answers, a rematch; and the claim where one has left.
 * False where the line is none of these. */
static bool take_agreement(struct table *table, const char *line)
{
    const char *game = table->follow->game;
    if (strcasecmp(line, "claim") == 0)
        table_send(table, json_pack("{s:s, s:s}", "op", "claim", "game", game));
    else if (strcasecmp(line, "takeback") == 0 || strcasecmp(line, "offer takeback") == 0)
        offer(table, OFFER_TAKEBACK);
    else if (strcasecmp(line, "offer abort") == 0)
        offer(table, OFFER_ABORT);
    else if (strcasecmp(line, "rematch") == 0)
        ask_rematch(table, true);
    else if (strcasecmp(line, "no") == 0 && table_over(table))
        ask_rematch(table, false);
    else if (strncasecmp(line, "accept", 6) == 0 && (line[6] == '\0' || line[6] == ' '))
        answer(table, line + 6, true, false);
    else if (strncasecmp(line, "decline", 7) == 0 && (line[7] == '\0' || line[7] == ' '))
        answer(table, line + 7, false, false);
    else if (strncasecmp(line, "withdraw", 8) == 0 && (line[8] == '\0' || line[8] == ' '))
        answer(table, line + 8, false, true);
    else
        return false;
    return true;
}

static void offer(struct table *table, enum offer offer)
{
    table_send(table, json_pack("{s:s, s:s, s:s}", "op", "offer", "game", table->follow->game,
                                "kind", offer_text(offer)));
}

/* Answers the other side's open offer, or withdraws one's own. Which one need be said only where
 * there are two. */
static void answer(struct table *table, const char *which, bool accept, bool own)
{
    int side = own ? table->viewer : 1 - table->viewer;
    which += strspn(which, " ");
    for (int i = 0; i < OFFER_COUNT && table->viewer >= 0; i++) {
        const char *kind = offer_text((enum offer)i);
        if (!table->follow->state.offers[side][i] ||
            (which[0] != '\0' && strcasecmp(which, kind) != 0))
            continue;
        table_send(table, json_pack("{s:s, s:s, s:s, s:b}", "op", "answer", "game",
                                    table->follow->game, "kind", kind, "accept", accept));
        return;
    }
    table_refuse(table, "gone", "There is no such offer.");
}

static void ask_rematch(struct table *table, bool accept)
{
    if (!table_over(table)) {
        table_refuse(table, "not_allowed_now", "The game is not over yet.");
        return;
    }
    table->rematch_request = table_send(table, json_pack("{s:s, s:s, s:b}", "op", "rematch", "game",
                                                         table->follow->game, "accept", accept));
}

/* Checked here first, so that a mistake costs no time on the clock. */
static void take_turn(struct table *table, const char *line)
{
    const struct game_state *state = &table->follow->state;
    char why[WORDS_MAX];
    struct turn turn;
    if (!table->follow->known || table->viewer < 0)
        table_refuse(table, "not_allowed_now", "You cannot move in this game.");
    else if (game_state_over(state))
        table_refuse(table, "game_over", "The game is over.");
    else if ((int)game_state_to_move(state) != table->viewer || state->outcome != OUTCOME_GOES_ON)
        table_refuse(table, "not_your_turn", "It is not your turn yet.");
    else if (follow_moving(table->follow))
        table_refuse(table, "not_your_turn", "Your turn is under way to the server.");
    else if (!turn_entry_read(&state->position, line, &turn, why))
        table_refuse(table, "illegal_move", why);
    else
        follow_play(table->follow, &turn);
}

/* A person confirms it by saying it again. */
static void resign(struct table *table)
{
    bool screen = table->app->interface == INTERFACE_SCREEN;
    if (screen && !table->resigning && !table_over(table)) {
        table->resigning = true;
        app_say(table->app, "Type \"resign\" once more to give the game up.");
        return;
    }
    table->resigning = false;
    table_send(table, json_pack("{s:s, s:s}", "op", "resign", "game", table->follow->game));
}

/* A script is answered by the server, a person by the referee that is at hand. */
void table_explain(struct table *table, const char *prefix)
{
    struct app *app = table->app;
    const struct game_state *state = &table->follow->state;
    char text[TURN_ENTRY_TEXT_MAX];
    if (!table->follow->known || game_state_over(state)) {
        table_refuse(table, "game_over", "There are no turns to choose from.");
        return;
    }
    if (app->interface == INTERFACE_JSON) {
        json_t *legal = json_pack("{s:s, s:s}", "op", "legal", "game", table->follow->game);
        if (prefix[0] != '\0')
            json_object_set_new(legal, "prefix", json_string(prefix));
        table_send(table, legal);
        return;
    }
    table->choices = turn_entry_explain(&state->position, prefix, text);
    app_say(app, "%s", text);
    if (app->interface == INTERFACE_LINES && table->choices != 0)
        game_lines_board(app, state, table->choices);
}
