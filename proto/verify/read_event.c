/* The events of a stream, and the parts that a snapshot has, too. */
#include "proto/verify/read_record.h"

#include "proto/verify/members.h"

/* One number of a rating and its deviation: {"rating","rd"}. */
static bool read_rating(const json_t *value, int64_t v, int *rating, int *rd,
                        struct finding *finding)
{
    struct members members;
    members_open(&members, value, "a rating", v, finding);
    *rating = (int)members_integer(&members, "rating", 0, RATING_SHOWN_MAX);
    *rd = (int)members_integer(&members, "rd", 0, RATING_SHOWN_MAX);
    return members_end_whole(&members);
}

static bool read_rating_change(const json_t *value, int64_t v, struct rating_change *change,
                               struct finding *finding)
{
    struct members members;
    members_open(&members, value, "the ratings of a player", v, finding);
    const json_t *before = members_value(&members, "before");
    const json_t *after = members_value(&members, "after");
    return members_end_whole(&members) &&
           read_rating(before, v, &change->before, &change->before_rd, finding) &&
           read_rating(after, v, &change->after, &change->after_rd, finding);
}

bool read_ratings(const json_t *value, int64_t v, struct rating_change ratings[2],
                  struct finding *finding)
{
    struct members members;
    members_open(&members, value, "the rating changes", v, finding);
    const json_t *blue = members_value(&members, "blue");
    const json_t *red = members_value(&members, "red");
    return members_end_whole(&members) &&
           read_rating_change(blue, v, &ratings[COLOR_BLUE], finding) &&
           read_rating_change(red, v, &ratings[COLOR_RED], finding);
}

bool read_clock(const json_t *value, int64_t v, struct clock_view *clock, struct finding *finding)
{
    struct members members;
    *clock = (struct clock_view){.none = json_is_null(value), .running = -1};
    if (clock->none)
        return true;
    members_open(&members, value, "the clock", v, finding);
    clock->left_ms[COLOR_BLUE] = members_count(&members, "blue_ms");
    clock->left_ms[COLOR_RED] = members_count(&members, "red_ms");
    clock->running = members_color_or_null(&members, "running");
    clock->at = members_count(&members, "at");
    return members_end_whole(&members);
}

bool read_result(const json_t *value, int64_t v, struct result_view *result,
                 struct finding *finding)
{
    static const char *const reasons[] = {
#define REASONS_TEXT(name, text) [REASON_##name] = text,
        REASONS(REASONS_TEXT)
#undef REASONS_TEXT
    };
    struct members members;
    *result = (struct result_view){.winner = -1, .reason = REASON_NONE};
    if (json_is_null(value))
        return true;
    members_open(&members, value, "the result", v, finding);
    result->winner = members_color_or_null(&members, "winner");
    result->reason = (enum reason)members_choice(&members, "reason", reasons,
                                                 (int)(sizeof reasons / sizeof *reasons));
    return members_end_whole(&members);
}

void read_offer(struct members *members, enum color *by, enum offer *offer)
{
    static const char *const offers[] = {
#define OFFERS_TEXT(name, text) [OFFER_##name] = text,
        OFFERS(OFFERS_TEXT)
#undef OFFERS_TEXT
    };
    *by = (enum color)members_color(members, "by");
    *offer = (enum offer)members_choice(members, "kind", offers, OFFER_COUNT);
}

/* "ply", "position", "to_move", "clock". */
static bool read_standing(struct members *members, struct stream_view *event)
{
    event->ply = members_count(members, "ply");
    event->position = members_text(members, "position");
    event->to_move = (enum color)members_color(members, "to_move");
    const json_t *clock = members_value(members, "clock");
    return members_end(members) && read_clock(clock, members->v, &event->clock, members->finding);
}

static bool read_move(struct members *members, struct stream_view *event)
{
    event->by = (enum color)members_color(members, "by");
    event->move = members_text(members, "move");
    event->lag_ms = members_count(members, "lag_ms");
    event->held_ms = members_count(members, "held_ms");
    return read_standing(members, event);
}

static bool read_end(struct members *members, struct stream_view *event,
                     struct rating_change ratings[2])
{
    const json_t *result = members_value(members, "result");
    if (!members_end(members) || !read_result(result, members->v, &event->result, members->finding))
        return false;
    if (event->result.reason == REASON_NONE)
        return finding_set(members->finding, members->v, "the end has no result");
    if (json_object_get(members->object, "ratings") == NULL)
        return true;
    event->ratings = ratings;
    return read_ratings(members_value(members, "ratings"), members->v, ratings, members->finding);
}

static bool read_closed(struct members *members, struct stream_view *event)
{
    static const char *const ends[] = {
#define OFFER_ENDS_TEXT(name, text) [OFFER_##name] = text,
        OFFER_ENDS(OFFER_ENDS_TEXT)
#undef OFFER_ENDS_TEXT
    };
    read_offer(members, &event->by, &event->offer);
    event->how = (enum offer_end)members_choice(members, "how", ends, OFFER_END_COUNT);
    return members_end(members);
}

/* The members that only events of its kind have. */
static bool read_rest(struct members *members, struct stream_view *event,
                      struct rating_change ratings[2])
{
    switch (event->kind) {
    case STREAM_START:
    case STREAM_TAKEBACK:
        return read_standing(members, event);
    case STREAM_MOVE:
        return read_move(members, event);
    case STREAM_SKIP:
        event->by = (enum color)members_color(members, "by");
        return read_standing(members, event);
    case STREAM_END:
        return read_end(members, event, ratings);
    case STREAM_OFFER:
        read_offer(members, &event->by, &event->offer);
        return members_end(members);
    case STREAM_OFFER_CLOSED:
        return read_closed(members, event);
    }
    return false;
}

#define STREAM_KIND_COUNT (STREAM_TAKEBACK + 1)

bool read_event(const json_t *value, int64_t v, struct stream_view *event,
                struct rating_change ratings[2], struct finding *finding)
{
    const char *kinds[STREAM_KIND_COUNT];
    struct members members;
    for (int kind = 0; kind < STREAM_KIND_COUNT; kind++)
        kinds[kind] = stream_kind_text((enum stream_kind)kind);
    *event = (struct stream_view){0};
    members_open(&members, value, "the event", v, finding);
    event->kind = (enum stream_kind)members_choice(&members, "ev", kinds, STREAM_KIND_COUNT);
    event->game = members_text(&members, "game");
    event->v = members_count(&members, "v");
    event->at = members_count(&members, "at");
    return members_end(&members) && read_rest(&members, event, ratings) &&
           members_end_whole(&members);
}
