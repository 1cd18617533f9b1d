/* Members of objects that the server has sent, by name. */
#pragma once

#include <jansson.h>
#include <stdint.h>

/* "" where it is not there or no text. */
static inline const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

/* 0 where it is not there or no integer. */
static inline int64_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* As it stands in members, of 0 and 1. */
static inline const char *color_text(int color)
{
    return color == 0 ? "blue" : "red";
}
