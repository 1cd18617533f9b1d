#include "proto/client/arguments.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "proto/utf8.h"

#define LISTS                                                                                      \
    (COMMAND_BIT(GAMES) | COMMAND_BIT(HISTORY) | COMMAND_BIT(LEADERBOARD) | COMMAND_BIT(RATINGS))
#define FILTERED (COMMAND_BIT(HISTORY) | COMMAND_BIT(EXPORT))
#define PLAYED (COMMAND_BIT(PLAY) | COMMAND_BIT(BOT))
#define EVERY (COMMAND_BIT(COUNT) - 1)
/* Help is printed for terminals of so many columns. */
#define HELP_WIDTH 80
/* Longest word to a server: the turns of an opening among them. */
#define WORD_MAX 1000

/* X(enum suffix, name, value or "", commands, what it does) */
#define OPTIONS(X)                                                                                 \
    X(SERVER, "server", "HOST:PORT", EVERY,                                                        \
      "where the server is (else $CLAMBER_SERVER, else " ADDRESS_DEFAULT ")")                      \
    X(JSON, "json", "", EVERY, "for scripts: JSON on standard output, one object a line")          \
    X(NAME, "name", "NAME",                                                                        \
      PLAYED | COMMAND_BIT(WATCH) | COMMAND_BIT(PASSWORD) | COMMAND_BIT(LOGOUT),                   \
      "sign in under this name (password: asked for, $CLAMBER_PASSWORD, or standard input)")       \
    X(GUEST, "guest", "", COMMAND_BIT(PLAY), "play as a new guest, casual games only")             \
    X(REGISTER, "register", "", COMMAND_BIT(PLAY), "register the name as a new account")           \
    X(EVERYWHERE, "everywhere", "", COMMAND_BIT(LOGOUT), "sign out on every machine")              \
    X(SIZE, "size", "3|4", PLAYED | COMMAND_BIT(GAMES) | COMMAND_BIT(OPENINGS) | FILTERED,         \
      "cells a side of the board")                                                                 \
    X(TIME, "time", "TIME", PLAYED,                                                                \
      "5+3 (minutes and seconds a turn), 1d (a day a turn; h, m likewise), or none")               \
    X(RATED, "rated", "", PLAYED | FILTERED, "only rated games")                                   \
    X(CASUAL, "casual", "", PLAYED | FILTERED, "only casual games")                                \
    X(COLOR, "color", "COLOR", PLAYED | COMMAND_BIT(WATCH),                                        \
      "blue, red or random to play; always, never or auto for the screen")                         \
    X(ACCEPT, "accept", "SEEK", COMMAND_BIT(PLAY), "take this seek at once")                       \
    X(CHALLENGE, "challenge", "USER", COMMAND_BIT(PLAY), "challenge this user at once")            \
    X(STAY, "stay", "", COMMAND_BIT(PLAY),                                                         \
      "in scripts: stay after the end, for a rematch, until standard input ends")                  \
    X(TV, "tv", "", COMMAND_BIT(WATCH), "follow the best game, and the next when it has ended")    \
    X(LEVEL, "level", "1-5", COMMAND_BIT(BOT), "how strong the bot plays (3)")                     \
    X(SEED, "seed", "N", COMMAND_BIT(BOT), "the same N: the same turn in the same position")       \
    X(ASCII, "ascii", "", COMMAND_BIT(PLAY) | COMMAND_BIT(WATCH) | COMMAND_BIT(RECORD),            \
      "draw boards with ASCII characters only")                                                    \
    X(VERSUS, "versus", "NAME", FILTERED, "only games against this player")                        \
    X(POOL, "pool", "POOL", COMMAND_BIT(GAMES) | FILTERED, "only this pool, as 3-blitz")           \
    X(RESULT, "result", "win|loss|none", FILTERED, "as it was for NAME")                           \
    X(REASON, "reason", "REASON", FILTERED,                                                        \
      "capture, resign, time, abandoned, aborted or turn_limit")                                   \
    X(SINCE, "since", "YYYY-MM-DD", FILTERED | COMMAND_BIT(RATINGS), "ended on this day or later") \
    X(UNTIL, "until", "YYYY-MM-DD", FILTERED | COMMAND_BIT(RATINGS), "ended before this day")      \
    X(AT, "at", "YYYY-MM-DD", COMMAND_BIT(USER) | COMMAND_BIT(LEADERBOARD),                        \
      "as it was when this day began")                                                             \
    X(LIMIT, "limit", "N", LISTS, "at most so many, 1 to 100")                                     \
    X(ALL, "all", "", COMMAND_BIT(HISTORY) | COMMAND_BIT(RATINGS) | COMMAND_BIT(LEADERBOARD),      \
      "all pages to the end")                                                                      \
    X(BOTS, "bots", "", COMMAND_BIT(LEADERBOARD), "bots too")                                      \
    X(OUTPUT, "output", "FILE", COMMAND_BIT(EXPORT), "write to this file, whole or not at all")    \
    X(KEY, "key", "KEY", COMMAND_BIT(VERIFY), "the server's key, as \"clamber key\" prints it")    \
    X(KEY_FILE, "key-file", "FILE", COMMAND_BIT(VERIFY), "a file with that key")                   \
    X(VERSION, "version", "", EVERY, "print the version")                                          \
    X(HELP, "help", "", EVERY, "print this help (also -h)")

