/* clamber: the command for people. Reads the command line and hands over. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "proto/client/bot.h"
#include "proto/client/change_password.h"
#include "proto/client/export.h"
#include "proto/client/play.h"
#include "proto/client/query.h"
#include "proto/client/verify_files.h"
#include "proto/client/watch.h"

static int help(const struct arguments *arguments)
{
    if (arguments->operand_count == 0) {
        arguments_help(stdout);
        return 0;
    }
    enum command command = arguments_command(arguments->operands[0]);
    if (command == COMMAND_COUNT) {
        fprintf(stderr, "clamber: there is no command \"%s\"; see: clamber help\n",
                arguments->operands[0]);
        return 2;
    }
    arguments_command_help(command, stdout);
    return 0;
}

static int run(const struct arguments *arguments)
{
    switch (arguments->command) {
    case COMMAND_PLAY:
        return play_run(arguments);
    case COMMAND_WATCH:
        return watch_run(arguments);
    case COMMAND_GAMES:
    case COMMAND_HISTORY:
    case COMMAND_RECORD:
    case COMMAND_USER:
    case COMMAND_LEADERBOARD:
    case COMMAND_RATINGS:
    case COMMAND_OPENINGS:
    case COMMAND_KEY:
    case COMMAND_LOGOUT:
        return query_run(arguments);
    case COMMAND_PASSWORD:
        return change_password_run(arguments);
    case COMMAND_EXPORT:
        return export_run(arguments);
    case COMMAND_VERIFY:
        return verify_files_run(arguments);
    case COMMAND_BOT:
        return bot_run(arguments);
    case COMMAND_VERSION:
        printf(arguments->json ? "{\"version\":\"%s\"}\n" : "clamber %s\n", CLAMBER_VERSION);
        return 0;
    case COMMAND_HELP:
    case COMMAND_COUNT:
        return help(arguments);
    }
    return 2;
}

/* A socket must not take the place of a standard descriptor that is closed, or what is printed
 * would be sent to the server. Nothing can be written to what stands there instead. */
static void fill_closed_descriptors(void)
{
    int opened;
    do
        opened = open("/dev/null", O_RDONLY);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened >= 0)
        close(opened);
}

/* Whoever reads a file later must be able to trust the exit status. */
static int check_output(int status)
{
    errno = 0;
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (written || status != 0)
        return status;
    fprintf(stderr, "clamber: the output cannot be written%s%s\n", errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    return 1;
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    fill_closed_descriptors();
    char why[ARGUMENTS_WHY_MAX];
    switch (arguments_read(&arguments, argc, argv, why)) {
    case ARGUMENTS_OK:
        return check_output(run(&arguments));
    case ARGUMENTS_HELP:
        if (arguments.command == COMMAND_COUNT)
            arguments_help(stdout);
        else
            arguments_command_help(arguments.command, stdout);
        return check_output(0);
    case ARGUMENTS_WRONG:
        fprintf(stderr, "clamber: %s\n", why);
        break;
    }
    return 2;
}
