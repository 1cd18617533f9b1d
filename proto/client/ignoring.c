#include "proto/client/ignoring.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What follows the first word, if that is this one; NULL if not. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

bool ignoring_read(struct ignoring *ignoring, const char *line, json_t **request,
                   char why[WORDS_MAX])
{
    const char *name = after(line, "ignore");
    ignoring->heard = name == NULL;
    if (name == NULL)
        name = after(line, "hear");
    if (name == NULL)
        return false;
    *request = NULL;
    json_t *user = json_string(name);
    if (name[0] == '\0')
        snprintf(why, WORDS_MAX, "Say whom: %s NAME.", ignoring->heard ? "hear" : "ignore");
    else if (user == NULL || strlen(name) >= sizeof ignoring->name)
        snprintf(why, WORDS_MAX, "That is no name.");
    else
        *request =
            json_pack("{s:s, s:O, s:b}", "op", "ignore", "user", user, "ignore", !ignoring->heard);
    snprintf(ignoring->name, sizeof ignoring->name, "%s", *request != NULL ? name : "");
    json_decref(user);
    return true;
}

bool ignoring_take(struct ignoring *ignoring, const json_t *reply, char words[WORDS_MAX])
{
    const json_t *error = json_object_get(reply, "error");
    ignoring->request = 0;
    if (error != NULL)
        words_error(error, words);
    else
        snprintf(words, WORDS_MAX,
                 ignoring->heard ? "You hear %s again." : "You hear no more of %s.",
                 ignoring->name);
    return error == NULL;
}