enum option {
#define OPTIONS_ENUM(name, text, value, commands, help) OPTION_##name,
    OPTIONS(OPTIONS_ENUM)
#undef OPTIONS_ENUM
        OPTION_COUNT,
};

static const struct {
    const char *name, *value;
    unsigned commands;
    const char *help;
} options[] = {
#define OPTIONS_ROW(name, text, value, commands, help)                                             \
    [OPTION_##name] = {text, value, commands, help},
    OPTIONS(OPTIONS_ROW)
#undef OPTIONS_ROW
};

static const struct {
    const char *name, *operands;
    int least, most;
    const char *help;
} commands[] = {
#define COMMANDS_ROW(name, text, operands, least, most, help)                                      \
    [COMMAND_##name] = {text, operands, least, most, help},
    COMMANDS(COMMANDS_ROW)
#undef COMMANDS_ROW
};

/* Reading in progress. */
struct reader {
    struct arguments *arguments;
    int argc;
    char **argv;
    int next;
    bool command_seen;
    uint64_t given; /* 1 << enum option of each */
    char *why;
};

static void print_option(enum option option, FILE *out);
static void print_row(const char *name, const char *value, const char *text, FILE *out);
static bool read_operand(struct reader *reader, const char *word);
static bool read_option(struct reader *reader, const char *word);
static enum option find_option(const char *text, size_t length);
static bool take_option(struct arguments *arguments, enum option option, const char *value);
static bool keep(const char **text, const char *value);
static bool keep_word(const char **text, const char *value);
static const char *shown(const char *text);
static bool take_size(struct arguments *arguments, const char *value);
static bool take_color(struct arguments *arguments, const char *value);
static bool take_challenge(struct arguments *arguments, const char *value);
static bool take_date(int64_t *at_ms, const char *value);
static bool take_limit(int *limit, const char *value);
static bool take_level(int *level, const char *value);
static bool take_seed(int64_t *seed, const char *value);
static bool take_terms(struct arguments *arguments, const char *word);
static bool check_whole(struct reader *reader);

enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv,
                                      char why[ARGUMENTS_WHY_MAX])
{
    struct reader reader = {
        .arguments = arguments, .argc = argc, .argv = argv, .next = 1, .why = why};
    *arguments = (struct arguments){.command = COMMAND_COUNT,
                                    .operands = (const char *const *)(argv + 1),
                                    .rated = -1,
                                    .level = 3,
                                    .seed = -1,
                                    .since = -1,
                                    .at = -1,
                                    .until = -1};
    terms_init(&arguments->terms);
    const char *server = getenv("CLAMBER_SERVER");
    if (server == NULL || server[0] == '\0')
        server = ADDRESS_DEFAULT;
    if (!address_parse(&arguments->server, server)) {
        snprintf(why, ARGUMENTS_WHY_MAX, "CLAMBER_SERVER is not HOST:PORT: %.100s", server);
        return ARGUMENTS_WRONG;
    }
    while (reader.next < argc) {
        const char *word = argv[reader.next++];
        bool option = strncmp(word, "--", 2) == 0 && word[2] != '\0';
        if (strcmp(word, "-h") == 0) {
            reader.given |= UINT64_C(1) << OPTION_HELP;
            continue;
        }
        if (option ? !read_option(&reader, word) : !read_operand(&reader, word))
            return ARGUMENTS_WRONG;
    }
    if (reader.given & UINT64_C(1) << OPTION_VERSION)
        arguments->command = COMMAND_VERSION;
    if (arguments->command == COMMAND_COUNT || reader.given & UINT64_C(1) << OPTION_HELP)
        return ARGUMENTS_HELP;
    return check_whole(&reader) ? ARGUMENTS_OK : ARGUMENTS_WRONG;
}

void arguments_help(FILE *out)
{
    fputs("clamber: play Clamber from the terminal\n\nCommands:\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        print_row(commands[i].name, commands[i].operands, commands[i].help, out);
    fputs("\nOptions for every command:\n", out);
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (options[i].commands == EVERY)
            print_option((enum option)i, out);
    }
    fputs("\n\"clamber help COMMAND\" tells the options of a command.\n"
          "To begin: clamber play\n",
          out);
}

void arguments_command_help(enum command command, FILE *out)
{
    fprintf(out, "Usage: clamber %s%s%s [OPTIONS]: %s\n\nOptions:\n", commands[command].name,
            commands[command].operands[0] != '\0' ? " " : "", commands[command].operands,
            commands[command].help);
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (options[i].commands & 1u << command)
            print_option((enum option)i, out);
    }
}

