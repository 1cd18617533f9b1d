#include "tests/protocol/pattern.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 128

struct matching {
    const char *at; /* the rest of the pattern */
    struct variables *variables;
    char path[PATH_SIZE]; /* to the value in question, for people */
    char *why;
};

/* ---- Names -------------------------------------------------------------------------------- */

void variables_forget(struct variables *variables, size_t count)
{
    while (variables->count > count)
        json_decref(variables->items[--variables->count].value);
}

json_t *variables_find(const struct variables *variables, const char *name, size_t length)
{
    for (size_t i = 0; i < variables->count; i++) {
        if (strncmp(variables->items[i].name, name, length) == 0 &&
            variables->items[i].name[length] == '\0')
            return variables->items[i].value;
    }
    return NULL;
}

bool variables_set(struct variables *variables, const char *name, size_t length, json_t *value)
{
    for (size_t i = 0; i < variables->count; i++) {
        if (strncmp(variables->items[i].name, name, length) != 0 ||
            variables->items[i].name[length] != '\0')
            continue;
        json_decref(variables->items[i].value);
        variables->items[i].value = json_incref(value);
        return true;
    }
    if (variables->count == VARIABLES_MAX || length >= sizeof variables->items[0].name)
        return false;
    memcpy(variables->items[variables->count].name, name, length);
    variables->items[variables->count].name[length] = '\0';
    variables->items[variables->count++].value = json_incref(value);
    return true;
}

size_t pattern_name_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
}

char *pattern_fill(const char *text, const struct variables *variables)
{
    size_t room = strlen(text) + 1, length = 0;
    char *out = malloc(room);
    bool in_string = false;
    for (const char *at = text; out != NULL && *at != '\0';) {
        char *value = NULL;
        size_t taken = 1;
        if (*at == '$' && !in_string) {
            size_t name_length = pattern_name_length(at + 1);
            const json_t *found = variables_find(variables, at + 1, name_length);
            value = found == NULL ? NULL : json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT);
            taken = name_length + 1;
            if (value == NULL) {
                free(out);
                return NULL;
            }
        } else if (*at == '"' && (at == text || at[-1] != '\\')) {
            in_string = !in_string;
        }
        const char *piece = value != NULL ? value : at;
        size_t piece_length = value != NULL ? strlen(value) : 1;
        room += piece_length;
        out = realloc(out, room);
        if (out != NULL)
            memcpy(out + length, piece, piece_length);
        length += piece_length;
        free(value);
        at += taken;
    }
    if (out != NULL)
        out[length] = '\0';
    return out;
}

/* ---- Matching ----------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool no(struct matching *matching, const char *format,
                                                     ...)
{
    int used = snprintf(matching->why, PATTERN_WHY_SIZE,
                        "at %s: ", matching->path[0] == '\0' ? "the top" : matching->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(matching->why + used, PATTERN_WHY_SIZE - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static void skip_blanks(struct matching *matching)
{
    matching->at += strspn(matching->at, " \t\n");
}

/* Whether the pattern goes on with `text`, which is then taken. */
static bool take(struct matching *matching, const char *text)
{
    skip_blanks(matching);
    if (strncmp(matching->at, text, strlen(text)) != 0)
        return false;
    matching->at += strlen(text);
    return true;
}

static bool take_rest(struct matching *matching)
{
    return take(matching, "...") || take(matching, "…");
}

static bool differs(struct matching *matching, const json_t *value, const json_t *wanted)
{
    char *have = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    char *want = json_dumps(wanted, JSON_ENCODE_ANY | JSON_COMPACT);
    no(matching, "%s is not %s", have == NULL ? "nothing" : have, want);
    free(have);
    free(want);
    return false;
}

static bool match_value(struct matching *matching, json_t *value);

