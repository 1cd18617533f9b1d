#include "proto/fields.h"

#include "proto/pool.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define LIMIT_MAX 100

/* Where in a request each field's value goes; its C type follows from the field's type. */
static const size_t members[FIELD_OF_COUNT] = {
    [FIELD_OF_NAME] = offsetof(struct request, name),
    [FIELD_OF_PASSWORD] = offsetof(struct request, password),
    [FIELD_OF_BOT] = offsetof(struct request, bot),
    [FIELD_OF_TOKEN] = offsetof(struct request, token),
    [FIELD_OF_EVERYWHERE] = offsetof(struct request, everywhere),
    [FIELD_OF_OLD] = offsetof(struct request, old_password),
    [FIELD_OF_NEW] = offsetof(struct request, new_password),
    [FIELD_OF_SIZE] = offsetof(struct request, size),
    [FIELD_OF_TIME] = offsetof(struct request, time),
    [FIELD_OF_RATED] = offsetof(struct request, rated),
    [FIELD_OF_COLOR] = offsetof(struct request, color),
    [FIELD_OF_RATING_MIN] = offsetof(struct request, rating_min),
    [FIELD_OF_RATING_MAX] = offsetof(struct request, rating_max),
    [FIELD_OF_SEEK] = offsetof(struct request, seek),
    [FIELD_OF_GAME] = offsetof(struct request, game),
    [FIELD_OF_FROM] = offsetof(struct request, from),
    [FIELD_OF_MOVE] = offsetof(struct request, move),
    [FIELD_OF_PLY] = offsetof(struct request, ply),
    [FIELD_OF_V] = offsetof(struct request, v),
    [FIELD_OF_PREFIX] = offsetof(struct request, prefix),
    [FIELD_OF_USER] = offsetof(struct request, user),
    [FIELD_OF_VERSUS] = offsetof(struct request, versus),
    [FIELD_OF_POOL] = offsetof(struct request, pool),
    [FIELD_OF_RESULT] = offsetof(struct request, result),
    [FIELD_OF_REASON] = offsetof(struct request, reason),
    [FIELD_OF_SINCE] = offsetof(struct request, since),
    [FIELD_OF_UNTIL] = offsetof(struct request, until),
    [FIELD_OF_LIMIT] = offsetof(struct request, limit),
    [FIELD_OF_CURSOR] = offsetof(struct request, cursor),
    [FIELD_OF_BOTS] = offsetof(struct request, bots),
    [FIELD_OF_KIND] = offsetof(struct request, offer),
    [FIELD_OF_ACCEPT] = offsetof(struct request, accept),
    [FIELD_OF_CHALLENGE] = offsetof(struct request, challenge),
    [FIELD_OF_ROOM] = offsetof(struct request, room),
    [FIELD_OF_TEXT] = offsetof(struct request, text),
    [FIELD_OF_IGNORE] = offsetof(struct request, ignore),
    [FIELD_OF_MOVES] = offsetof(struct request, moves),
    [FIELD_OF_AT] = offsetof(struct request, at),
};

static bool read_string(const json_t *value, const char **out)
{
    *out = json_string_value(value);
    return *out != NULL;
}

static bool read_boolean(const json_t *value, bool *out)
{
    *out = json_is_true(value);
    return json_is_boolean(value);
}

static bool read_int(const json_t *value, int min, int max, int *out)
{
    int64_t integer;
    if (!json_read_integer(value, min, max, &integer))
        return false;
    *out = (int)integer;
    return true;
}

bool field_read_time(const json_t *value, struct time_control *out)
{
    *out = (struct time_control){.kind = TIME_NONE};
    if (json_is_null(value))
        return true;
    if (json_read_integer(json_object_get(value, "per_move_ms"), CLOCK_MIN_PER_MOVE_MS,
                          CLOCK_MAX_PER_MOVE_MS, &out->per_move_ms)) {
        out->kind = TIME_PER_MOVE;
        return json_object_size(value) == 1;
    }
    out->kind = TIME_FISCHER;
    return json_read_integer(json_object_get(value, "initial_ms"), 0, CLOCK_MAX_INITIAL_MS,
                             &out->initial_ms) &&
           json_read_integer(json_object_get(value, "increment_ms"), 0, CLOCK_MAX_INCREMENT_MS,
                             &out->increment_ms) &&
           json_object_size(value) == 2 && time_control_valid(out);
}

/* The index of a string among `count` texts, or -1 where it is none of them, or no string. Gaps in
 * the table are NULL. */
static int find_text(const json_t *value, const char *const *texts, int count)
{
    const char *text = json_string_value(value);
    for (int i = 0; text != NULL && i < count; i++) {
        if (texts[i] != NULL && strcmp(texts[i], text) == 0)
            return i;
    }
    return -1;
}