static void print_option(enum option option, FILE *out)
{
    char name[16];
    snprintf(name, sizeof name, "--%s", options[option].name);
    print_row(name, options[option].value, options[option].help, out);
}

/* "  name  value  text", the text over as many lines as it takes. */
static void print_row(const char *name, const char *value, const char *text, FILE *out)
{
    int indent = fprintf(out, "  %-12s %-12s ", name, value);
    int column = indent;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > HELP_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

enum command arguments_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return (enum command)i;
    }
    return COMMAND_COUNT;
}

static bool read_operand(struct reader *reader, const char *word)
{
    struct arguments *arguments = reader->arguments;
    if (arguments->command == COMMAND_COUNT) {
        arguments->command = arguments_command(word);
        if (arguments->command != COMMAND_COUNT)
            return true;
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "there is no command \"%.60s\"; see: clamber help",
                 word);
        return false;
    }
    if (arguments->command != COMMAND_VERIFY && !keep_word(&word, word)) {
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "\"%.60s\" cannot be read: %s takes %s",
                 shown(word), commands[arguments->command].name,
                 commands[arguments->command].operands);
        return false;
    }
    if (arguments->operand_count < commands[arguments->command].most) {
        /* The words before this one have been read: their places are free. */
        reader->argv[1 + arguments->operand_count++] = reader->argv[reader->next - 1];
        return true;
    }
    const char *command = commands[arguments->command].name;
    snprintf(reader->why, ARGUMENTS_WHY_MAX,
             "\"%.60s\" is more than %s takes; see: clamber help %s", word, command, command);
    return false;
}

