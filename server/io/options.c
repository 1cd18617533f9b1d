#include "server/io/options.h"

#include "proto/http_host.h"
#include "server/io/config_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_DATA "data"
#define DEFAULT_LISTEN "127.0.0.1:5577"
#define DEFAULT_WEB "127.0.0.1:5578"
/* A slot of every connection's id must fit the machine's tickets; and nobody needs more. */
#define COUNT_MAX 1000000u

struct setting {
    const char *name; /* in a file; on the command line with dashes */
    enum setting_type type;
    const char *value; /* what the help calls its value */
    const char *help;
    bool (*set)(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE]);
};

static bool set_data(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    if (value[0] == '\0' || strlen(value) >= OPTIONS_PATH_SIZE) {
        snprintf(error, OPTIONS_ERROR_SIZE, "the data folder's name is empty or too long");
        return false;
    }
    snprintf(options->data, OPTIONS_PATH_SIZE, "%s", value);
    return true;
}

static bool set_chat_log(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    if (value[0] == '\0' || strlen(value) >= OPTIONS_PATH_SIZE) {
        snprintf(error, OPTIONS_ERROR_SIZE, "the chat log's name is empty or too long");
        return false;
    }
    snprintf(options->chat_log, OPTIONS_PATH_SIZE, "%s", value);
    return true;
}

/* Its folder takes the place of the one to serve. */
static bool set_check(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    options->check = true;
    return set_data(options, value, error);
}

static bool set_listen(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    return address_parse(&options->listen, value, error);
}

static bool set_web(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    return address_parse(&options->web, value, error);
}

/* Names with blanks or commas between them; they take the place of those before. */
static bool set_names(struct options_names *names, const char *value,
                      char error[OPTIONS_ERROR_SIZE])
{
    static const char between[] = " ,";
    *names = (struct options_names){0};
    value += strspn(value, between);
    while (*value != '\0') {
        size_t length = strcspn(value, between);
        if (length >= OPTIONS_NAME_SIZE || names->count == OPTIONS_NAMES_MAX) {
            snprintf(error, OPTIONS_ERROR_SIZE, "at most %d names, each shorter than %d bytes",
                     OPTIONS_NAMES_MAX, OPTIONS_NAME_SIZE);
            return false;
        }
        memcpy(names->names[names->count++], value, length);
        value += length;
        value += strspn(value, between);
    }
    return true;
}

static bool set_web_host(struct options *options, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    if (!set_names(&options->web_hosts, value, error))
        return false;
    for (size_t i = 0; i < options->web_hosts.count; i++) {
        const char *name = options->web_hosts.names[i];
        if (http_host_valid(name, strlen(name)) && strchr(name, ':') == NULL)
            continue;
        snprintf(error, OPTIONS_ERROR_SIZE, "\"%.100s\" is not a host's name", name);
        return false;
    }
    return true;
}

/* An origin is what a browser sends: scheme, host, and the port where it is not the scheme's. */
static bool set_web_origin(struct options *options, const char *value,
                           char error[OPTIONS_ERROR_SIZE])
{
    if (!set_names(&options->web_origins, value, error))
        return false;
    for (size_t i = 0; i < options->web_origins.count; i++) {
        const char *name = options->web_origins.names[i];
        const char *host = strstr(name, "://");
        bool fits = (strncmp(name, "http://", 7) == 0 || strncmp(name, "https://", 8) == 0) &&
                    host[3] != '\0' && http_host_valid(host + 3, strlen(host + 3));
        if (fits)
            continue;
        snprintf(error, OPTIONS_ERROR_SIZE,
                 "\"%.100s\" is not an origin, such as https://clamber.example", name);
        return false;
    }
    return true;
}

static bool set_open_limits(struct options *options, const char *value,
                            char error[OPTIONS_ERROR_SIZE])
{
    (void)error;
    options->open_limits = strcmp(value, "true") == 0;
    return true;
}

static bool set_count(uint32_t *count, const char *value, char error[OPTIONS_ERROR_SIZE])
{
    char *end;
    size_t digits = strspn(value, "0123456789");
    unsigned long number = strtoul(value, &end, 10);
    if (digits == 0 || digits > 7 || *end != '\0' || number < 1 || number > COUNT_MAX) {
        snprintf(error, OPTIONS_ERROR_SIZE, "\"%.40s\" is not a number from 1 to %u", value,
                 COUNT_MAX);
        return false;
    }
    *count = (uint32_t)number;
    return true;
}