static bool read_color(const json_t *value, enum wanted_color *out)
{
    static const char *const texts[] = {
        [WANTED_RANDOM] = "random", [WANTED_BLUE] = "blue", [WANTED_RED] = "red"};
    int found = find_text(value, texts, sizeof texts / sizeof texts[0]);
    if (found < 0)
        return false;
    *out = (enum wanted_color)found;
    return true;
}

static bool read_result(const json_t *value, enum wanted_result *out)
{
    static const char *const texts[] = {
        [RESULT_WIN] = "win", [RESULT_LOSS] = "loss", [RESULT_NONE] = "none"};
    int found = find_text(value, texts, sizeof texts / sizeof texts[0]);
    if (found < 0)
        return false;
    *out = (enum wanted_result)found;
    return true;
}

static const char *const reason_texts[] = {
#define REASONS_TEXT(name, text) [REASON_##name] = text,
    REASONS(REASONS_TEXT)
#undef REASONS_TEXT
};
#define REASON_COUNT ((int)(sizeof reason_texts / sizeof reason_texts[0]))

const char *reason_text(enum reason reason)
{
    assert((int)reason < REASON_COUNT);
    return reason_texts[reason];
}

static bool read_reason(const json_t *value, enum reason *out)
{
    int found = find_text(value, reason_texts, REASON_COUNT);
    if (found < 0)
        return false;
    *out = (enum reason)found;
    return true;
}

static const char *const offer_texts[] = {
#define OFFERS_TEXT(name, text) [OFFER_##name] = text,
    OFFERS(OFFERS_TEXT)
#undef OFFERS_TEXT
};

const char *offer_text(enum offer offer)
{
    assert(offer < OFFER_COUNT);
    return offer_texts[offer];
}

const char *offer_end_text(enum offer_end end)
{
    static const char *const texts[] = {
#define OFFER_ENDS_TEXT(name, text) [OFFER_##name] = text,
        OFFER_ENDS(OFFER_ENDS_TEXT)
#undef OFFER_ENDS_TEXT
    };
    assert(end < OFFER_END_COUNT);
    return texts[end];
}

static bool read_offer(const json_t *value, enum offer *out)
{
    int found = find_text(value, offer_texts, OFFER_COUNT);
    if (found < 0)
        return false;
    *out = (enum offer)found;
    return true;
}

static const char *const room_texts[] = {
    [CHAT_PLAYERS] = "players", [CHAT_SPECTATORS] = "spectators"};

const char *chat_room_text(enum chat_room room)
{
    assert(room < CHAT_ROOM_COUNT);
    return room_texts[room];
}

static bool read_room(const json_t *value, enum chat_room *out)
{
    int found = find_text(value, room_texts, CHAT_ROOM_COUNT);
    if (found < 0)
        return false;
    *out = (enum chat_room)found;
    return true;
}

/* Control characters are those below U+0020, U+007F, and U+0080 to U+009F (in UTF-8: C2 80..9F). */
static bool has_control(const char *text)
{
    for (const unsigned char *byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        if (*byte < 0x20 || *byte == 0x7f || (byte[0] == 0xc2 && byte[1] <= 0x9f))
            return true;
    }
    return false;
}

static bool read_text(const json_t *value, const char **out)
{
    if (!read_string(value, out))
        return false;
    size_t characters = json_characters(*out, json_string_length(value));
    return characters >= 1 && characters <= CHAT_CHARACTERS_MAX && !has_control(*out);
}

static bool read_pool(const json_t *value, int *out)
{
    const char *name = json_string_value(value);
    *out = name != NULL ? pool_parse(name) : POOL_NONE;
    return *out != POOL_NONE;
}

bool field_read(struct request *request, enum field field, const json_t *value)
{
    assert(members[field] > 0); /* there is a row for it; `id` stands at 0 */
    void *member = (char *)request + members[field];
    switch (field_row(field)->type) {
    case FIELD_STRING:
        return read_string(value, member);
    case FIELD_BOOLEAN:
        return read_boolean(value, member);
    case FIELD_COUNT:
        return json_read_integer(value, 0, JSON_INTEGER_MAX, member);
    case FIELD_RATING:
        return read_int(value, RATING_LOWEST, RATING_HIGHEST, member);
    case FIELD_LIMIT:
        return read_int(value, 1, LIMIT_MAX, member);
    case FIELD_SIZE:
        return read_int(value, BOARD_MIN_SIZE, BOARD_MAX_SIZE, member);
    case FIELD_TIME:
        return field_read_time(value, member);
    case FIELD_COLOR:
        return read_color(value, member);
    case FIELD_POOL:
        return read_pool(value, member);
    case FIELD_RESULT:
        return read_result(value, member);
    case FIELD_REASON:
        return read_reason(value, member);
    case FIELD_OFFER:
        return read_offer(value, member);
    case FIELD_ROOM:
        return read_room(value, member);
    case FIELD_TEXT:
        return read_text(value, member);
    }
    assert(false && "a type outside the enum");
    return false;
}
