#include "proto/view.h"

#include <assert.h>

const char *account_kind_text(enum account_kind kind)
{
    switch (kind) {
    case ACCOUNT_HUMAN:
        return "human";
    case ACCOUNT_BOT:
        return "bot";
    case ACCOUNT_GUEST:
        return "guest";
    }
    assert(false && "a kind outside the enum");
    return "";
}

static void write_rating(struct writer *writer, const struct rating_view *rating)
{
    writer_object(writer);
    writer_key_integer(writer, "rating", rating->rating);
    writer_key_integer(writer, "rd", rating->rd);
    writer_key_integer(writer, "games", rating->games);
    writer_key_boolean(writer, "provisional", rating->provisional);
    writer_object_end(writer);
}

void view_user(struct writer *writer, const struct user_view *user)
{
    writer_object(writer);
    writer_key_string(writer, "name", user->name);
    writer_key_string(writer, "kind", account_kind_text(user->kind));
    writer_key(writer, "ratings");
    writer_object(writer);
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        if (user->ratings[pool].games == 0)
            continue;
        writer_key(writer, pool_name(pool));
        write_rating(writer, &user->ratings[pool]);
    }
    writer_object_end(writer);
    writer_object_end(writer);
}

void view_player(struct writer *writer, const struct player_view *player)
{
    writer_object(writer);
    writer_key_string(writer, "name", player->name);
    writer_key_string(writer, "kind", account_kind_text(player->kind));
    if (player->rating == PLAYER_UNRATED)
        writer_key_null(writer, "rating");
    else
        writer_key_integer(writer, "rating", player->rating);
    writer_object_end(writer);
}

void view_time(struct writer *writer, const struct time_control *control)
{
    switch (control->kind) {
    case TIME_NONE:
        writer_null(writer);
        return;
    case TIME_FISCHER:
        writer_object(writer);
        writer_key_integer(writer, "initial_ms", control->initial_ms);
        writer_key_integer(writer, "increment_ms", control->increment_ms);
        writer_object_end(writer);
        return;
    case TIME_PER_MOVE:
        writer_object(writer);
        writer_key_integer(writer, "per_move_ms", control->per_move_ms);
        writer_object_end(writer);
        return;
    }
    assert(false && "a kind outside the enum");
}

void view_pool(struct writer *writer, int pool)
{
    if (pool == POOL_NONE)
        writer_null(writer);
    else
        writer_string(writer, pool_name(pool));
}

static const char *wanted_color_text(enum wanted_color color)
{
    switch (color) {
    case WANTED_RANDOM:
        return "random";
    case WANTED_BLUE:
        return "blue";
    case WANTED_RED:
        return "red";
    }
    assert(false && "a colour outside the enum");
    return "";
}

static void key_bound(struct writer *writer, const char *key, int bound, int unbounded)
{
    if (bound == unbounded)
        writer_key_null(writer, key);
    else
        writer_key_integer(writer, key, bound);
}

void view_seek(struct writer *writer, const struct seek_view *seek)
{
    writer_object(writer);
    writer_key_string(writer, "id", seek->id);
    writer_key(writer, "user");
    view_player(writer, &seek->user);
    if (seek->to != NULL) {
        writer_key(writer, "to");
        view_player(writer, seek->to);
    }
    writer_key_integer(writer, "size", seek->size);
    writer_key(writer, "time");
    view_time(writer, seek->time);
    writer_key_boolean(writer, "rated", seek->rated);
    writer_key(writer, "pool");
    view_pool(writer, pool_of(seek->size, seek->time));
    writer_key_string(writer, "color", wanted_color_text(seek->color));
    key_bound(writer, "rating_min", seek->rating_min, RATING_LOWEST);
    key_bound(writer, "rating_max", seek->rating_max, RATING_HIGHEST);
    writer_key_integer(writer, "at", seek->at);
    writer_object_end(writer);
}

void view_color(struct writer *writer, int color)
{
    if (color < 0)
        writer_null(writer);
    else
        writer_string(writer, color_name((enum color)color));
}

void view_clock(struct writer *writer, const struct clock_view *clock)
{
    if (clock->none) {
        writer_null(writer);
        return;
    }
    writer_object(writer);
    writer_key_integer(writer, "blue_ms", clock->left_ms[COLOR_BLUE]);
    writer_key_integer(writer, "red_ms", clock->left_ms[COLOR_RED]);
    writer_key(writer, "running");
    view_color(writer, clock->running);
    writer_key_integer(writer, "at", clock->at);
    writer_object_end(writer);
}

void view_result(struct writer *writer, const struct result_view *result)
{
    if (result->reason == REASON_NONE) {
        writer_null(writer);
        return;
    }
    writer_object(writer);
    writer_key(writer, "winner");
    view_color(writer, result->winner);
    writer_key_string(writer, "reason", reason_text(result->reason));
    writer_object_end(writer);
}

void view_presence(struct writer *writer, const struct presence_view *presence)
{
    writer_object(writer);
    writer_key_boolean(writer, "blue", presence->connected[COLOR_BLUE]);
    writer_key_boolean(writer, "red", presence->connected[COLOR_RED]);
    writer_key_integer(writer, "spectators", presence->spectators);
    writer_object_end(writer);
}
