/* The events of a game's stream. */
#include "proto/view.h"

#include <assert.h>

const char *stream_kind_text(enum stream_kind kind)
{
    switch (kind) {
    case STREAM_START:
        return "start";
    case STREAM_MOVE:
        return "move";
    case STREAM_SKIP:
        return "skip";
    case STREAM_END:
        return "end";
    case STREAM_OFFER:
        return "offer";
    case STREAM_OFFER_CLOSED:
        return "offer_closed";
    case STREAM_TAKEBACK:
        return "takeback";
    }
    assert(false && "a kind outside the enum");
    return "";
}

/* Glicko numbers, rounded. */
static void key_rating(struct writer *writer, const char *key, int rating, int rd)
{
    writer_key(writer, key);
    writer_object(writer);
    writer_key_integer(writer, "rating", rating);
    writer_key_integer(writer, "rd", rd);
    writer_object_end(writer);
}

static void key_rating_change(struct writer *writer, const char *key,
                              const struct rating_change *change)
{
    writer_key(writer, key);
    writer_object(writer);
    key_rating(writer, "before", change->before, change->before_rd);
    key_rating(writer, "after", change->after, change->after_rd);
    writer_object_end(writer);
}

void view_rating_changes(struct writer *writer, const struct rating_change changes[2])
{
    writer_object(writer);
    key_rating_change(writer, "blue", &changes[COLOR_BLUE]);
    key_rating_change(writer, "red", &changes[COLOR_RED]);
    writer_object_end(writer);
}

/* What every event carries after which the game goes on, or would but for `end`. */
static void write_standing(struct writer *writer, const struct stream_view *event)
{
    writer_key_integer(writer, "ply", event->ply);
    writer_key_string(writer, "position", event->position);
    writer_key_string(writer, "to_move", color_name(event->to_move));
    writer_key(writer, "clock");
    view_clock(writer, &event->clock);
}

static void write_move(struct writer *writer, const struct stream_view *event)
{
    writer_key_string(writer, "by", color_name(event->by));
    writer_key_string(writer, "move", event->move);
    write_standing(writer, event);
    writer_key_integer(writer, "lag_ms", event->lag_ms);
    writer_key_integer(writer, "held_ms", event->held_ms);
}

static void write_end(struct writer *writer, const struct stream_view *event)
{
    writer_key(writer, "result");
    view_result(writer, &event->result);
    if (event->ratings != NULL) {
        writer_key(writer, "ratings");
        view_rating_changes(writer, event->ratings);
    }
}

static void write_offer(struct writer *writer, const struct stream_view *event)
{
    writer_key_string(writer, "by", color_name(event->by));
    writer_key_string(writer, "kind", offer_text(event->offer));
    if (event->kind == STREAM_OFFER_CLOSED)
        writer_key_string(writer, "how", offer_end_text(event->how));
}

void view_stream(struct writer *writer, const struct stream_view *event)
{
    view_event(writer, stream_kind_text(event->kind));
    writer_key_string(writer, "game", event->game);
    writer_key_integer(writer, "v", event->v);
    writer_key_integer(writer, "at", event->at);
    switch (event->kind) {
    case STREAM_START:
    case STREAM_TAKEBACK:
        write_standing(writer, event);
        break;
    case STREAM_MOVE:
        write_move(writer, event);
        break;
    case STREAM_SKIP:
        writer_key_string(writer, "by", color_name(event->by));
        write_standing(writer, event);
        break;
    case STREAM_END:
        write_end(writer, event);
        break;
    case STREAM_OFFER:
    case STREAM_OFFER_CLOSED:
        write_offer(writer, event);
        break;
    }
    view_event_end(writer);
}