static bool set_max_connections(struct options *options, const char *value,
                                char error[OPTIONS_ERROR_SIZE])
{
    return set_count(&options->max_connections, value, error);
}

static bool set_max_games(struct options *options, const char *value,
                          char error[OPTIONS_ERROR_SIZE])
{
    return set_count(&options->max_games, value, error);
}

static const struct setting settings[] = {
    {"data", SETTING_TEXT, "DIR", "folder of the database, made where missing [" DEFAULT_DATA "]",
     set_data},
    {"listen", SETTING_TEXT, "HOST:PORT", "where to serve lines, or off [" DEFAULT_LISTEN "]",
     set_listen},
    {"web", SETTING_TEXT, "HOST:PORT", "where to serve the web, or off [" DEFAULT_WEB "]", set_web},
    {"web_host", SETTING_TEXT, "NAMES", "by which the web is asked for, besides addresses",
     set_web_host},
    {"web_origin", SETTING_TEXT, "URLS", "where people find it, behind a proxy", set_web_origin},
    {"open_limits", SETTING_FLAG, "", "no rate limits, cheap passwords; only on loopback",
     set_open_limits},
    {"chat_log", SETTING_TEXT, "FILE", "for moderators: all that is said, a line of JSON each",
     set_chat_log},
    {"max_connections", SETTING_COUNT, "N", "connections at a time", set_max_connections},
    {"max_games", SETTING_COUNT, "N", "games in memory", set_max_games},
};
#define SETTING_LIST_COUNT (sizeof settings / sizeof *settings)

/* "open_limits" and, from a command line, "open-limits". */
static bool setting_is_called(const struct setting *setting, const char *name, size_t length,
                              char gap)
{
    if (strlen(setting->name) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char wanted = setting->name[i] == '_' ? gap : setting->name[i];
        if (name[i] != wanted)
            return false;
    }
    return true;
}

static const struct setting *setting_find(const char *name, size_t length, char gap)
{
    for (size_t i = 0; i < SETTING_LIST_COUNT; i++) {
        if (setting_is_called(&settings[i], name, length, gap))
            return &settings[i];
    }
    return NULL;
}

void options_init(struct options *options, uint32_t max_connections, uint32_t max_games)
{
    *options = (struct options){.max_connections = max_connections, .max_games = max_games};
    char error[OPTIONS_ERROR_SIZE];
    bool fits = set_data(options, DEFAULT_DATA, error) &&
                set_listen(options, DEFAULT_LISTEN, error) && set_web(options, DEFAULT_WEB, error);
    assert(fits);
    (void)fits;
}

bool options_setting(const char *name, enum setting_type *type)
{
    const struct setting *setting = setting_find(name, strlen(name), '_');
    if (setting != NULL)
        *type = setting->type;
    return setting != NULL;
}

bool options_set(struct options *options, const char *name, const char *value,
                 char error[OPTIONS_ERROR_SIZE])
{
    const struct setting *setting = setting_find(name, strlen(name), '_');
    assert(setting != NULL);
    return setting->set(options, value, error);
}

/* What only a command line may have, beside --help and --version; each has a value. */
enum command { COMMAND_NONE, COMMAND_CONFIG, COMMAND_CHECK };

/* One option of the command line, taken apart. */
struct argument {
    const struct setting *setting; /* or, where NULL: */
    enum command command;
    const char *value;
};

static enum command command_find(const char *name, size_t length)
{
    static const char *const names[] = {[COMMAND_CONFIG] = "config", [COMMAND_CHECK] = "check"};
    for (int i = COMMAND_CONFIG; i <= COMMAND_CHECK; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return (enum command)i;
    }
    return COMMAND_NONE;
}

