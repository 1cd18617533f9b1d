/* A game: its summary and its snapshot. */
#include "proto/view.h"

#include <assert.h>

const char *game_status_text(enum game_status status)
{
    switch (status) {
    case GAME_PLAYING:
        return "playing";
    case GAME_FINISHED:
        return "finished";
    case GAME_ABORTED:
        return "aborted";
    }
    assert(false && "a status outside the enum");
    return "";
}

/* "size" to "red": what a game is, in summary and snapshot. */
static void write_terms(struct writer *writer, const struct game_view *game)
{
    writer_key_integer(writer, "size", game->size);
    writer_key_boolean(writer, "rated", game->rated);
    writer_key(writer, "pool");
    view_pool(writer, pool_of(game->size, game->time));
    writer_key(writer, "time");
    view_time(writer, game->time);
    writer_key_string(writer, "status", game_status_text(game->status));
    writer_key(writer, "blue");
    view_player(writer, &game->players[COLOR_BLUE]);
    writer_key(writer, "red");
    view_player(writer, &game->players[COLOR_RED]);
}

static void write_offers(struct writer *writer, const struct game_view *game)
{
    writer_array(writer);
    for (int by = 0; by < 2; by++) {
        for (int offer = 0; offer < OFFER_COUNT; offer++) {
            if (!game->offers[by][offer])
                continue;
            writer_object(writer);
            writer_key_string(writer, "by", color_name((enum color)by));
            writer_key_string(writer, "kind", offer_text((enum offer)offer));
            writer_object_end(writer);
        }
    }
    writer_array_end(writer);
}

/* "moves" to "presence": how a game stands, in a snapshot only. */
static void write_standing(struct writer *writer, const struct game_view *game)
{
    writer_key_string(writer, "moves", game->moves);
    writer_key_integer(writer, "ply", game->ply);
    writer_key_string(writer, "position", game->position);
    writer_key(writer, "to_move");
    view_color(writer, game->to_move);
    writer_key(writer, "clock");
    view_clock(writer, &game->clock);
    writer_key(writer, "offers");
    write_offers(writer, game);
    writer_key(writer, "presence");
    view_presence(writer, &game->presence);
}

/* "result" to "ended_at": how a game ended, in summary and snapshot. */
static void write_end(struct writer *writer, const struct game_view *game)
{
    writer_key(writer, "result");
    view_result(writer, &game->result);
    writer_key_integer(writer, "started_at", game->started_at);
    if (game->ended_at == 0)
        writer_key_null(writer, "ended_at");
    else
        writer_key_integer(writer, "ended_at", game->ended_at);
}

void view_summary(struct writer *writer, const struct game_view *game)
{
    writer_object(writer);
    writer_key_string(writer, "id", game->id);
    write_terms(writer, game);
    writer_key_integer(writer, "ply", game->ply);
    write_end(writer, game);
    writer_object_end(writer);
}

void view_snapshot(struct writer *writer, const struct game_view *game)
{
    writer_object(writer);
    view_snapshot_members(writer, game);
    writer_object_end(writer);
}

void view_snapshot_members(struct writer *writer, const struct game_view *game)
{
    writer_key_string(writer, "id", game->id);
    writer_key_integer(writer, "v", game->v);
    write_terms(writer, game);
    write_standing(writer, game);
    write_end(writer, game);
}