/* --name VALUE or --name=VALUE. */
static bool read_option(struct reader *reader, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    enum option option = find_option(word + 2, length);
    if (option == OPTION_COUNT) {
        enum command command = reader->arguments->command;
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "there is no option %.60s; see: clamber help%s%s",
                 word, command == COMMAND_COUNT ? "" : " ",
                 command == COMMAND_COUNT ? "" : commands[command].name);
        return false;
    }
    const char *value = word[2 + length] == '=' ? word + 3 + length : NULL;
    bool wants_value = options[option].value[0] != '\0';
    if (!wants_value && value != NULL) {
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "--%s takes no value", options[option].name);
        return false;
    }
    if (!wants_value)
        value = "";
    else if (value == NULL && reader->next < reader->argc)
        value = reader->argv[reader->next++];
    if (value == NULL) {
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "--%s needs a value: %s: %s", options[option].name,
                 options[option].value, options[option].help);
        return false;
    }
    reader->given |= UINT64_C(1) << option;
    if (take_option(reader->arguments, option, value))
        return true;
    snprintf(reader->why, ARGUMENTS_WHY_MAX, "--%s %.60s cannot be read: it takes %s: %s",
             options[option].name, shown(value), options[option].value, options[option].help);
    return false;
}

static enum option find_option(const char *text, size_t length)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (strlen(options[i].name) == length && strncmp(options[i].name, text, length) == 0)
            return (enum option)i;
    }
    return OPTION_COUNT;
}

static bool take_option(struct arguments *arguments, enum option option, const char *value)
{
    switch (option) {
    case OPTION_SERVER:
        return address_parse(&arguments->server, value);
    case OPTION_JSON:
        return arguments->json = true;
    case OPTION_NAME:
        return keep_word(&arguments->name, value);
    case OPTION_GUEST:
        return arguments->guest = true;
    case OPTION_REGISTER:
        return arguments->new_account = true;
    case OPTION_EVERYWHERE:
        return arguments->everywhere = true;
    case OPTION_SIZE:
        return take_size(arguments, value);
    case OPTION_TIME:
        return terms_parse_time(&arguments->terms.time, value) && (arguments->terms_given = true);
    case OPTION_RATED:
    case OPTION_CASUAL:
        arguments->rated = option == OPTION_RATED;
        return take_terms(arguments, option == OPTION_RATED ? "rated" : "casual");
    case OPTION_COLOR:
        return take_color(arguments, value);
    case OPTION_ACCEPT:
        return keep_word(&arguments->accept, value);
    case OPTION_LEVEL:
        return take_level(&arguments->level, value);
    case OPTION_SEED:
        return take_seed(&arguments->seed, value);
    case OPTION_ASCII:
        return arguments->ascii = true;
    case OPTION_VERSUS:
        return keep_word(&arguments->versus, value);
    case OPTION_POOL:
        return keep_word(&arguments->pool, value);
    case OPTION_RESULT:
        return keep_word(&arguments->result, value);
    case OPTION_REASON:
        return keep_word(&arguments->reason, value);
    case OPTION_SINCE:
    case OPTION_UNTIL:
        return take_date(option == OPTION_SINCE ? &arguments->since : &arguments->until, value);
    case OPTION_AT:
        return take_date(&arguments->at, value);
    case OPTION_LIMIT:
        return take_limit(&arguments->limit, value);
    case OPTION_ALL:
        return arguments->all = true;
    case OPTION_BOTS:
        return arguments->bots = true;
    case OPTION_CHALLENGE:
        return take_challenge(arguments, value);
    case OPTION_STAY:
        return arguments->stay = true;
    case OPTION_TV:
        return arguments->tv = true;
    case OPTION_OUTPUT:
        return keep(&arguments->output, value);
    case OPTION_KEY:
        return keep(&arguments->key, value);
    case OPTION_KEY_FILE:
        return keep(&arguments->key_file, value);
    case OPTION_VERSION:
    case OPTION_HELP:
    case OPTION_COUNT:
        return true;
    }
    return true;
}

static bool take_challenge(struct arguments *arguments, const char *value)
{
    return keep_word(&arguments->challenge, value) && value[0] != '\0' &&
           strlen(value) < CHALLENGE_NAME_MAX;
}

static bool keep(const char **text, const char *value)
{
    *text = value;
    return true;
}

/* One that a server could know: no word that it gives or takes is longer, and all are UTF-8. */
static bool keep_word(const char **text, const char *value)
{
    return keep(text, value) && strlen(value) <= WORD_MAX && shown(value) == value;
}

