#include "proto/record_summary.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "proto/fields.h"
#include "proto/json.h"

#define SECOND_MS 1000
#define MINUTE_MS (60 * INT64_C(1000))
#define HOUR_MS (60 * MINUTE_MS)
#define DAY_MS (24 * HOUR_MS)

/* ---- Reading ------------------------------------------------------------------------------ */

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool integer_of(const json_t *object, const char *key, int64_t *out)
{
    return json_read_integer(json_object_get(object, key), 0, JSON_INTEGER_MAX, out);
}

static bool read_side(struct record_side *side, const json_t *player)
{
    side->name = text_of(player, "name");
    side->kind = text_of(player, "kind");
    side->rating = -1;
    integer_of(player, "rating", &side->rating);
    return side->name != NULL && side->kind != NULL;
}

bool record_summary_read(struct record_summary *summary, const json_t *record)
{
    *summary = (struct record_summary){.id = text_of(record, "id"),
                                       .pool = text_of(record, "pool"),
                                       .rated = json_is_true(json_object_get(record, "rated"))};
    const json_t *result = json_object_get(record, "result");
    const char *position = text_of(record, "position");
    int64_t size;
    summary->winner = text_of(result, "winner");
    summary->reason = text_of(result, "reason");
    integer_of(record, "ended_at", &summary->ended_at);
    if (!integer_of(record, "size", &size) || !board_size_valid((int)size))
        return false;
    summary->size = (int)size;
    return summary->id != NULL &&
           read_side(&summary->sides[COLOR_BLUE], json_object_get(record, "blue")) &&
           read_side(&summary->sides[COLOR_RED], json_object_get(record, "red")) &&
           field_read_time(json_object_get(record, "time"), &summary->time) &&
           integer_of(record, "ply", &summary->ply) &&
           integer_of(record, "started_at", &summary->started_at) &&
           (position == NULL || position_parse(&summary->position, position, strlen(position)));
}

/* ---- Phrases ------------------------------------------------------------------------------ */

static const char *side_name(const char *color)
{
    return strcmp(color, color_name(COLOR_BLUE)) == 0 ? "Blue" : "Red";
}

/* Reasons as after "won" and as after "no winner". */
static const char *reason_phrase(const char *reason)
{
    static const char *const phrases[][2] = {
        {"capture", "by capture"}, {"resign", "by resignation"},
        {"time", "on time"},       {"abandoned", "since the other left"},
        {"aborted", "called off"}, {"turn_limit", "too many turns"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        if (strcmp(phrases[i][0], reason) == 0)
            return phrases[i][1];
    }
    return reason;
}

void record_result_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE])
{
    const char *plural = summary->ply == 1 ? "" : "s";
    /* Blue begins, and a skip is a turn. */
    enum color to_move = summary->ply % 2 == 0 ? COLOR_BLUE : COLOR_RED;
    if (summary->reason == NULL)
        snprintf(out, RECORD_PHRASE_SIZE, "%s to move after %" PRId64 " turn%s",
                 side_name(color_name(to_move)), summary->ply, plural);
    else if (summary->winner == NULL)
        snprintf(out, RECORD_PHRASE_SIZE, "no winner (%s) after %" PRId64 " turn%s",
                 reason_phrase(summary->reason), summary->ply, plural);
    else
        snprintf(out, RECORD_PHRASE_SIZE, "%s won %s after %" PRId64 " turn%s",
                 side_name(summary->winner), reason_phrase(summary->reason), summary->ply, plural);
}

/* In the largest unit that fits without a rest. */
static void span_phrase(int64_t span_ms, char out[RECORD_PHRASE_SIZE])
{
    static const struct {
        int64_t ms;
        const char *one, *many;
    } units[] = {{DAY_MS, "day", "days"},
                 {HOUR_MS, "h", "h"},
                 {MINUTE_MS, "min", "min"},
                 {SECOND_MS, "s", "s"},
                 {1, "ms", "ms"}};
    size_t unit = 0;
    while (span_ms % units[unit].ms != 0 || (span_ms == 0 && units[unit].ms != SECOND_MS))
        unit++;
    int64_t count = span_ms / units[unit].ms;
    snprintf(out, RECORD_PHRASE_SIZE, "%" PRId64 " %s", count,
             count == 1 ? units[unit].one : units[unit].many);
}

void record_time_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE])
{
    const struct time_control *time = &summary->time;
    char first[RECORD_PHRASE_SIZE], second[RECORD_PHRASE_SIZE];
    switch (time->kind) {
    case TIME_NONE:
        snprintf(out, RECORD_PHRASE_SIZE, "no clock");
        return;
    case TIME_PER_MOVE:
        span_phrase(time->per_move_ms, first);
        snprintf(out, RECORD_PHRASE_SIZE, "%.40s a turn", first);
        return;
    case TIME_FISCHER:
        span_phrase(time->initial_ms, first);
        span_phrase(time->increment_ms, second);
        snprintf(out, RECORD_PHRASE_SIZE, "%.40s + %.40s a turn", first, second);
        return;
    }
}

void record_terms_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE])
{
    const char *rated = summary->rated ? "rated" : "casual";
    if (summary->pool != NULL)
        snprintf(out, RECORD_PHRASE_SIZE, "%s, %s", summary->pool, rated);
    else
        snprintf(out, RECORD_PHRASE_SIZE, "size %d, %s", summary->size, rated);
}

void record_side_phrase(const struct record_side *side, char out[RECORD_PHRASE_SIZE])
{
    bool human = strcmp(side->kind, "human") == 0;
    char rating[24] = "";
    if (side->rating >= 0)
        snprintf(rating, sizeof rating, "%" PRId64, side->rating);
    if (human && side->rating < 0)
        snprintf(out, RECORD_PHRASE_SIZE, "%s", side->name);
    else
        snprintf(out, RECORD_PHRASE_SIZE, "%s (%s%s%s)", side->name, human ? "" : side->kind,
                 !human && side->rating >= 0 ? ", " : "", rating);
}

/* ---- Writing ------------------------------------------------------------------------------ */

void record_put(struct writer *out, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < sizeof text);
    writer_raw(out, text, (size_t)length);
}

static const char *entity(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    }
    return NULL;
}

void record_put_escaped(struct writer *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *written = entity(*text);
        if (written != NULL)
            writer_raw(out, written, strlen(written));
        else
            writer_raw(out, text, 1);
    }
}