/* Reads the option at argv[*at], and moves *at on past its value. */
static enum options_outcome argument_read(struct argument *argument, int argc, char *const argv[],
                                          int *at, char error[OPTIONS_ERROR_SIZE])
{
    const char *text = argv[(*at)++];
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
        return OPTIONS_HELP;
    if (strcmp(text, "--version") == 0)
        return OPTIONS_VERSION;
    size_t length = strncmp(text, "--", 2) == 0 ? strcspn(text + 2, "=") : 0;
    argument->setting = length > 0 ? setting_find(text + 2, length, '-') : NULL;
    argument->command = length > 0 ? command_find(text + 2, length) : COMMAND_NONE;
    if (argument->setting == NULL && argument->command == COMMAND_NONE) {
        snprintf(error, OPTIONS_ERROR_SIZE, "unknown option \"%.100s\": see clamberd --help", text);
        return OPTIONS_WRONG;
    }
    bool has_value = text[2 + length] == '=';
    if (argument->setting != NULL && argument->setting->type == SETTING_FLAG) {
        argument->value = "true";
        if (!has_value)
            return OPTIONS_RUN;
        snprintf(error, OPTIONS_ERROR_SIZE, "%.100s: it takes no value", text);
        return OPTIONS_WRONG;
    }
    if (has_value) {
        argument->value = text + 2 + length + 1;
    } else if (*at < argc) {
        argument->value = argv[(*at)++];
    } else {
        snprintf(error, OPTIONS_ERROR_SIZE, "%.100s: its value is missing", text);
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

/* One walk over the command line: of the file's name only, or of all but that. */
static enum options_outcome options_walk(struct options *options, int argc, char *const argv[],
                                         bool files, char error[OPTIONS_ERROR_SIZE])
{
    for (int at = 1; at < argc;) {
        struct argument argument;
        enum options_outcome outcome = argument_read(&argument, argc, argv, &at, error);
        if (outcome != OPTIONS_RUN)
            return outcome;
        bool fits = true;
        if (files && argument.command == COMMAND_CONFIG)
            fits = config_file_read(options, argument.value, error);
        else if (!files && argument.command == COMMAND_CHECK)
            fits = set_check(options, argument.value, error);
        else if (!files && argument.setting != NULL)
            fits = argument.setting->set(options, argument.value, error);
        if (!fits)
            return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

static enum options_outcome options_check(const struct options *options,
                                          char error[OPTIONS_ERROR_SIZE])
{
    if (options->listen.off && options->web.off) {
        snprintf(error, OPTIONS_ERROR_SIZE, "nothing to do: both listeners are off");
        return OPTIONS_WRONG;
    }
    if (options->open_limits &&
        (!address_is_loopback(&options->listen) || !address_is_loopback(&options->web))) {
        snprintf(error, OPTIONS_ERROR_SIZE,
                 "--open-limits is for tests: every listener must be on loopback, such as "
                 "127.0.0.1:5577");
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

enum options_outcome options_parse(struct options *options, int argc, char *const argv[],
                                   char error[OPTIONS_ERROR_SIZE])
{
    enum options_outcome outcome = options_walk(options, argc, argv, true, error);
    if (outcome == OPTIONS_RUN)
        outcome = options_walk(options, argc, argv, false, error);
    if (outcome == OPTIONS_RUN)
        outcome = options->check ? OPTIONS_CHECK : options_check(options, error);
    return outcome;
}

static void options_help_line(FILE *out, const char *name, const char *value, const char *help)
{
    char option[40];
    snprintf(option, sizeof option, "--%s %s", name, value);
    for (char *letter = option; *letter != '\0'; letter++) {
        if (*letter == '_')
            *letter = '-';
    }
    fprintf(out, "  %-24s %s\n", option, help);
}

void options_help(FILE *out)
{
    fputs("clamberd: the Clamber server\n\nusage: clamberd [OPTION]…\n\n", out);
    for (size_t i = 0; i < SETTING_LIST_COUNT; i++)
        options_help_line(out, settings[i].name, settings[i].value, settings[i].help);
    options_help_line(out, "config", "FILE", "read settings from a file, with the names as above");
    options_help_line(out, "check", "DIR",
                      "do not serve: check the database in a folder that no server is using");
    options_help_line(out, "version", "", "say which version this is");
    options_help_line(out, "help", "", "show this");
    fputs("\nIn a file dashes are written as underscores: listen = \"[::1]:5577\"; "
          "open_limits = true;\n"
          "Once it serves, it prints one line of JSON to standard output; SIGTERM stops it.\n",
          out);
}