/* As it can be repeated in a message. */
static const char *shown(const char *text)
{
    return utf8_valid(text, strlen(text)) ? text : "?";
}

static bool take_size(struct arguments *arguments, const char *value)
{
    arguments->size = strcmp(value, "4") == 0 ? 4 : 3;
    return (strcmp(value, "3") == 0 || strcmp(value, "4") == 0) && take_terms(arguments, value);
}

/* One option for both meanings: no colour to play is also a way to draw. */
static bool take_color(struct arguments *arguments, const char *value)
{
    static const char *const choices[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, choices[i]) == 0) {
            arguments->color = (enum color_choice)i;
            return true;
        }
    }
    return (strcmp(value, "blue") == 0 || strcmp(value, "red") == 0 ||
            strcmp(value, "random") == 0) &&
           take_terms(arguments, value);
}

/* The first moment of a day by the local clock. */
static bool take_date(int64_t *at_ms, const char *value)
{
    struct tm day = {.tm_isdst = -1};
    const char *end = strptime(value, "%Y-%m-%d", &day);
    if (end == NULL || *end != '\0')
        return false;
    day.tm_isdst = -1;
    int of_month = day.tm_mday;
    time_t seconds = mktime(&day);
    *at_ms = (int64_t)seconds * 1000;
    /* The 30th of February would become a day in March. */
    return seconds >= 0 && day.tm_mday == of_month;
}

static bool take_limit(int *limit, const char *value)
{
    size_t length = strlen(value);
    if (length == 0 || length > 3 || strspn(value, "0123456789") != length)
        return false;
    *limit = atoi(value);
    return *limit >= 1 && *limit <= 100;
}

static bool take_level(int *level, const char *value)
{
    *level = value[0] - '0';
    return strlen(value) == 1 && *level >= 1 && *level <= 5;
}

static bool take_seed(int64_t *seed, const char *value)
{
    size_t length = strlen(value);
    *seed = strtoll(value, NULL, 10);
    return length >= 1 && length <= 18 && strspn(value, "0123456789") == length;
}

static bool take_terms(struct arguments *arguments, const char *word)
{
    arguments->terms_given = true;
    return terms_take_word(&arguments->terms, word);
}

/* What can be told only with the whole line read. */
static bool check_whole(struct reader *reader)
{
    const struct arguments *arguments = reader->arguments;
    enum command command = arguments->command;
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (reader->given & UINT64_C(1) << i && !(options[i].commands & 1u << command)) {
            snprintf(reader->why, ARGUMENTS_WHY_MAX,
                     "%s takes no option --%s; see: clamber help %s", commands[command].name,
                     options[i].name, commands[command].name);
            return false;
        }
    }
    if (arguments->operand_count < commands[command].least) {
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "%s needs %s; see: clamber help %s",
                 commands[command].name, commands[command].operands, commands[command].name);
        return false;
    }
    const char *problem = NULL;
    if (arguments->guest && (arguments->name != NULL || arguments->new_account))
        problem = "a guest has no name of its own: leave out --name and --register, or --guest";
    else if (arguments->accept != NULL && arguments->terms_given)
        problem = "a seek that is accepted has its own terms: leave out --accept or the terms";
    else if (arguments->accept != NULL && arguments->challenge != NULL)
        problem = "there is one way to a game: leave out --accept or --challenge";
    else if (arguments->tv && arguments->operand_count > 0)
        problem = "tv chooses the game: leave out --tv or GAME";
    else if (command == COMMAND_PLAY && arguments->guest && arguments->terms.rated)
        problem = "guests play casual games only";
    else if (command == COMMAND_PLAY || command == COMMAND_BOT)
        problem = terms_problem(&arguments->terms);
    else if (arguments->result != NULL && arguments->operand_count == 0)
        problem = "--result needs the NAME of a player";
    else if (arguments->key != NULL && arguments->key_file != NULL)
        problem = "there is one key: leave out --key or --key-file";
    if (problem != NULL)
        snprintf(reader->why, ARGUMENTS_WHY_MAX, "%s", problem);
    return problem == NULL;
}
