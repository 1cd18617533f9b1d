/* What the server is told when it starts: the command line and the configuration file, which set
 * the same things.
 * Read once by main; never opens what it names, save the file. */
#pragma once

#include "server/io/address.h"

#include <stdint.h>
#include <stdio.h>

#define OPTIONS_PATH_SIZE 4096
#define OPTIONS_ERROR_SIZE 1024

#define OPTIONS_NAMES_MAX 16
#define OPTIONS_NAME_SIZE 256
struct options_names {
    size_t count;
    char names[OPTIONS_NAMES_MAX][OPTIONS_NAME_SIZE];
};

struct options {
    char data[OPTIONS_PATH_SIZE];
    struct address listen;
    struct address web;
    struct options_names web_hosts;   /* names by which the web is asked for */
    struct options_names web_origins; /* other sites whose pages may connect */
    char chat_log[OPTIONS_PATH_SIZE]; /* "" for none */
    bool check;                       /* only check the database in `data` */
    bool open_limits;
    uint32_t max_connections;
    uint32_t max_games;
};

enum options_outcome {
    OPTIONS_RUN,     /* go on */
    OPTIONS_HELP,    /* --help was asked for */
    OPTIONS_VERSION, /* --version was */
    OPTIONS_CHECK,   /* --check was */
    OPTIONS_WRONG,   /* one plain line in `error` */
};

/* How a setting is written: in a file as that type, on the command line as text. */
enum setting_type {
    SETTING_TEXT,
    SETTING_COUNT, /* a whole number from 1 on */
    SETTING_FLAG,
};

/* The defaults, save the two counts, which are the machine's to give. */
void options_init(struct options *options, uint32_t max_connections, uint32_t max_games);

/* Reads the command line, and before it the file that it may name: the command line wins. */
enum options_outcome options_parse(struct options *options, int argc, char *const argv[],
                                   char error[OPTIONS_ERROR_SIZE]);

/* The type of a setting by the name it has in a file ("open_limits"); false where there is none. */
bool options_setting(const char *name, enum setting_type *type);
/* Sets it from text (a flag from "true" or "false"). False with what is wrong with the value. */
bool options_set(struct options *options, const char *name, const char *value,
                 char error[OPTIONS_ERROR_SIZE]);

void options_help(FILE *out);
