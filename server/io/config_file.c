#include "server/io/config_file.h"

#include <libconfig.h>
#include <sys/stat.h>

static const char *config_file_type_text(enum setting_type type)
{
    switch (type) {
    case SETTING_TEXT:
        return "a text in quotes";
    case SETTING_COUNT:
        return "a whole number";
    case SETTING_FLAG:
        return "true or false";
    }
    return "";
}

/* The value as the command line would have it. False where it is of another type. */
static bool config_file_value(const config_setting_t *setting, enum setting_type type,
                              char value[OPTIONS_PATH_SIZE])
{
    int found = config_setting_type(setting);
    switch (type) {
    case SETTING_TEXT:
        if (found == CONFIG_TYPE_STRING)
            snprintf(value, OPTIONS_PATH_SIZE, "%s", config_setting_get_string(setting));
        return found == CONFIG_TYPE_STRING;
    case SETTING_COUNT:
        if (found == CONFIG_TYPE_INT || found == CONFIG_TYPE_INT64)
            snprintf(value, OPTIONS_PATH_SIZE, "%lld", config_setting_get_int64(setting));
        return found == CONFIG_TYPE_INT || found == CONFIG_TYPE_INT64;
    case SETTING_FLAG:
        if (found == CONFIG_TYPE_BOOL)
            snprintf(value, OPTIONS_PATH_SIZE, "%s",
                     config_setting_get_bool(setting) ? "true" : "false");
        return found == CONFIG_TYPE_BOOL;
    }
    return false;
}

static bool config_file_take(struct options *options, const char *path,
                             const config_setting_t *setting, char error[OPTIONS_ERROR_SIZE])
{
    const char *name = config_setting_name(setting);
    unsigned line = config_setting_source_line(setting);
    enum setting_type type;
    char value[OPTIONS_PATH_SIZE];
    char wrong[OPTIONS_ERROR_SIZE];
    if (!options_setting(name, &type))
        snprintf(wrong, sizeof wrong, "unknown setting");
    else if (!config_file_value(setting, type, value))
        snprintf(wrong, sizeof wrong, "it must be %s", config_file_type_text(type));
    else if (options_set(options, name, value, wrong))
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "%.200s:%u: %.50s: %.600s", path, line, name, wrong);
    return false;
}

static bool config_file_take_all(struct options *options, const char *path, const config_t *config,
                                 char error[OPTIONS_ERROR_SIZE])
{
    const config_setting_t *root = config_root_setting(config);
    for (int i = 0; i < config_setting_length(root); i++) {
        if (!config_file_take(options, path, config_setting_get_elem(root, (unsigned)i), error))
            return false;
    }
    return true;
}

/* NULL where it is not a file that can be read. libconfig ends the process where it is given a
 * folder. */
static FILE *config_file_open(const char *path)
{
    FILE *file = fopen(path, "re");
    struct stat about;
    if (file != NULL && (fstat(fileno(file), &about) != 0 || S_ISDIR(about.st_mode))) {
        fclose(file);
        return NULL;
    }
    return file;
}

bool config_file_read(struct options *options, const char *path, char error[OPTIONS_ERROR_SIZE])
{
    FILE *file = config_file_open(path);
    if (file == NULL) {
        snprintf(error, OPTIONS_ERROR_SIZE, "%.200s: this configuration file cannot be read", path);
        return false;
    }
    config_t config;
    config_init(&config);
    bool fits = config_read(&config, file) == CONFIG_TRUE;
    if (fits) {
        fits = config_file_take_all(options, path, &config, error);
    } else {
        /* A file that it includes has its own name. */
        const char *where = config_error_file(&config);
        snprintf(error, OPTIONS_ERROR_SIZE, "%.200s:%d: %.300s", where != NULL ? where : path,
                 config_error_line(&config), config_error_text(&config));
    }
    config_destroy(&config);
    fclose(file);
    return fits;
}