static bool match_object(struct matching *matching, json_t *value)
{
    if (!json_is_object(value))
        return no(matching, "not an object");
    size_t path_length = strlen(matching->path), members = 0;
    bool open = false;
    while (!take(matching, "}")) {
        if (take_rest(matching)) {
            open = true;
            continue;
        }
        char key[64];
        int length = 0;
        skip_blanks(matching);
        if (sscanf(matching->at, "\"%63[^\"]\"%n", key, &length) != 1 || length == 0)
            return no(matching, "the pattern has no member at \"%.20s\"", matching->at);
        matching->at += length;
        if (!take(matching, ":"))
            return no(matching, "the pattern has no colon behind %s", key);
        snprintf(matching->path + path_length, PATH_SIZE - path_length, ".%s", key);
        if (json_object_get(value, key) == NULL)
            return no(matching, "is missing");
        if (!match_value(matching, json_object_get(value, key)))
            return false;
        matching->path[path_length] = '\0';
        members++;
        take(matching, ",");
    }
    const char *name;
    json_t *member;
    if (open || json_object_size(value) == members)
        return true;
    no(matching, "has other members too, of");
    json_object_foreach(value, name, member) {
        strncat(matching->why, " ", PATTERN_WHY_SIZE - strlen(matching->why) - 1);
        strncat(matching->why, name, PATTERN_WHY_SIZE - strlen(matching->why) - 1);
    }
    return false;
}

static bool match_array(struct matching *matching, const json_t *value)
{
    if (!json_is_array(value))
        return no(matching, "not an array");
    size_t path_length = strlen(matching->path), index = 0;
    bool open = false;
    while (!take(matching, "]")) {
        if (take_rest(matching)) {
            open = true;
            continue;
        }
        snprintf(matching->path + path_length, PATH_SIZE - path_length, "[%zu]", index);
        if (index >= json_array_size(value))
            return no(matching, "is missing");
        if (!match_value(matching, json_array_get(value, index)))
            return false;
        matching->path[path_length] = '\0';
        index++;
        take(matching, ",");
    }
    if (!open && json_array_size(value) != index)
        return no(matching, "has %zu elements, not %zu", json_array_size(value), index);
    return true;
}

static bool match_name(struct matching *matching, json_t *value)
{
    const char *name = matching->at;
    size_t length = pattern_name_length(name);
    matching->at += length;
    json_t *known = variables_find(matching->variables, name, length);
    if (known == NULL)
        return variables_set(matching->variables, name, length, value) ||
               no(matching, "too many names");
    if (*matching->at == '+' || *matching->at == '-') {
        char *end;
        long long more = strtoll(matching->at, &end, 10);
        matching->at = end;
        json_t *sum = json_integer(json_integer_value(known) + more);
        bool equal = json_equal(sum, value) || differs(matching, value, sum);
        json_decref(sum);
        return equal;
    }
    return json_equal(known, value) || differs(matching, value, known);
}

static bool match_literal(struct matching *matching, const json_t *value)
{
    size_t used = 0;
    json_error_t error;
    json_t *wanted = json_loads(matching->at, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
    if (wanted == NULL)
        return no(matching, "the pattern is not JSON at \"%.20s\"", matching->at);
    used = (size_t)error.position;
    matching->at += used;
    bool equal = json_equal(wanted, value) || differs(matching, value, wanted);
    json_decref(wanted);
    return equal;
}

static bool match_value(struct matching *matching, json_t *value)
{
    if (take(matching, "*"))
        return true;
    if (take(matching, "$"))
        return match_name(matching, value);
    if (take(matching, "{"))
        return match_object(matching, value);
    if (take(matching, "["))
        return match_array(matching, value);
    return match_literal(matching, value);
}

bool pattern_match(const char *pattern, json_t *value, struct variables *variables,
                   char why[PATTERN_WHY_SIZE])
{
    struct matching matching = {.at = pattern, .variables = variables, .why = why};
    if (!match_value(&matching, value))
        return false;
    skip_blanks(&matching);
    return *matching.at == '\0' || no(&matching, "the pattern goes on: \"%.20s\"", matching.at);
}
