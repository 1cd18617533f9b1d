/* The command line: which command with which options. Two tables, of commands and of options, are
 * all there is to know; parsing and the help texts come from them. Pure but for the environment. */
#pragma once

#include <limits.h>
#include <stdio.h>

#include "proto/client/address.h"
#include "proto/client/terms.h"

/* Room for a user's name, longer than any can be. */
#define CHALLENGE_NAME_MAX 32
/* As many as a server keeps openings of. */
#define OPENING_TURNS_MAX 20

/* X(enum suffix, name, operands, least, most, what it does) */
#define COMMANDS(X)                                                                                \
    X(PLAY, "play", "", 0, 0, "sign in, find an opponent in the lobby and play")                   \
    X(WATCH, "watch", "[GAME]", 0, 1, "follow a game that is being played")                        \
    X(GAMES, "games", "", 0, 0, "list the games that are being played")                            \
    X(HISTORY, "history", "[NAME]", 0, 1, "list finished games, newest first")                     \
    X(RECORD, "record", "GAME", 1, 1, "print one game, turn by turn")                              \
    X(USER, "user", "NAME", 1, 1, "show a player")                                                 \
    X(LEADERBOARD, "leaderboard", "POOL", 1, 1, "list the best players of a pool, as 3-blitz")     \
    X(RATINGS, "ratings", "NAME POOL", 2, 2, "list how a player's rating went")                    \
    X(OPENINGS, "openings", "[TURN...]", 0, OPENING_TURNS_MAX,                                     \
      "show what was played next after these turns, and how it ended")                             \
    X(EXPORT, "export", "[NAME]", 0, 1, "write the signed records of finished games, one a line")  \
    X(VERIFY, "verify", "FILE...", 1, INT_MAX, "check such records, without a server (-: input)")  \
    X(KEY, "key", "", 0, 0, "print the public key that the server signs records with")             \
    X(BOT, "bot", "", 0, 0, "play the house, until stopped: see proto/BOTS.md")                    \
    X(PASSWORD, "password", "", 0, 0, "change your password")                                      \
    X(LOGOUT, "logout", "", 0, 0, "sign out and forget the sign-in kept here")                     \
    X(HELP, "help", "[COMMAND]", 0, 1, "explain a command")                                        \
    X(VERSION, "version", "", 0, 0, "print the version")

enum command {
#define COMMANDS_ENUM(name, text, operands, least, most, help) COMMAND_##name,
    COMMANDS(COMMANDS_ENUM)
#undef COMMANDS_ENUM
        COMMAND_COUNT,
};

#define COMMAND_BIT(name) (1u << COMMAND_##name)

enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct arguments {
    enum command command;
    struct address server;
    bool json;
    bool ascii;
    enum color_choice color;
    int operand_count;
    const char *const *operands; /* gathered at the front of argv */

    /* Who plays. */
    const char *name; /* NULL where not said */
    bool guest, new_account, everywhere;

    /* What is played. */
    struct terms terms;
    bool terms_given;
    const char *challenge; /* NULL where not said */
    bool stay, tv;
    const char *accept; /* a seek, or NULL */

    /* How the bot plays. */
    int level;
    int64_t seed; /* -1 where not said */

    /* Which games or players are listed. NULL, 0 or -1 where not said. */
    const char *versus, *pool, *result, *reason;
    int size;
    int rated;
    int64_t since, until, at;
    int limit;
    bool all, bots;

    /* Where an export goes, and the key to verify by. NULL where not said. */
    const char *output, *key, *key_file;
};

enum arguments_outcome {
    ARGUMENTS_OK,
    ARGUMENTS_HELP,  /* print the help of arguments->command, or the overview for COMMAND_COUNT */
    ARGUMENTS_WRONG, /* `why` says what, for exit status 2 */
};

#define ARGUMENTS_WHY_MAX 256

/* Reads argv; strings are borrowed from it, and its words change places. The server's address comes
 * from CLAMBER_SERVER unless --server names one. */
enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv,
                                      char why[ARGUMENTS_WHY_MAX]);

/* Prints the overview, or with a command its options. */
void arguments_help(FILE *out);
void arguments_command_help(enum command command, FILE *out);

/* COMMAND_COUNT where there is none of that name. */
enum command arguments_command(const char *name);
