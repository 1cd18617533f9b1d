#include "proto/client/terms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)
#define DAY_MS (24 * HOUR_MS)

static bool parse_number(const char **text, double *number);
static bool parse_per_move(struct time_control *time, double number, char unit);
static json_t *make_request(const struct terms *terms, const char *operation);

void terms_init(struct terms *terms)
{
    *terms = (struct terms){
        .size = BOARD_MIN_SIZE,
        .time = {.kind = TIME_FISCHER, .initial_ms = 5 * MINUTE_MS, .increment_ms = 3000},
        .color = "random",
    };
}

bool terms_parse_time(struct time_control *time, const char *text)
{
    struct time_control read = {.kind = TIME_NONE};
    double minutes = 0;
    double seconds = 0;
    if (strcasecmp(text, "none") == 0) {
        *time = read;
        return true;
    }
    if (!parse_number(&text, &minutes))
        return false;
    if (*text != '\0' && *text != '+') {
        if (text[1] != '\0' || !parse_per_move(&read, minutes, *text))
            return false;
    } else {
        if (*text == '+') {
            text++;
            if (!parse_number(&text, &seconds) || *text != '\0')
                return false;
        }
        read.kind = TIME_FISCHER;
        read.initial_ms = llround(minutes * (double)MINUTE_MS);
        read.increment_ms = llround(seconds * 1000);
    }
    if (!time_control_valid(&read))
        return false;
    *time = read;
    return true;
}

void terms_format_time(const struct time_control *time, char out[TIME_TEXT_MAX])
{
    static const struct {
        int64_t length_ms;
        const char *name;
    } units[] = {{DAY_MS, "day"}, {HOUR_MS, "hour"}, {MINUTE_MS, "minute"}};
    switch (time->kind) {
    case TIME_NONE:
        snprintf(out, TIME_TEXT_MAX, "no clock");
        return;
    case TIME_FISCHER:
        snprintf(out, TIME_TEXT_MAX, "%.4g+%.4g", (double)time->initial_ms / (double)MINUTE_MS,
                 (double)time->increment_ms / 1000);
        return;
    case TIME_PER_MOVE:
        break;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        int64_t count = time->per_move_ms / units[i].length_ms;
        if (count == 0 || (time->per_move_ms % units[i].length_ms != 0 && i < 2))
            continue;
        snprintf(out, TIME_TEXT_MAX, "%d %s%s a turn", (int)count, units[i].name,
                 count == 1 ? "" : "s");
        return;
    }
    snprintf(out, TIME_TEXT_MAX, "%d s a turn", (int)(time->per_move_ms / 1000));
}

bool terms_take_word(struct terms *terms, const char *word)
{
    static const char *const colors[] = {"blue", "red", "random"};
    if (strcmp(word, "3") == 0 || strcmp(word, "4") == 0) {
        terms->size = word[0] - '0';
        return true;
    }
    if (strcasecmp(word, "rated") == 0 || strcasecmp(word, "casual") == 0) {
        terms->rated = strcasecmp(word, "rated") == 0;
        return true;
    }
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        if (strcasecmp(word, colors[i]) == 0) {
            terms->color = colors[i];
            return true;
        }
    }
    return terms_parse_time(&terms->time, word);
}

const char *terms_problem(const struct terms *terms)
{
    if (terms->rated && terms->time.kind == TIME_NONE)
        return "a rated game needs a clock";
    return NULL;
}

json_t *terms_seek_request(const struct terms *terms)
{
    return make_request(terms, "seek");
}

json_t *terms_challenge_request(const struct terms *terms, const char *user)
{
    json_t *request = make_request(terms, "challenge");
    json_object_set_new(request, "user", json_string(user));
    return request;
}

static json_t *make_request(const struct terms *terms, const char *operation)
{
    json_t *time = NULL;
    switch (terms->time.kind) {
    case TIME_NONE:
        time = json_null();
        break;
    case TIME_FISCHER:
        time = json_pack("{s:I, s:I}", "initial_ms", (json_int_t)terms->time.initial_ms,
                         "increment_ms", (json_int_t)terms->time.increment_ms);
        break;
    case TIME_PER_MOVE:
        time = json_pack("{s:I}", "per_move_ms", (json_int_t)terms->time.per_move_ms);
        break;
    }
    return json_pack("{s:s, s:i, s:o, s:b, s:s}", "op", operation, "size", terms->size, "time",
                     time, "rated", terms->rated, "color", terms->color);
}

/* Digits, and a fraction after a point: nothing else that strtod would take. */
static bool parse_number(const char **text, double *number)
{
    size_t length = strspn(*text, "0123456789.");
    char digits[16];
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, *text, length);
    digits[length] = '\0';
    char *end;
    *number = strtod(digits, &end);
    *text += length;
    return *end == '\0';
}

static bool parse_per_move(struct time_control *time, double number, char unit)
{
    int64_t unit_ms = 0;
    if (unit == 'd')
        unit_ms = DAY_MS;
    else if (unit == 'h')
        unit_ms = HOUR_MS;
    else if (unit == 'm')
        unit_ms = MINUTE_MS;
    time->kind = TIME_PER_MOVE;
    time->per_move_ms = llround(number * (double)unit_ms);
    return unit_ms != 0;
}
