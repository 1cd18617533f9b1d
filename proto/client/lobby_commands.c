#include "proto/client/lobby_commands.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/client/member.h"

#define HELP                                                                                       \
    "seek [3|4] [5+3|1d|none] [rated|casual] [blue|red]: wait for an opponent; challenge NAME "    \
    "[terms]; yes N, no N: answer a challenge; cancel [N]: your seek, or a challenge of yours; a " \
    "number: take that seek; a letter: go on with a game; " IGNORING_HELP "; rules; quit."

/* What is to become of a challenge. */
enum wish { WISH_YES, WISH_NO, WISH_CANCEL };

static char *after(char *line, const char *word);
static void take_seek_words(struct app *app, struct lobby *lobby, char *words);
static void take_challenge_words(struct app *app, struct lobby *lobby, char *words);
static bool read_terms(struct app *app, struct terms *terms, char *words);
static void take_challenge(struct app *app, struct lobby *lobby, const json_t *list,
                           const char *word, enum wish wish);
static bool take_ignoring(struct app *app, struct lobby *lobby, const char *line);
static bool take_number(struct app *app, struct lobby *lobby, const char *line);
static enum lobby_command take_letter(struct app *app, struct lobby *lobby, const char *line);

enum lobby_command lobby_command(struct app *app, struct lobby *lobby, char *line)
{
    char *words;
    if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "q") == 0)
        return LOBBY_COMMAND_QUIT;
    if (strcasecmp(line, "cancel") == 0) {
        app_say(app, lobby->want != LOBBY_NOTHING ? "Not waiting any more."
                                                  : "You are not waiting for a game.");
        lobby_cancel(lobby, &app->session);
    } else if ((words = after(line, "cancel")) != NULL) {
        take_challenge(app, lobby, lobby->challenges.out, words, WISH_CANCEL);
    } else if ((words = after(line, "seek")) != NULL) {
        take_seek_words(app, lobby, words);
    } else if ((words = after(line, "challenge")) != NULL) {
        take_challenge_words(app, lobby, words);
    } else if ((words = after(line, "yes")) != NULL) {
        take_challenge(app, lobby, lobby->challenges.in, words, WISH_YES);
    } else if ((words = after(line, "no")) != NULL) {
        take_challenge(app, lobby, lobby->challenges.in, words, WISH_NO);
    } else if (take_ignoring(app, lobby, line)) {
        return LOBBY_COMMAND_DONE;
    } else if (strcasecmp(line, "help") == 0) {
        app_explain(app, HELP);
    } else if (strcasecmp(line, "rules") == 0) {
        app_explain(app, WORDS_RULES);
    } else if (strcasecmp(line, "list") == 0 || strcasecmp(line, "challenges") == 0) {
        return LOBBY_COMMAND_LIST;
    } else if (line[0] >= 'a' && line[0] <= 'z' && line[1] == '\0') {
        return take_letter(app, lobby, line);
    } else if (!take_number(app, lobby, line)) {
        app_warn(app, "\"%.40s\" is nothing I know here; \"help\" tells what is.", line);
    }
    return LOBBY_COMMAND_DONE;
}

/* What follows the first word, if that is this one; NULL if not. */
static char *after(char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

static void take_seek_words(struct app *app, struct lobby *lobby, char *words)
{
    struct terms terms = app->arguments->terms;
    if (read_terms(app, &terms, words))
        lobby_want_seek(lobby, &app->session, &terms);
}

/* A name, and terms if the person likes. */
static void take_challenge_words(struct app *app, struct lobby *lobby, char *words)
{
    struct terms terms = app->arguments->terms;
    char *rest = words + strcspn(words, " ");
    if (*rest != '\0')
        *rest++ = '\0';
    if (words[0] == '\0')
        app_warn(app, "Say whom: challenge NAME, with terms if you like.");
    else if (strlen(words) >= PLAYER_NAME_MAX)
        app_warn(app, "No name is so long.");
    else if (read_terms(app, &terms, rest))
        challenges_make(&lobby->challenges, &app->session, words, &terms);
}

/* False, having said why, where the words are no terms or go ill together. */
static bool read_terms(struct app *app, struct terms *terms, char *words)
{
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (terms_take_word(terms, word))
            continue;
        app_warn(app,
                 "\"%.40s\" is none of the terms of a game: a size 3 or 4, a time as 5+3, 1d "
                 "or none, rated or casual, blue or red.",
                 word);
        return false;
    }
    const char *problem = terms_problem(terms);
    if (problem == NULL && terms->rated && strcmp(app->session.kind, "guest") == 0)
        problem = "guests play casual games only";
    if (problem != NULL)
        app_warn(app, "That cannot be: %s.", problem);
    return problem == NULL;
}

/* Answers or cancels a challenge; the only one there is need not be named. */
static void take_challenge(struct app *app, struct lobby *lobby, const json_t *list,
                           const char *word, enum wish wish)
{
    const json_t *one = challenges_pick(list, word[0] == '\0' ? "1" : word);
    if (one == NULL || (word[0] == '\0' && json_array_size(list) > 1)) {
        app_warn(app, "There is no such challenge; say which one by its number.");
        return;
    }
    const char *id = member_text(one, "id", "");
    if (app->session.stage != SESSION_READY)
        app_warn(app, "There is no connection just now; try again when it is back.");
    else if (wish == WISH_CANCEL)
        challenges_cancel(&lobby->challenges, &app->session, id);
    else
        challenges_answer(&lobby->challenges, &app->session, id, wish == WISH_YES);
}

/* False where the line is not about it. */
static bool take_ignoring(struct app *app, struct lobby *lobby, const char *line)
{
    char why[WORDS_MAX];
    json_t *request;
    if (!ignoring_read(&lobby->ignoring, line, &request, why))
        return false;
    if (request == NULL)
        app_warn(app, "%s", why);
    else if ((lobby->ignoring.request = session_request(&app->session, request)) == 0)
        app_warn(app, "There is no connection just now; try again when it is back.");
    return true;
}

/* False where the line is no number at all. */
static bool take_number(struct app *app, struct lobby *lobby, const char *line)
{
    size_t length = strlen(line);
    if (length == 0 || length > 4 || strspn(line, "0123456789") != length)
        return false;
    size_t number = (size_t)atoi(line);
    if (number == 0 || number > json_array_size(lobby->seeks)) {
        app_warn(app, "There is no seek %s.", line);
        return true;
    }
    const json_t *seek = json_array_get(lobby->seeks, number - 1);
    if (strcmp(member_text(json_object_get(seek, "user"), "name", ""), app->session.name) == 0)
        app_warn(app, "That seek is your own.");
    else
        lobby_want_accept(lobby, &app->session, member_text(seek, "id", ""));
    return true;
}

static enum lobby_command take_letter(struct app *app, struct lobby *lobby, const char *line)
{
    size_t index = (size_t)(line[0] - 'a');
    if (index >= json_array_size(lobby->unfinished)) {
        app_warn(app, "There is no game %s.", line);
        return LOBBY_COMMAND_DONE;
    }
    member_copy(json_array_get(lobby->unfinished, index), "id", lobby->game, sizeof lobby->game);
    return LOBBY_COMMAND_GAME;
}
