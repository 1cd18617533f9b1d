#include "proto/verify/members.h"

#include <string.h>

#include "core/board.h"
#include "proto/json.h"

static void fault(struct members *members, const char *key, const char *what)
{
    if (members->ok)
        members->ok =
            finding_set(members->finding, members->v, "%s of %s %s", key, members->name, what);
}

void members_open(struct members *members, const json_t *value, const char *name, int64_t v,
                  struct finding *finding)
{
    *members = (struct members){
        .object = value, .name = name, .v = v, .finding = finding, .ok = json_is_object(value)};
    if (!members->ok)
        finding_set(finding, v, "%s is missing or no object", name);
}

const json_t *members_value(struct members *members, const char *key)
{
    const json_t *value = members->ok ? json_object_get(members->object, key) : NULL;
    if (value == NULL)
        fault(members, key, "is missing");
    else
        members->taken++;
    return value;
}

int64_t members_integer(struct members *members, const char *key, int64_t min, int64_t max)
{
    int64_t integer = 0;
    const json_t *value = members_value(members, key);
    if (value != NULL && !json_read_integer(value, min, max, &integer))
        fault(members, key, "is no integer or out of range");
    return integer;
}

int64_t members_count(struct members *members, const char *key)
{
    return members_integer(members, key, 0, JSON_INTEGER_MAX);
}

bool members_flag(struct members *members, const char *key)
{
    const json_t *value = members_value(members, key);
    if (value != NULL && !json_is_boolean(value))
        fault(members, key, "is neither true nor false");
    return json_is_true(value);
}

const char *members_text(struct members *members, const char *key)
{
    const json_t *value = members_value(members, key);
    if (value != NULL && !json_is_string(value))
        fault(members, key, "is no text");
    return json_is_string(value) ? json_string_value(value) : "";
}

int members_choice(struct members *members, const char *key, const char *const *texts, int count)
{
    const char *text = members_text(members, key);
    for (int i = 0; i < count; i++) {
        if (texts[i] != NULL && strcmp(texts[i], text) == 0)
            return i;
    }
    fault(members, key, "is none of those there are");
    return 0;
}

int members_color(struct members *members, const char *key)
{
    const char *const colors[] = {color_name(COLOR_BLUE), color_name(COLOR_RED)};
    return members_choice(members, key, colors, 2);
}

int members_color_or_null(struct members *members, const char *key)
{
    if (!json_is_null(json_object_get(members->object, key)))
        return members_color(members, key);
    members->taken++;
    return -1;
}

bool members_end(const struct members *members)
{
    return members->ok;
}

bool members_end_whole(struct members *members)
{
    if (members->ok && members->taken != json_object_size(members->object))
        members->ok = finding_set(members->finding, members->v,
                                  "%s has a member that this program does not know", members->name);
    return members->ok;
}
