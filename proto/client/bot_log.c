#include "proto/client/bot_log.h"

#include <stdio.h>

#include "proto/client/moment.h"
#include "proto/client/words.h"

/* "2029-02-28 13:05 turn game=sZE8MUOI5XUF move=C3" */
static void print_words(const char *what, json_t *details)
{
    char date[32];
    const char *key;
    json_t *value;
    words_date(moment_wall_ms(), date);
    printf("%s %s", date, what);
    json_object_foreach(details, key, value) {
        printf(" %s=", key);
        if (json_is_string(value))
            fputs(json_string_value(value), stdout);
        else
            json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_COMPACT);
    }
    putchar('\n');
}

void bot_log(const struct bot_log *log, const char *what, json_t *details)
{
    if (log->json) {
        json_t *line = json_pack("{s:I, s:s}", "at", (json_int_t)moment_wall_ms(), "log", what);
        json_object_update(line, details);
        json_dumpf(line, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(line);
    } else {
        print_words(what, details);
    }
    fflush(stdout);
    json_decref(details);
}
